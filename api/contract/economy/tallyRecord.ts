import * as z from "zod";
import { OPERATOR_ID_CHARS_MAX } from "../../../protocol/limits.js";
import { SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import { damagedRecord, page, pageFields, period, scope } from "./tallyCommon.js";
import { standing } from "../mesh/witness.js";

const INPUTS_HASH =
  "sha256 of the canonical {domain, inputs, uncertainties} as the receipt has them, those that " +
  "it does not have left out";

/** Computations that their owners chose to publish. */
export const tallyRecord = defineOperation({
  id: "calc_tally_record",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/tally/record",
  since: SINCE,
  summary: "The public record: digests of computations whose owners chose to publish",
  description:
    "Newest first. Never inputs or results, never who computed, never anything private. `before` pages on while new " +
    "ones arrive: it is `before_next` of the page before.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  list: { items: "entries", cursors: ["before"] },
  input: z.strictObject({
    operator: z
      .string()
      .min(1)
      .max(OPERATOR_ID_CHARS_MAX)
      .optional()
      .describe("Only chains that name this operator"),
    ...period,
    ...page,
    before: z
      .int()
      .min(0)
      .optional()
      .describe("Only entries before this number of the same list; `offset` counts within them"),
  }),
  output: z.looseObject({
    entries: z.array(
      z.looseObject({
        receipt_id: z.string().nullable().describe("Null for a damaged record"),
        calcond: z.int().nullable().describe("Null where the list itself is damaged"),
        operatorChain: z.array(z.string()).optional(),
        credits: z.int().optional().describe("Credits burned: the face value"),
        inputs_hash: z.string().optional().describe(INPUTS_HASH),
        result_hash: z
          .string()
          .optional()
          .describe(
            "sha256 of the canonical {fields_hash, uncertainty, unit, value_bits}, as sealed",
          ),
        visibility: z
          .string()
          .optional()
          .describe("record, or shared: then /api/receipts/:id has all of it"),
        standing: standing.optional(),
        damaged: z.boolean().optional().describe("true: published, and not to be read any more"),
      }),
    ),
    ...pageFields,
    before_next: z.int().nullable().describe("`before` of the next page; null at the end"),
    behind: z
      .int()
      .describe(
        "Envelopes sealed here that were not looked at yet, or cannot be read; 0 nearly always",
      ),
    damaged: damagedRecord
      .nullable()
      .describe(
        "The first record that was passed over, or what is in the way; null when nothing is",
      ),
    scope,
    public_key: z.string().describe("Key of the node that sealed them, hex"),
  }),
  errors: ["INVALID_INPUT"],
  examples: [
    {
      input: { operator: "NM21", limit: 1 },
      output: {
        entries: [
          {
            receipt_id: "00",
            calcond: 2_310_461_010,
            operatorChain: ["KO42", "NM21"],
            credits: 3,
            inputs_hash: "00",
            result_hash: "00",
            visibility: "record",
            standing: "final",
          },
        ],
        total: 1,
        limit: 1,
        offset: 0,
        next: null,
        before_next: null,
        behind: 0,
        damaged: null,
        scope: "node",
        public_key: "00",
      },
    },
  ],
  cli: { verb: "tally record", positional: ["operator"] },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "The public record of computations their owners chose to publish: digests, chains, credits, newest first.",
  },
});
