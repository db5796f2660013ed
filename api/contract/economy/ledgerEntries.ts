import * as z from "zod";
import { HEX_32_BYTES, SINCE, WORKING } from "../definition/common.js";
import { accountId } from "../receipts/envelopeCommon.js";
import { limitField } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

/** The journal, by those whom it concerns. */
export const ledgerEntries = defineOperation({
  id: "calc_ledger_entries",
  method: "GET",
  path: "/api/ledger/entries",
  since: SINCE,
  summary: "The journal's entries about your account, newest first",
  description:
    "Each with its number, hash and note, and those of its lines that are yours: what it books " +
    "for others is not shown. The note of a transfer by count names the seed that it was drawn " +
    "with. The operator sees every entry whole, or those about an `account`. One reading looks " +
    "at 20,000 entries at most: a page may be shorter than `limit`, or empty, with more behind " +
    "it while `before_next` is not null.",
  auth: "account",
  effect: "read",
  limits: WORKING,
  list: { items: "entries", cursors: ["before"] },
  input: z.strictObject({
    account: accountId
      .optional()
      .describe(
        "Account id or identity digest: another's for the operator alone; your own, or all for " +
          "the operator, without it",
      ),
    before: z
      .int()
      .min(0)
      .optional()
      .describe("Only entries before this number: `before_next` of the page before"),
    limit: limitField("Entries on a page, at most"),
  }),
  output: z.looseObject({
    entries: z.array(
      z.looseObject({
        seq: z.int().describe("Number in the journal, from 0"),
        calcond: z.int(),
        kind: z
          .string()
          .describe("What was booked: compute, welcome, claim, grant, transfer, burn, ..."),
        entries: z.array(
          z.looseObject({
            account: z.string().describe("free, paid or held, and whose; or one of the node's own"),
            delta: z.int(),
          }),
        ),
        note: z.looseObject({}).optional().describe("What the booking says of itself"),
        window: z.int().optional().describe("Number of the seal event whose envelopes it books"),
        hash: HEX_32_BYTES.describe(
          'sha256 of "calc-journal/1", a zero byte and the whole entry\'s canonical text',
        ),
        prev: HEX_32_BYTES.describe("Hash of the journal's entry before it"),
      }),
    ),
    before_next: z
      .int()
      .nullable()
      .describe("`before` of the next page; null where nothing is left"),
    limit: z.int(),
  }),
  errors: ["FORBIDDEN", "NOT_FOUND"],
  examples: [
    {
      input: { limit: 1 },
      output: {
        entries: [
          {
            seq: 17,
            calcond: 2_310_461_010,
            kind: "transfer",
            entries: [{ account: "held:0f1e2d3c4b5a69788796a5b4c3d2e1f0", delta: -9 }],
            note: {
              from: "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
              to: "8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d",
              seed: "7d".repeat(32),
              drawnFrom: 60,
              count: 3,
              listHash: "9f".repeat(32),
            },
            hash: "7e".repeat(32),
            prev: "7d".repeat(32),
          },
        ],
        before_next: 17,
        limit: 1,
      },
    },
  ],
  cli: { verb: "ledger entries" },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "The journal's entries about the caller's account, newest first, with their notes.",
  },
});
