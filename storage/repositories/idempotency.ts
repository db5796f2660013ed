/**
 * Answers given to requests that carry an idempotency key, written in the batch of their effect,
 * and listed by their age, so that those that are over can be forgotten without reading any. Anyone
 * who writes an answer where there is one forgets all of that one's age before: each is listed
 * once.
 */
import { createHash } from "node:crypto";
import { buckets } from "../buckets.js";
import { CorruptRecordError } from "../errors.js";
import type { Operation } from "../kv.js";
import type { AnswerKey, IdempotencyRecord } from "../records.js";
import { Table, type Reader } from "./table.js";

function hashOf(key: string): string {
  return createHash("sha256").update(key, "utf8").digest("hex");
}

/** Below every key of the bucket. */
const FIRST_KEY = ["", "0".repeat(64)] as const;

export interface GivenAnswer extends Omit<IdempotencyRecord, "calcond"> {
  readonly account: string;
  readonly key: string;
}

interface Swept {
  readonly count: number;
  /** There is none before this calcond any more that can be read. */
  readonly reached: number;
  readonly operations: readonly Operation[];
  /**
   * Lists that were passed over, in their order: which answers they hold is not known, so these
   * stay.
   */
  readonly damaged: readonly CorruptRecordError[];
}

export class IdempotencyRepository {
  readonly #answers: Table<AnswerKey, IdempotencyRecord>;
  /** Keys of the answers given in a calcond, under the first of them. */
  readonly #ages: Table<readonly [calcond: number, first: AnswerKey], readonly AnswerKey[]>;

  constructor(store: Reader) {
    this.#answers = new Table(store, buckets.idem);
    this.#ages = new Table(store, buckets.idemage);
  }

  /**
   * Answers of one calcond, the client's keys scoped to their accounts. They are listed together:
   * that costs a window of seals next to nothing.
   */
  putOps(calcond: number, answers: readonly GivenAnswer[]): readonly Operation[] {
    if (answers.length === 0) return [];
    const keys = answers.map(({ account, key }): AnswerKey => [account, hashOf(key)]);
    return [
      ...answers.map(({ body, request, status }, i) =>
        this.#answers.put(keys[i]!, { request, status, body, calcond }),
      ),
      this.#ages.put([calcond, keys[0]!], keys),
    ];
  }

  get(account: string, key: string): Promise<IdempotencyRecord | undefined> {
    return this.#answers.get([account, hashOf(key)]);
  }

  /** Forgets all answers of a calcond. */
  async forgetOps(calcond: number): Promise<readonly Operation[]> {
    return (await this.sweepOps(calcond, calcond + 1, Number.MAX_SAFE_INTEGER)).operations;
  }

  /**
   * Forgets answers given before a calcond, the oldest first, until there are `limit`, and those
   * that are listed with the last of them.
   * @param from the calcond up to which all are forgotten already: what was deleted is not walked
   * over again
   * @param before 0 or higher
   */
  async sweepOps(from: number, before: number, limit: number): Promise<Swept> {
    const operations: Operation[] = [];
    const damaged: CorruptRecordError[] = [];
    let [count, reached] = [0, from];
    for await (const [key, keys] of this.#ages.scanEach({
      gte: [from, FIRST_KEY],
      lt: [before, FIRST_KEY],
    })) {
      [reached] = key;
      if (keys instanceof CorruptRecordError) {
        // Not even the first, which its key names: that may have been given anew since.
        damaged.push(keys);
        continue;
      }
      for (const one of keys) operations.push(this.#answers.del(one));
      operations.push(this.#ages.del(key));
      count += keys.length;
      if (count >= limit) break;
    }
    return { count, reached, operations, damaged };
  }
}
