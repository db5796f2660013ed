/** Sessions, known only by the hash of their token. */
import { buckets } from "../records/buckets.js";
import type { SessionRecord } from "../records/identityRecords.js";
import type { Operation } from "../kv/kv.js";
import { CorruptRecordError } from "../kv/errors.js";
import { Table, type Reader } from "./table.js";

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
  readonly #sessions: Table<string, SessionRecord>;
  readonly #lists: Table<readonly [list: string, hash: string], string>;

  constructor(store: Reader) {
    this.#sessions = new Table(store, buckets.session);
    this.#lists = new Table(store, buckets.listed);
  }

  addOps(hash: string, session: SessionRecord): readonly Operation[] {
    return [
      this.#sessions.put(hash, session),
      this.#lists.put([listOf(session.account), hash], ""),
    ];
  }

  removeOps({ hash, account }: Pick<FoundSession, "hash" | "account">): readonly Operation[] {
    return [this.#sessions.del(hash), this.#lists.del([listOf(account), hash])];
  }

  async byHash(hash: string): Promise<FoundSession | undefined> {
    const record = await this.#sessions.get(hash);
    return record === undefined ? undefined : { hash, ...record };
  }

  async ofAccount(account: string): Promise<SessionsOfAccount> {
    const list = listOf(account);
    const hashes: string[] = [];
    for await (const [, hash] of this.#lists.keys({
      gte: [list, ""],
      lt: [list, LAST_HASH],
    }))
      hashes.push(hash);
    const records = await this.#sessions.getEach(hashes);
    const sessions: FoundSession[] = [];
    const damaged: string[] = [];
    for (const [i, record] of records.entries()) {
      if (record instanceof CorruptRecordError) damaged.push(hashes[i]!);
      else if (record !== undefined) sessions.push({ hash: hashes[i]!, ...record });
    }
    return { sessions, damaged };
  }
}
