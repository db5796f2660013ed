/**
 * Answers that were kept for idempotency keys before they were listed by their age: each is listed
 * by what it says itself, so that it is forgotten when it is over and not before. A record that is
 * listed already is listed again in the same place.
 */
import { buckets } from "../buckets.js";
import { CorruptRecordError } from "../errors.js";
import type { KeyValueStore, Operation } from "../kv.js";
import type { AnswerKey } from "../records.js";
import { put, scan } from "../table.js";

/** A record is some kilobytes, and what is written of it some bytes. */
const RECORDS_IN_BATCH = 1_024;

export async function listKeptAnswers(store: KeyValueStore): Promise<readonly Operation[]> {
  let operations: Operation[] = [];
  for await (const [key, calcond] of readableAnswers(store)) {
    operations.push(put(buckets.idemage, [calcond, key], [key]));
    if (operations.length < RECORDS_IN_BATCH) continue;
    await store.batch(operations, { sync: true });
    operations = [];
  }
  return operations;
}

/** In key order; a damaged one is left to whoever reads it and names it. */
async function* readableAnswers(
  store: KeyValueStore,
): AsyncGenerator<readonly [AnswerKey, number]> {
  let from: AnswerKey | null = ["", "0".repeat(64)];
  while (from !== null) {
    try {
      for await (const [key, { calcond }] of scan(store, buckets.idem, { gte: from })) {
        from = key;
        yield [key, calcond];
      }
      from = null;
    } catch (error) {
      if (!(error instanceof CorruptRecordError)) throw error;
      from = keyAfter(error.key);
    }
  }
}

/**
 * @param hex of a damaged record's key, without its bucket. @returns null where that is no key of
 * an answer, or the last one
 */
function keyAfter(hex: string): AnswerKey | null {
  const bytes = Buffer.from(hex, "hex");
  try {
    const [[account, hash], end] = buckets.idem.key.read(bytes, 0);
    const next = BigInt(`0x${hash}`) + 1n;
    return end !== bytes.length || next >> 256n > 0n
      ? null
      : [account, next.toString(16).padStart(64, "0")];
  } catch {
    return null;
  }
}
