/**
 * Lists of entries past what the database cannot read. LevelDB's iterators pass over a damaged
 * block without a word and say so at their end, with an error that takes the last list with it:
 * that one is read again, and then it is looked for where blocks are missing.
 */
import { StoreCorruptError } from "./errors.js";
import type { Entry, RangeOptions } from "./kv.js";

/**
 * Keys between which there is something that cannot be read; null for the beginning and the end of
 * what was asked for.
 */
export interface Gap {
  readonly after: Uint8Array | null;
  readonly before: Uint8Array | null;
  readonly why: string;
}

export type OnGap = (gap: Gap) => void;

type Span = Pick<RangeOptions, "gte" | "lt">;

export interface PastDamage {
  readonly span: Span;
  /** Lists of at most `size` entries. */
  readonly read: (options: RangeOptions, size: number) => AsyncIterable<readonly Entry[]>;
  readonly onGap: OnGap;
}

/** Entries after which it is asked whether a block is missing among them. */
const CHECKED_ENTRIES = 256;

/**
 * @param first what is read, as of the call
 * @throws what is no damage
 */
export async function* pastDamage(
  first: AsyncIterable<readonly Entry[]>,
  { span, read, onGap }: PastDamage,
): AsyncGenerator<readonly Entry[]> {
  let last: Uint8Array | null = null;
  try {
    for await (const list of first) {
      yield list;
      last = list.at(-1)?.[0] ?? last;
    }
    return;
  } catch (error) {
    if (!(error instanceof StoreCorruptError)) throw error;
  }
  // One by one none is in a list with the error.
  try {
    yield* read(behind(last, span), 1);
  } catch (error) {
    if (!(error instanceof StoreCorruptError)) throw error;
  }
  await new GapFinder({ span, read, onGap }).run();
}

class GapFinder {
  readonly #options: PastDamage;

  constructor(options: PastDamage) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { span } = this.#options;
    for (let last: Uint8Array | null = null; ;) {
      const left = behind(last, span);
      const keys = await this.#keysOf(left);
      const isLast = keys.length < CHECKED_ENTRIES;
      const { gte: end } = isLast ? { gte: span.lt } : behind(keys.at(-1)!, span);
      if ((await this.#faultOf({ gte: left.gte, lt: end })) !== null)
        await this.#among(last, isLast ? [...keys, null] : keys);
      if (isLast) return;
      last = keys.at(-1)!;
    }
  }

  /** The first of them, damaged or not. */
  async #keysOf(span: Span): Promise<readonly Uint8Array[]> {
    const keys: Uint8Array[] = [];
    try {
      for await (const list of this.#options.read({ ...span, limit: CHECKED_ENTRIES }, 1))
        keys.push(...list.map(([key]) => key));
    } catch (error) {
      if (!(error instanceof StoreCorruptError)) throw error;
    }
    return keys;
  }

  /**
   * Of keys that were read one after the other, null for the end, those between which something is
   * missing.
   */
  async #among(before: Uint8Array | null, keys: readonly (Uint8Array | null)[]): Promise<void> {
    const { onGap, span } = this.#options;
    let last = before;
    for (const key of keys) {
      const why = await this.#faultOf({ gte: behind(last, span).gte, lt: key ?? span.lt });
      if (why !== null) onGap({ after: last, before: key, why });
      last = key;
    }
  }

  /** The word said at the end of a span of a block that was passed over, or null. */
  async #faultOf(span: Span): Promise<string | null> {
    try {
      for await (const _ of this.#options.read(span, CHECKED_ENTRIES)) {
        /* Only how it ends is of interest. */
      }
      return null;
    } catch (error) {
      if (error instanceof StoreCorruptError) return error.message;
      throw error;
    }
  }
}

/** The rest of a span behind a key. */
function behind(last: Uint8Array | null, { gte, lt }: Span): Span {
  return { gte: last === null ? gte : Uint8Array.of(...last, 0), lt };
}
