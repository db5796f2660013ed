/** What the headers of a message say. They are one of its sealed parts. */
import * as z from "zod";

const address = z.string().max(128);
const person = z.looseObject({ address, name: z.string().nullable() });

const attachment = z.looseObject({
  blobId: z.string(),
  name: z.string(),
  type: z.string(),
  /** Bytes of the plaintext. */
  size: z.int().min(0),
  /** Of the plaintext, hex. */
  sha256: z.string(),
  /** AES-256 key of the frames, hex. */
  key: z.string(),
  /** In the HTML as `cid:`; absent for what is only attached. */
  contentId: z.string().optional(),
});
export interface MailAttachment {
  [member: string]: unknown;
  blobId: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
  key: string;
  contentId?: string | undefined;
}

const headers = z.looseObject({
  from: person,
  to: z.array(person),
  cc: z.array(person),
  subject: z.string(),
  sentCalcond: z.int().min(0),
  /** Unix time in milliseconds. */
  sentMs: z.int().min(0),
  inReplyTo: z.string().nullable(),
  attachments: z.array(attachment),
  /** SHA-256 of the other sealed parts, hex. */
  parts: z.looseObject({ text: z.string().optional(), html: z.string().optional() }),
  /** 16 random bytes in hex: who knows a text cannot find it by its hash. */
  salt: z.string(),
});
export interface MailPerson {
  [member: string]: unknown;
  address: string;
  name: string | null;
}
export interface MailHeaders {
  [member: string]: unknown;
  from: MailPerson;
  to: MailPerson[];
  cc: MailPerson[];
  subject: string;
  sentCalcond: number;
  sentMs: number;
  inReplyTo: string | null;
  attachments: MailAttachment[];
  parts: { [member: string]: unknown; text?: string | undefined; html?: string | undefined };
  salt: string;
}

/** Null for what is no headers. */
export function headersOf(value: unknown): MailHeaders | null {
  const read = headers.safeParse(value);
  return read.success ? read.data : null;
}
