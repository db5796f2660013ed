/** One look at anything that has a log: what it is, how far it is, and its last rows. */
import * as z from "zod";
import { SINCE, WORKING } from "./common.js";
import { machineName } from "./identityCommon.js";
import { defineOperation } from "./operation.js";
import { EXAMPLE_REACTOR, exampleReactor, reactorId } from "./reactorCommon.js";
import { exampleRow, row } from "./stateLogCommon.js";
import { channelId } from "./streamSocket.js";

const ROWS_MAX = 100;

export const observer = defineOperation({
  id: "calc_observer",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/calc/observer",
  since: SINCE,
  summary: "Look at a machine, a channel or a reactor: state, head and last rows",
  description: "Names one of the three. Nothing is written by looking.",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  input: z
    .strictObject({
      machine: machineName.optional(),
      channel: channelId.optional(),
      reactor: reactorId.optional(),
      rows: z.int().min(0).max(ROWS_MAX).default(10).describe("How many rows, the newest first"),
    })
    .refine(
      ({ channel, machine, reactor }) =>
        [channel, machine, reactor].filter((one) => one !== undefined).length === 1,
      "name a machine, a channel or a reactor",
    ),
  output: z.looseObject({
    kind: z.enum(["machine", "channel", "reactor"]),
    id: z.string(),
    state: z.looseObject({}).describe("What it is and how far it is"),
    head: z.looseObject({ seq: z.int(), hash: z.string(), calcond: z.int() }),
    rows: z.array(row),
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
        rows: [exampleRow],
      },
    },
  ],
  cli: { verb: "observer" },
  mcp: {
    toolset: "streams",
    listed: true,
    description: "State, head and last rows of a machine, a channel or a reactor.",
  },
});
