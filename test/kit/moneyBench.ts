/** A ledger over a store in memory that never fails, and a clock that is moved by the calcond. */
import { MemoryStore } from "../../scripts/stores/memory.js";
import type { KeyValueStore } from "../../storage/kv/kv.js";
import type { Bucket } from "../../storage/records/buckets.js";
import { keyBytes } from "../../storage/kv/table.js";
import { CALCOND_NS, HandClock, openLedger } from "./ledgerBench.js";

export { sealJob } from "./ledgerBench.js";

export const START_CALCOND = 2_310_000_000;

class CalcondClock extends HandClock {
  override ns = BigInt(START_CALCOND) * CALCOND_NS;
  pass(calconds: number): void {
    this.ns += BigInt(calconds) * CALCOND_NS;
  }
}

export interface MoneyBench extends Awaited<ReturnType<typeof openLedger>> {
  readonly clock: CalcondClock;
}

/** Flips one bit of a record as it lies in the store. */
export async function flipBit<K, V>(
  raw: KeyValueStore,
  bucket: Bucket<K, V>,
  key: K,
): Promise<void> {
  const at = keyBytes(bucket, key);
  const record = Uint8Array.from((await raw.get(at))!);
  record[record.length >> 1]! ^= 4;
  await raw.batch([{ type: "put", key: at, value: record }], { sync: true });
}

export async function openBench(raw: KeyValueStore = new MemoryStore()): Promise<MoneyBench> {
  const clock = new CalcondClock();
  return { clock, ...(await openLedger(raw, clock)) };
}
