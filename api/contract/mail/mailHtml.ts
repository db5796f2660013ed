/** Messages as pages in a sandbox, and the tool that writes to the caller's own inbox. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import {
  blobs,
  body,
  EXAMPLE_ADDRESS,
  EXAMPLE_MAIL,
  MAIL_LIMITS,
  mailId,
  OPENS,
  subject,
} from "./mailCommon.js";
import { defineOperation } from "../definition/operation.js";

const HTML_TYPE = "text/html; charset=utf-8";
const count = z.int().min(0);
const EXAMPLE_TOKEN = "5f".repeat(32);

/** The address of a page with a message. */
export const mailHtml = defineOperation({
  id: "calc_mail_page",
  method: "GET",
  path: "/api/mail/messages/:id/html",
  since: SINCE,
  summary:
    "An address, for one minute and one use, at which a browser shows the message in a sandbox",
  description:
    "Put the address into a frame. The HTML was written anew from what is harmless, and the page runs " +
    "no script, has no origin, and loads nothing; `images=shown` lets pictures over https in, for this " +
    "address alone. A message without HTML shows its text.",
  auth: "account",
  effect: "read",
  limits: WORKING,
  headers: OPENS,
  input: z.strictObject({
    id: mailId,
    images: z
      .enum(["blocked", "shown"])
      .optional()
      .describe("Pictures of elsewhere; by the list of senders where it is absent"),
  }),
  output: z.looseObject({
    url: z.string().describe("Works once"),
    expiresSeconds: z.int(),
    images: z.enum(["blocked", "shown"]),
    alwaysAllowed: z.boolean().describe("The sender is on the list"),
    blockedRemote: count.describe("Pictures, style sheets and fonts of elsewhere that were held"),
    held: z
      .looseObject({
        remoteImages: count,
        remoteStyles: count,
        scripts: count,
        frames: count,
        forms: count,
        embedded: count,
        hints: count,
      })
      .describe("How many of each kind were held"),
    hosts: z.array(z.string()).describe("Where its links lead"),
    deceptiveLinks: count.describe("Links whose text names another host"),
    refused: z
      .enum(["size", "nodes", "depth", "unstable"])
      .nullable()
      .describe("Why its HTML is not shown"),
    senderMarks: z
      .array(z.string())
      .describe(
        "What the sender's name is not: bidi, invisible, mixed-scripts, look-alike, address-in-name",
      ),
    banner: z.array(z.string()).describe("What the page says above the message"),
  }),
  errors: ["NOT_FOUND", "FORBIDDEN", "CONFLICT"],
  examples: [
    {
      input: { id: EXAMPLE_MAIL },
      output: {
        url: `http://127.0.0.1:8287/api/mail/shown/${EXAMPLE_TOKEN}`,
        expiresSeconds: 60,
        images: "blocked",
        alwaysAllowed: false,
        blockedRemote: 1,
        held: {
          remoteImages: 1,
          remoteStyles: 0,
          scripts: 0,
          frames: 0,
          forms: 0,
          embedded: 0,
          hints: 0,
        },
        hosts: ["example.org"],
        deceptiveLinks: 0,
        refused: null,
        senderMarks: [],
        banner: ["held: 1 picture from elsewhere", "links lead to: example.org"],
      },
    },
  ],
  cli: { verb: "mail html", positional: ["id"] },
  mcp: { toolset: "mail", listed: false, description: "One-time address of a message as a page." },
});

/** The page itself. */
export const mailShown = defineOperation({
  id: "calc_mail_shown",
  method: "GET",
  path: "/api/mail/shown/:token",
  since: SINCE,
  summary: "A message as a page, once",
  auth: "none",
  effect: "read",
  limits: { ...WORKING, rate: null },
  produces: [HTML_TYPE],
  input: z.strictObject({
    token: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be what an address of a message ends with")
      .describe("What calc_mail_page gave"),
  }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND"],
  examples: [{ input: { token: EXAMPLE_TOKEN }, output: "<!doctype html>" }],
});

/** A message to oneself. */
export const mailHtmlSend = defineOperation({
  id: "calc_mail_html",
  method: "POST",
  path: "/api/mail/html",
  since: SINCE,
  summary: "Put a message with HTML into the caller's own inbox; it takes no recipient",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: MAIL_LIMITS,
  headers: OPENS,
  input: z.strictObject({
    subject,
    html: body("The message as HTML; it is shown in a sandbox"),
    text: body("The same as plain text").optional(),
    attachments: blobs,
  }),
  body: "required",
  success: 202,
  output: z.looseObject({ id: z.string(), threadId: z.string(), address: z.string() }),
  errors: ["NOT_FOUND", "FORBIDDEN", "CONFLICT", "INVALID_INPUT", "TOO_LARGE"],
  examples: [
    {
      input: { subject: "Report", html: "<h1>Oven</h1><p>451.2 °C" },
      output: { id: EXAMPLE_MAIL, threadId: EXAMPLE_MAIL, address: EXAMPLE_ADDRESS },
    },
  ],
  mcp: {
    toolset: "mail",
    listed: false,
    description:
      "Put a message {subject, html, text?, attachments?} into your own inbox. There is no recipient.",
  },
});
