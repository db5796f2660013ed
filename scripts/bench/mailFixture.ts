/** A mailbox of any size with keys that open it, written as the services write it. */
import { secureCrypto } from "../../node/runtime/secureCrypto.js";
import { systemRandom } from "../../node/runtime/random.js";
import type { MailHolder } from "../../node/mail/mailKeyring.js";
import { sealSummary, type MailSummary } from "../../node/mail/summaries.js";
import type { Mailbox } from "../../node/mail/mailboxes.js";
import {
  mailKeysOf,
  signMailStatement,
  type MailCrypto,
  type MailKeys,
} from "../../protocol/mail/keys.js";
import { messageId } from "../../protocol/mail/message.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";

export const mailCrypto: MailCrypto = secureCrypto;
export const MAIL_ADDRESS = "ada.lovelace@0123456789abcdef";
const ACCOUNT = "ada";
const PUT_AT_ONCE = 1_000;

/** Who opens the mail of an account. @param generations of its keys */
export function mailHolder(generations = 1, account = ACCOUNT): MailHolder {
  const seed = new Uint8Array(32).fill(7);
  const keys = Array.from({ length: generations }, (_, i) =>
    mailKeysOf(mailCrypto, new Uint8Array(32).fill(i + 1)),
  );
  const signed = keys.map(({ boxKey, signKey }, i) =>
    signMailStatement(mailCrypto, seed, {
      address: MAIL_ADDRESS,
      boxKey,
      displayName: "Ada",
      generation: i + 1,
      identity: Buffer.from(mailCrypto.ed25519PublicKey(seed)).toString("hex"),
      node: "0b".repeat(32),
      signKey,
    }),
  );
  const record = {
    localPart: "ada.lovelace",
    address: MAIL_ADDRESS,
    createdCalcond: 1,
    current: signed.at(-1)!,
    earlier: signed.slice(0, -1),
    opensOnNode: true,
    byEquation: "",
  };
  return { account, address: MAIL_ADDRESS, record, keys };
}

export interface FilledMessage {
  readonly mailbox: Mailbox;
  readonly subject: string;
  readonly text: string;
}

/** Puts messages into mailboxes as `place` does, with what lists show of them sealed. */
export async function fillMailbox(
  store: Store,
  { account, keys }: MailHolder,
  messages: Iterable<FilledMessage>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  const newest: MailKeys = keys.at(-1)!;
  let operations: Operation[] = [];
  for (const { mailbox, subject, text } of messages) {
    const number = ids.length;
    const id = messageId(systemRandom.bytes(16));
    ids.push(id);
    const summary: MailSummary = {
      from: { address: MAIL_ADDRESS, name: "Ada" },
      to: [{ address: MAIL_ADDRESS, name: "Ada" }],
      cc: [],
      subject,
      sentMs: 1_795_000_000_000 + number,
      inReplyTo: null,
      preview: text.slice(0, 160),
      attachments: 0,
      searched: `${subject}\n${text}`.toLowerCase(),
    };
    const entry = {
      id,
      thread: id,
      keywords: [],
      receivedCalcond: number,
      receivedMs: summary.sentMs,
      size: 2 * text.length,
      summary: sealSummary(
        mailCrypto,
        systemRandom,
        { keys: newest, generation: keys.length },
        { account, id },
        summary,
      ),
    };
    operations.push(
      store.mail.entries.put([[account, mailbox], number], entry),
      store.mail.places.put([account, id], { mailbox, number }),
      store.mail.threads.put([[account, id], number], id),
    );
    if (operations.length < 3 * PUT_AT_ONCE) continue;
    await store.write(operations);
    operations = [];
  }
  const state = { next: ids.length, count: ids.length, sent: [], held: 0 };
  await store.write([...operations, store.mail.states.put(account, state)]);
  return ids;
}
