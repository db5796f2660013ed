/** Vaults over a ledger in memory. */
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { Effects } from "../../node/ledger/effects.js";
import { createVaults, type Vaults } from "../../node/vaults/createVaults.js";
import type { KeyValueStore } from "../../storage/kv/kv.js";
import { MemoryStore } from "../../scripts/stores/memory.js";
import type { Store } from "../../storage/store.js";
import type { VaultToken } from "../../storage/records/vault/tokenRow.js";
import { openBench, sealJob, START_CALCOND, type MoneyBench } from "./moneyBench.js";
import { quiet } from "./logger.js";

const SEED = new Uint8Array(32).fill(9);
export const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
/** Tokens of one batch: more is a sweep. */
export const PART = 7;
/** Tokens that one sweep takes in. */
export const INTAKE = 40;
/** Of six leaves or so. */
const SWEEP_BATCH_BYTES = 800;
export const ALL = { folder: null, prefix: "", after: null, offset: 0, limit: 1_000_000 } as const;

export interface Bench extends MoneyBench, Vaults {
  calcond: number;
  /** Does it, as a call without an idempotency key does. */
  readonly run: Effects["run"];
}

export async function open(raw: KeyValueStore = new MemoryStore()): Promise<Bench> {
  const money = await openBench(raw);
  const bench = { calcond: START_CALCOND };
  const deadlines = { now: () => bench.calcond, reckon: () => bench.calcond };
  const vaults = createVaults({
    ...money,
    crypto: nodeCrypto,
    deadlines,
    log: quiet,
    seed: SEED,
    publicKey: PUBLIC_KEY,
    batchTokensMax: PART,
    intakeTokensMax: INTAKE,
    sweepBatchBytes: SWEEP_BATCH_BYTES,
    windows: () => money.sealer.windows,
  });
  const effects = new Effects(money);
  return Object.assign(bench, money, vaults, { run: effects.run.bind(effects) });
}

export async function account(store: Store, name: string): Promise<void> {
  await store.write(
    store.accounts.putOps({
      account: name,
      cid: null,
      publicKey: null,
      plan: "free",
      createdCalcond: 1,
      visibility: "private",
    }),
  );
}

export async function issue(
  { ledger }: Bench,
  name: string,
  kind: "free" | "paid",
  credits: number,
): Promise<void> {
  await ledger.post({
    kind: "grant",
    entries: [
      { account: "mint:credits", delta: -credits },
      { account: `${kind}:${name}`, delta: credits },
    ],
  });
}

/** Envelopes of three credits each. */
export async function mint(
  bench: Bench,
  name: string,
  kind: "free" | "paid",
  count: number,
): Promise<void> {
  await issue(bench, name, kind, 3 * count);
  await bench.ledger.open(name);
  await Promise.all(
    Array.from({ length: count }, (_, i) => {
      const payment = bench.ledger.reserve(name, 3);
      if (payment === null) throw new Error("too little");
      return sealJob(bench, {
        account: name,
        visibility: "private",
        operators: ["NM21"],
        inputs: { m1: 1 + i, m2: 2, r: 3 },
        payment,
      });
    }),
  );
}

export async function holds(bench: Bench, name: string): Promise<readonly VaultToken[]> {
  return (await bench.vault.page(name, ALL)).tokens;
}

export function idsOf(tokens: readonly VaultToken[]): string[] {
  return tokens.map(({ id }) => id);
}
