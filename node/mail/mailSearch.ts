/**
 * Searches in a mailbox. Full segments of 512 messages are indexed by the first search that comes to
 * them; the newest messages, fewer than 512, are looked through one by one.
 */
import { MAIL_SEARCHED_MAX } from "../../protocol/limits.js";
import type { MailCrypto } from "../../protocol/mail/keys.js";
import { buckets } from "../../storage/records/buckets.js";
import type { MailEntryRecord } from "../../storage/records/mailRecords.js";
import type { Store } from "../../storage/store.js";
import type { RandomBytes } from "../runtime/random.js";
import { mailGuard, MAILBOXES, type FoundEntry, type Mailbox } from "./mailboxes.js";
import type { MailHolder } from "./mailKeyring.js";
import { eachMatch, hasAll, SearchKeys, SEGMENT_MESSAGES, wordsOf } from "./searchSegments.js";
import type { MailSummary } from "./summaries.js";

/** Messages opened before others have their turn. */
const IN_A_TURN = 64;
/** Segments whose shards are read at once: a search that finds at once reads few. */
const AT_ONCE = 4;
const AT_ONCE_MAX = 64;

/** Opens what lists show of messages, and has that kept. */
export interface SummarySource {
  summary(holder: MailHolder, found: FoundEntry): Promise<MailSummary | null>;
}

export interface SearchModules {
  readonly store: Store;
  readonly crypto: MailCrypto;
  readonly random: RandomBytes;
}

export interface SearchRequest {
  readonly mailbox: Mailbox;
  readonly before: number | undefined;
  readonly limit: number;
  /** Lower case, not empty. */
  readonly q: string;
}

export interface FoundMessage {
  readonly entry: MailEntryRecord;
  readonly summary: MailSummary;
}

export interface SearchPage {
  readonly messages: readonly FoundMessage[];
  readonly next: number | null;
}

export function findMail(
  modules: SearchModules,
  holder: MailHolder,
  summaries: SummarySource,
  query: SearchRequest,
): Promise<SearchPage> {
  return new Search(modules, holder, summaries, query).run();
}

class Search {
  readonly #modules: SearchModules;
  readonly #holder: MailHolder;
  readonly #summaries: SummarySource;
  readonly #request: SearchRequest;
  readonly #keys: SearchKeys;
  /** As they were typed, for a text; and the words of them that are indexed. */
  readonly #typed: readonly string[];
  readonly #words: readonly string[];
  readonly #found: FoundMessage[] = [];
  /** Messages that may still be opened for this page. */
  #left = MAIL_SEARCHED_MAX;
  #lastFound = 0;

  constructor(
    modules: SearchModules,
    holder: MailHolder,
    summaries: SummarySource,
    query: SearchRequest,
  ) {
    this.#modules = modules;
    this.#holder = holder;
    this.#summaries = summaries;
    this.#request = query;
    this.#keys = new SearchKeys(modules.crypto, holder.keys);
    this.#typed = query.q.split(/\s+/).filter((word) => word !== "");
    this.#words = [...wordsOf(query.q)];
  }

  async run(): Promise<SearchPage> {
    const { store } = this.#modules;
    const { account } = this.#holder;
    const end = (await store.mail.states.get(account))?.next ?? 0;
    let at = Math.min(this.#request.before ?? end, end);
    const full = Math.floor(end / SEGMENT_MESSAGES);
    let together = AT_ONCE;
    while (at > 0) {
      const newest = Math.floor((at - 1) / SEGMENT_MESSAGES);
      const oldest = newest >= full ? newest : Math.max(0, newest - together + 1);
      const matching =
        newest >= full || this.#words.length === 0
          ? new Map<number, readonly number[]>()
          : await this.#matching(oldest, newest);
      for (let segment = newest; segment >= oldest; segment -= 1) {
        const from = segment * SEGMENT_MESSAGES;
        const numbers = matching.get(segment) ?? (await this.#built(segment, full));
        const stop = await this.#look(
          numbers ?? downTo(from + SEGMENT_MESSAGES, from),
          Math.min(at, from + SEGMENT_MESSAGES),
        );
        if (stop !== null) return { messages: this.#found, next: stop };
        at = from;
      }
      together = Math.min(2 * together, AT_ONCE_MAX);
    }
    return { messages: this.#found, next: null };
  }

  /**
   * Looks at messages with these numbers, below one, the newest first.
   * @returns the number before which the next page begins; null where this one goes on
   */
  async #look(numbers: readonly number[], before: number): Promise<number | null> {
    const { mail } = this.#modules.store;
    const { mailbox } = this.#request;
    const wanted = numbers.filter((number) => number < before);
    for (let from = 0; from < wanted.length; from += IN_A_TURN) {
      const some = wanted.slice(from, from + IN_A_TURN);
      const keys = some.map((number) => [[this.#holder.account, mailbox], number] as const);
      const entries = await mail.entries.getMany(keys);
      for (const [i, entry] of entries.entries()) {
        const number = some[i]!;
        if (entry === undefined) continue;
        if (this.#found.length === this.#request.limit) return this.#lastFound;
        if (this.#left === 0) return number + 1;
        this.#left -= 1;
        const summary = await this.#summaries.summary(this.#holder, { mailbox, number, entry });
        if (summary === null || !this.#isMeant(summary)) continue;
        this.#found.push({ entry, summary });
        this.#lastFound = number;
      }
    }
    return null;
  }

  #isMeant({ searched }: MailSummary): boolean {
    return (
      this.#typed.every((word) => searched.includes(word)) &&
      (this.#words.length === 0 || hasAll(searched, this.#words))
    );
  }

  /** Of the segments that are indexed, the numbers with all words, the highest first. */
  async #matching(oldest: number, newest: number): Promise<Map<number, readonly number[]>> {
    const { mail } = this.#modules.store;
    const { account } = this.#holder;
    const shards = [...new Set(this.#words.map((word) => this.#keys.shardOf(word)))];
    const segments = downTo(newest + 1, oldest);
    const keys = segments.flatMap((segment) =>
      shards.map((shard) => [[account, segment], shard] as const),
    );
    const sealed = await mail.finds.getMany(keys);
    const matching = new Map<number, readonly number[]>();
    for (const [i, segment] of segments.entries()) {
      const opened = shards.map((shard, j) => {
        const bytes = sealed[i * shards.length + j];
        const place = { account, segment };
        return bytes === undefined ? null : this.#keys.open(place, shard, bytes);
      });
      const numbers = this.#having(segment, (word) => opened[shards.indexOf(word)] ?? null);
      if (numbers !== null) matching.set(segment, numbers);
    }
    return matching;
  }

  #having(segment: number, shardOf: (shard: number) => Buffer | null): readonly number[] | null {
    // How many of the words, in their order, each message has.
    const has = new Uint16Array(SEGMENT_MESSAGES);
    for (const [i, word] of this.#words.entries()) {
      const shard = shardOf(this.#keys.shardOf(word));
      if (shard === null) return null;
      eachMatch(shard, Buffer.from(word, "utf8"), (place) => {
        if (has[place] === i) has[place] = i + 1;
      });
    }
    const from = segment * SEGMENT_MESSAGES;
    return downTo(from + SEGMENT_MESSAGES, from).filter(
      (number) => has[number - from] === this.#words.length,
    );
  }

  /**
   * Indexes a segment that is full, where the newest keys are there and this page may open so many.
   * @returns its numbers with all words; null where it was not indexed
   */
  async #built(segment: number, full: number): Promise<readonly number[] | null> {
    const { keys, record } = this.#holder;
    if (segment >= full || this.#words.length === 0) return null;
    if (this.#left < SEGMENT_MESSAGES || keys.length !== record.current.statement.generation)
      return null;
    const { random, store } = this.#modules;
    const { account } = this.#holder;
    const goneBefore = await this.#goneOf(store.mail.states.get(account));
    const messages = new Map<number, ReadonlySet<string>>();
    const from = segment * SEGMENT_MESSAGES;
    let seen = 0;
    for await (const found of this.#entriesOf(segment)) {
      seen += 1;
      this.#left -= 1;
      const summary = await this.#summaries.summary(this.#holder, found);
      if (summary !== null) messages.set(found.number - from, wordsOf(summary.searched));
      if (seen % IN_A_TURN === 0) await new Promise(setImmediate);
    }
    const shards = this.#keys.seal(random, { account, segment }, messages);
    await store.guards.withGuard([mailGuard(account)], async (tx) => {
      // A message that was deleted meanwhile stays in no index: the next search makes it anew.
      if ((await this.#goneOf(tx.get(buckets.mailstate, account))) !== goneBefore) return;
      for (const [shard, sealed] of shards.entries())
        tx.put(buckets.mailfind, [[account, segment], shard], sealed);
    });
    const numbers = downTo(from + SEGMENT_MESSAGES, from);
    return numbers.filter((number) => {
      const words = [...(messages.get(number - from) ?? [])];
      return this.#words.every((word) => words.some((one) => one.startsWith(word)));
    });
  }

  async *#entriesOf(segment: number): AsyncGenerator<FoundEntry> {
    const { mail } = this.#modules.store;
    const first = segment * SEGMENT_MESSAGES;
    for (const mailbox of MAILBOXES) {
      const key = [this.#holder.account, mailbox] as const;
      const range = { gte: [key, first], lt: [key, first + SEGMENT_MESSAGES] } as const;
      for await (const [[, number], entry] of mail.entries.scan(range))
        yield { mailbox, number, entry };
    }
  }

  /** How many messages of the account were deleted so far. */
  async #goneOf(
    read: Promise<{ readonly next: number; readonly count: number } | undefined>,
  ): Promise<number> {
    const { count = 0, next = 0 } = (await read) ?? {};
    return next - count;
  }
}

/** From one below `end` to `from`. */
function downTo(end: number, from: number): number[] {
  return Array.from({ length: end - from }, (_, i) => end - 1 - i);
}
