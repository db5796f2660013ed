/** What several operations of mail have in common. */
import { isOneLine } from "../../../protocol/encoding/displayed.js";
import * as z from "zod";
import {
  MAIL_ATTACHMENTS_MAX,
  MAIL_BODY_CHARS_MAX,
  MAIL_MESSAGE_BYTES_MAX,
  MAIL_NAME_CHARS_MAX,
  MAIL_RECIPIENTS_MAX,
  MAIL_SUBJECT_CHARS_MAX,
} from "../../../protocol/limits.js";
import { BLOB_ID_PATTERN } from "../../../protocol/mail/attachment.js";
import { MESSAGE_ID_PATTERN } from "../../../protocol/mail/message.js";
import { WORKING } from "../definition/common.js";

/** Reads the key that the call came with: what is kept is wrapped under it. */
export const OPENS = ["authorization"] as const;
export const MAIL_LIMITS = {
  ...WORKING,
  bodyBytesMax: 2 * MAIL_MESSAGE_BYTES_MAX,
  larger: "send larger things as attachments",
} as const;

export const mailId = z
  .string()
  .regex(MESSAGE_ID_PATTERN, "must be an id, as in ml_mfrggzdfmztwq2lknnwg23tpoa")
  .describe("Id of a message");
export const blob = z
  .string()
  .regex(BLOB_ID_PATTERN, "must be an id, as in bl_mfrggzdfmztwq2lknnwg23tpoa")
  .describe("Id of an attachment");
export const blobs = z
  .array(blob)
  .max(MAIL_ATTACHMENTS_MAX)
  .default([])
  .describe("Ids of attachments that were uploaded");
export const mailbox = z
  .enum(["inbox", "sent", "drafts", "archive", "junk", "trash"])
  .describe("A mailbox");
export const recipients = z
  .array(z.string().max(128))
  .max(MAIL_RECIPIENTS_MAX)
  .describe("Addresses, as in ada.lovelace@3f0c2b7a9d41e568; of all kinds together at most 50");
export const subject = z
  .string()
  .max(MAIL_SUBJECT_CHARS_MAX)
  .refine(isOneLine, "a subject is one line, without control characters")
  .describe("One line");
export const body = (about: string) => z.string().max(MAIL_BODY_CHARS_MAX).describe(about);
export const replaces = mailId.describe("A draft that goes with the same batch");
export const displayName = z
  .string()
  .min(1)
  .max(MAIL_NAME_CHARS_MAX)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u, "no control characters, nothing invisible")
  .describe("Name beside the address");
export const keywords = z
  .array(z.string().regex(/^[$A-Za-z0-9_-]{1,64}$/, "must be a keyword, as in $seen or $flagged"))
  .max(16)
  .describe("All keywords it is to have: $seen, $flagged, $answered, or your own");

export const sealed = z
  .looseObject({})
  .describe("A sealed message, as the client functions make and open it");

const person = z.looseObject({ email: z.string(), name: z.string().nullable() });
const marks = z.record(z.string(), z.boolean());

/** Names of RFC 8621, with calconds beside its times. */
export const listedFields = {
  id: z.string(),
  threadId: z.string(),
  mailboxIds: marks.describe("The mailbox it stands in"),
  keywords: marks,
  size: z.int().describe("Bytes as it is stored"),
  receivedAt: z.string().describe("RFC 3339"),
  receivedCalcond: z.int(),
};
export const messageFields = {
  ...listedFields,
  from: z.array(person),
  to: z.array(person),
  cc: z.array(person),
  subject: z.string(),
  sentAt: z.string(),
  inReplyTo: z.string().nullable(),
};
export const attachmentFields = {
  blobId: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int().describe("Bytes"),
  sha256: z.string(),
};
export const recipientStatus = z.looseObject({
  address: z.string(),
  status: z
    .string()
    .describe(
      "delivered: it stands in the inbox. queued: another node is to take it. unknown: nobody has " +
        "the address. full: the mailboxes are. unreachable: its node could not be asked; not sent",
    ),
});
export const deliveries = z
  .array(
    z.looseObject({
      address: z.string(),
      status: z.string().describe("As in the answer to sending; bounced: it did not arrive"),
      why: z.string().optional().describe("unknown, full, refused, or late: not within a day"),
      calcond: z.int().optional().describe("When it was delivered or bounced"),
      tries: z.int().optional().describe("Tries that failed so far"),
      nextTryCalcond: z.int().optional(),
      endsCalcond: z.int().optional().describe("It bounces then"),
      partsSent: z.int().optional().describe("Of message and attachments, in the last try"),
      parts: z.int().optional(),
    }),
  )
  .describe("Of a message you sent: who has it. Empty where all had it at once");

export const EXAMPLE_MAIL = "ml_mfrggzdfmztwq2lknnwg23tpoa";
export const EXAMPLE_BLOB = "bl_mfrggzdfmztwq2lknnwg23tpoa";
export const EXAMPLE_ADDRESS = "ada.lovelace@3f0c2b7a9d41e568";
export const EXAMPLE_OTHER = "charles.babbage@3f0c2b7a9d41e568";
export const EXAMPLE_LISTED = {
  id: EXAMPLE_MAIL,
  threadId: EXAMPLE_MAIL,
  mailboxIds: { inbox: true },
  keywords: {},
  size: 912,
  receivedAt: "2026-11-27T10:00:00.000Z",
  receivedCalcond: 2_310_986_020,
};
export const EXAMPLE_MESSAGE = {
  ...EXAMPLE_LISTED,
  from: [{ email: EXAMPLE_OTHER, name: "Charles" }],
  to: [{ email: EXAMPLE_ADDRESS, name: "Ada" }],
  cc: [],
  subject: "The engine",
  sentAt: "2026-11-27T10:00:00.000Z",
  inReplyTo: null,
};
