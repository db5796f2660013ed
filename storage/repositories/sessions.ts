/** Sessions, known only by the hash of their token, and what may be used once and was. */
import { buckets } from "../buckets.js";
import type { SessionRecord } from "../identityRecords.js";
import type { Operation } from "../kv.js";
import { CorruptRecordError } from "../errors.js";
import { del, put, read, readEach, scanKeys } from "../table.js";
import type { Reader } from "../table.js";

const LAST_HASH = "~".repeat(64);

function listOf(account: string): string {
  return `sessions of ${account}`;
}

export interface FoundSession extends SessionRecord {
  /** sha256 of the token, hex. */
  readonly hash: string;
}

export interface SessionsOfAccount {
  readonly sessions: readonly FoundSession[];
  /** Hashes of the tokens of those whose records cannot be read: nobody gets in with them. */
  readonly damaged: readonly string[];
}

export class SessionRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  addOps(hash: string, session: SessionRecord): readonly Operation[] {
    return [
      put(buckets.session, hash, session),
      put(buckets.listed, [listOf(session.account), hash], ""),
    ];
  }

  removeOps({ hash, account }: Pick<FoundSession, "hash" | "account">): readonly Operation[] {
    return [del(buckets.session, hash), del(buckets.listed, [listOf(account), hash])];
  }

  async byHash(hash: string): Promise<FoundSession | undefined> {
    const record = await read(this.#store, buckets.session, hash);
    return record === undefined ? undefined : { hash, ...record };
  }

  async ofAccount(account: string): Promise<SessionsOfAccount> {
    const list = listOf(account);
    const hashes: string[] = [];
    for await (const [, hash] of scanKeys(this.#store, buckets.listed, {
      gte: [list, ""],
      lt: [list, LAST_HASH],
    }))
      hashes.push(hash);
    const records = await readEach(this.#store, buckets.session, hashes);
    const sessions: FoundSession[] = [];
    const damaged: string[] = [];
    for (const [i, record] of records.entries()) {
      if (record instanceof CorruptRecordError) damaged.push(hashes[i]!);
      else if (record !== undefined) sessions.push({ hash: hashes[i]!, ...record });
    }
    return { sessions, damaged };
  }
}

/** Names that were used up, each until the calcond from which on it would be refused anyway. */
export class OnceRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  useOps(name: string, untilCalcond: number): readonly Operation[] {
    return [put(buckets.once, [untilCalcond, name], "")];
  }

  async isUsed(name: string, untilCalcond: number): Promise<boolean> {
    return (await read(this.#store, buckets.once, [untilCalcond, name])) !== undefined;
  }

  /** Deletes at most `limit` of those that are over at `calcond`. */
  async sweepOps(calcond: number, limit: number): Promise<readonly Operation[]> {
    const operations: Operation[] = [];
    for await (const key of scanKeys(this.#store, buckets.once, {
      gte: [0, ""],
      lt: [calcond, ""],
    })) {
      operations.push(del(buckets.once, key));
      if (operations.length >= limit) break;
    }
    return operations;
  }
}
