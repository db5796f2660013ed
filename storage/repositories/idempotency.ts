/**
 * Answers given to requests that carry an idempotency key, written in the batch of their effect: one
 * record for all that are written together, in the order of their age. So what comes later lies
 * behind what is there, and what is over is forgotten without reading any.
 */
import { hash as digestOf } from "node:crypto";
import { IDEMPOTENCY_KEPT_CALCONDS } from "../../protocol/limits.js";
import type { CheckedStore, Inspected } from "../kv/checked.js";
import { CorruptRecordError, StoreCorruptError } from "../kv/errors.js";
import type { Operation } from "../kv/kv.js";
import { faultOf, keyBytes, keyOf, valueOf } from "../kv/table.js";
import {
  ANSWER_HASH_BYTES,
  type AnswerPlace,
  type AnswersKey,
  type AnswerText,
  KeptAnswers,
  type KeptAnswer,
} from "../records/answerRecords.js";
import { buckets } from "../records/buckets.js";
import { AnswerIndex, type AnswerCandidate } from "./answerIndex.js";
import { Table, type Reader } from "./table.js";

const HASH_DIGITS = 2 * ANSWER_HASH_BYTES;
/** Digits of a hash that the index knows: 32 bits. */
const TAG_DIGITS = 8;
const TAG_MAX = 0xffff_ffff;
/** Records that a start reads at once. */
const LIST_RECORDS = 1_024;
/** Below every key of a calcond. */
const FIRST_HASH = "0".repeat(HASH_DIGITS);

/** What an answer is kept under. */
export interface AnswerName {
  /** Owner, method, path and key: what an answer is unique in. */
  readonly scope: string;
  /** Hash of what was asked, lower-case hex. */
  readonly fingerprint: string;
}

/** An answer as it is given to be kept. */
export interface GivenAnswer extends AnswerName {
  readonly answer: AnswerText | AnswerPlace;
}

export interface FoundAnswer extends Pick<KeptAnswer, "answer"> {
  /** The request was the same. */
  readonly isSame: boolean;
}

interface Stretch {
  readonly gte: AnswersKey;
  readonly lt: AnswersKey;
}

interface Swept {
  /** Records that are forgotten. */
  readonly count: number;
  /** There is none before this calcond any more. */
  readonly reached: number;
  readonly operations: readonly Operation[];
}

export class IdempotencyRepository {
  readonly #store: Reader & Pick<CheckedStore, "inspect">;
  readonly #records: Table<AnswersKey, KeptAnswers>;
  readonly #index = new AnswerIndex();
  #loading: Promise<readonly CorruptRecordError[]> | null = null;
  #isLoaded = false;

  constructor(store: Reader & Pick<CheckedStore, "inspect">) {
    this.#store = store;
    this.#records = new Table(store, buckets.answers);
  }

  /** All that is written is known: a key that is not among it is new. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /**
   * Reads once which keys have an answer.
   * @param horizon answers of an earlier calcond are over
   * @returns records that cannot be read: which keys they had is not known any more
   */
  load(horizon: number): Promise<readonly CorruptRecordError[]> {
    this.#loading ??= this.#load(horizon).catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /**
   * Keeps answers of one calcond. Their keys are known from now on, written or not: only the record
   * says whether an answer is there.
   */
  putOps(calcond: number, answers: readonly GivenAnswer[]): readonly Operation[] {
    if (answers.length === 0) return [];
    const kept = answers.map(({ answer, fingerprint, scope }): KeptAnswer => ({
      hash: hashOf(scope),
      request: fingerprint.slice(0, HASH_DIGITS),
      answer,
    }));
    const key: AnswersKey = [calcond, kept[0]!.hash];
    const record = KeptAnswers.of(kept);
    this.#enter(key, record, calcond - IDEMPOTENCY_KEPT_CALCONDS);
    return [this.#records.put(key, record)];
  }

  /**
   * The answer under a key, of those that are not over; at once where there is none.
   * @throws CorruptRecordError
   */
  find(
    { fingerprint, scope }: AnswerName,
    horizon: number,
  ): undefined | Promise<FoundAnswer | undefined> {
    const hash = hashOf(scope);
    const candidates = this.#index.candidates(tagOf(hash), horizon);
    if (candidates.length === 0) return undefined;
    return this.#read(hash, candidates).then((found) =>
      found === undefined
        ? undefined
        : {
            answer: found.answer,
            isSame: found.request === fingerprint.slice(0, HASH_DIGITS),
          },
    );
  }

  /**
   * Forgets answers given before a calcond, the oldest first, at most `limit` records.
   * @param from the calcond up to which all are forgotten already: what was deleted is not walked
   * over again
   * @param before 0 or higher
   */
  async sweepOps(from: number, before: number, limit: number): Promise<Swept> {
    const operations: Operation[] = [];
    let reached = from;
    const stretch = { gte: [from, FIRST_HASH], lt: [before, FIRST_HASH] } as const;
    for await (const key of this.#records.keys(stretch)) {
      [reached] = key;
      operations.push(this.#records.del(key));
      if (operations.length >= limit) break;
    }
    return { count: operations.length, reached, operations };
  }

  async #load(horizon: number): Promise<readonly CorruptRecordError[]> {
    const stretch = {
      gte: [Math.max(0, horizon), FIRST_HASH],
      lt: [Number.MAX_SAFE_INTEGER, FIRST_HASH],
    } as const;
    let damaged: readonly CorruptRecordError[];
    try {
      damaged = await this.#loadLists(stretch, horizon);
    } catch (error) {
      if (!(error instanceof StoreCorruptError)) throw error;
      // One by one, what can be put right is.
      damaged = await this.#loadEach(stretch, horizon);
    }
    this.#isLoaded = true;
    return damaged;
  }

  /** A list costs less than half of the same records one by one. @throws StoreCorruptError */
  async #loadLists(stretch: Stretch, horizon: number): Promise<readonly CorruptRecordError[]> {
    const damaged: CorruptRecordError[] = [];
    const range = {
      gte: keyBytes(buckets.answers, stretch.gte),
      lt: keyBytes(buckets.answers, stretch.lt),
    };
    for await (const list of this.#store.inspect(range, LIST_RECORDS))
      for (const record of list) {
        const key = keyOf(buckets.answers, record.key);
        const kept = this.#listed(record) ?? (await this.#alone(key));
        if (kept instanceof CorruptRecordError) damaged.push(kept);
        else if (kept !== undefined) this.#enter(key, kept, horizon);
      }
    return damaged;
  }

  async #loadEach(stretch: Stretch, horizon: number): Promise<readonly CorruptRecordError[]> {
    const damaged: CorruptRecordError[] = [];
    for await (const [key, kept] of this.#records.scanEach(stretch)) {
      if (kept instanceof CorruptRecordError) damaged.push(kept);
      else this.#enter(key, kept, horizon);
    }
    return damaged;
  }

  /** Null for a record that is damaged. */
  #listed({ fault, key, value }: Inspected): KeptAnswers | null {
    if (fault !== null) return null;
    try {
      return valueOf(buckets.answers, key, value);
    } catch (error) {
      faultOf(error);
      return null;
    }
  }

  /** Read by itself, a flipped bit is put right. */
  #alone(key: AnswersKey): Promise<KeptAnswers | CorruptRecordError | undefined> {
    return this.#records.get(key).catch(faultOf);
  }

  #enter([calcond, first]: AnswersKey, kept: KeptAnswers, horizon: number): void {
    const place = { calcond, first: tagOf(first) };
    for (const tag of kept.tags()) this.#index.add(tag, place, horizon);
  }

  async #read(
    hash: string,
    candidates: readonly AnswerCandidate[],
  ): Promise<KeptAnswer | undefined> {
    for (const { calcond, first } of candidates) {
      const stretch = { gte: firstWith(calcond, first), lt: firstWith(calcond, first + 1) };
      for await (const [, kept] of this.#records.scan(stretch)) {
        const found = kept.find(hash);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}

/** Below every key of a calcond whose hash begins with a tag. */
function firstWith(calcond: number, tag: number): AnswersKey {
  if (tag > TAG_MAX) return [calcond + 1, FIRST_HASH];
  return [calcond, tag.toString(16).padStart(TAG_DIGITS, "0").padEnd(HASH_DIGITS, "0")];
}

function hashOf(scope: string): string {
  return digestOf("sha256", scope).slice(0, HASH_DIGITS);
}

function tagOf(hash: string): number {
  return Number.parseInt(hash.slice(0, TAG_DIGITS), 16);
}
