/** The supply of credits and envelopes, in public: sums over this node's journal. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import {
  EXAMPLE_SUPPLY,
  EXAMPLE_THROUGH,
  page,
  pageFields,
  period,
  scope,
  supplyFields,
  through,
} from "./tallyCommon.js";

const amounts = z.record(z.string(), z.int());
const EXAMPLE_RANGE = { from: 2_310_461_000, to: 2_310_461_010 };

/** The figures now. */
export const transparencyNow = defineOperation({
  id: "calc_transparency_now",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/transparency/now",
  since: SINCE,
  summary: "The supply now: credits issued, burned and held, envelopes minted and live",
  description:
    "Sums over this node's own journal of double-entry bookings; `through` says up to which entry. A price is paid " +
    "wholly from free credits, where they cover it, or wholly from paid ones: an envelope has one funding, and " +
    "what free credits buy is booked to the house.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({}),
  output: z.looseObject({
    scope,
    calcond: z.int().describe("The node's clock"),
    ...supplyFields,
    journal_entries: z.int(),
    snapshots: z.int().describe("Calconds in which something changed"),
    through,
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        scope: "node",
        calcond: 2_310_461_012,
        ...EXAMPLE_SUPPLY,
        journal_entries: 13,
        snapshots: 4,
        through: EXAMPLE_THROUGH,
      },
    },
  ],
  cli: { verb: "transparency now" },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "Supply of this node now: credits issued, burned and held, envelope value minted and live, by funding.",
  },
});

/** One row for each calcond in which something changed. */
export const transparencyHistory = defineOperation({
  id: "calc_transparency_history",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/transparency/history",
  since: SINCE,
  summary: "The supply calcond by calcond: a row for each in which something changed",
  description:
    "Newest first, or oldest first with `order`. Each row has the supply at the end of its " +
    "calcond and what changed in it. `before` pages on while new rows arrive, `after` where the " +
    "order is oldest first: each is named by the page before.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  list: { items: "rows", cursors: ["before", "after"] },
  input: z.strictObject({
    ...period,
    ...page,
    order: z.enum(["newest", "oldest"]).default("newest").describe("Which calcond comes first"),
    before: z
      .int()
      .min(0)
      .optional()
      .describe("Newest first: only rows before this calcond; `offset` counts within them"),
    after: z
      .int()
      .min(0)
      .optional()
      .describe("Oldest first: only rows after this calcond; `offset` counts within them"),
  }),
  output: z.looseObject({
    scope,
    rows: z.array(
      z.looseObject({
        calcond: z.int(),
        ...supplyFields,
        journal: z.int().describe("Last entry of the calcond"),
        changes: amounts.describe(
          "By figure, how much it changed in this calcond; figures that did not are left out",
        ),
      }),
    ),
    ...pageFields,
    before_next: z
      .int()
      .nullable()
      .describe("Newest first: `before` of the next page; null at the end"),
    after_next: z
      .int()
      .nullable()
      .describe("Oldest first: `after` of the next page; null at the end"),
    through,
  }),
  errors: ["INVALID_INPUT"],
  examples: [
    {
      input: { limit: 1 },
      output: {
        scope: "node",
        rows: [
          {
            calcond: 2_310_461_010,
            ...EXAMPLE_SUPPLY,
            journal: 12,
            changes: { credits_burned: 3, envelope_value_minted: 3 },
          },
        ],
        total: 4,
        limit: 1,
        offset: 0,
        next: 1,
        before_next: 2_310_461_010,
        after_next: null,
        through: EXAMPLE_THROUGH,
      },
    },
  ],
  cli: { verb: "transparency history" },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "Supply of this node by calcond: one row for each in which something changed, newest first.",
  },
});

/** Where it came from and where it went. */
export const transparencyBreakdown = defineOperation({
  id: "calc_transparency_breakdown",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/transparency/breakdown",
  since: SINCE,
  summary: "The supply by cause: what credits were issued for, how computations were funded",
  description: "Over the whole journal, or over a range of calconds.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject(period),
  output: z.looseObject({
    scope,
    from: z.int().nullable(),
    to: z.int().nullable(),
    issued: amounts.describe("Credits that came into being, by kind of booking"),
    burned: z
      .looseObject({
        free: z.int(),
        paid: z.int(),
        allowance: z
          .int()
          .describe(
            "Issued and burned in one booking: the operator's own computations, and what was " +
              "sealed before there was a ledger",
          ),
      })
      .describe("Credits burned, by kind of credit"),
    minted: z
      .looseObject({ free: z.int(), paid: z.int() })
      .describe("Envelope value minted, by funding"),
    entries: amounts.describe("Bookings, by kind"),
    bookings: z
      .record(z.string(), amounts)
      .describe("Sums by kind of booking and kind of ledger account; each kind sums to zero"),
    through,
  }),
  errors: ["INVALID_INPUT"],
  examples: [
    {
      input: {},
      output: {
        scope: "node",
        from: null,
        to: null,
        issued: { welcome: 1_152 },
        burned: { free: 9, paid: 0, allowance: 0 },
        minted: { free: 9, paid: 0 },
        entries: { welcome: 9, charge: 3 },
        bookings: { welcome: { free: 1_152, mint: -1_152 } },
        through: EXAMPLE_THROUGH,
      },
    },
  ],
  cli: { verb: "transparency breakdown" },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "Supply of this node by cause: what credits were issued for, how computations were funded; a range is optional.",
  },
});

/** A payment, and to whom it belongs. */
export const transparencyRevenue = defineOperation({
  id: "calc_transparency_revenue",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/transparency/revenue",
  since: SINCE,
  summary: "Paid credits: booked in, used, still owed; and to whom the envelopes belong",
  description:
    "In credits. What was paid for them in money is outside this node, so `currency` is null.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject(period),
  output: z.looseObject({
    scope,
    from: z.int().nullable(),
    to: z.int().nullable(),
    paid_credits_booked: z.int().describe("Paid credits that the operator booked in"),
    paid_credits_used: z.int().describe("Paid credits that computations burned"),
    paid_credits_owed: z
      .int()
      .describe("Paid credits in balances at the end: what the node still has to compute"),
    free_credits_used: z.int().describe("Free credits that computations burned"),
    allowance_credits_used: z
      .int()
      .describe("Credits issued and burned in one booking: the operator's own computations"),
    user_value: z.int().describe("Envelope value minted for users: paid-funded"),
    house_value: z.int().describe("Envelope value minted for the house: free-funded"),
    paid_funded_user_bps: z.int(),
    currency: z.null(),
    through,
  }),
  errors: ["INVALID_INPUT"],
  examples: [
    {
      input: EXAMPLE_RANGE,
      output: {
        scope: "node",
        ...EXAMPLE_RANGE,
        paid_credits_booked: 100,
        paid_credits_used: 6,
        paid_credits_owed: 94,
        free_credits_used: 9,
        allowance_credits_used: 0,
        user_value: 6,
        house_value: 9,
        paid_funded_user_bps: 10_000,
        currency: null,
        through: EXAMPLE_THROUGH,
      },
    },
  ],
  cli: { verb: "transparency revenue" },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "Paid credits of this node: booked in, used, still owed; envelope value by owner; in credits, not money.",
  },
});
