/**
 * What two nodes say to each other about mail: whose an address is, which message is offered, and
 * its parts. The sender drives; what the receiver has is durable, so either may stop at any point.
 */
import * as z from "zod";
import { fromBase64 } from "../encoding/base64.js";
import {
  MAIL_ATTACHMENTS_MAX,
  MAIL_MESSAGE_BYTES_MAX,
  MAIL_RECIPIENTS_MAX,
  MAIL_ATTACHMENT_BYTES_MAX,
} from "../limits.js";
import {
  ATTACHMENT_HEADER_BYTES,
  BLOB_ID_PATTERN,
  FRAME_BYTES,
  STORED_FRAME_BYTES_MAX,
} from "./attachment.js";
import { MESSAGE_ID_PATTERN } from "./message.js";
import { wireAddress, wireSignedStatement } from "./wire.js";

export const MAIL_PROTOCOL = "/calc/mail/1";
/** Of the message as JSON, in one question. */
export const MAIL_PIECE_BYTES = 49_152;
/** A frame in base64, and what stands around it. */
export const MAIL_QUESTION_BYTES_MAX = 4 * Math.ceil(STORED_FRAME_BYTES_MAX / 3) + 2_048;
export const MAIL_REPLY_BYTES_MAX = 65_536;
/** Sealed parts and boxes in base64, keys and signatures. */
const MAIL_WIRE_BYTES_MAX = 2 * MAIL_MESSAGE_BYTES_MAX;
const MAIL_FRAMES_MAX = MAIL_ATTACHMENT_BYTES_MAX / FRAME_BYTES + 1;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
const id = z.string().regex(MESSAGE_ID_PATTERN);
const count = z.int().min(0);

const offeredFile = z.strictObject({
  id: z.string().regex(BLOB_ID_PATTERN),
  header: hex(ATTACHMENT_HEADER_BYTES),
  frames: z.int().min(1).max(MAIL_FRAMES_MAX),
  /** Bytes of all frames. */
  size: z
    .int()
    .min(1)
    .max(MAIL_FRAMES_MAX * STORED_FRAME_BYTES_MAX),
  expires: count,
});
export type OfferedFile = z.output<typeof offeredFile>;

const question = z.discriminatedUnion("ask", [
  z.strictObject({ ask: z.literal("key"), address: wireAddress }),
  z.strictObject({
    ask: z.literal("offer"),
    id,
    to: z.array(wireAddress).min(1).max(MAIL_RECIPIENTS_MAX),
    /** Of the message as JSON. */
    size: z.int().min(1).max(MAIL_WIRE_BYTES_MAX),
    hash: hex(32),
    files: z.array(offeredFile).max(MAIL_ATTACHMENTS_MAX),
  }),
  z.strictObject({
    ask: z.literal("part"),
    id,
    /** Null for the message itself. */
    file: z.string().regex(BLOB_ID_PATTERN).nullable(),
    index: count,
    bytes: z.string().max(4 * Math.ceil(STORED_FRAME_BYTES_MAX / 3)),
  }),
  z.strictObject({
    ask: z.literal("confirm"),
    file: z.string().regex(BLOB_ID_PATTERN),
    address: wireAddress,
  }),
]);
export type MailQuestion = z.output<typeof question>;
export type MailOffer = Extract<MailQuestion, { readonly ask: "offer" }>;
export type MailPart = Extract<MailQuestion, { readonly ask: "part" }>;

/** delivered: it stands in the inbox. The others are for good, too. */
const DELIVERY_RESULTS = ["delivered", "unknown", "full", "refused"] as const;
export type DeliveryResult = (typeof DELIVERY_RESULTS)[number];

const keyReply = z.strictObject({ entry: wireSignedStatement.nullable() });
const offerReply = z.discriminatedUnion("state", [
  z.strictObject({
    state: z.literal("done"),
    results: z
      .array(z.strictObject({ address: wireAddress, status: z.enum(DELIVERY_RESULTS) }))
      .max(MAIL_RECIPIENTS_MAX),
  }),
  /** Parts that are there: of the message, then of each file in the order of the offer. */
  z.strictObject({
    state: z.literal("coming"),
    have: z.array(count).max(MAIL_ATTACHMENTS_MAX + 1),
  }),
  /** It has no room now. */
  z.strictObject({ state: z.literal("later") }),
]);
export type OfferReply = z.output<typeof offerReply>;
/** How many parts are there now; null where nothing of the kind is being offered. */
const partReply = z.strictObject({ have: count.nullable() });
const confirmReply = z.strictObject({ confirmed: z.literal(true) });

/** Null for what is no question of this protocol. */
export function readMailQuestion(data: unknown): MailQuestion | null {
  const read = question.safeParse(data);
  return read.success ? read.data : null;
}

/** Null for what is no such answer; so do all. */
export function readKeyReply(data: unknown): z.output<typeof keyReply> | null {
  return keyReply.safeParse(data).data ?? null;
}

export function readOfferReply(data: unknown): OfferReply | null {
  return offerReply.safeParse(data).data ?? null;
}

export function readPartReply(data: unknown): z.output<typeof partReply> | null {
  return partReply.safeParse(data).data ?? null;
}

export function isConfirmReply(data: unknown): boolean {
  return confirmReply.safeParse(data).success;
}

/** The bytes of a part; null where they cannot be one. */
export function partBytes({ bytes, file }: Pick<MailPart, "bytes" | "file">): Uint8Array | null {
  const read = fromBase64(bytes);
  const most = file === null ? MAIL_PIECE_BYTES : STORED_FRAME_BYTES_MAX;
  return read === null || read.length === 0 || read.length > most ? null : read;
}
