/** Mail as its account reads it: lists by mailbox or search, and messages opened. */
import type { MailCrypto } from "../../protocol/mail/keys.js";
import {
  openMessage,
  type OpenedMessage,
  type OpeningFault,
  type SealedMessage,
} from "../../protocol/mail/message.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { MailEntryRecord, SealedSummary } from "../../storage/records/mailRecords.js";
import type { Store } from "../../storage/store.js";
import { DamagedError } from "../runtime/damage.js";
import type { RandomBytes } from "../runtime/random.js";
import type { MailHolder } from "./mailKeyring.js";
import { mailGuard, messageNotFound, type FoundEntry, type Mailbox } from "./mailboxes.js";
import { findMail, type SummarySource } from "./mailSearch.js";
import { openSummary, sealSummary, summaryOf, type MailSummary } from "./summaries.js";

export interface MailReadModules {
  readonly store: Store;
  readonly crypto: MailCrypto;
  readonly random: RandomBytes;
}

export interface MailQuery {
  readonly mailbox: Mailbox;
  /** Only messages with a lower number. */
  readonly before?: number | undefined;
  readonly limit: number;
  /** Words: the message has one that begins so for each. */
  readonly q?: string | undefined;
}

export interface ListedMessage {
  readonly mailbox: string;
  readonly entry: MailEntryRecord;
  /** Null where the key opens no such message: it came before a renewal of keys, or is damaged. */
  readonly summary: MailSummary | null;
}

export interface MailPage {
  readonly messages: readonly ListedMessage[];
  /** Number before which the next page begins; null at the end. */
  readonly next: number | null;
}

export interface ReadMessage extends FoundEntry {
  readonly sealed: SealedMessage;
  readonly opened: OpenedMessage;
}

interface FoundSummary {
  readonly mailbox: string;
  readonly number: number;
  readonly sealed: SealedSummary;
}

/** Summaries written in one batch. */
const KEPT_AT_ONCE = 256;
/** Messages of one thread that are named. */
const THREAD_SHOWN_MAX = 200;
const FAULTS: Readonly<Record<OpeningFault, string>> = {
  "not-for-you": "it holds no box for this address",
  "wrong-key": "it was sealed to keys that this API key was not let in to",
  damaged: "a part of it does not open",
  forged: "its signature, or a box of it, is of something else",
};

export class MailReading {
  readonly #modules: MailReadModules;

  constructor(modules: MailReadModules) {
    this.#modules = modules;
  }

  /** A page of a mailbox, the newest first. */
  async list(holder: MailHolder, query: MailQuery): Promise<MailPage> {
    const summaries: FoundSummary[] = [];
    const summary = async (whose: MailHolder, found: FoundEntry): Promise<MailSummary | null> => {
      const shown = await this.#summary(whose, found, summaries);
      if (summaries.length >= KEPT_AT_ONCE) await this.#keep(whose.account, summaries.splice(0));
      return shown;
    };
    const page = await this.#page(holder, query, summary);
    await this.#keep(holder.account, summaries);
    return page;
  }

  async #page(
    holder: MailHolder,
    { before, limit, mailbox, q = "" }: MailQuery,
    summary: SummarySource["summary"],
  ): Promise<MailPage> {
    const wanted = q.trim().toLowerCase();
    if (wanted !== "") {
      const query = { mailbox, before, limit, q: wanted };
      const { messages, next } = await findMail(this.#modules, holder, { summary }, query);
      return { messages: messages.map((found) => ({ mailbox, ...found })), next };
    }
    const messages: ListedMessage[] = [];
    let last = 0;
    const entries = this.#modules.store.mail.newest([holder.account, mailbox], before, limit + 1);
    for await (const [number, entry] of entries) {
      if (messages.length === limit) return { messages, next: last };
      last = number;
      const found = { mailbox, number, entry };
      messages.push({ mailbox, entry, summary: await summary(holder, found) });
    }
    return { messages, next: null };
  }

  /** That of an entry; one that is made here is kept with others. */
  async #summary(
    { account, address, keys }: MailHolder,
    { entry, mailbox, number }: FoundEntry,
    summaries: FoundSummary[],
  ): Promise<MailSummary | null> {
    const { crypto, random, store } = this.#modules;
    const owner = { account, id: entry.id };
    const known = entry.summary === null ? null : openSummary(crypto, keys, owner, entry.summary);
    if (known !== null) return known;
    const stored = await store.mail.messages.get(entry.id);
    if (stored === undefined) return null;
    const opened = openMessage(crypto, stored.message, address, keys);
    if (typeof opened === "string") return null;
    const summary = summaryOf(opened);
    const generation = keys.length;
    const under = { keys: keys[generation - 1]!, generation };
    summaries.push({ mailbox, number, sealed: sealSummary(crypto, random, under, owner, summary) });
    return summary;
  }

  /** A message that was moved or deleted since it was read stays where it is now. */
  async #keep(account: string, summaries: readonly FoundSummary[]): Promise<void> {
    if (summaries.length === 0) return;
    await this.#modules.store.guards.withGuard([mailGuard(account)], async (tx) => {
      for (const { mailbox, number, sealed } of summaries) {
        const key = [[account, mailbox], number] as const;
        const entry = await tx.get(buckets.mailbox, key);
        if (entry !== undefined) tx.put(buckets.mailbox, key, { ...entry, summary: sealed });
      }
    });
  }

  /** @throws Refusal NOT_FOUND, FORBIDDEN; DamagedError where it does not open */
  async read(holder: MailHolder, id: string): Promise<ReadMessage> {
    const { found, sealed } = await this.sealed(holder.account, id);
    const opened = openMessage(this.#modules.crypto, sealed, holder.address, holder.keys);
    if (typeof opened !== "string") return { ...found, sealed, opened };
    const why = `the message ${id} cannot be opened: ${FAULTS[opened]}`;
    if (opened === "wrong-key") throw new Refusal("FORBIDDEN", why);
    const key = Buffer.from(id, "utf8").toString("hex");
    throw new DamagedError(why, new CorruptRecordError("mailmsg", key, FAULTS[opened]));
  }

  /** As it is stored, for clients that open it themselves. @throws Refusal NOT_FOUND */
  async sealed(
    account: string,
    id: string,
  ): Promise<{ readonly found: FoundEntry; readonly sealed: SealedMessage }> {
    const { mail } = this.#modules.store;
    const at = await mail.places.get([account, id]);
    const entry =
      at === undefined ? undefined : await mail.entries.get([[account, at.mailbox], at.number]);
    const stored = entry === undefined ? undefined : await mail.messages.get(id);
    if (at === undefined || entry === undefined || stored === undefined) throw messageNotFound(id);
    return { found: { ...at, entry }, sealed: stored.message };
  }

  /** The same of a page of a mailbox. */
  async listSealed(
    account: string,
    { before, limit, mailbox }: Omit<MailQuery, "q">,
  ): Promise<{
    readonly messages: readonly (FoundEntry & { readonly sealed: SealedMessage })[];
    readonly next: number | null;
  }> {
    const { mail } = this.#modules.store;
    const messages: (FoundEntry & { readonly sealed: SealedMessage })[] = [];
    for await (const [number, entry] of mail.newest([account, mailbox], before, limit + 1)) {
      const last = messages.at(-1);
      if (messages.length === limit && last !== undefined) return { messages, next: last.number };
      const stored = await mail.messages.get(entry.id);
      if (stored !== undefined) messages.push({ mailbox, number, entry, sealed: stored.message });
    }
    return { messages, next: null };
  }

  /** Ids of a thread's messages, the oldest first. */
  thread(account: string, thread: string): Promise<readonly string[]> {
    return this.#modules.store.mail.ofThread(account, thread, THREAD_SHOWN_MAX);
  }
}
