/** Reactors: a solver, or operators, that is fed its own results. Made, listed, stepped and closed. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { label, machineName } from "../definition/identityCommon.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";
import {
  chain,
  domain,
  drive,
  EXAMPLE_REACTOR,
  exampleReactor,
  exampleStep,
  maxSteps,
  onFail,
  REACTOR,
  reactorFields,
  reactorId,
  solverId,
  state,
  stepFields,
  stepNumber,
  transition,
} from "./reactorCommon.js";

/** Makes a reactor. */
export const reactorNew = defineOperation({
  id: "calc_reactor",
  method: "POST",
  path: REACTOR,
  since: SINCE,
  summary: "Make a reactor: each step feeds its state to a solver, and is sealed",
  description:
    "The inputs of a step follow from the state, from what the step is given and from the number of " +
    "steps, by expressions that are checked here: 422 lists all that is wrong. Any solver may drive " +
    "one, and so may operators. A machine's roles hold for a reactor that names it, and its owner " +
    "pays; a machine's key makes reactors of its machine.",
  auth: "either",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z
    .strictObject({
      name: label.optional(),
      machine: machineName.optional(),
      solver: solverId.optional(),
      operators: chain.optional(),
      domain: domain.optional(),
      initialState: state.default({}),
      transition,
      onFail: onFail.default("halt"),
      maxSteps: maxSteps.default(1_000_000),
    })
    .refine(
      ({ operators, solver }) => (operators === undefined) !== (solver === undefined),
      "name either a solver or operators",
    ),
  body: "required",
  success: 201,
  output: z.looseObject(reactorFields),
  errors: [
    "INVALID_PROGRAM",
    "INVALID_INPUT",
    "UNKNOWN_OPERATOR",
    "OPERATOR_CHAIN",
    "NOT_FOUND",
    "FORBIDDEN",
    "MACHINE_CLOSED",
    "CONFLICT",
  ],
  examples: [
    {
      input: {
        operators: ["NM19"],
        initialState: { value: 8 },
        transition: { inputs: { m: 2, a: "x.value / 4.0 + u" } },
      },
      output: exampleReactor,
    },
  ],
  cli: { verb: "reactor create", document: true },
  mcp: {
    toolset: "streams",
    listed: false,
    description:
      "Make a reactor {solver or operators, initialState, transition:{inputs}}; expressions over x, u, n.",
  },
});

/** The caller's reactors. */
export const reactorList = defineOperation({
  id: "calc_reactor_list",
  method: "GET",
  twins: ["QUERY"],
  path: REACTOR,
  since: SINCE,
  summary: "The account's reactors",
  auth: "account",
  effect: "read",
  limits: WORKING,
  list: { items: "reactors" },
  input: z.strictObject(pageFields),
  output: z.looseObject({ reactors: z.array(z.looseObject(reactorFields)), total: z.int() }),
  errors: [],
  examples: [{ input: {}, output: { reactors: [exampleReactor], total: 1 } }],
  cli: { verb: "reactor list" },
  mcp: { toolset: "streams", listed: false, description: "Reactors of the caller's account." },
});

const STEPPING = {
  method: "POST",
  since: SINCE,
  auth: "either",
  effect: "seal",
  keyed: true,
  limits: WORKING,
  errors: [
    "NOT_FOUND",
    "FORBIDDEN",
    "INVALID_INPUT",
    "STEP_CONFLICT",
    "HALTED",
    "REACTOR_CLOSED",
    "MACHINE_CLOSED",
    "STEP_FAILED",
    "DID_NOT_CONVERGE",
  ],
} as const;

/** Makes the next step. */
export const reactorStep = defineOperation({
  ...STEPPING,
  id: "calc_reactor_step",
  path: `${REACTOR}/step`,
  aliasPath: `${REACTOR}/:reactor/step`,
  summary: "Make the next step of a reactor: state, row, receipt and price in one",
  description:
    "With `n` the step is made only from there: of two for one `n` one is made, and the other told 409. " +
    "A step without a value is 422: it changes and charges nothing, has a row that says why, and halts " +
    "the reactor or leaves it where it is, as its program says.",
  input: z.strictObject({
    reactor: reactorId,
    u: drive.optional(),
    n: stepNumber.optional().describe("Steps that the caller knows of"),
  }),
  body: "optional",
  output: z.looseObject(stepFields),
  examples: [{ input: { reactor: EXAMPLE_REACTOR, u: 1, n: 0 }, output: exampleStep }],
  cli: { verb: "reactor step", positional: ["reactor", "u"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "Make the next step of a reactor; n guards against a step made twice.",
  },
});

/** Steps where something has changed. */
export const reactorObserve = defineOperation({
  ...STEPPING,
  id: "calc_reactor_observe",
  path: `${REACTOR}/observe`,
  aliasPath: `${REACTOR}/:reactor/observe`,
  summary: "Tell a reactor what was observed: it steps where that has changed",
  description:
    "The observation is u of the step. Where it differs from that of the last observed step by no more " +
    "than the dead band, number by number, it is counted and there is no step.",
  input: z.strictObject({
    reactor: reactorId,
    observation: z
      .union([z.number(), z.record(z.string().min(1).max(64), z.number())])
      .describe("A number, or numbers by name"),
    deadband: z.number().min(0).default(0).describe("Differences up to this are none"),
  }),
  body: "required",
  output: z.looseObject({ ...stepFields, stepped: z.boolean() }).partial({
    x: true,
    status: true,
    head: true,
    calcond: true,
    envelope: true,
  }),
  examples: [
    {
      input: { reactor: EXAMPLE_REACTOR, observation: 1, deadband: 0.5 },
      output: { stepped: false, reactor: EXAMPLE_REACTOR, n: 1 },
    },
  ],
  cli: { verb: "reactor observe", positional: ["reactor", "observation"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "Tell a reactor an observation: it steps where that left the dead band.",
  },
});

/** Lets a reactor go on that has halted. */
export const reactorResume = defineOperation({
  id: "calc_reactor_resume",
  method: "POST",
  path: `${REACTOR}/resume`,
  aliasPath: `${REACTOR}/:reactor/resume`,
  since: SINCE,
  summary: "Let a reactor go on that has halted",
  description:
    "Whoever may change it does this, and a row of the log says who and when. The state is the one before " +
    "the step that had no value: another drive, or a node that computes it, makes the next step. One that " +
    "has not halted stays as it is (409).",
  auth: "either",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({ reactor: reactorId }),
  body: "optional",
  output: z.looseObject(reactorFields),
  errors: ["NOT_FOUND", "FORBIDDEN", "CONFLICT", "HALTED", "REACTOR_CLOSED", "MACHINE_CLOSED"],
  examples: [{ input: { reactor: EXAMPLE_REACTOR }, output: exampleReactor }],
  cli: { verb: "reactor resume", positional: ["reactor"] },
  mcp: { toolset: "streams", listed: false, description: "Let a halted reactor go on." },
});

const CLOSING = {
  since: SINCE,
  summary: "Close a reactor; its trajectory stays",
  auth: "either",
  effect: "destroy",
  limits: WORKING,
  input: z.strictObject({ reactor: reactorId }),
  output: z.looseObject(reactorFields),
  errors: ["NOT_FOUND", "FORBIDDEN", "REACTOR_CLOSED", "MACHINE_CLOSED"],
  examples: [
    { input: { reactor: EXAMPLE_REACTOR }, output: { ...exampleReactor, status: "closed" } },
  ],
} as const;

/** Closes a reactor. */
export const reactorClose = defineOperation({
  ...CLOSING,
  id: "calc_reactor_close",
  method: "DELETE",
  path: REACTOR,
  aliasPath: `${REACTOR}/:reactor`,
  cli: { verb: "reactor close", positional: ["reactor"] },
  mcp: { toolset: "streams", listed: false, description: "Close a reactor for good." },
});

/** The same, for clients that send no DELETE. */
export const reactorClosePost = defineOperation({
  ...CLOSING,
  id: "calc_reactor_close_post",
  method: "POST",
  path: `${REACTOR}/close`,
  aliasPath: `${REACTOR}/:reactor/close`,
  body: "optional",
});
