/** Attachments: uploaded, read back and confirmed. */
import * as z from "zod";
import { MAIL_ATTACHMENT_BYTES_MAX } from "../../../protocol/limits.js";
import {
  ATTACHMENT_HEADER_BYTES,
  framesOf,
  STORED_FRAME_BYTES_MAX,
} from "../../../protocol/mail/attachment.js";
import { SINCE, WORKING } from "../definition/common.js";
import { blob, EXAMPLE_BLOB, OPENS } from "./mailCommon.js";
import { defineOperation } from "../definition/operation.js";
import { ANY_TYPE } from "../definition/preEncoded.js";

const ATTACHMENTS = "/api/mail/attachments";
const ATTACHMENT = `${ATTACHMENTS}/:id`;
/** A slow line takes its time for 16 MiB. */
const LONG_MS = 120_000;
/** Frames that are not compressed, with their heads and tags. */
const SEALED_BYTES_MAX =
  ATTACHMENT_HEADER_BYTES + framesOf(MAIL_ATTACHMENT_BYTES_MAX) * STORED_FRAME_BYTES_MAX;

/** Uploads an attachment. */
export const mailAttach = defineOperation({
  id: "calc_mail_attach",
  method: "POST",
  path: ATTACHMENTS,
  since: SINCE,
  summary: "Upload an attachment: its bytes are the body, name and type stand in the query",
  description:
    "It is sealed frame by frame, and kept for a day (111,197 calconds) or until all recipients have " +
    "confirmed it. Sending a message with its id lets the recipients read it.",
  auth: "account",
  effect: "write",
  raw: true,
  streamed: true,
  queryText: true,
  limits: {
    ...WORKING,
    deadlineMs: LONG_MS,
    bodyBytesMax: MAIL_ATTACHMENT_BYTES_MAX,
    larger: "an attachment has at most 16 MiB",
  },
  headers: OPENS,
  input: z.strictObject({
    name: z.string().describe("In the query: name of the file, 1 to 255 characters"),
    type: z.string().optional().describe("In the query: its media type"),
  }),
  success: 201,
  output: z.looseObject({
    blobId: z.string(),
    size: z.int().describe("Bytes"),
    storedSize: z.int().describe("Bytes of all frames, compressed and sealed"),
    frames: z.int(),
    sha256: z.string(),
    expiresCalcond: z.int(),
  }),
  errors: ["NOT_FOUND", "FORBIDDEN", "CONFLICT", "INVALID_INPUT", "TOO_LARGE"],
  examples: [
    {
      input: { name: "plan.pdf", type: "application/pdf" },
      output: {
        blobId: EXAMPLE_BLOB,
        size: 1_024,
        storedSize: 700,
        frames: 1,
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        expiresCalcond: 2_311_097_217,
      },
    },
  ],
});

/** Reads an attachment back. */
export const mailAttachment = defineOperation({
  id: "calc_mail_attachment",
  method: "GET",
  path: ATTACHMENT,
  since: SINCE,
  summary: "The bytes of an attachment, once all its frames were checked",
  description: "One range of bytes may be asked for (`Range: bytes=0-99`).",
  auth: "account",
  effect: "read",
  limits: { ...WORKING, deadlineMs: LONG_MS },
  produces: [ANY_TYPE],
  headers: [...OPENS, "range"],
  input: z.strictObject({ id: blob }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND", "FORBIDDEN", "CONFLICT", "GONE", "FRAME_AUTH_FAILED", "INVALID_INPUT"],
  examples: [{ input: { id: EXAMPLE_BLOB }, output: "bytes" }],
});

/** Says that it arrived. */
export const mailConfirm = defineOperation({
  id: "calc_mail_confirm",
  method: "POST",
  path: `${ATTACHMENT}/confirm`,
  since: SINCE,
  summary: "Confirm that you have an attachment: with the last recipient's word it is deleted",
  auth: "account",
  effect: "destroy",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ id: blob }),
  body: "optional",
  output: z.looseObject({
    confirmed: z.int().describe("Recipients who have it"),
    remaining: z.int().describe("Recipients who have not said so"),
  }),
  errors: ["NOT_FOUND", "GONE", "FRAME_AUTH_FAILED"],
  examples: [{ input: { id: EXAMPLE_BLOB }, output: { confirmed: 1, remaining: 0 } }],
  cli: { verb: "mail confirm", positional: ["id"] },
  mcp: { toolset: "mail", listed: false, description: "Confirm that an attachment arrived." },
});

const SEALED_ATTACHMENTS = "/api/mail/sealed/attachments";

/** Uploads an attachment that the client sealed. */
export const mailSealedAttach = defineOperation({
  id: "calc_mail_sealed_attach",
  method: "POST",
  path: SEALED_ATTACHMENTS,
  since: SINCE,
  summary: "Upload an attachment that the client sealed: header and frames are the body",
  description:
    "The node sees neither name nor type nor text: the client puts them, and the key, into the headers " +
    "of the message that it seals. Kept as other attachments are.",
  auth: "account",
  effect: "write",
  raw: true,
  streamed: true,
  limits: {
    ...WORKING,
    deadlineMs: LONG_MS,
    bodyBytesMax: SEALED_BYTES_MAX,
    larger: "an attachment has at most 16 MiB",
  },
  input: z.strictObject({}),
  success: 201,
  output: z.looseObject({
    blobId: z.string(),
    storedSize: z.int(),
    frames: z.int(),
    expiresCalcond: z.int(),
  }),
  errors: ["NOT_FOUND", "CONFLICT", "INVALID_INPUT", "TOO_LARGE"],
  examples: [
    {
      input: {},
      output: {
        blobId: EXAMPLE_BLOB,
        storedSize: 700,
        frames: 1,
        expiresCalcond: 2_311_097_217,
      },
    },
  ],
});

/** An attachment as it is stored. */
export const mailSealedAttachment = defineOperation({
  id: "calc_mail_sealed_attachment",
  method: "GET",
  path: `${SEALED_ATTACHMENTS}/:id`,
  since: SINCE,
  summary: "An attachment as it is stored, for the client to open: its header, then its frames",
  auth: "account",
  effect: "read",
  limits: { ...WORKING, deadlineMs: LONG_MS },
  produces: [ANY_TYPE],
  input: z.strictObject({ id: blob }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND", "GONE", "FRAME_AUTH_FAILED"],
  examples: [{ input: { id: EXAMPLE_BLOB }, output: "bytes" }],
});
