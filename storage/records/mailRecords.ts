/** Records kept of mail. No plaintext is among it, nor a hash of one. */
import type { DeliveryResult } from "../../protocol/mail/delivery.js";
import type { SignedMailStatement } from "../../protocol/mail/keys.js";
import { MAIL_PARTS, type MailPart, type SealedMessage } from "../../protocol/mail/message.js";
import { bufferOf } from "../kv/bytes.js";
import type { ValueCodec } from "../kv/codecs.js";

export interface MailAccountRecord {
  readonly localPart: string;
  readonly address: string;
  readonly createdCalcond: number;
  readonly current: SignedMailStatement;
  /** Of earlier generations, the first one first. */
  readonly earlier: readonly SignedMailStatement[];
  /** False: the account asked the node never to unwrap its keys. */
  readonly opensOnNode: boolean;
  /** Secrets of all generations under a key from the equation, base64. */
  readonly byEquation: string;
}

export interface MailWrapRecord {
  /** Base64. */
  readonly wrapped: string;
  /** The newest one that is in it. */
  readonly generation: number;
}

export interface StoredMessage {
  readonly message: SealedMessage;
  /** Mailboxes of this node that it stands in. */
  readonly copies: number;
}

export interface MailEntryRecord {
  readonly id: string;
  readonly thread: string;
  readonly keywords: readonly string[];
  readonly receivedCalcond: number;
  /** Unix time in milliseconds. */
  readonly receivedMs: number;
  readonly size: number;
  /** What lists and searches show, sealed for the account alone; null until it first looked. */
  readonly summary: SealedSummary | null;
}

export interface SealedSummary {
  readonly generation: number;
  /** Nonce, ciphertext and tag, base64. */
  readonly sealed: string;
}

export interface MailPlace {
  readonly mailbox: string;
  readonly number: number;
}

export interface MailStateRecord {
  /** Of the next message. */
  readonly next: number;
  readonly count: number;
  /** Calconds of what was sent within the hour. */
  readonly sent: readonly number[];
  /** Bytes of its attachments that are still kept. */
  readonly held: number;
}

export interface MailBlobRecord {
  readonly id: string;
  /** Account. */
  readonly uploader: string;
  /** uploading: not all frames are there yet. gone: its frames were deleted. */
  readonly state: "uploading" | "ready" | "quarantined" | "gone";
  /** Of the plaintext; null where only a client knows. */
  readonly size: number | null;
  readonly storedSize: number;
  readonly frames: number;
  /** Hex. */
  readonly header: string;
  /** Key, name, type and hash, sealed to the uploader; null where a client keeps them itself. */
  readonly meta: {
    readonly ephemeralKey: string;
    readonly boxKey: string;
    readonly box: string;
  } | null;
  readonly createdCalcond: number;
  readonly expiresCalcond: number;
  /** Accounts that may read it and have not confirmed. */
  readonly waiting: readonly string[];
  readonly confirmed: readonly string[];
  /** Messages that it goes with. */
  readonly messages: readonly string[];
  /** Why it is gone. */
  readonly reason?: "expired" | "confirmed";
}

/** queued: it is in the outbox. bounced: it was not delivered, and the sender was told. */
export type SentStatus = "delivered" | "queued" | "bounced" | "unknown" | "full" | "unreachable";

export interface SentRecipient {
  readonly address: string;
  readonly status: SentStatus;
  /** Why it bounced. */
  readonly why?: "unknown" | "full" | "refused" | "late";
  /** Public key of another node that it goes to. */
  readonly node?: string;
  /** When it was delivered or bounced. */
  readonly calcond?: number;
}

export interface MailSentRecord {
  readonly recipients: readonly SentRecipient[];
}

/** One message for one node, or the word that a recipient here has an attachment from there. */
export interface MailOrderRecord {
  readonly kind: "message" | "confirm";
  /** Whose it is. */
  readonly account: string;
  readonly createdCalcond: number;
  /** Addresses at the node; of the one who confirms. */
  readonly to: readonly string[];
  /** Attachments. */
  readonly files: readonly string[];
}

export interface MailOfferRecord {
  /** SHA-256 of the message as JSON, hex. */
  readonly hash: string;
  readonly size: number;
  /** Attachments, and how many frames each has. */
  readonly files: readonly { readonly id: string; readonly frames: number }[];
  /** Null while it is coming. */
  readonly results: readonly { readonly address: string; readonly status: DeliveryResult }[] | null;
}

export interface KnownAddressRecord {
  readonly signed: SignedMailStatement;
  /** When the node said it. */
  readonly calcond: number;
}

type Head = Omit<SealedMessage, "parts" | "boxes"> & {
  readonly copies: number;
  /** Bytes of each part that there is. */
  readonly parts: Readonly<Partial<Record<MailPart, number>>>;
  readonly boxes: readonly (readonly [address: string, boxKey: string, bytes: number])[];
};

const LENGTH_BYTES = 4;

/** The length of its head in 4 bytes, the head as JSON, then the boxes and the parts in their order. */
export const storedMessageValue: ValueCodec<StoredMessage> = {
  encode: ({ copies, message: { boxes, parts, ...rest } }) => {
    const pieces = [
      ...boxes.map(({ box }) => box),
      ...MAIL_PARTS.flatMap((part) => parts[part] ?? []),
    ];
    const head: Head = {
      ...rest,
      copies,
      boxes: boxes.map(({ address, box, boxKey }) => [address, boxKey, box.length]),
      parts: Object.fromEntries(
        MAIL_PARTS.flatMap((part) => {
          const bytes = parts[part];
          return bytes === undefined ? [] : [[part, bytes.length]];
        }),
      ),
    };
    const text = Buffer.from(JSON.stringify(head), "utf8");
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeUInt32BE(text.length);
    return Buffer.concat([length, text, ...pieces]);
  },
  decode: (bytes) => {
    const from = bufferOf(bytes);
    let at = LENGTH_BYTES + from.readUInt32BE(0);
    const head: Head = JSON.parse(from.toString("utf8", LENGTH_BYTES, at));
    const piece = (length: number): Uint8Array => {
      if (at + length > from.length) throw new RangeError("a message is cut off");
      at += length;
      return new Uint8Array(from.subarray(at - length, at));
    };
    const { boxes, copies, parts: lengths, ...rest } = head;
    const read = boxes.map(([address, boxKey, length]) => ({
      address,
      boxKey,
      box: piece(length),
    }));
    const parts: Partial<Record<MailPart, Uint8Array>> = {};
    for (const part of MAIL_PARTS) {
      const length = lengths[part];
      if (length !== undefined) parts[part] = piece(length);
    }
    if (at !== from.length) throw new RangeError("a message has more bytes than it says");
    return { copies, message: { ...rest, boxes: read, parts } };
  },
};
