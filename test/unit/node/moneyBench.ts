/** A line that seals and books, over a store in memory and a clock that is moved by hand. */
import { createMetrics } from "../../../node/metrics.js";
import { nodeCrypto } from "../../../node/crypto.js";
import { ComputeService } from "../../../node/services/compute.js";
import { Ledger } from "../../../node/services/ledger.js";
import { OwnSpine } from "../../../node/services/ownSpine.js";
import { ALLOWANCE, type Payment } from "../../../node/sealing/draft.js";
import { SealEngine } from "../../../node/sealing/engine.js";
import { InlineLine } from "../../../node/sealing/inline.js";
import { Sealer } from "../../../node/sealing/sealer.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { Logger } from "../../../protocol/ports.js";
import { MemoryStore } from "../../../storage/memory.js";
import type { KeyValueStore } from "../../../storage/kv.js";
import type { Visibility } from "../../../storage/records.js";
import { Store } from "../../../storage/store.js";
import { parseFields, type Fields } from "../../e2e/helpers.js";

const CALCOND_NS = 777_000_777n;
export const START_CALCOND = 2_310_000_000;
const SEED = new Uint8Array(32).fill(9);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
const QUIET: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined,
  child: () => QUIET };
const metrics = createMetrics();
const registry = builtinRegistry();

class HandClock {
  ns = BigInt(START_CALCOND) * CALCOND_NS;
  nowNs(): bigint { return this.ns; }
  pass(calconds: number): void { this.ns += BigInt(calconds) * CALCOND_NS; }
}

export interface MoneyBench {
  readonly clock: HandClock;
  readonly store: Store;
  readonly compute: ComputeService;
  readonly ledger: Ledger;
}

export async function openBench(raw: KeyValueStore = new MemoryStore()): Promise<MoneyBench> {
  const clock = new HandClock();
  const store = new Store(raw);
  const spine = new OwnSpine({ author: { seed: SEED, publicKey: PUBLIC_KEY }, net: "0badcafe" }, { crypto: nodeCrypto, store });
  await spine.reload();
  const engine = new SealEngine({ proofKey: SEED }, { crypto: nodeCrypto, clock, store, spine, log: QUIET });
  await engine.start();
  const sealer = new Sealer({ line: new InlineLine(engine), spine, log: QUIET, metrics });
  return { clock, store, compute: new ComputeService({ registry, sealer, metrics }), ledger: new Ledger({ sealer, store }) };
}

export interface Job {
  readonly account: string;
  readonly visibility: Visibility;
  readonly operators: readonly string[];
  readonly inputs: Readonly<Record<string, number>>;
  readonly payment?: Payment;
}

export async function sealJob({ compute }: MoneyBench, job: Job): Promise<Fields> {
  const { account, visibility, operators, inputs, payment = ALLOWANCE } = job;
  const plan = compute.plan(operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute.run(plan, { inputs });
  if (result.status !== "value") throw new Error(result.status);
  return compute.seal(plan, { operators, inputs }, result, { account, payment, visibility },
    ({ body }) => parseFields(Buffer.from(body).toString("utf8")));
}
