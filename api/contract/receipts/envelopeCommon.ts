/** Schemas that calls about envelopes share. */
import * as z from "zod";
import { ENVELOPE_LIST_BYTES_MAX, FOLDER_CHARS_MAX } from "../../../protocol/limits.js";
import { COMPOSED_UNITS_PER_CHAR, folderFault } from "../../../protocol/economy/writtenNames.js";
import { HEX_32_BYTES, WORKING, writtenAs } from "../definition/common.js";
import type { Limits } from "../definition/operation.js";

const ACCOUNT_CHARS_MAX = 64;

/** Lists may be long, and a million envelopes take a while to move. */
export const LISTED: Limits = {
  ...WORKING,
  bodyBytesMax: ENVELOPE_LIST_BYTES_MAX,
  deadlineMs: 300_000,
};

export const tokenIds = z
  .array(HEX_32_BYTES)
  .min(1)
  .describe("Token ids: receipt ids of 64 hex digits, each once");
export const envelopeCount = z.int().min(1).describe("How many; there is no cap");
export const accountId = z
  .string()
  .min(1)
  .max(ACCOUNT_CHARS_MAX)
  .describe("Account id, or the 32 hex digits of its identity");

const FOLDER_UNITS_MAX = COMPOSED_UNITS_PER_CHAR * FOLDER_CHARS_MAX;
const folderText = z
  .string()
  .max(FOLDER_UNITS_MAX, `is too long: a folder's name has at most ${FOLDER_CHARS_MAX} characters`);

/**
 * What makes two names look alike, or one that cannot be told or addressed, is refused when a
 * folder gets its name.
 */
export const folderName = folderText
  .superRefine(writtenAs((name) => folderFault(name, true)))
  .describe(
    `1 to ${FOLDER_CHARS_MAX} characters as composed by Unicode (NFC), none of them a slash, a ` +
      "backslash, a control character or one " +
      "that cannot be seen; no white space at its ends",
  )
  .meta({ minLength: 1 });
/** Folders from before that are still found. */
export const folderSought = folderText
  .superRefine(writtenAs((name) => folderFault(name, false)))
  .meta({ minLength: 1 });
export const folderOrNone = folderText.superRefine(
  writtenAs((name) => (name === "" ? null : folderFault(name, false))),
);

export const idPrefix = z
  .string()
  .regex(
    /^[0-9a-f]{0,64}$/,
    "must be the first digits of token ids: up to 64 lower-case hex digits (0-9, a-f)",
  )
  .describe("Hex digits that token ids begin with");

/** One envelope, as its holder sees it. */
export const envelope = z.looseObject({
  token_id: z.string().describe("The receipt id"),
  version: z.int().describe("Grows with each change of owner"),
  owner: z.string().describe("Account that holds it"),
  value: z.int().describe("Face value in credits"),
  funding: z.enum(["free", "paid"]).describe("Whether any free credit paid for it"),
  movable: z.boolean().describe("Whether it can change its owner now"),
  soulbound: z.boolean().describe("Free-funded: it never can"),
  locked_for_vote: z.boolean(),
  folder: z.string().nullable().describe("Null for none"),
  hash: z.string().describe("Hash-link of the envelope, which is its id"),
  engine_version: z.string(),
  precision_actual: z.number(),
  precision_bound: z.number(),
  homeState: z.string().describe("Key of the node that keeps it, hex"),
  bondId: z.string().optional().describe("The contribution bond that holds it"),
});

export const EXAMPLE_TOKEN = "9f2c3b0d5a1e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8";
export const EXAMPLE_ACCOUNT = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
export const EXAMPLE_OTHER = "8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d";
export const EXAMPLE_ENVELOPE = {
  token_id: EXAMPLE_TOKEN,
  version: 0,
  owner: EXAMPLE_ACCOUNT,
  value: 3,
  funding: "paid" as const,
  movable: true,
  soulbound: false,
  locked_for_vote: false,
  folder: null,
  hash: EXAMPLE_TOKEN,
  engine_version: "calc-engine/2",
  precision_actual: 2.2e-16,
  precision_bound: 1e-4,
  homeState: "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29",
};
