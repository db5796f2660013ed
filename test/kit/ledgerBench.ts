/** A sealing line with its ledger on a store in memory, for tests. */
import { createMetrics } from "../../node/runtime/metrics.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { ComputeService } from "../../node/compute/compute.js";
import { Ledger } from "../../node/ledger/ledger.js";
import { OwnSpine } from "../../node/spine/ownSpine.js";
import { ALLOWANCE, type Payment } from "../../node/sealing/draft.js";
import { SealEngine } from "../../node/sealing/engine.js";
import { Sealer } from "../../node/sealing/sealer.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { FaultyStore } from "../../storage/faulty.js";
import type { KeyValueStore, Operation } from "../../storage/kv.js";
import type { Visibility } from "../../storage/records.js";
import { Store } from "../../storage/store.js";
import { parseFields, type Fields } from "./requests.js";
import { quiet } from "./logger.js";

export const CALCOND_NS = 777_000_777n;
const SEED = new Uint8Array(32).fill(9);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
const metrics = createMetrics();
const registry = builtinRegistry();

export class HandClock {
  ns = 2_310_000_000n * CALCOND_NS + 12_345n;
  nowNs(): bigint {
    return this.ns;
  }
}

export interface LedgerBench {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly compute: ComputeService;
  readonly ledger: Ledger;
}

export async function openLedger(
  raw: KeyValueStore = new FaultyStore(),
  clock = new HandClock(),
): Promise<LedgerBench> {
  const store = new Store(raw);
  const spine = new OwnSpine(
    { author: { seed: SEED, publicKey: PUBLIC_KEY }, net: "0badcafe" },
    { crypto: nodeCrypto, store },
  );
  await spine.reload();
  const engine = new SealEngine(
    { proofKey: SEED },
    { crypto: nodeCrypto, clock, store, spine, log: quiet },
  );
  await engine.start();
  const sealer = new Sealer({ engine, spine, log: quiet, metrics });
  return {
    store,
    sealer,
    compute: new ComputeService({ registry, sealer, metrics }),
    ledger: new Ledger({ sealer, store }),
  };
}

export interface Job {
  readonly account: string;
  readonly visibility: Visibility;
  readonly operators: readonly string[];
  readonly inputs: Readonly<Record<string, number>>;
  readonly payment?: Payment;
  /** A label that is kept with it. */
  readonly domain?: string;
}

export async function sealJob(
  { compute }: Pick<LedgerBench, "compute">,
  job: Job,
): Promise<Fields> {
  const { account, visibility, operators, inputs, domain, payment = ALLOWANCE } = job;
  const request = { operators, inputs, ...(domain === undefined ? {} : { domain }) };
  const plan = compute.plan(operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute.run(plan, request);
  if (result.status !== "value") throw new Error(result.status);
  const { body } = await compute.seal(plan, request, result, { account, payment, visibility });
  return parseFields(Buffer.from(body).toString("utf8"));
}

/** F = m a costs 3 credits. */
export function sealOne(
  bench: Pick<LedgerBench, "compute">,
  account: string,
  payment: Payment,
  domain?: string,
): Promise<Fields> {
  return sealJob(bench, {
    account,
    payment,
    visibility: "private",
    operators: ["NM19"],
    inputs: { m: 2, a: 3 },
    ...(domain === undefined ? {} : { domain }),
  });
}

export async function buy(
  bench: LedgerBench,
  account: string,
  count = 1,
  domain?: string,
): Promise<readonly Fields[]> {
  await bench.ledger.open(account);
  const asked: Promise<Fields>[] = [];
  for (let i = 0; i < count; i += 1) {
    const reservation = bench.ledger.reserve(account, 3);
    if (reservation === null) throw new Error("not enough");
    asked.push(sealOne(bench, account, reservation, domain));
  }
  return Promise.all(asked);
}

export function issue(
  { ledger }: LedgerBench,
  account: string,
  purse: "free" | "paid",
  credits: number,
  operations: readonly Operation[] = [],
) {
  return ledger.post(
    {
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -credits },
        { account: `${purse}:${account}`, delta: credits },
      ],
    },
    operations,
  );
}
