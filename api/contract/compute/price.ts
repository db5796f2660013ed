import * as z from "zod";
import { OPERATOR_ID_CHARS_MAX } from "../../../protocol/limits.js";
import { auto } from "./auto.js";
import {
  computeFields,
  inputError,
  operatorIds,
  WORKING,
  refusal,
  SINCE,
} from "../definition/common.js";
import { contractPrice } from "../definition/contractCommon.js";
import { defineOperation } from "../definition/operation.js";

const { constants, deadlineMs, field, fields, query } = auto.input.shape;

/** Quotes a job: nothing is charged, sealed or written. */
export const price = defineOperation({
  id: "calc_price",
  method: "QUERY",
  twins: ["POST"],
  path: "/api/calc/price",
  since: SINCE,
  summary: "Credits a computation would burn",
  description:
    "Takes the body of a compute request (with operators, or inputs or a domain that select what " +
    "is computed), `{solver, inputs}` with the body of that solver, or " +
    "`{query, constants}` with a question in words as /api/calc/auto takes it: then the answer " +
    "also says what it is routed to. A field that does not go with the others is refused. A " +
    "question that is refused there, or lacks an input, costs 0 and is answered with the same " +
    "`refusal` or `inputError`. `{program}` is a contract's: `credits` is what a transition costs at most.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    ...computeFields,
    operators: operatorIds.optional(),
    inputs: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("SI values by symbol or alias; the body of the solver"),
    columns: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Of a table, in place of inputs"),
    grid: z.array(z.string()).optional().describe("Axes of a table"),
    uncertainties: z.record(z.string(), z.unknown()).optional().describe("Changes no price"),
    computations: z.array(z.record(z.string(), z.unknown())).optional().describe("Of a batch"),
    solver: z.string().max(OPERATOR_ID_CHARS_MAX).optional().describe("Id of a solver"),
    query: query.optional().describe("A question in words"),
    constants: constants
      .unwrap()
      .optional()
      .describe("Beside `query`: inputs that hold anyway, SI"),
    program: z.looseObject({}).optional().describe("Of a contract: what a firing costs"),
    fields: fields.unwrap().optional().describe("Changes no price"),
    field: field.unwrap().optional().describe("Changes no price"),
    deadlineMs: deadlineMs.unwrap().optional().describe("Changes no price"),
  }),
  body: "required",
  output: z.looseObject({
    credits: z
      .int()
      .min(0)
      .describe(
        "Face value of the envelope, and what is charged, if a result is sealed; what is " +
          "refused costs nothing, whatever its price. 0 for jobs whose results are never sealed, " +
          "and for questions in words that are refused",
      ),
    units: z.string().describe("Work units; a decimal string because it may pass 2^53"),
    solver: z
      .string()
      .nullable()
      .optional()
      .describe("Of a question in words: the solver it is routed to, if it is one"),
    operators: z
      .array(z.string())
      .nullable()
      .optional()
      .describe("Of a question in words: the operators it is routed to, if it is some"),
    params: z
      .looseObject({})
      .optional()
      .describe("Of a question in words: inputs as they were understood, SI"),
    ...contractPrice.omit({ credits: true }).partial().shape,
    refusal: refusal.optional(),
    inputError: inputError.optional(),
  }),
  errors: [
    "UNKNOWN_OPERATOR",
    "OPERATOR_CHAIN",
    "INVALID_PROGRAM",
    "INSUFFICIENT_INPUTS",
    "SOLVER_REJECTED",
  ],
  examples: [
    { input: { operators: ["KO42"] }, output: { credits: 1, units: "2" } },
    {
      summary: "A question in words",
      input: { query: "first resonance of an organ pipe, length = 0.61 m, c = 343 m/s, open-open" },
      output: {
        credits: 3,
        units: "6",
        solver: "acoustic",
        operators: null,
        params: { length: 0.61, c: 343, ends: "open-open" },
      },
    },
  ],
  cli: { verb: "price", positional: ["operators", "inputs"] },
  mcp: {
    toolset: "node",
    listed: true,
    description: "Credits that a computation, `query` or contract `program` would burn.",
  },
});
