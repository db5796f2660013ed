/** Work for others: started, stopped and shown; and results of others challenged. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { EXAMPLE_TOKEN } from "../receipts/envelopeCommon.js";
import { meshJob, nodeKey } from "./jobCommon.js";
import { defineOperation } from "../definition/operation.js";

const mode = z.enum(["idle", "contributing", "experimenting"]);
const EXAMPLE_HASH = "ab".repeat(32);

export const work = {
  mode,
  account: z.string().nullable().describe("Whose bond this node works under"),
  sharePct: z.int().describe("Part of the time that may be spent on work, in per cent"),
  offered: z.boolean().describe("Whether the mesh knows that this node may be called"),
  engineVersion: z.string().describe("Engine and registry: only equal ones compute together"),
  running: z.string().nullable(),
  waiting: z.int(),
  computed: z.int(),
  paid: z.int().describe("Results that were paid for"),
  earned: z.int().describe("Credits that askers burned for them"),
  minted: z
    .int()
    .describe("Of them those minted here as free credits: of nodes in `transfers.origins`"),
  days: z
    .array(
      z.looseObject({
        day: z.int().describe("Days since 1970-01-01"),
        paid: z.int(),
        credits: z.int(),
      }),
    )
    .optional()
    .describe(
      "The same by days of UTC on which jobs were settled, the newest first; of jobs that are remembered",
    ),
  agreements: z.int().describe("Results that agreed with another node's"),
  disagreements: z.int(),
  stake: z.int().describe("Envelopes that a wrong result costs"),
  withheld: z.string().nullable().describe("Challenge by which this node lost its bond"),
};
export const EXAMPLE_WORK = {
  mode: "contributing" as const,
  account: "0f1e",
  sharePct: 50,
  offered: true,
  engineVersion: "calc-engine/2+01234567",
  running: null,
  waiting: 0,
  computed: 12,
  paid: 12,
  earned: 36,
  minted: 36,
  days: [{ day: 20784, paid: 12, credits: 36 }],
  agreements: 12,
  disagreements: 0,
  stake: 1_000,
  withheld: null,
};

/** Begins to work for others. */
export const contributeStart = defineOperation({
  id: "calc_contribute_start",
  method: "POST",
  path: "/api/contribute/start",
  since: SINCE,
  summary: "Compute jobs of others on this node, under your bond (operator of the node)",
  description:
    "Sets the mode to contributing, which ends an experiment, and says to the mesh that this node may be " +
    "called. One account of a node contributes: another one waits until it has stopped.",
  auth: "account",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({
    share: z
      .int()
      .min(1)
      .max(100)
      .default(50)
      .describe("Part of the time that may be spent on work for others, in per cent"),
  }),
  body: "optional",
  output: z.looseObject(work),
  errors: ["CONFLICT", "NOT_BONDED"],
  examples: [{ input: { share: 50 }, output: EXAMPLE_WORK }],
  cli: { verb: "contribute start" },
  mcp: {
    toolset: "economy",
    listed: false,
    // A bond comes first, which takes days.
    example: null,
    description: "Compute jobs of others on this node.",
  },
});

/** Ends it. */
export const contributeStop = defineOperation({
  id: "calc_contribute_stop",
  method: "POST",
  path: "/api/contribute/stop",
  since: SINCE,
  summary: "Take no more jobs: what runs ends, what was committed is still revealed",
  auth: "account",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({}),
  body: "optional",
  output: z.looseObject(work),
  errors: [],
  examples: [{ input: {}, output: { ...EXAMPLE_WORK, mode: "idle", offered: false } }],
  cli: { verb: "contribute stop" },
  mcp: { toolset: "economy", listed: false, description: "Take no more jobs of others." },
});

/** What this node does for others. */
export const contributeWork = defineOperation({
  id: "calc_contribute_work",
  method: "GET",
  path: "/api/contribute/work",
  since: SINCE,
  summary: "Work of this node for others: jobs, agreements, earnings, and what is at stake",
  auth: "account",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({}),
  output: z.looseObject(work),
  errors: [],
  examples: [{ input: {}, output: EXAMPLE_WORK }],
  cli: { verb: "contribute work" },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Jobs, agreements and earnings of a node.",
  },
});

/** Disputes a result. */
export const contributeChallenge = defineOperation({
  id: "calc_contribute_challenge",
  method: "POST",
  path: "/api/contribute/challenge",
  since: SINCE,
  summary: "Challenge a result of another node: this node computes it, a drawn one decides",
  description:
    "Within an hour of the result, with one envelope as deposit. Agrees the re-execution with this node " +
    "alone, the contributor's whole bond is withheld; with the contributor alone, the deposit is burned; " +
    "else nobody loses anything. Each node computes the job itself before it acts.",
  auth: "account",
  effect: "write",
  limits: { ...WORKING, deadlineMs: 600_000 },
  input: z.strictObject({
    job: meshJob,
    node: nodeKey.describe("Whose result"),
    deposit: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be an envelope id of 64 lower-case hex digits")
      .describe("An envelope of yours"),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({ challenge: z.string().describe("Id of its event") }),
  errors: ["NOT_FOUND", "CONFLICT", "GONE", "NOT_READY", "NOT_MOVABLE"],
  examples: [
    {
      input: { job: EXAMPLE_HASH, node: EXAMPLE_HASH, deposit: EXAMPLE_TOKEN },
      output: { challenge: EXAMPLE_HASH },
    },
  ],
  cli: { verb: "contribute challenge", positional: ["job", "node"] },
  mcp: { toolset: "economy", listed: false, description: "Challenge a result of another node." },
});

/** A verdict with all that shows it. */
export const contributeVerdict = defineOperation({
  id: "calc_contribute_verdict",
  method: "GET",
  path: "/api/contribute/verdicts/:challenge",
  since: SINCE,
  summary: "A challenge with its evidence: signed events, inputs, and what this node computed",
  description: "`calc verify FILE` checks it offline, with nothing but this document.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ challenge: meshJob.describe("Id of a challenge") }),
  output: z.looseObject({
    v: z.literal("calc-verdict/1"),
    net: z.string(),
    challenge: z.string(),
    outcome: z
      .enum(["upheld", "rejected", "not_reproducible"])
      .nullable()
      .describe("What this node found; null while it waits for the drawn node"),
    engine_version: z.string(),
    events: z.array(z.looseObject({})).describe("What was said, each event signed by its author"),
    inputs: z.looseObject({}),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { challenge: EXAMPLE_HASH },
      output: {
        v: "calc-verdict/1",
        net: "00000000",
        challenge: EXAMPLE_HASH,
        outcome: "upheld",
        engine_version: "calc-engine/2+01234567",
        events: [],
        inputs: {},
      },
    },
  ],
  cli: { verb: "contribute verdict", positional: ["challenge"] },
  mcp: { toolset: "economy", listed: false, description: "A challenge with its evidence." },
});
