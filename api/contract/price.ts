import * as z from "zod";
import { OPERATOR_ID_CHARS_MAX } from "../../protocol/limits.js";
import { computeFields, operatorIds, QUICK, SINCE } from "./common.js";
import { defineOperation } from "./operation.js";

/** Quotes a job: nothing is charged, sealed or written. */
export const price = defineOperation({
  id: "calc_price", method: "QUERY", twins: ["POST"], path: "/api/calc/price", since: SINCE,
  summary: "Credits a computation would burn",
  description: "Takes the body of a compute request, or `{solver, inputs}` with the body of that solver.",
  auth: "none", effect: "read", limits: QUICK,
  input: z.strictObject({
    ...computeFields, operators: operatorIds.optional(),
    inputs: z.record(z.string(), z.unknown()).default({}).describe("SI values by symbol or alias; the body of the solver"),
    solver: z.string().max(OPERATOR_ID_CHARS_MAX).optional().describe("Id of a solver, in place of operators"),
  }), body: "required",
  output: z.looseObject({
    credits: z.int().min(0).describe("Face value of the envelope, equal to what is charged; 0 where nothing would be sealed"),
    units: z.string().describe("Work units; a decimal string because it may pass 2^53"),
  }),
  errors: ["UNKNOWN_OPERATOR", "OPERATOR_CHAIN", "INSUFFICIENT_INPUTS", "SOLVER_REJECTED"],
  examples: [{ input: { operators: ["KO42"] }, output: { credits: 1, units: "2" } }],
  cli: { verb: "price", positional: ["operators", "inputs"] },
  mcp: {
    toolset: "node", listed: true,
    description: "Credits a calc_compute or solver request would burn; nothing is charged or sealed.",
  },
});
