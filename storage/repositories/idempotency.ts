/**
 * Answers given to requests that carry an idempotency key, written in the batch of their effect,
 * and listed by their age, so that those that are over can be forgotten without reading any. Anyone
 * who writes an answer where there is one forgets all of that one's age before: each is listed
 * once.
 */
import { hash as digestOf } from "node:crypto";
import { buckets, nameOfKey } from "../records/buckets.js";
import { CorruptRecordError } from "../kv/errors.js";
import type { Operation } from "../kv/kv.js";
import type { AnswerKey, IdempotencyRecord, StoredAnswer } from "../records/records.js";
import { keyBytes } from "../kv/table.js";
import { Table, type Reader } from "./table.js";

function hashOf(key: string): string {
  return digestOf("sha256", key);
}

/**
 * A longer text has a record of its own, in the order of its age. Beside its key, which is a hash,
 * the database would write it again each time that it merges what came later.
 */
const TEXT_HERE_CHARS_MAX = 256;

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
  readonly #answers: Table<AnswerKey, StoredAnswer>;
  readonly #texts: Table<readonly [calcond: number, answer: AnswerKey], string>;
  /** Keys of the answers given in a calcond, under the first of them. */
  readonly #ages: Table<readonly [calcond: number, first: AnswerKey], readonly AnswerKey[]>;

  constructor(store: Reader) {
    this.#answers = new Table(store, buckets.idem);
    this.#texts = new Table(store, buckets.idemtext);
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
      ...answers.flatMap(({ body, request, status }, i) => {
        const answer = keys[i]!;
        return body.length <= TEXT_HERE_CHARS_MAX
          ? [this.#answers.put(answer, { request, status, body, calcond })]
          : [
              this.#answers.put(answer, { request, status, body: null, calcond }),
              this.#texts.put([calcond, answer], body),
            ];
      }),
      this.#ages.put([calcond, keys[0]!], keys),
    ];
  }

  /** @throws CorruptRecordError, also where the text of an answer is missing */
  async get(account: string, key: string): Promise<IdempotencyRecord | undefined> {
    const answer: AnswerKey = [account, hashOf(key)];
    const stored = await this.#answers.get(answer);
    if (stored === undefined) return undefined;
    const { body, ...others } = stored;
    const at = [stored.calcond, answer] as const;
    const text = body ?? (await this.#texts.get(at));
    if (text !== undefined) return { ...others, body: text };
    const { bucket, key: place } = nameOfKey(keyBytes(buckets.idemtext, at));
    throw new CorruptRecordError(bucket, place, "it is missing");
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
      for (const one of keys)
        operations.push(this.#answers.del(one), this.#texts.del([key[0], one]));
      operations.push(this.#ages.del(key));
      count += keys.length;
      if (count >= limit) break;
    }
    return { count, reached, operations, damaged };
  }
}
