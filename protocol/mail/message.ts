/**
 * A sealed message: parts under a random content key, one box with that key for each recipient, and
 * the sender's signature over the hash of its headers, which hold the hashes of the other parts.
 */
import nacl from "tweetnacl";
import { concatBytes, equalBytes } from "../encoding/bytes.js";
import { fromHex, toHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { parseJson } from "../encoding/json.js";
import { utf8Decode, utf8Encode } from "../encoding/utf8.js";
import { verifySignature } from "../seal/signature.js";
import { base32 } from "../identity/slug.js";
import { BOX_NONCE_BYTES, openBox, sealBox } from "./box.js";
import { headersOf, type MailHeaders } from "./headers.js";
import {
  isMailStatementSigned,
  type MailCrypto,
  type MailKeys,
  type SignedMailStatement,
} from "./keys.js";

const TAG = "calc-mail/1";
const HEADER_TAG = "calc-mail-header/1\u0000";
const SIGNATURE_TAG = utf8Encode("calc-mail-sig/1\u0000");
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

export const MAIL_PARTS = ["headers", "text", "html"] as const;
export type MailPart = (typeof MAIL_PARTS)[number];

export const MESSAGE_ID_PATTERN = /^ml_[a-z2-7]{26}$/;

/** @param random 16 bytes */
export function messageId(random: Uint8Array): string {
  return `ml_${base32(random)}`;
}

/** For one recipient. */
export interface MailBox {
  readonly address: string;
  /** The key it was sealed to, hex. */
  readonly boxKey: string;
  readonly box: Uint8Array;
}

export interface SealedMessage {
  readonly id: string;
  /** Id of the first message of its thread. */
  readonly thread: string;
  readonly sender: SignedMailStatement;
  /** SHA-256 over the headers, hex. */
  readonly headerHash: string;
  /** By the sender's signing key, hex. */
  readonly signature: string;
  /** Public key of the pair that the boxes are from, hex. */
  readonly ephemeralKey: string;
  readonly boxes: readonly MailBox[];
  readonly parts: Readonly<Partial<Record<MailPart, Uint8Array>>>;
}

export interface MailBody {
  readonly text?: string;
  readonly html?: string;
}

export interface OpenedMessage {
  readonly headers: MailHeaders;
  readonly text: string | null;
  readonly html: string | null;
  readonly contentKey: Uint8Array;
}

export interface SealingOptions {
  readonly id: string;
  readonly thread: string;
  readonly headers: Omit<MailHeaders, "parts">;
  readonly body: MailBody;
  readonly recipients: readonly Pick<MailBox, "address" | "boxKey">[];
  readonly sender: SignedMailStatement;
  readonly keys: Pick<MailKeys, "signSeed">;
  /** 64 random bytes: the content key and the ephemeral secret. */
  readonly random: Uint8Array;
}

export function sealMessage(crypto: MailCrypto, draft: SealingOptions): SealedMessage {
  const { body, headers: own, id, keys, random, recipients, sender, thread } = draft;
  const contentKey = random.slice(0, KEY_BYTES);
  const secret = random.slice(KEY_BYTES, 2 * KEY_BYTES);
  const parts: Partial<Record<MailPart, Uint8Array>> = {};
  const hashes: Record<string, string> = {};
  for (const part of ["text", "html"] as const) {
    const content = body[part];
    if (content === undefined) continue;
    const sealed = crypto.aes256GcmSeal(sealing(contentKey, id, part), utf8Encode(content));
    parts[part] = sealed;
    hashes[part] = toHex(crypto.sha256(sealed));
  }
  const text = canonicalize({ ...own, parts: hashes });
  parts.headers = crypto.aes256GcmSeal(sealing(contentKey, id, "headers"), utf8Encode(text));
  const hash = crypto.sha256(HEADER_TAG + text);
  const ephemeralKey = crypto.x25519PublicKey(secret);
  const boxes = recipients.map(({ address, boxKey }): MailBox => {
    const publicKey = bytesOf(boxKey);
    const nonce = boxNonce(ephemeralKey, publicKey);
    const content = concatBytes(contentKey, bindingOf(id, address));
    return {
      address,
      boxKey,
      box: sealBox(crypto, { secretKey: secret, publicKey, nonce }, content),
    };
  });
  return {
    id,
    thread,
    sender,
    headerHash: toHex(hash),
    signature: toHex(crypto.ed25519Sign(keys.signSeed, concatBytes(SIGNATURE_TAG, hash))),
    ephemeralKey: toHex(ephemeralKey),
    boxes,
    parts,
  };
}

/** Whether the sender that it names signed it; anybody can tell, without opening it. */
export function isMessageSigned(
  crypto: Pick<MailCrypto, "ed25519Verify">,
  { headerHash, sender, signature }: Pick<SealedMessage, "headerHash" | "sender" | "signature">,
): boolean {
  const hash = fromHex(headerHash);
  const key = fromHex(sender.statement.signKey);
  const bytes = fromHex(signature);
  if (hash === null || key === null || bytes === null) return false;
  return (
    isMailStatementSigned(crypto, sender) &&
    verifySignature(crypto, key, concatBytes(SIGNATURE_TAG, hash), bytes)
  );
}

export type OpeningFault = "not-for-you" | "wrong-key" | "damaged" | "forged";

/** The content key in the box of a recipient. */
export function contentKeyOf(
  crypto: MailCrypto,
  { boxes, ephemeralKey, id }: Pick<SealedMessage, "boxes" | "ephemeralKey" | "id">,
  address: string,
  keys: readonly Pick<MailKeys, "boxKey" | "boxSecret">[],
): Uint8Array | OpeningFault {
  const own = boxes.find((box) => box.address === address);
  if (own === undefined) return "not-for-you";
  const pair = keys.find(({ boxKey }) => boxKey === own.boxKey);
  if (pair === undefined) return "wrong-key";
  const publicKey = fromHex(ephemeralKey);
  if (publicKey?.length !== KEY_BYTES) return "damaged";
  const nonce = boxNonce(publicKey, bytesOf(own.boxKey));
  const opened = openBox(crypto, { secretKey: pair.boxSecret, publicKey, nonce }, own.box);
  if (opened?.length !== 2 * KEY_BYTES) return "damaged";
  // A box of another message or recipient holds another binding.
  if (!equalBytes(opened.subarray(KEY_BYTES), bindingOf(id, address))) return "forged";
  return opened.slice(0, KEY_BYTES);
}

/**
 * Opens a message as one of its recipients or its sender. Its sender's word for the statement is
 * checked, too; whether the statement is that of the person one means is for the reader to know.
 * @param keys of all generations
 */
export function openMessage(
  crypto: MailCrypto,
  sealed: SealedMessage,
  address: string,
  keys: readonly Pick<MailKeys, "boxKey" | "boxSecret">[],
): OpenedMessage | OpeningFault {
  const contentKey = contentKeyOf(crypto, sealed, address, keys);
  if (typeof contentKey === "string") return contentKey;
  if (!isMessageSigned(crypto, sealed)) return "forged";
  return openWith(crypto, sealed, contentKey);
}

/** With the content key, where it is known and the signature was checked. */
export function openWith(
  crypto: MailCrypto,
  { headerHash, id, parts, sender }: SealedMessage,
  contentKey: Uint8Array,
): OpenedMessage | OpeningFault {
  const opened = (part: MailPart): string | null | undefined => {
    const sealed = parts[part];
    if (sealed === undefined) return null;
    const bytes = crypto.aes256GcmOpen(sealing(contentKey, id, part), sealed);
    const read = bytes === null ? null : utf8Decode(bytes);
    return read?.ok === true ? read.text : undefined;
  };
  const headerText = opened("headers");
  const text = opened("text");
  const html = opened("html");
  if (typeof headerText !== "string" || text === undefined || html === undefined) return "damaged";
  if (toHex(crypto.sha256(HEADER_TAG + headerText)) !== headerHash) return "forged";
  const read = parseJson(headerText);
  const headers = read.ok ? headersOf(read.value) : null;
  if (headers === null) return "forged";
  for (const part of ["text", "html"] as const) {
    const sealed = parts[part];
    const hash = sealed === undefined ? undefined : toHex(crypto.sha256(sealed));
    if (headers.parts[part] !== hash) return "forged";
  }
  return headers.from.address === sender.statement.address
    ? { headers, text, html, contentKey }
    : "forged";
}

/** The content key is used for one message, so a part's number is a nonce. */
function sealing(key: Uint8Array, message: string, part: MailPart) {
  const nonce = new Uint8Array(NONCE_BYTES);
  nonce[NONCE_BYTES - 1] = MAIL_PARTS.indexOf(part);
  return { key, nonce, aad: utf8Encode(`${TAG}|${message}|${part}`) };
}

function boxNonce(ephemeralKey: Uint8Array, recipientKey: Uint8Array): Uint8Array {
  const text = concatBytes(utf8Encode(TAG), ephemeralKey, recipientKey);
  return nacl.hash(text).subarray(0, BOX_NONCE_BYTES);
}

/** What ties a box to its message and recipient. */
function bindingOf(message: string, recipient: string): Uint8Array {
  return nacl.hash(utf8Encode(`${TAG}|${message}|${recipient}`)).subarray(0, KEY_BYTES);
}

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (bytes?.length !== KEY_BYTES) throw new RangeError("an X25519 key has 32 bytes");
  return bytes;
}
