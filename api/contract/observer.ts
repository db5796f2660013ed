/** One look at anything that has a log, or at a job: what it is, how far it is, what is due. */
import * as z from "zod";
import { SINCE, WORKING } from "./common.js";
import { contractId } from "./contractCommon.js";
import { machineName } from "./identityCommon.js";
import { orderId } from "./jobCommon.js";
import { defineOperation } from "./operation.js";
import { EXAMPLE_REACTOR, exampleReactor, reactorId } from "./reactorCommon.js";
import { channelId } from "./streamSocket.js";

const ROWS_MAX = 100;
const KINDS = ["machine", "channel", "contract", "reactor", "job"] as const;

export const observer = defineOperation({
  id: "calc_observer",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/calc/observer",
  since: SINCE,
  summary:
    "Look at a machine, channel, contract, reactor or job: state, head, last rows, what is due",
  description:
    "Names one of the five. Nothing is written by looking. The answer has at most 1,000 tokens: long " +
    "values are cut, and say so, and as many rows are shown as fit. `full` shows all of it.",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  input: z
    .strictObject({
      machine: machineName.optional(),
      channel: channelId.optional(),
      contract: contractId.optional(),
      reactor: reactorId.optional(),
      job: orderId.optional(),
      rows: z.int().min(0).max(ROWS_MAX).default(10).describe("How many rows, the newest first"),
      full: z.boolean().default(false).describe("Everything, however long it is"),
    })
    .refine(
      (asked) => KINDS.filter((kind) => asked[kind] !== undefined).length === 1,
      "name a machine, a channel, a contract, a reactor or a job",
    ),
  output: z.looseObject({
    kind: z.enum(KINDS),
    id: z.string(),
    state: z.looseObject({}).describe("What it is and how far it is"),
    head: z
      .looseObject({ seq: z.int(), hash: z.string(), calcond: z.int() })
      .nullable()
      .describe("Last row of its log; null for a job, whose rows are its parts"),
    due: z
      .array(z.looseObject({ what: z.string(), calcond: z.int() }))
      .describe("What happens by itself, and when"),
    rows: z.array(z.looseObject({ seq: z.int() })).describe("Short ones, unless `full`"),
    rowsLeft: z.int().describe("Rows that were asked for, are there, and found no room"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { reactor: EXAMPLE_REACTOR, rows: 1 },
      output: {
        kind: "reactor",
        id: EXAMPLE_REACTOR,
        state: exampleReactor,
        head: { ...exampleReactor.head, calcond: 2311000000 },
        due: [],
        rows: [{ seq: 1, calcond: 2311000000, transitionType: "step", payload: { n: 1 } }],
        rowsLeft: 0,
      },
    },
  ],
  cli: { verb: "observer" },
  mcp: {
    toolset: "streams",
    listed: true,
    description: "State, head, last rows and what is due of one of them.",
  },
});
