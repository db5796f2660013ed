/** A sealed message as JSON: what clients seal and open, and what nodes hand to each other. */
import * as z from "zod";
import { fromBase64, toBase64 } from "../encoding/base64.js";
import { MAIL_NAME_CHARS_MAX, MAIL_RECIPIENTS_MAX } from "../limits.js";
import { LOCAL_PART_CHARS_MAX, readMailAddress } from "./address.js";
import { MAIL_PARTS, MESSAGE_ID_PATTERN, type MailPart, type SealedMessage } from "./message.js";

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);
/** A local part, `@` and 16 digits. */
const ADDRESS_CHARS_MAX = LOCAL_PART_CHARS_MAX + 17;
export const wireAddress = z
  .string()
  .max(ADDRESS_CHARS_MAX)
  .refine((text) => readMailAddress(text) !== null && text === text.toLowerCase(), {
    message: "must be an address, as in ada.lovelace@3f0c2b7a9d41e568",
  });

const wireStatement = z.strictObject({
  address: wireAddress,
  boxKey: hex(32),
  displayName: z.string().min(1).max(MAIL_NAME_CHARS_MAX).nullable(),
  generation: z.int().min(1),
  identity: hex(32),
  node: hex(32),
  signKey: hex(32),
});

export const wireSignedStatement = z.strictObject({ statement: wireStatement, signature: hex(64) });

export const wireMessage = z.strictObject({
  id: z.string().regex(MESSAGE_ID_PATTERN),
  thread: z.string().regex(MESSAGE_ID_PATTERN),
  sender: wireSignedStatement,
  headerHash: hex(32),
  signature: hex(64),
  ephemeralKey: hex(32),
  boxes: z
    .array(z.strictObject({ address: wireAddress, boxKey: hex(32), box: base64.max(256) }))
    .min(1)
    .max(MAIL_RECIPIENTS_MAX + 1),
  parts: z.strictObject({
    headers: base64,
    text: base64.optional(),
    html: base64.optional(),
  }),
});
export type WireMessage = z.output<typeof wireMessage>;

export function toWire(message: SealedMessage): WireMessage {
  const { boxes, ephemeralKey, headerHash, id, parts, sender, signature, thread } = message;
  const text = (part: MailPart): string => toBase64(parts[part] ?? new Uint8Array(0));
  return {
    id,
    thread,
    sender,
    headerHash,
    signature,
    ephemeralKey,
    boxes: boxes.map(({ box, ...rest }) => ({ ...rest, box: toBase64(box) })),
    parts: {
      headers: text("headers"),
      ...(parts.text === undefined ? {} : { text: text("text") }),
      ...(parts.html === undefined ? {} : { html: text("html") }),
    },
  };
}

/** Null where a text is not exactly base64. */
export function fromWire(message: WireMessage): SealedMessage | null {
  const parts: Partial<Record<MailPart, Uint8Array>> = {};
  for (const part of MAIL_PARTS) {
    const text = message.parts[part];
    if (text === undefined) continue;
    const bytes = fromBase64(text);
    if (bytes === null) return null;
    parts[part] = bytes;
  }
  const boxes = [];
  for (const { box, ...rest } of message.boxes) {
    const bytes = fromBase64(box);
    if (bytes === null) return null;
    boxes.push({ ...rest, box: bytes });
  }
  return { ...message, boxes, parts };
}
