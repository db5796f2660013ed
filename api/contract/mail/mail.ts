/** Messages: listed, sent, read, moved, deleted; and sealed for clients that keep their keys. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { limitField } from "../definition/listing.js";
import {
  attachmentFields,
  blobs,
  body,
  deliveries,
  EXAMPLE_ADDRESS,
  EXAMPLE_BLOB,
  EXAMPLE_LISTED,
  EXAMPLE_MAIL,
  EXAMPLE_MESSAGE,
  keywords,
  listedFields,
  MAIL_LIMITS,
  mailbox,
  mailId,
  messageFields,
  OPENS,
  recipients,
  recipientStatus,
  replaces,
  sealed,
  subject,
} from "./mailCommon.js";
import { defineOperation } from "../definition/operation.js";

const MESSAGES = "/api/mail/messages";
const MESSAGE = `${MESSAGES}/:id`;
const SEALED = "/api/mail/sealed";

const after = z
  .string()
  .regex(/^\d{1,15}$/, "must be the `after` of the page before")
  .optional()
  .describe("Where the page begins, as the page before says");

const sentOutput = z.looseObject({
  id: z.string(),
  threadId: z.string(),
  mailboxIds: z.record(z.string(), z.boolean()),
  recipients: z.array(recipientStatus),
});
const EXAMPLE_SENT = {
  id: EXAMPLE_MAIL,
  threadId: EXAMPLE_MAIL,
  mailboxIds: { sent: true },
  recipients: [{ address: EXAMPLE_ADDRESS, status: "delivered" }],
};

/** A mailbox, page by page. */
export const mailList = defineOperation({
  id: "calc_mail",
  method: "GET",
  path: MESSAGES,
  since: SINCE,
  summary: "Messages of a mailbox, the newest first, or those with all words of `q`",
  description:
    "A search that has to make its index first does so for up to 5,000 messages and goes on with the " +
    "next page, so a page of it may be short, or empty, and have a next one.",
  auth: "account",
  effect: "read",
  limits: WORKING,
  headers: OPENS,
  list: { items: "messages", cursors: ["after"] },
  input: z.strictObject({
    mailbox: mailbox.default("inbox"),
    limit: limitField("How many on a page", { page: 100, max: 200 }),
    after,
    q: z
      .string()
      .max(256)
      .optional()
      .describe("Beginnings of words in subject, names, addresses or text"),
  }),
  output: z.looseObject({
    messages: z.array(
      z.looseObject({
        ...messageFields,
        preview: z.string(),
        hasAttachment: z.boolean(),
        opened: z.boolean().describe("False where this key does not open it: only the frame shows"),
        delivery: z
          .string()
          .nullable()
          .describe(
            "Of what you sent: queued, delivered or bounced; null where all had it at once",
          ),
      }),
    ),
  }),
  errors: ["NOT_FOUND", "FORBIDDEN", "CONFLICT"],
  examples: [
    {
      input: {},
      output: {
        messages: [
          {
            ...EXAMPLE_MESSAGE,
            preview: "It works.",
            hasAttachment: false,
            opened: true,
            delivery: null,
          },
        ],
      },
    },
  ],
  cli: { verb: "mail list" },
  mcp: { toolset: "mail", listed: false, description: "Messages of a mailbox, or a search in it." },
});

/** Sends a message. */
export const mailSend = defineOperation({
  id: "calc_mail_send",
  method: "POST",
  path: MESSAGES,
  since: SINCE,
  summary: "Send a message, or keep it as a draft",
  description:
    "The node seals it with the keys that this call's API key opens. All of it is one batch: it is in " +
    "every mailbox that the answer names, or in none. For other nodes of the mesh it waits in an " +
    "outbox of the same batch, is tried for a day, and bounces as a message in your inbox.",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: MAIL_LIMITS,
  headers: OPENS,
  input: z.strictObject({
    to: recipients.default([]),
    cc: recipients.default([]),
    subject: subject.default(""),
    text: body("The message as plain text").optional(),
    html: body("The same as HTML; whoever reads it sees it in a sandbox").optional(),
    attachments: blobs,
    inReplyTo: mailId.optional().describe("A message of yours that this one answers"),
    draft: z.boolean().default(false).describe("Keep it in `drafts`, for yourself alone"),
    replaces: replaces.optional(),
  }),
  body: "required",
  success: 202,
  output: sentOutput,
  errors: [
    "NOT_FOUND",
    "NOT_READY",
    "FORBIDDEN",
    "CONFLICT",
    "INVALID_INPUT",
    "TOO_LARGE",
    "GONE",
    "FRAME_AUTH_FAILED",
  ],
  examples: [
    {
      input: { to: [EXAMPLE_ADDRESS], subject: "The engine", text: "It works." },
      output: EXAMPLE_SENT,
    },
  ],
  mcp: { toolset: "mail", listed: false, description: "Send a message {to, subject, text}." },
});

/** One message, opened. */
export const mailRead = defineOperation({
  id: "calc_mail_read",
  method: "GET",
  path: MESSAGE,
  since: SINCE,
  summary: "A message: headers, text, attachments and its thread",
  auth: "account",
  effect: "read",
  limits: WORKING,
  headers: OPENS,
  input: z.strictObject({ id: mailId }),
  output: z.looseObject({
    ...messageFields,
    text: z.string().nullable(),
    hasHtml: z.boolean().describe("Whether there is HTML"),
    attachments: z.array(z.looseObject(attachmentFields)),
    thread: z.array(z.string()).describe("Ids of its thread, the oldest first"),
    delivery: deliveries,
    sender: z
      .looseObject({ identity: z.string(), node: z.string() })
      .describe("Keys of the identity and the node that the sender's statement names"),
  }),
  errors: ["NOT_FOUND", "FORBIDDEN", "CONFLICT"],
  examples: [
    {
      input: { id: EXAMPLE_MAIL },
      output: {
        ...EXAMPLE_MESSAGE,
        text: "It works.",
        hasHtml: false,
        attachments: [
          {
            blobId: EXAMPLE_BLOB,
            name: "plan.pdf",
            type: "application/pdf",
            size: 1_024,
            sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          },
        ],
        thread: [EXAMPLE_MAIL],
        delivery: [],
        sender: { identity: "0a".repeat(32), node: "0b".repeat(32) },
      },
    },
  ],
  cli: { verb: "mail read", positional: ["id"] },
  mcp: { toolset: "mail", listed: false, description: "A message of the caller's own." },
});

/** Marks or moves a message. */
export const mailChange = defineOperation({
  id: "calc_mail_change",
  method: "PATCH",
  path: MESSAGE,
  since: SINCE,
  summary: "Set the keywords of a message, or move it to another mailbox",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ id: mailId, keywords: keywords.optional(), mailbox: mailbox.optional() }),
  body: "required",
  output: z.looseObject(listedFields),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { id: EXAMPLE_MAIL, keywords: ["$seen"], mailbox: "archive" },
      output: { ...EXAMPLE_LISTED, keywords: { $seen: true }, mailboxIds: { archive: true } },
    },
  ],
  cli: { verb: "mail mark", positional: ["id"] },
  mcp: { toolset: "mail", listed: false, description: "Mark or move a message." },
});

/** Takes a message out for good. */
export const mailDelete = defineOperation({
  id: "calc_mail_delete",
  method: "DELETE",
  path: MESSAGE,
  since: SINCE,
  summary: "Delete a message for good; moving it to `trash` keeps it",
  auth: "account",
  effect: "destroy",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ id: mailId }),
  output: z.looseObject({ deleted: z.string() }),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: EXAMPLE_MAIL }, output: { deleted: EXAMPLE_MAIL } }],
  cli: { verb: "mail delete", positional: ["id"] },
  mcp: { toolset: "mail", listed: false, description: "Delete a message for good." },
});

const sealedOutput = { ...listedFields, message: sealed };
const EXAMPLE_SEALED = { ...EXAMPLE_LISTED, message: {} };

/** The same for clients that open their mail themselves. */
export const mailSealedList = defineOperation({
  id: "calc_mail_sealed",
  method: "GET",
  path: SEALED,
  since: SINCE,
  summary: "Sealed messages of a mailbox, the newest first, for the client to open",
  auth: "account",
  effect: "read",
  limits: WORKING,
  list: { items: "messages", cursors: ["after"] },
  input: z.strictObject({
    mailbox: mailbox.default("inbox"),
    limit: limitField("How many on a page", { page: 10, max: 50 }),
    after,
  }),
  output: z.looseObject({ messages: z.array(z.looseObject(sealedOutput)) }),
  errors: [],
  examples: [{ input: {}, output: { messages: [EXAMPLE_SEALED] } }],
});

/** One sealed message. */
export const mailSealedRead = defineOperation({
  id: "calc_mail_sealed_read",
  method: "GET",
  path: `${SEALED}/:id`,
  since: SINCE,
  summary: "A sealed message, for the client to open",
  auth: "account",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ id: mailId }),
  output: z.looseObject({ ...sealedOutput, delivery: deliveries }),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: EXAMPLE_MAIL }, output: { ...EXAMPLE_SEALED, delivery: [] } }],
});

/** Sends what a client sealed. */
export const mailSealedSend = defineOperation({
  id: "calc_mail_sealed_send",
  method: "POST",
  path: SEALED,
  since: SINCE,
  summary: "Send a message that the client sealed and signed",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: MAIL_LIMITS,
  input: z.strictObject({
    message: sealed,
    attachments: blobs,
    draft: z.boolean().default(false).describe("Keep it in `drafts`, for yourself alone"),
    replaces: replaces.optional(),
  }),
  body: "required",
  success: 202,
  output: sentOutput,
  errors: ["NOT_FOUND", "NOT_READY", "CONFLICT", "INVALID_INPUT", "BAD_SIGNATURE", "TOO_LARGE"],
  examples: [{ input: { message: {} }, output: EXAMPLE_SENT }],
});
