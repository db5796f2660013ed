/** One look at anything that has a log, or at a job: what it is, how far it is, what is due. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { contractId } from "../definition/contractCommon.js";
import { machineName } from "../definition/identityCommon.js";
import { orderId } from "../market/jobCommon.js";
import { defineOperation } from "../definition/operation.js";
import { EXAMPLE_REACTOR, exampleReactor, reactorId } from "./reactorCommon.js";
import { channelId } from "../machines/streamSocket.js";

const ROWS_MAX = 100;
const KINDS = ["machine", "channel", "contract", "reactor", "job"] as const;

export const observer = defineOperation({
  id: "calc_observer",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/calc/observer",
  since: SINCE,
  summary: "Look at a machine, channel, contract, reactor or job",
  description:
    "State, head, last rows and what is due of one of the five. Looking writes nothing. " +
    "At most 1,000 tokens: long values are cut, and say so, and as many rows are " +
    "shown as fit: `rowsLeft` counts the others. `full` shows all.",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  input: z
    .strictObject({
      machine: machineName.describe("Slug or id").optional(),
      channel: channelId.describe("Its id").optional(),
      contract: contractId.describe("Its id").optional(),
      reactor: reactorId.describe("Its id").optional(),
      job: orderId.describe("Its id").optional(),
      rows: z.int().min(0).max(ROWS_MAX).default(10).describe("The newest first"),
      before: z.int().min(0).optional().describe("Rows before this: an earlier `next`"),
      full: z.boolean().default(false).describe("All of it"),
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
      .optional()
      .describe("Last row of its log; a job has none, and its rows are its parts"),
    due: z
      .array(z.looseObject({ what: z.string(), calcond: z.int() }))
      .describe("What happens by itself, and when"),
    rows: z.array(z.looseObject({ seq: z.int() })).describe("Short ones, unless `full`"),
    next: z.int().nullable().optional().describe("`before` of the next look"),
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
        next: 1,
      },
    },
  ],
  cli: { verb: "observer" },
  mcp: {
    toolset: "streams",
    listed: true,
    description: "State, last rows, what is due.",
    example: null,
  },
});
