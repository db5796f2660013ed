import * as z from "zod";
import { hexDigits, SINCE, WORKING } from "../definition/common.js";
import {
  accountId,
  envelope,
  EXAMPLE_ACCOUNT,
  EXAMPLE_ENVELOPE,
  EXAMPLE_TOKEN,
  folderOrNone,
  idPrefix,
} from "./envelopeCommon.js";
import { offsetField, pageFields, unlimitedField } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

/** What an account holds, ordered by token id. */
export const envelopes = defineOperation({
  id: "calc_envelopes",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/tally/envelopes/:cid",
  since: SINCE,
  summary: "The envelopes you hold",
  description:
    "Ordered by token id, with the true total of what matches. Without `limit` all of them. " +
    "Long answers are sent as they are read, and have what comes meanwhile beside the rest. To " +
    "page on, give `after_next` of a page as `after` of the next, or follow `Link`: then " +
    "nothing is missing or there twice while envelopes come and go. Another's account answers " +
    "404.",
  auth: "account",
  effect: "read",
  limits: { ...WORKING, deadlineMs: 300_000 },
  list: { items: "envelopes", cursors: ["after"] },
  input: z.strictObject({
    cid: accountId.describe("Your identity digest, or your account id"),
    limit: unlimitedField("Envelopes on a page: there is no cap; all without it"),
    offset: offsetField("Envelopes to leave out at the front"),
    after: hexDigits(64)
      .optional()
      .describe("Only token ids above this one; `offset` counts within them"),
    q: idPrefix.default(""),
    folder: folderOrNone.optional().describe("Only this folder; empty for what is in none"),
  }),
  output: z.looseObject({
    envelopes: z.array(envelope),
    total: z.int().describe("Envelopes that match, whatever `limit`, `offset` and `after`"),
    offset: z.int(),
    limit: z.int().nullable().describe("Null for all"),
    next: z.int().nullable().describe("`offset` of the next page; null at the end"),
    after_next: z.string().nullable().describe("`after` of the next page; null at the end"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { cid: EXAMPLE_ACCOUNT, limit: 1 },
      output: {
        envelopes: [EXAMPLE_ENVELOPE],
        total: 2,
        offset: 0,
        limit: 1,
        next: 1,
        after_next: EXAMPLE_TOKEN,
      },
    },
  ],
  cli: { verb: "tally envelopes", positional: ["cid"], own: "cid", page: 100 },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "The caller's envelopes ordered by token id, by page, by the first digits of their ids, by folder.",
  },
});

/** Folders by name. */
export const envelopeFolders = defineOperation({
  id: "calc_envelope_folders",
  method: "GET",
  path: "/api/tally/envelopes/:cid/folders",
  since: SINCE,
  summary: "Your folders of envelopes, with counts",
  description: "By name. A folder is there as long as something is in it.",
  auth: "account",
  effect: "read",
  limits: WORKING,
  list: { items: "folders", whole: true },
  input: z.strictObject({
    cid: accountId.describe("Your identity digest, or your account id"),
    ...pageFields,
  }),
  output: z.looseObject({
    folders: z.array(z.looseObject({ folder: z.string(), count: z.int() })),
    folder_count: z.int().describe("Folders on all pages"),
    unfiled: z.int().describe("Envelopes in no folder"),
    total: z.int().describe("All envelopes"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { cid: EXAMPLE_ACCOUNT },
      output: {
        folders: [{ folder: "thesis", count: 12 }],
        folder_count: 1,
        unfiled: 30,
        total: 42,
      },
    },
  ],
  cli: { verb: "tally folders", positional: ["cid"], own: "cid" },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "The caller's folders of envelopes, with counts.",
  },
});
