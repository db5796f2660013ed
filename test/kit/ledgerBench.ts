/** A sealing line with its ledger on a store in memory, for tests. */
import type { ComputeService } from "../../node/compute/compute.js";
import type { Ledger } from "../../node/ledger/ledger.js";
import { ALLOWANCE, type Payment } from "../../node/sealing/draft.js";
import type { MachineLog } from "../../node/machines/log/machineLog.js";
import type { Sealer } from "../../node/sealing/sealer.js";
import { FaultyStore } from "../../scripts/stores/faulty.js";
import type { KeyValueStore, Operation } from "../../storage/kv/kv.js";
import type { Visibility } from "../../storage/records/records.js";
import type { Store } from "../../storage/store.js";
import { openNode } from "./composed.js";
import { parseFields, type Fields } from "./requests.js";

export const CALCOND_NS = 777_000_777n;

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

interface OpenLedger extends LedgerBench {
  readonly machineLog: MachineLog;
}

export async function openLedger(
  raw: KeyValueStore = new FaultyStore(),
  clock = new HandClock(),
): Promise<OpenLedger> {
  const { services, sealer, store } = await openNode({ raw, ports: { clock } });
  const { compute, ledger, machineLog } = services;
  return { store, sealer, compute, ledger, machineLog };
}

/** Operations on an empty store before anything is asked of the node. */
export async function openingOperations(): Promise<number> {
  const raw = new FaultyStore();
  await openLedger(raw);
  return raw.operations;
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
