/** Mail of SMTP, from a bridge. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { EXAMPLE_ADDRESS, EXAMPLE_MAIL } from "./mailCommon.js";
import { defineOperation } from "../definition/operation.js";

const BYTES_MAX = 16_777_216;
/** A slow line takes its time for 16 MiB. */
const LONG_MS = 120_000;

/** The entrance of bridges. */
export const mailInbound = defineOperation({
  id: "calc_mail_inbound",
  method: "POST",
  path: "/api/mail/inbound",
  since: SINCE,
  summary: "Hand in a message of SMTP for an address of this node",
  description:
    "The body is the message (RFC 5322 and MIME), at most 16 MiB, 256 parts, 16 levels; the address " +
    "stands in the query. The header x-node-handshake is made with the mesh secret over " +
    "`calc-mail-inbound/1`, a line break, the address, a line break and the body. Whether somebody has " +
    "the address shows in the answer and not in its time; where the directory gives no answer the " +
    "message is not taken. A message that comes again is answered as such.",
  auth: "none",
  effect: "write",
  raw: true,
  queryText: true,
  limits: {
    ...WORKING,
    rate: null,
    deadlineMs: LONG_MS,
    bodyBytesMax: BYTES_MAX,
    larger: "a message has at most 16 MiB",
  },
  headers: ["x-node-handshake"],
  input: z.strictObject({
    to: z.string().describe("In the query: the recipient's address"),
  }),
  success: 202,
  output: z.looseObject({
    id: z.string(),
    duplicate: z.boolean().describe("It had come before"),
  }),
  errors: [
    "NO_MESH_SECRET",
    "MISSING_HANDSHAKE",
    "BAD_HANDSHAKE",
    "STALE_HANDSHAKE",
    "INVALID_INPUT",
    "TOO_LARGE",
    "NOT_FOUND",
    "NOT_READY",
    "CONFLICT",
  ],
  examples: [
    {
      input: { to: EXAMPLE_ADDRESS },
      output: { id: EXAMPLE_MAIL, duplicate: false },
    },
  ],
});
