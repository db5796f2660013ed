/** What a reactor is and has done: its state, its trajectory, its figures, and its next step. */
import * as z from "zod";
import {
  REACTOR_STEPS_MAX,
  REACTOR_WAIT_SECONDS_MAX,
  TRAJECTORY_ROWS_MAX,
} from "../../../protocol/limits.js";
import { SINCE, WORKING } from "../definition/common.js";
import { limitField } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";
import {
  EXAMPLE_HASH,
  EXAMPLE_REACTOR,
  exampleReactor,
  head,
  REACTOR,
  reactorFields,
  reactorId,
  reactorStatus,
  state,
  stepNumber,
} from "./reactorCommon.js";
import { NDJSON_TYPE, receiptStanding } from "../machines/stateLogCommon.js";
import { standing } from "../mesh/witness.js";

/** The state that it is in. */
export const reactorState = defineOperation({
  id: "calc_reactor_state",
  method: "GET",
  twins: ["QUERY"],
  path: `${REACTOR}/state`,
  aliasPath: `${REACTOR}/:reactor/state`,
  since: SINCE,
  summary: "The state of a reactor, and what it is",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ reactor: reactorId }),
  output: z.looseObject({ ...reactorFields, x: state }),
  errors: ["NOT_FOUND"],
  examples: [
    { input: { reactor: EXAMPLE_REACTOR }, output: { ...exampleReactor, x: { value: 8 } } },
  ],
  cli: { verb: "reactor state", positional: ["reactor"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "State x, number n and head of a reactor.",
  },
});

const trajectoryRow = z.looseObject({
  seq: z.int().describe("Number of the row"),
  n: z.int().nullable().describe("Steps up to it; of a fault the steps before it"),
  type: z.string().describe("created, step, fault or closed"),
  calcond: z.int(),
  hash: z.string(),
  token: z.string().nullable().describe("Receipt of the step"),
  standing: receiptStanding,
  u: z.unknown().optional(),
  x: state.optional(),
  fault: z.looseObject({}).optional().describe("Why there was no step"),
});

/** What it has done. */
export const reactorTrajectory = defineOperation({
  id: "calc_reactor_trajectory",
  method: "GET",
  twins: ["QUERY"],
  path: `${REACTOR}/trajectory`,
  aliasPath: `${REACTOR}/:reactor/trajectory`,
  since: SINCE,
  summary: "The trajectory of a reactor, its chain checked while it is read",
  description:
    "Rows in their order, those without a step among them. As `application/x-ndjson` the whole log with " +
    "its payloads and signed checkpoints: the file that `calc verify` checks, and replays bit for bit.",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  produces: ["application/json", NDJSON_TYPE],
  list: { items: "rows" },
  input: z.strictObject({
    reactor: reactorId,
    from: stepNumber.default(0).describe("The first state, by its number of steps"),
    to: stepNumber.optional().describe("The last state; the newest unless given"),
    limit: limitField("How many rows of JSON", { max: TRAJECTORY_ROWS_MAX }),
  }),
  output: z.looseObject({
    reactor: reactorId,
    rows: z.array(trajectoryRow),
    chainValid: z.boolean().describe("Links, payloads and numbers of these rows hold"),
    firstBad: z.looseObject({}).nullable(),
    head,
    next: z.int().nullable().describe("`from` of the next page"),
  }),
  errors: ["NOT_FOUND", "INVALID_INPUT"],
  examples: [
    {
      input: { reactor: EXAMPLE_REACTOR, from: 1 },
      output: {
        reactor: EXAMPLE_REACTOR,
        rows: [
          {
            seq: 1,
            n: 1,
            type: "step",
            calcond: 2311000001,
            hash: EXAMPLE_HASH,
            token: EXAMPLE_HASH,
            standing: "witnessed",
            u: 1,
            x: { value: 6 },
          },
        ],
        chainValid: true,
        firstBad: null,
        head: { seq: 1, hash: EXAMPLE_HASH },
        next: null,
      },
    },
  ],
  cli: { verb: "reactor trajectory", positional: ["reactor"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "Rows of a reactor with u and x of each step, their chain checked.",
  },
});

/** Its figures. */
export const reactorTelemetry = defineOperation({
  id: "calc_reactor_telemetry",
  method: "GET",
  twins: ["QUERY"],
  path: `${REACTOR}/telemetry`,
  aliasPath: `${REACTOR}/:reactor/telemetry`,
  since: SINCE,
  summary: "Steps, faults, drift and credits of a reactor",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ reactor: reactorId }),
  output: z.looseObject({
    reactor: reactorId,
    status: reactorStatus,
    steps: z.int(),
    stepsLeft: z.int(),
    faults: z.int().describe("Steps that had no value"),
    fault: z.looseObject({}).nullable().describe("Why the last of them had none"),
    quiet: z.int().describe("Observations that made no step"),
    credits: z.int().describe("Burned by all steps"),
    drift: z
      .record(z.string(), z.number())
      .describe("Largest drift of what should be conserved, in percent"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { reactor: EXAMPLE_REACTOR },
      output: {
        reactor: EXAMPLE_REACTOR,
        status: "open",
        steps: 1,
        stepsLeft: 999,
        faults: 0,
        fault: null,
        quiet: 0,
        credits: 3,
        drift: {},
      },
    },
  ],
  cli: { verb: "reactor telemetry", positional: ["reactor"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "Steps, faults, drift and credits of a reactor.",
  },
});

/** The next step, when there is one. */
export const reactorNext = defineOperation({
  id: "calc_reactor_next",
  method: "GET",
  twins: ["QUERY"],
  path: `${REACTOR}/next`,
  aliasPath: `${REACTOR}/:reactor/next`,
  since: SINCE,
  summary: "The step behind a number, as soon as it is made",
  description:
    "The call waits for it, for at most `timeout` seconds: 204 where none came. A reactor that steps no " +
    "more is told: 409 where it has halted, 410 where it is closed.",
  auth: "optional",
  effect: "read",
  limits: { ...WORKING, deadlineMs: 1_000 * REACTOR_WAIT_SECONDS_MAX + 10_000 },
  input: z.strictObject({
    reactor: reactorId,
    after: z
      .int()
      .min(0)
      .max(REACTOR_STEPS_MAX)
      .optional()
      .describe("Number of the last step that is known; the newest unless given"),
    timeout: z
      .number()
      .min(0)
      .max(REACTOR_WAIT_SECONDS_MAX)
      .default(REACTOR_WAIT_SECONDS_MAX)
      .describe("Seconds to wait"),
  }),
  empty: "No step was made while the call waited.",
  output: z.looseObject({
    reactor: reactorId,
    n: z.int(),
    u: z.unknown(),
    x: state,
    row: z.int().describe("Number of its row"),
    calcond: z.int(),
    token: z.string().describe("Its receipt"),
    standing,
  }),
  errors: ["NOT_FOUND", "HALTED", "REACTOR_CLOSED"],
  examples: [
    {
      input: { reactor: EXAMPLE_REACTOR, after: 0 },
      output: {
        reactor: EXAMPLE_REACTOR,
        n: 1,
        u: 1,
        x: { value: 6 },
        row: 1,
        calcond: 2311000001,
        token: EXAMPLE_HASH,
        standing: "sealed",
      },
    },
  ],
  cli: { verb: "reactor next", positional: ["reactor"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "The step behind a number, waited for up to 30 seconds.",
  },
});
