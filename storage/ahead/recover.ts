/**
 * Brings into the database what only the files ahead of it have: the power went before it was
 * written there.
 */
import { buckets } from "../buckets.js";
import { checkedRecord } from "../checked.js";
import { StoreCorruptError, StoreError } from "../errors.js";
import type { KeyValueStore, Operation } from "../kv.js";
import { keyBytes, read, type Reader } from "../table.js";
import { FRAME_NUMBERS, readAhead } from "./files.js";
import { operationsOf, type Frame } from "./frames.js";

/** The operation that says, in the batch of a frame, that the database has it. */
export function markOf(number: number): Operation {
  const key = keyBytes(buckets.ahead, number % FRAME_NUMBERS);
  return { type: "put", key, value: checkedRecord(key, buckets.ahead.value.encode(number)) };
}

/** The number last marked in the place of this one, or 0. */
async function markAt(store: Reader, number: number): Promise<number> {
  return (await read(store, buckets.ahead, number % FRAME_NUMBERS)) ?? 0;
}

/**
 * The frames from the first that the database lacks: any of them may have changed what an earlier
 * one wrote.
 */
async function lacking(store: Reader, frames: readonly Frame[]): Promise<readonly Frame[]> {
  for (const [i, { number }] of frames.entries()) {
    if ((await markAt(store, number)) < number) return frames.slice(i);
  }
  return [];
}

function damaged(dir: string, why: string): StoreCorruptError {
  return new StoreCorruptError(
    `the files ahead of the database in ${dir} do not fit it: ${why}; restore a backup of the whole directory`,
  );
}

/**
 * To be called before anything is written to the database, and when nobody else has it open.
 * @param raw the database without its checksums @param store the same with them
 * @returns how many batches were brought in
 * @throws StoreCorruptError where a batch that was acknowledged can no longer be read
 */
export async function recoverAhead(
  dir: string,
  raw: KeyValueStore,
  store: Reader,
): Promise<number> {
  let files;
  try {
    files = await readAhead(dir);
  } catch (error) {
    throw new StoreError(
      "STORE_IO",
      `the files ahead of the database in ${dir} cannot be read`,
      error,
    );
  }
  const byNumber = (a: Frame, b: Frame): number => a.number - b.number;
  const frames = await lacking(store, files.flatMap(({ inOrder }) => inOrder).sort(byNumber));
  const lost = await lacking(store, files.flatMap(({ beyond }) => beyond).sort(byNumber));
  if (lost.length > 0) throw damaged(dir, `batch ${lost[0]!.number} cannot be reached`);
  const [first] = frames;
  if (first === undefined) return 0;
  const before = first.number - 1;
  if (before > 0 && (await markAt(store, before)) !== before)
    throw damaged(dir, `batch ${before} is missing`);
  for (const [i, frame] of frames.entries()) {
    if (frame.number !== first.number + i)
      throw damaged(dir, `batch ${first.number + i} is missing`);
    await raw.batch([...operationsOf(frame), markOf(frame.number)], {
      sync: i === frames.length - 1,
    });
  }
  return frames.length;
}
