import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** What can be relied on, under which assumption, and what cannot. */
export const tallyConsensus = defineOperation({
  id: "calc_tally_consensus",
  method: "GET",
  path: "/api/tally/consensus",
  since: SINCE,
  summary: "What holds when peers are faulty, and what does not",
  description:
    "There is no global consensus: the mesh is a set of accountable logs with one writer each. This says what that " +
    "gives and what it does not, with the numbers.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  cache: { control: "public, max-age=300" },
  input: z.strictObject({}),
  output: z.looseObject({
    model: z.string().describe("single-writer-logs"),
    global_consensus: z.literal(false),
    finality_sec: z.number(),
    finality_ns: z.int().describe("Two exact periods"),
    finality_calconds: z.int(),
    finality_means: z.string(),
    witnesses: z.int().describe("Witnesses of this network's names"),
    witness_faults_tolerated: z.int().nullable().describe("f of 3f + 1; null without witnesses"),
    guarantees: z.array(
      z.looseObject({
        property: z.string(),
        holds: z.string().describe("When it does"),
        fails: z.string().describe("When it does not"),
      }),
    ),
    not_offered: z.array(z.string()),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        model: "single-writer-logs",
        global_consensus: false,
        finality_sec: 1.554001554,
        finality_ns: 1_554_001_554,
        finality_calconds: 2,
        finality_means:
          "2 exact periods after a calcond has ended, no node still stamps it whose clock is at most 2 calconds off.",
        witnesses: 4,
        witness_faults_tolerated: 1,
        guarantees: [
          { property: "A result that you recompute is right", holds: "always", fails: "never" },
        ],
        not_offered: [],
      },
    },
  ],
  cli: { verb: "tally consensus" },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "What holds under faulty peers and what does not, in numbers and words; there is no global consensus.",
  },
});
