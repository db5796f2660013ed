/**
 * What lists and searches need of a message, sealed for its account alone: opening 50 boxes for a
 * page would take longer. A summary is made by the first request that can open the message.
 */
import { concatBytes } from "../../protocol/encoding/bytes.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import type { MailPerson } from "../../protocol/mail/headers.js";
import type { MailCrypto, MailKeys } from "../../protocol/mail/keys.js";
import type { OpenedMessage } from "../../protocol/mail/message.js";
import type { SealedSummary } from "../../storage/records/mailRecords.js";
import type { RandomBytes } from "../runtime/random.js";

const NONCE_BYTES = 12;
const PREVIEW_CHARS = 160;
/** Of the text, what is searched. */
const SEARCHED_CHARS = 4_096;

export interface MailSummary {
  readonly from: MailPerson;
  readonly to: readonly MailPerson[];
  readonly cc: readonly MailPerson[];
  readonly subject: string;
  readonly sentMs: number;
  readonly inReplyTo: string | null;
  readonly preview: string;
  readonly attachments: number;
  /** Lower case. */
  readonly searched: string;
}

interface Owner {
  readonly account: string;
  /** Of the message. */
  readonly id: string;
}

export function summaryOf({ headers, html, text }: OpenedMessage): MailSummary {
  const { attachments, cc, from, inReplyTo, sentMs, subject, to } = headers;
  const words = (text ?? wordsOfHtml(html ?? "")).replace(/\s+/g, " ").trim();
  const people = [from, ...to, ...cc].map(({ address, name }) => `${name ?? ""} ${address}`);
  return {
    from,
    to,
    cc,
    subject,
    sentMs,
    inReplyTo,
    preview: words.slice(0, PREVIEW_CHARS),
    attachments: attachments.length,
    searched: [subject, ...people, words.slice(0, SEARCHED_CHARS)].join("\n").toLowerCase(),
  };
}

/** Text between the tags, as far as a search needs it; it is never shown as HTML. */
function wordsOfHtml(html: string): string {
  return html
    .slice(0, 4 * SEARCHED_CHARS)
    .replace(/<(style|script)\b[^]*?<\/\1/gi, " ")
    .replace(/<[^>]*>/g, " ");
}

export function sealSummary(
  crypto: MailCrypto,
  random: RandomBytes,
  { generation, keys }: { readonly keys: MailKeys; readonly generation: number },
  owner: Owner,
  summary: MailSummary,
): SealedSummary {
  const nonce = random.bytes(NONCE_BYTES);
  const text = utf8Encode(JSON.stringify(summary));
  const sealed = crypto.aes256GcmSeal({ key: keys.indexKey, nonce, aad: aadOf(owner) }, text);
  return { generation, sealed: Buffer.from(concatBytes(nonce, sealed)).toString("base64") };
}

/** Null where the keys are not there, or it was changed: it is made anew then. */
export function openSummary(
  crypto: MailCrypto,
  keys: readonly MailKeys[],
  owner: Owner,
  { generation, sealed }: SealedSummary,
): MailSummary | null {
  const pair = keys[generation - 1];
  if (pair === undefined) return null;
  const bytes = new Uint8Array(Buffer.from(sealed, "base64"));
  const nonce = bytes.subarray(0, NONCE_BYTES);
  if (nonce.length < NONCE_BYTES) return null;
  const opened = crypto.aes256GcmOpen(
    { key: pair.indexKey, nonce, aad: aadOf(owner) },
    bytes.subarray(NONCE_BYTES),
  );
  if (opened === null) return null;
  const read: MailSummary = JSON.parse(Buffer.from(opened).toString("utf8"));
  return read;
}

function aadOf({ account, id }: Owner): Uint8Array {
  return utf8Encode(`calc-mail-index/1|${account}|${id}`);
}
