/**
 * Windows in which an account's envelopes were sealed, as the index by account has them, damaged
 * records among them: what a vault ingests.
 */
import { buckets } from "../records/buckets.js";
import type { CheckedStore } from "../kv/checked.js";
import { keyBytes, keyOf, scan, type Reader } from "../kv/table.js";

/** Above the number of any window. */
const WINDOWS_END = Number.MAX_SAFE_INTEGER;

export class MintedWindows {
  readonly #store: Reader & Pick<CheckedStore, "inspect">;

  constructor(store: Reader & Pick<CheckedStore, "inspect">) {
    this.#store = store;
  }

  /**
   * The next account for which something was sealed, in the order of their records, whether these
   * are damaged or not.
   * @param account  null for the first one
   */
  async ownerAfter(account: string | null): Promise<string | null> {
    const gte =
      account === null
        ? Uint8Array.of(buckets.own.number)
        : keyBytes(buckets.own, [account, WINDOWS_END]);
    for await (const [first] of this.#store.inspect(
      { gte, lt: Uint8Array.of(buckets.own.number + 1), limit: 1 },
      1,
    )) {
      if (first !== undefined) return keyOf(buckets.own, first.key)[0];
    }
    return null;
  }

  /**
   * Windows in which an account's envelopes were sealed, in order: their positions in each.
   * @param from  the first one looked at
   * @param to  the first one that is not
   */
  async *of(
    account: string,
    from: number,
    to = WINDOWS_END,
  ): AsyncGenerator<readonly [window: number, positions: readonly number[]]> {
    const range = { gte: [account, from], lt: [account, to] } as const;
    for await (const [[, window], positions] of scan(this.#store, buckets.own, range))
      yield [window, positions];
  }

  /**
   * The window in which the last of an account's envelopes were sealed, from one on, damaged or
   * not; null where there is none.
   */
  async last(account: string, from: number): Promise<number | null> {
    const range = {
      gte: keyBytes(buckets.own, [account, from]),
      lt: keyBytes(buckets.own, [account, WINDOWS_END]),
    };
    for await (const [last] of this.#store.inspect({ ...range, reverse: true, limit: 1 }, 1)) {
      if (last !== undefined) return keyOf(buckets.own, last.key)[1];
    }
    return null;
  }
}
