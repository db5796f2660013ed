/**
 * Lists of entries past what the database cannot read. A damaged block ends an iterator with an error and takes the list it was in
 * with it: what can be read of that list is read again one by one, and the first key behind the block is looked for.
 */
import { StoreCorruptError } from "./errors.js";
import type { Entry, RangeOptions } from "./kv.js";

/** Keys between which nothing can be read, both left out; null for the beginning and the end of what was asked for. */
export interface Gap {
  readonly after: Uint8Array | null;
  readonly before: Uint8Array | null;
  readonly why: string;
}

export type OnGap = (gap: Gap) => void;

type Span = Pick<RangeOptions, "gte" | "lt">;
/** Lists of at most `size` entries of a span. */
type Read = (span: Span, size: number) => AsyncIterable<readonly Entry[]>;

/** Longer keys are told apart by so many bytes alone. */
const KEY_BYTES = 96;
const BYTE_BITS = 8n;

export interface PastDamage {
  readonly span: Span;
  readonly size: number;
  readonly read: Read;
  readonly onGap: OnGap;
}

/**
 * @param first what is read, as of the call; what comes behind a gap is as of when it is read
 * @throws what is no damage
 */
export async function* pastDamage(
  first: AsyncIterable<readonly Entry[]>, { span, size, read, onGap }: PastDamage,
): AsyncGenerator<readonly Entry[]> {
  let lists = first;
  let last: Uint8Array | null = null;
  for (;;) {
    for (const way of [lists, null]) {
      try {
        for await (const list of way ?? read({ gte: behind(last, span), lt: span.lt }, 1)) {
          yield list;
          last = list.at(-1)?.[0] ?? last;
        }
        return;
      } catch (error) {
        if (!(error instanceof StoreCorruptError)) throw error;
        if (way !== null) continue;
        const before = await firstReadable(read, { gte: behind(last, span), lt: span.lt });
        onGap({ after: last, before, why: error.message });
        if (before === null) return;
        lists = read({ gte: before, lt: span.lt }, size);
      }
    }
  }
}

/** The smallest key above the last one. */
function behind(last: Uint8Array | null, { gte }: Span): Uint8Array {
  return last === null ? gte : Uint8Array.of(...last, 0);
}

/** The first key that can be read where a reading from the beginning fails, found by halving; null where there is none. */
async function firstReadable(read: Read, { gte, lt }: Span): Promise<Uint8Array | null> {
  let [low, high] = [numberOf(gte), numberOf(lt)];
  let found: Uint8Array | null = null;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    const next = await keyFrom(read, { gte: keyOf(middle), lt });
    if (next === undefined) low = middle;
    else {
      high = middle;
      found = next;
    }
  }
  return found;
}

/** The first key of a span, null where it has none, undefined where it cannot be read. */
async function keyFrom(read: Read, span: Span): Promise<Uint8Array | null | undefined> {
  try {
    for await (const [entry] of read(span, 1)) return entry?.[0] ?? null;
    return null;
  } catch (error) {
    if (error instanceof StoreCorruptError) return undefined;
    throw error;
  }
}

function numberOf(key: Uint8Array): bigint {
  let number = 0n;
  for (let at = 0; at < KEY_BYTES; at += 1) number = number << BYTE_BITS | BigInt(key[at] ?? 0);
  return number;
}

function keyOf(number: bigint): Uint8Array {
  const key = new Uint8Array(KEY_BYTES);
  let rest = number;
  for (let at = KEY_BYTES - 1; at >= 0; at -= 1) {
    key[at] = Number(rest & 0xffn);
    rest >>= BYTE_BITS;
  }
  return key;
}
