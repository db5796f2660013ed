import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { limitField } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";
import {
  BOUNDED_READING,
  EXAMPLE_HASH,
  extentFields,
  receiptId,
  slug,
  VIEWER,
} from "./stateLogCommon.js";
import { standing } from "../mesh/witness.js";

const CHECKED_MAX = 100;

/** Receipts of one machine. */
export const stateTallyEnvelopes = defineOperation({
  id: "calc_state_tally_envelopes",
  method: "GET",
  path: "/api/state/:slug/tally/envelopes",
  since: SINCE,
  summary: "Receipts of what was sealed for a machine, and which key asked for each",
  description:
    "The newest first, from the rows of its log. `before` is `next` of the page before. A page may hold fewer than " +
    "`limit` where many rows in between sealed nothing.",
  auth: VIEWER,
  effect: "read",
  limits: WORKING,
  list: { items: "envelopes", cursors: ["before"] },
  input: z.strictObject({
    slug,
    before: z.int().min(0).optional().describe("Only rows before this one"),
    limit: limitField("How many on a page"),
  }),
  output: z.looseObject({
    machine: z.string(),
    envelopes: z.array(
      z.looseObject({
        receipt_id: z.string(),
        seq: z.int().describe("Number of its row"),
        calcond: z.int(),
        key: z.string().describe("First characters of the key that asked for it"),
        role: z.string(),
        transitionType: z.string(),
        standing,
      }),
    ),
    next: z.int().nullable(),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { slug: "oven-north" },
      output: {
        machine: "m_mfrggzdfmztwq2lknnwg23tpoa",
        envelopes: [
          {
            receipt_id: EXAMPLE_HASH,
            seq: 1,
            calcond: 2_310_986_020,
            key: "csm_kJ3v0vHn",
            role: "admin",
            transitionType: "sealed_event",
            standing: "sealed",
          },
        ],
        next: null,
      },
    },
  ],
  cli: { verb: "state receipts", positional: ["slug"] },
  mcp: { toolset: "node", listed: false, description: "Receipts sealed for a machine, by key." },
});

/** What a machine has sealed in all. */
export const stateTallySummary = defineOperation({
  id: "calc_state_tally_summary",
  method: "GET",
  path: "/api/state/:slug/tally/summary",
  since: SINCE,
  summary: "How much was sealed for a machine, and by which keys",
  description: `Counted from its rows while it is read. ${BOUNDED_READING}`,
  auth: VIEWER,
  effect: "read",
  limits: { ...WORKING, deadlineMs: 600_000 },
  input: z.strictObject({ slug }),
  output: z.looseObject({
    machine: z.string(),
    rows: z.int(),
    envelopes: z.int(),
    credits: z.int().describe("Credits burned for them, as far as they are kept here"),
    evaluations: z.int().describe("Those that have no row"),
    keys: z.array(z.looseObject({ key: z.string(), role: z.string(), envelopes: z.int() })),
    firstCalcond: z.int().nullable(),
    lastCalcond: z.int().nullable(),
    ...extentFields,
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { slug: "oven-north" },
      output: {
        machine: "m_mfrggzdfmztwq2lknnwg23tpoa",
        rows: 2,
        envelopes: 1,
        credits: 3,
        evaluations: 0,
        keys: [{ key: "csm_kJ3v0vHn", role: "admin", envelopes: 1 }],
        firstCalcond: 2_310_986_020,
        lastCalcond: 2_310_986_020,
        complete: true,
        next: null,
      },
    },
  ],
  cli: { verb: "state summary", positional: ["slug"] },
  mcp: { toolset: "node", listed: false, description: "How much a machine has sealed, by key." },
});

/** Checks receipts of a machine. */
export const stateTallyVerify = defineOperation({
  id: "calc_state_tally_verify",
  method: "POST",
  path: "/api/state/:slug/tally/verify",
  since: SINCE,
  summary: "Check receipts of a machine: each has a row, and its hashes and signature hold",
  description:
    "Those that are named, or the newest 100. " +
    "To callers who have no part in the log the newest 250 rows are looked through.",
  auth: VIEWER,
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    slug,
    receipt_ids: z
      .array(receiptId)
      .min(1)
      .max(CHECKED_MAX)
      .optional()
      .describe("Those to check; the newest, if absent"),
  }),
  body: "optional",
  output: z.looseObject({
    valid: z.boolean(),
    checked: z.int(),
    failures: z.array(z.looseObject({ receipt_id: z.string(), why: z.string() })),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { slug: "oven-north", receipt_ids: [EXAMPLE_HASH] },
      output: { valid: true, checked: 1, failures: [] },
    },
  ],
  cli: { verb: "state verify-receipts", positional: ["slug"], verdict: true },
  mcp: { toolset: "node", listed: false, description: "Check receipts of a machine." },
});
