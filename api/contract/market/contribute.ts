import * as z from "zod";
import { QUICK, SINCE, WORKING } from "../definition/common.js";
import { EXAMPLE_ACCOUNT, EXAMPLE_TOKEN, LISTED, tokenIds } from "../receipts/envelopeCommon.js";
import { EXAMPLE_WORK, work } from "./contributeWork.js";
import { defineOperation } from "../definition/operation.js";
import { BOND_ENVELOPES, BOND_TAIL_CALCONDS } from "../../../protocol/economy/bond.js";
import {
  COMPUTATION_CREDITS,
  DAILY_CREDITS,
  daysFor,
  envelopesADay,
  leastDaysFor,
  LEAST_CREDITS,
} from "../../../protocol/economy/freeCredits.js";

const mode = z.enum(["idle", "contributing", "experimenting"]);
const heldUntilCalcond = z
  .int()
  .nullable()
  .describe("Up to when a released one can still be withheld; null before its release");
const heldBond = z.looseObject({
  bond: z.string(),
  state: z.enum(["bonded", "released"]),
  envelopes: z.int(),
  sinceCalcond: z.int(),
  heldUntilCalcond,
  listHash: z.string(),
});
const attestation = z.looseObject({
  account: z.string(),
  bond: z.int(),
  count: z.int(),
  listHash: z
    .string()
    .describe(
      'sha256 of "calc-token-list/1", a zero byte and the pledged ids as 32 bytes each, ascending',
    ),
  node: z.string(),
  sinceCalcond: z.int(),
  signature: z.string(),
});

/** The rules, in numbers. */
export const contributePolicy = defineOperation({
  id: "calc_contribute_policy",
  method: "GET",
  path: "/api/contribute/policy",
  since: SINCE,
  summary: "Rules and arithmetic of contributing compute",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({}),
  output: z.looseObject({
    bond_envelopes: z.int().describe("Envelopes of a bond"),
    daily_credits: z
      .int()
      .describe("Free credits an account may claim in a UTC day, over all its machines"),
    welcome_credits: z.int().describe("Free credits a new account begins with"),
    credits_per_computation: z.int().describe("Of the cheapest computation with a domain operator"),
    envelopes_per_day: z
      .number()
      .describe("daily_credits / credits_per_computation, rounded to a tenth"),
    days_to_bond: z
      .number()
      .describe("bond_envelopes / envelopes_per_day, before rounding; rounded up to a tenth"),
    least_credits_per_computation: z.int().describe("Of KO42 alone, the cheapest of all"),
    most_envelopes_per_day: z.number().describe("daily_credits / least_credits_per_computation"),
    least_days_to_bond: z
      .int()
      .describe(
        "UTC days after its first before which a new account has no bond by free credits: it " +
          "spends welcome_credits and claims each day, the first one included, on KO42 alone",
      ),
    tail_calconds: z.int().describe("How long a released bond can still be withheld"),
    modes: z.array(z.string()),
    rules: z.array(z.string()),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        bond_envelopes: BOND_ENVELOPES,
        daily_credits: DAILY_CREDITS,
        welcome_credits: 128,
        credits_per_computation: COMPUTATION_CREDITS,
        envelopes_per_day: envelopesADay(COMPUTATION_CREDITS),
        days_to_bond: daysFor(BOND_ENVELOPES),
        least_credits_per_computation: LEAST_CREDITS,
        most_envelopes_per_day: envelopesADay(LEAST_CREDITS),
        least_days_to_bond: leastDaysFor(BOND_ENVELOPES, 128, false),
        tail_calconds: BOND_TAIL_CALCONDS,
        modes: ["idle", "contributing", "experimenting"],
        rules: ["..."],
      },
    },
  ],
  cli: { verb: "contribute policy" },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Rules and arithmetic of contributing compute: bond, days, tail.",
  },
});

/** Where the caller stands. */
export const contributeStatus = defineOperation({
  id: "calc_contribute_status",
  method: "GET",
  path: "/api/contribute/status",
  since: SINCE,
  summary: "Your bond, or what is missing for one; and the work of this node for others",
  description:
    "`bonds` has the one in force and every released one whose envelopes are still pledged. " +
    "Jobs, agreements, earnings and what is at stake are those of GET /api/contribute/work. " +
    "With `bond` the answer also has what that one pledges: its ids, and the attestation as it " +
    "was signed, which POST /api/contribute/bond describes.",
  auth: "account",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    bond: z
      .string()
      .regex(/^bond_[1-9][0-9]{0,8}$/, "must be the name of a bond, as in bond_1")
      .optional()
      .describe("A bond of yours, of which to show all; ended ones too"),
  }),
  output: z.looseObject({
    bonded: z.boolean(),
    bond: heldBond.nullable().describe("The newest that is in force, or released and still held"),
    bonds: z
      .array(heldBond)
      .describe("All that are in force, or released and still held, oldest first"),
    have: z.int().describe("Envelopes that could be pledged now"),
    need: z.int(),
    daysRemaining: z
      .number()
      .describe(
        "Days of claims for what is missing, at credits_per_computation; 0 when there are enough",
      ),
    leastDaysRemaining: z
      .int()
      .describe(
        "UTC days from today before which free credits, those that you have first, make no bond, by KO42 alone",
      ),
    pledge: z
      .looseObject({
        bond: z.string(),
        state: z.enum(["bonded", "released", "ended", "slashed"]),
        envelopes: z.array(z.string()).describe("Token ids, ascending"),
        attestation,
        sinceCalcond: z.int(),
        heldUntilCalcond,
      })
      .optional()
      .describe("What the bond of the question pledges; absent without one"),
    ...work,
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: {},
      output: {
        ...EXAMPLE_WORK,
        bonded: false,
        mode: "idle",
        offered: false,
        stake: 0,
        bond: null,
        bonds: [],
        have: 42,
        need: BOND_ENVELOPES,
        daysRemaining: daysFor(BOND_ENVELOPES - 42),
        leastDaysRemaining: leastDaysFor(BOND_ENVELOPES - 42, 2, true),
      },
    },
  ],
  cli: { verb: "contribute status" },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "The caller's contribution bond, or the days until there can be one.",
  },
});

/** Envelopes are marked where they are; nothing moves. */
export const contributeBond = defineOperation({
  id: "calc_contribute_bond",
  method: "POST",
  path: "/api/contribute/bond",
  since: SINCE,
  summary: `Pledge ${BOND_ENVELOPES} envelopes you hold`,
  description:
    "They stay in your vault and cannot move. Soulbound ones count; with `count` they are taken " +
    "first. The node signs " +
    '"calc-bond/1", a zero byte and the canonical JSON (RFC 8785) of the attestation without ' +
    'its signature. Its `listHash` is the sha256 of "calc-token-list/1", a zero byte and the ' +
    "pledged ids as 32 bytes each, ascending.",
  auth: "account",
  effect: "write",
  limits: LISTED,
  keyed: true,
  input: z.strictObject({
    token_ids: tokenIds
      .max(BOND_ENVELOPES)
      .min(BOND_ENVELOPES)
      .optional()
      .describe(`The ${BOND_ENVELOPES} envelopes to pledge, each once`),
    count: z
      .literal(BOND_ENVELOPES)
      .optional()
      .describe(`${BOND_ENVELOPES}: the node picks so many, soulbound ones first`),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({
    bond: z.string(),
    count: z.int().describe("Envelopes that are pledged"),
    value: z.int().describe("Credits that they are worth together: what a wrong result costs"),
    envelopes: z.array(z.string()).describe("Their token ids, ascending"),
    attestation,
    sinceCalcond: z.int(),
  }),
  errors: ["NOT_FOUND", "INVALID_INPUT", "NOT_MOVABLE", "NOT_ENOUGH", "ALREADY_BONDED"],
  examples: [
    {
      input: { count: BOND_ENVELOPES },
      output: {
        bond: "bond_1",
        count: BOND_ENVELOPES,
        value: 3 * BOND_ENVELOPES,
        envelopes: [EXAMPLE_TOKEN],
        sinceCalcond: 2_310_461_010,
        attestation: {
          account: EXAMPLE_ACCOUNT,
          bond: 1,
          count: BOND_ENVELOPES,
          listHash: "00",
          node: "00",
          sinceCalcond: 2_310_461_010,
          signature: "00",
        },
      },
    },
  ],
  cli: { verb: "contribute bond" },
  mcp: {
    toolset: "economy",
    listed: false,
    example: null,
    description: `Pledge ${BOND_ENVELOPES} envelopes of the caller as a contribution bond.`,
  },
});

/**
 * Answers at once; the pledge lasts an hour more, or a wrong result followed by a release would
 * escape.
 */
export const contributeRelease = defineOperation({
  id: "calc_contribute_release",
  method: "POST",
  path: "/api/contribute/release",
  since: SINCE,
  summary: "Release your bond and leave",
  description:
    `Its envelopes cannot move, and can still be withheld, for ${BOND_TAIL_CALCONDS} calconds ` +
    "more, or until the verdict of a " +
    "challenge opened by then.",
  auth: "account",
  effect: "write",
  limits: WORKING,
  keyed: true,
  input: z.strictObject({}),
  body: "optional",
  output: z.looseObject({
    released: z.boolean(),
    bond: z.string(),
    heldUntilCalcond: z.int(),
    preempted: mode.optional().describe("What ended with it"),
  }),
  errors: ["NOT_BONDED"],
  examples: [
    { input: {}, output: { released: true, bond: "bond_1", heldUntilCalcond: 2_310_465_642 } },
  ],
  cli: { verb: "contribute release" },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Release the caller's contribution bond.",
  },
});

/** Contributing and experimenting exclude each other: the new one ends the old. */
export const contributeMode = defineOperation({
  id: "calc_contribute_mode",
  method: "POST",
  path: "/api/contribute/mode",
  since: SINCE,
  summary: "Say what your machines do: nothing, compute for others, or experiment",
  description:
    "The body is the mode as a bare JSON string, or an object with it. Only who is bonded may contribute.",
  auth: "account",
  effect: "write",
  limits: WORKING,
  keyed: true,
  input: z.strictObject({
    mode: mode.describe("idle, contributing (compute for others) or experimenting"),
  }),
  bare: "mode",
  body: "required",
  output: z.looseObject({ mode, preempted: mode.optional().describe("The mode that ended") }),
  errors: ["NOT_BONDED"],
  examples: [
    {
      input: { mode: "experimenting" },
      output: { mode: "experimenting", preempted: "contributing" },
    },
  ],
  cli: { verb: "contribute mode", positional: ["mode"] },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Set the caller's mode: idle, contributing or experimenting.",
  },
});
