/** Where messages stand: put into mailboxes, moved, marked, and taken out, each in one batch. */
import type { SealedMessage } from "../../protocol/mail/message.js";
import { MAIL_MESSAGES_OF_ACCOUNT_MAX, MAIL_SENT_PER_HOUR_MAX } from "../../protocol/limits.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type {
  MailEntryRecord,
  MailStateRecord,
  SealedSummary,
} from "../../storage/records/mailRecords.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import type { Transaction } from "../../storage/kv/guard.js";
import { shardsOf } from "./searchSegments.js";

export const MAILBOXES = ["inbox", "sent", "drafts", "archive", "junk", "trash"] as const;
export type Mailbox = (typeof MAILBOXES)[number];

const HOUR_CALCONDS = 4_632;
const CALCOND_SECONDS = 0.777000777;
const NOTHING: MailStateRecord = { next: 0, count: 0, sent: [], held: 0 };

export interface Placing {
  readonly account: string;
  readonly mailbox: Mailbox;
  readonly keywords: readonly string[];
  readonly summary: SealedSummary | null;
}

export interface Arrival {
  readonly message: SealedMessage;
  readonly size: number;
  readonly calcond: number;
  readonly ms: number;
}

export interface FoundEntry {
  readonly mailbox: string;
  readonly number: number;
  readonly entry: MailEntryRecord;
}

async function stateOf(tx: Transaction, account: string): Promise<MailStateRecord> {
  return (await tx.get(buckets.mailstate, account)) ?? NOTHING;
}

/** What has to be alone with the mailboxes of an account. */
export function mailGuard(account: string): string {
  return `mail:${account}`;
}

/** And with a message, which several accounts may have. */
export function messageGuard(id: string): string {
  return `mailmsg:${id}`;
}

/**
 * Puts a message into mailboxes, and stores it once. It is the caller who holds the guards.
 * @returns accounts that had no room
 */
export async function place(
  tx: EffectTransaction,
  { calcond, message, ms, size }: Arrival,
  placings: readonly Placing[],
): Promise<readonly string[]> {
  const full: string[] = [];
  let copies = (await tx.get(buckets.mailmsg, message.id))?.copies ?? 0;
  for (const { account, keywords, mailbox, summary } of placings) {
    // Delivered before: the same message stands in an account once.
    if ((await tx.get(buckets.mailof, [account, message.id])) !== undefined) continue;
    const state = await stateOf(tx, account);
    if (state.count >= MAIL_MESSAGES_OF_ACCOUNT_MAX) {
      full.push(account);
      continue;
    }
    const number = state.next;
    const { id, thread } = message;
    tx.put(buckets.mailstate, account, { ...state, next: number + 1, count: state.count + 1 });
    tx.put(buckets.mailof, [account, id], { mailbox, number });
    tx.put(buckets.mailthread, [[account, thread], number], id);
    tx.put(buckets.mailbox, [[account, mailbox], number], {
      id,
      thread,
      keywords,
      receivedCalcond: calcond,
      receivedMs: ms,
      size,
      summary,
    });
    copies += 1;
  }
  if (copies > 0) tx.put(buckets.mailmsg, message.id, { message, copies });
  return full;
}

/** One more message of an account in this hour. @throws Refusal RATE_LIMITED */
export async function countSent(
  tx: EffectTransaction,
  account: string,
  calcond: number,
): Promise<void> {
  const state = await stateOf(tx, account);
  const sent = state.sent.filter((at) => at > calcond - HOUR_CALCONDS);
  if (sent.length >= MAIL_SENT_PER_HOUR_MAX) {
    const wait = (sent[0] ?? calcond) + HOUR_CALCONDS - calcond;
    throw new Refusal(
      "RATE_LIMITED",
      `an account sends at most ${MAIL_SENT_PER_HOUR_MAX} messages in an hour`,
      { retryAfterSeconds: Math.ceil(wait * CALCOND_SECONDS) },
    );
  }
  tx.put(buckets.mailstate, account, { ...state, sent: [...sent, calcond] });
}

/** @throws Refusal NOT_FOUND */
async function entryOf(
  tx: Pick<EffectTransaction, "get">,
  account: string,
  id: string,
): Promise<FoundEntry> {
  const at = await tx.get(buckets.mailof, [account, id]);
  const entry =
    at === undefined
      ? undefined
      : await tx.get(buckets.mailbox, [[account, at.mailbox], at.number]);
  if (at === undefined || entry === undefined) throw messageNotFound(id);
  return { ...at, entry };
}

export interface MessageChange {
  readonly keywords?: readonly string[] | undefined;
  readonly mailbox?: Mailbox | undefined;
}

export function changed(account: string, id: string, change: MessageChange): Step<FoundEntry> {
  return {
    keys: [mailGuard(account)],
    run: async (tx) => {
      const { entry: before, mailbox: was, number } = await entryOf(tx, account, id);
      const mailbox = change.mailbox ?? was;
      const entry = { ...before, keywords: change.keywords ?? before.keywords };
      if (mailbox !== was) {
        tx.del(buckets.mailbox, [[account, was], number]);
        tx.put(buckets.mailof, [account, id], { mailbox, number });
      }
      tx.put(buckets.mailbox, [[account, mailbox], number], entry);
      return { mailbox, number, entry };
    },
  };
}

/** Takes a message out for good; its bytes go with the last mailbox that had it. */
export function removed(account: string, id: string): Step<void> {
  return {
    keys: [mailGuard(account), messageGuard(id)],
    run: (tx) => remove(tx, account, id),
  };
}

export async function remove(tx: Transaction, account: string, id: string): Promise<void> {
  const { entry, mailbox, number } = await entryOf(tx, account, id);
  const state = await stateOf(tx, account);
  tx.put(buckets.mailstate, account, { ...state, count: state.count - 1 });
  tx.del(buckets.mailbox, [[account, mailbox], number]);
  tx.del(buckets.mailof, [account, id]);
  tx.del(buckets.mailthread, [[account, entry.thread], number]);
  const shards = shardsOf(account, number);
  // Its words are among those of its segment, which the next search indexes anew.
  if ((await tx.get(buckets.mailfind, shards[0]!)) !== undefined)
    for (const shard of shards) tx.del(buckets.mailfind, shard);
  const sent = await tx.get(buckets.mailsent, [account, id]);
  // The outbox forgets the others when they have ended.
  if (sent !== undefined && !sent.recipients.some(({ status }) => status === "queued"))
    tx.del(buckets.mailsent, [account, id]);
  const stored = await tx.get(buckets.mailmsg, id);
  if (stored === undefined) return;
  if (stored.copies <= 1) tx.del(buckets.mailmsg, id);
  else tx.put(buckets.mailmsg, id, { ...stored, copies: stored.copies - 1 });
}

export function messageNotFound(id: string): Refusal {
  return new Refusal("NOT_FOUND", `none of your mailboxes has the message ${id}`);
}
