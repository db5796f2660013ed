/** Names that were used up, each until the calcond from which on it would be refused anyway. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import { Table, type Reader } from "./table.js";

export class OnceRepository {
  readonly #used: Table<readonly [untilCalcond: number, name: string], string>;

  constructor(store: Reader) {
    this.#used = new Table(store, buckets.once);
  }

  useOps(name: string, untilCalcond: number): readonly Operation[] {
    return this.#used.putOps([untilCalcond, name], "");
  }

  isUsed(name: string, untilCalcond: number): Promise<boolean> {
    return this.#used.has([untilCalcond, name]);
  }

  /** Deletes at most `limit` of those that are over at `calcond`. */
  async sweepOps(calcond: number, limit: number): Promise<readonly Operation[]> {
    const operations: Operation[] = [];
    for await (const key of this.#used.keys({ gte: [0, ""], lt: [calcond, ""] })) {
      operations.push(this.#used.del(key));
      if (operations.length >= limit) break;
    }
    return operations;
  }
}
