/** Senders whose pictures an account always loads. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { EXAMPLE_OTHER } from "./mailCommon.js";
import { defineOperation } from "../definition/operation.js";

const PATH = "/api/mail/image-senders/:address";
const input = z.strictObject({
  address: z
    .string()
    .max(128)
    .describe("Address of the sender, as in ada.lovelace@3f0c2b7a9d41e568"),
});
const output = z.looseObject({
  address: z.string(),
  allowed: z.boolean().describe("Its pictures are loaded without being asked for"),
});
const COMMON = { since: SINCE, auth: "account", limits: WORKING, input, output } as const;
const example = (allowed: boolean) => [
  { input: { address: EXAMPLE_OTHER }, output: { address: EXAMPLE_OTHER, allowed } },
];

/** Whether a sender is on the list. */
export const mailImages = defineOperation({
  ...COMMON,
  id: "calc_mail_images",
  method: "GET",
  path: PATH,
  summary: "Whether pictures of a sender are always shown",
  effect: "read",
  errors: ["INVALID_INPUT"],
  examples: example(false),
  cli: { verb: "mail images", positional: ["address"] },
  mcp: { toolset: "mail", listed: false, description: "Whether a sender's pictures are shown." },
});

/** Puts a sender on the list. */
export const mailImagesAllow = defineOperation({
  ...COMMON,
  id: "calc_mail_images_allow",
  method: "PUT",
  path: PATH,
  summary:
    "Always show pictures of a sender: with each, the sender learns that the message is read",
  effect: "write",
  keyed: true,
  errors: ["INVALID_INPUT", "CONFLICT"],
  examples: example(true),
  cli: { verb: "mail images-allow", positional: ["address"] },
  mcp: { toolset: "mail", listed: false, description: "Always show a sender's pictures." },
});

/** Takes a sender off the list. */
export const mailImagesBlock = defineOperation({
  ...COMMON,
  id: "calc_mail_images_block",
  method: "DELETE",
  path: PATH,
  summary: "Show pictures of a sender only where they are asked for",
  effect: "destroy",
  keyed: true,
  errors: ["INVALID_INPUT"],
  examples: example(false),
  cli: { verb: "mail images-block", positional: ["address"] },
  mcp: { toolset: "mail", listed: false, description: "Hold a sender's pictures again." },
});
