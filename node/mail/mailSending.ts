/**
 * Messages sent: sealed here for a key that opens the account's mail, or by a client that keeps its
 * keys to itself. What is stored, who has it and what is still to be delivered is one batch.
 */
import { toHex } from "../../protocol/encoding/hex.js";
import { mailAddressText, readMailAddress } from "../../protocol/mail/address.js";
import type { MailAttachment, MailPerson } from "../../protocol/mail/headers.js";
import type { MailCrypto, SignedMailStatement } from "../../protocol/mail/keys.js";
import {
  contentKeyOf,
  isMessageSigned,
  MAIL_PARTS,
  messageId,
  openWith,
  sealMessage,
  type MailBody,
  type SealedMessage,
} from "../../protocol/mail/message.js";
import { MAIL_MESSAGE_BYTES_MAX, MAIL_RECIPIENTS_MAX } from "../../protocol/limits.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type { MailAccountRecord, SentRecipient } from "../../storage/records/mailRecords.js";
import type { Store } from "../../storage/store.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RandomBytes } from "../runtime/random.js";
import type { Clock } from "../../protocol/ports.js";
import type { Attachments } from "./attachments.js";
import type { Elsewhere } from "./elsewhere.js";
import { held } from "./held.js";
import type { MailHolder, MailKeyring } from "./mailKeyring.js";
import {
  countSent,
  mailGuard,
  messageGuard,
  messageNotFound,
  place,
  remove,
  type Placing,
} from "./mailboxes.js";
import { sealSummary, summaryOf } from "./summaries.js";

export interface SendingModules extends Elsewhere {
  readonly store: Store;
  readonly crypto: MailCrypto;
  readonly clock: Clock;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly random: RandomBytes;
  readonly keyring: MailKeyring;
  readonly attachments: Pick<Attachments, "forSending">;
}

export interface MailRequest extends MailBody {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  /** Ids of attachments that were uploaded. */
  readonly attachments: readonly string[];
  readonly inReplyTo?: string | undefined;
  readonly isDraft: boolean;
  /** A draft that this one takes the place of. */
  readonly replaces?: string | undefined;
}

export interface SealedRequest {
  readonly message: SealedMessage;
  readonly attachments: readonly string[];
  readonly isDraft: boolean;
  readonly replaces?: string | undefined;
}

/**
 * delivered: it stands in the recipient's inbox. queued: another node is to take it. unreachable:
 * the node that could say whether there is such an address was not reached, and nothing was sent.
 */
export type RecipientStatus = "delivered" | "queued" | "unknown" | "full" | "unreachable";

export interface SentMail {
  readonly id: string;
  readonly thread: string;
  readonly mailbox: "sent" | "drafts" | "inbox";
  readonly recipients: readonly { readonly address: string; readonly status: RecipientStatus }[];
}

interface Recipient {
  readonly address: string;
  /** Of this node; null for another one's. */
  readonly account: string | null;
  /** Public key of the other node that it goes to. */
  readonly home: string | null;
  readonly signed: SignedMailStatement | null;
  readonly isUnreached: boolean;
}

const NOBODY = { account: null, home: null, signed: null, isUnreached: false } as const;

/** Everything that goes into the batch of a message. */
interface Posting {
  readonly account: string;
  readonly record: MailAccountRecord;
  readonly message: SealedMessage;
  readonly recipients: readonly Recipient[];
  readonly blobs: readonly string[];
  readonly isDraft: boolean;
  readonly replaces: string | undefined;
  readonly own: Pick<Placing, "summary">;
}

/** A node that left is tried again about so often. */
const RETRY_SECONDS = 10;
const RANDOM_BYTES = 64;
const SALT_BYTES = 16;

export class MailSending {
  readonly #modules: SendingModules;

  constructor(modules: SendingModules) {
    this.#modules = modules;
  }

  /** Seals a message and sends it, or keeps it as a draft. @throws Refusal */
  async send(holder: MailHolder, letter: MailRequest): Promise<Step<SentMail>> {
    const { clock, crypto, deadlines, keyring, random } = this.#modules;
    const { account, address, record } = holder;
    const keys = keyring.sendingKeys(holder);
    const thread = await this.#threadOf(account, letter.inReplyTo);
    const recipients = letter.isDraft ? [] : await this.#recipients([...letter.to, ...letter.cc]);
    const files = await Promise.all(
      letter.attachments.map((id) => this.#modules.attachments.forSending(holder, id)),
    );
    const id = messageId(random.bytes(SALT_BYTES));
    const own = { address, boxKey: record.current.statement.boxKey };
    const message = sealMessage(crypto, {
      id,
      thread: thread ?? id,
      sender: record.current,
      keys,
      random: random.bytes(RANDOM_BYTES),
      body: bodyOf(letter),
      recipients: [own, ...boxesOf(recipients, address)],
      headers: {
        from: { address, name: record.current.statement.displayName },
        to: peopleOf(letter.to, recipients),
        cc: peopleOf(letter.cc, recipients),
        subject: letter.subject,
        sentCalcond: deadlines.now(),
        sentMs: Number(clock.nowNs() / 1_000_000n),
        inReplyTo: letter.inReplyTo ?? null,
        attachments: files.map(({ attachment }): MailAttachment => attachment),
        salt: toHex(random.bytes(SALT_BYTES)),
      },
    });
    const generation = record.current.statement.generation;
    const summary = sealSummary(
      crypto,
      random,
      { keys, generation },
      { account, id },
      summaryOf(this.#justSealed(message, holder)),
    );
    return this.#posted({
      account,
      record,
      message,
      recipients,
      blobs: letter.attachments,
      isDraft: letter.isDraft,
      replaces: letter.replaces,
      own: { summary },
    });
  }

  /** What the summary is made of is read back: what does not open again is never stored. */
  #justSealed(message: SealedMessage, { address, keys }: MailHolder) {
    const { crypto } = this.#modules;
    const contentKey = contentKeyOf(crypto, message, address, keys);
    const opened =
      typeof contentKey === "string" ? contentKey : openWith(crypto, message, contentKey);
    if (typeof opened === "string") throw new Error(`a message was sealed wrongly: ${opened}`);
    return opened;
  }

  /** Sends what a client sealed. @throws Refusal INVALID_INPUT, BAD_SIGNATURE, CONFLICT, NOT_FOUND */
  async sendSealed(account: string, letter: SealedRequest): Promise<Step<SentMail>> {
    const { crypto, keyring } = this.#modules;
    const { message } = letter;
    const record = await keyring.require(account);
    const { statement } = record.current;
    const { sender } = message;
    if (
      sender.signature !== record.current.signature ||
      sender.statement.address !== record.address
    )
      throw new Refusal("INVALID_INPUT", "`sender` is not what the directory says of this account");
    if (!isMessageSigned(crypto, message))
      throw new Refusal("BAD_SIGNATURE", "the message is not signed by the sender's key");
    const own = message.boxes.find(({ address }) => address === record.address);
    if (own?.boxKey !== statement.boxKey)
      throw new Refusal("INVALID_INPUT", "the message has no box for its sender");
    const others = message.boxes.filter(({ address }) => address !== record.address);
    const isToSelf = message.boxes.length === 1 && !letter.isDraft;
    const recipients = letter.isDraft
      ? []
      : await this.#recipients(isToSelf ? [record.address] : others.map(({ address }) => address));
    for (const { address, signed } of recipients) {
      const box = message.boxes.find((one) => one.address === address);
      if (signed !== null && signed.statement.boxKey !== box?.boxKey)
        throw new Refusal("CONFLICT", `${address} has other keys now: seal to them`, {
          members: { address, boxKey: signed.statement.boxKey },
        });
    }
    return this.#posted({
      account,
      record,
      message,
      recipients,
      blobs: letter.attachments,
      isDraft: letter.isDraft,
      replaces: letter.replaces,
      own: { summary: null },
    });
  }

  #posted(posting: Posting): Step<SentMail> {
    const { account, blobs, isDraft, message, recipients, replaces } = posting;
    if (sizeOf(message) > MAIL_MESSAGE_BYTES_MAX)
      throw new Refusal("TOO_LARGE", `a message has at most ${MAIL_MESSAGE_BYTES_MAX} bytes`, {
        members: { limit: MAIL_MESSAGE_BYTES_MAX },
      });
    if (!isDraft && recipients.every(({ signed }) => signed === null)) throw nobody(recipients);
    const accounts = recipients.flatMap((one) => one.account ?? []);
    const guards = [account, ...accounts].map(mailGuard);
    const files = blobs.map((id) => `mailblob:${id}`);
    const old = replaces === undefined ? [] : [messageGuard(replaces)];
    return {
      keys: [...guards, ...files, ...old, messageGuard(message.id)],
      run: (tx) => this.#post(tx, posting, accounts),
    };
  }

  async #post(
    tx: EffectTransaction,
    posting: Posting,
    accounts: readonly string[],
  ): Promise<SentMail> {
    const { clock, deadlines } = this.#modules;
    const { account, blobs, isDraft, message, own, recipients, replaces } = posting;
    const calcond = deadlines.now();
    if ((await tx.get(buckets.mailmsg, message.id)) !== undefined)
      throw new Refusal("CONFLICT", `there is a message ${message.id} already`);
    if (replaces !== undefined) await this.#dropDraft(tx, account, replaces);
    if (!isDraft) {
      await countSent(tx, account, calcond);
      for (const blob of blobs) await this.#attach(tx, account, blob, message.id, recipients);
    }
    const isToSelf = accounts.includes(account);
    const mailbox = isDraft ? "drafts" : isToSelf ? "inbox" : "sent";
    const arrival = {
      message,
      calcond,
      ms: Number(clock.nowNs() / 1_000_000n),
      size: sizeOf(message),
    };
    const keywords = isDraft ? ["$draft", "$seen"] : isToSelf ? [] : ["$seen"];
    const full = await place(tx, arrival, [
      { account, mailbox, keywords, summary: own.summary },
      ...accounts
        .filter((one) => one !== account)
        .map((one): Placing => ({ account: one, mailbox: "inbox", keywords: [], summary: null })),
    ]);
    if (full.includes(account))
      throw new Refusal("CONFLICT", "your mailboxes are full: delete some messages first");
    const statuses = recipients.map((one) => ({
      address: one.address,
      status: statusOf(one, full),
    }));
    if (statuses.some(({ status }) => status !== "delivered"))
      tx.put(buckets.mailsent, [account, message.id], {
        recipients: recipients.map((one, i): SentRecipient => {
          const { address, status } = statuses[i]!;
          return one.home === null ? { address, status } : { address, status, node: one.home };
        }),
      });
    await this.#queue(tx, posting, calcond);
    return { id: message.id, thread: message.thread, mailbox, recipients: statuses };
  }

  /** One order for each other node; each holds the message as a mailbox does. */
  async #queue(
    tx: EffectTransaction,
    { account, blobs, message: { id }, recipients }: Posting,
    createdCalcond: number,
  ): Promise<void> {
    const nodes = new Set(recipients.flatMap(({ home }) => home ?? []));
    for (const node of nodes) {
      const to = recipients.flatMap(({ address, home }) => (home === node ? address : []));
      const order = { kind: "message", account, createdCalcond, to, files: [...blobs] } as const;
      this.#modules.outbox.add(tx, { ...order, node, id });
    }
    await held(tx, id, nodes.size);
  }

  async #dropDraft(tx: EffectTransaction, account: string, id: string): Promise<void> {
    const at = await tx.get(buckets.mailof, [account, id]);
    if (at === undefined) throw messageNotFound(id);
    if (at.mailbox !== "drafts")
      throw new Refusal("CONFLICT", `${id} is no draft: only a draft is replaced`);
    await remove(tx, account, id);
  }

  /** Those who get the message may read what is attached, from the same batch on. */
  async #attach(
    tx: EffectTransaction,
    account: string,
    id: string,
    message: string,
    recipients: readonly Recipient[],
  ): Promise<void> {
    const blob = await tx.get(buckets.mailblob, id);
    const isLive =
      blob?.state === "ready" && blob.expiresCalcond > this.#modules.deadlines.reckon();
    if (blob?.uploader !== account || !isLive)
      throw new Refusal("NOT_FOUND", `there is no attachment ${id} of yours that can be sent`);
    const readers = recipients.flatMap((one) => {
      if (one.signed === null) return [];
      return one.account ?? `@${one.address}`;
    });
    tx.put(buckets.mailblob, id, {
      ...blob,
      waiting: [...new Set([...blob.waiting, ...readers])],
      messages: [...blob.messages, message],
    });
  }

  /** @throws Refusal NOT_FOUND */
  async #threadOf(account: string, inReplyTo: string | undefined): Promise<string | null> {
    if (inReplyTo === undefined) return null;
    const { mail } = this.#modules.store;
    const at = await mail.places.get([account, inReplyTo]);
    const entry = at && (await mail.entries.get([[account, at.mailbox], at.number]));
    if (entry === undefined) throw messageNotFound(inReplyTo);
    return entry.thread;
  }

  /** Each once, in the order in which they are named. @throws Refusal INVALID_INPUT, NOT_READY */
  async #recipients(named: readonly string[]): Promise<readonly Recipient[]> {
    const { keyring, store } = this.#modules;
    const node = await keyring.nodeAddress();
    const addresses = [...new Set(named.map(normalized))];
    if (addresses.length === 0 || addresses.length > MAIL_RECIPIENTS_MAX)
      throw new Refusal("INVALID_INPUT", `a message has 1 to ${MAIL_RECIPIENTS_MAX} recipients`);
    return Promise.all(
      addresses.map(async (address): Promise<Recipient> => {
        const { localPart, node: at } = readMailAddress(address)!;
        if (at !== node) return this.#elsewhere(address);
        const account = await store.mail.addresses.get(localPart);
        const record = account === undefined ? undefined : await keyring.identity(account);
        return account === undefined || record === undefined
          ? { ...NOBODY, address }
          : { ...NOBODY, address, account, signed: record.current };
      }),
    );
  }

  async #elsewhere(address: string): Promise<Recipient> {
    const { homes, outbox } = this.#modules;
    const found = await homes.lookup(address);
    if (found.kind === "unknown") return { ...NOBODY, address };
    if (found.kind === "unreached" || !outbox.hasRoomFor(found.signed.statement.node))
      return { ...NOBODY, address, isUnreached: true };
    return { ...NOBODY, address, home: found.signed.statement.node, signed: found.signed };
  }
}

function nobody(recipients: readonly Recipient[]): Refusal {
  const members = {
    recipients: recipients.map((one) => ({ address: one.address, status: statusOf(one, []) })),
  };
  return recipients.some(({ isUnreached }) => isUnreached)
    ? new Refusal(
        "NOT_READY",
        "the nodes of these addresses are not reached now: nothing was sent",
        {
          members,
          retryAfterSeconds: RETRY_SECONDS,
        },
      )
    : new Refusal("NOT_FOUND", "nobody has any of these addresses", { members });
}

function statusOf(one: Recipient, full: readonly string[]): RecipientStatus {
  const { account, home, isUnreached, signed } = one;
  if (isUnreached) return "unreachable";
  if (signed === null) return "unknown";
  if (account === null) return home === null ? "unknown" : "queued";
  return full.includes(account) ? "full" : "delivered";
}

/** @throws Refusal INVALID_INPUT */
function normalized(text: string): string {
  const read = readMailAddress(text);
  if (read === null)
    throw new Refusal(
      "INVALID_INPUT",
      `${text} is no address: it reads like ada.lovelace@3f0c2b7a9d41e568`,
    );
  return mailAddressText(read);
}

function bodyOf({ html, text }: MailBody): MailBody {
  return { ...(text === undefined ? {} : { text }), ...(html === undefined ? {} : { html }) };
}

function boxesOf(recipients: readonly Recipient[], own: string) {
  return recipients.flatMap(({ address, signed }) =>
    signed === null || address === own ? [] : [{ address, boxKey: signed.statement.boxKey }],
  );
}

function peopleOf(named: readonly string[], recipients: readonly Recipient[]): MailPerson[] {
  return named.map((text) => {
    const address = normalized(text);
    const known = recipients.find((one) => one.address === address)?.signed;
    return { address, name: known?.statement.displayName ?? null };
  });
}

/** Bytes of its parts and boxes. */
export function sizeOf({ boxes, parts }: SealedMessage): number {
  const ofParts = MAIL_PARTS.reduce((sum, part) => sum + (parts[part]?.length ?? 0), 0);
  return boxes.reduce((sum, { box }) => sum + box.length, ofParts);
}
