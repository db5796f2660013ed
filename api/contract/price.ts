import { z } from "zod";
import { computeFields, QUICK, SINCE } from "./common.js";
import { defineOperation } from "./operation.js";

/** Quotes a job: nothing is charged, sealed or written. */
export const price = defineOperation({
  id: "calc_price", method: "QUERY", twins: ["POST"], path: "/api/calc/price", since: SINCE,
  summary: "Credits a compute request would burn",
  auth: "none", effect: "read", limits: QUICK,
  input: z.strictObject(computeFields), body: "required",
  output: z.looseObject({
    credits: z.int().min(1).describe("Face value of the envelope, equal to what compute charges"),
    units: z.string().describe("Work units; a decimal string because it may pass 2^53"),
  }),
  errors: ["UNKNOWN_OPERATOR", "OPERATOR_CHAIN"],
  examples: [{ input: { operators: ["KO42"] }, output: { credits: 1, units: "2" } }],
  cli: { verb: "price", positional: ["operators", "inputs"] },
  mcp: {
    toolset: "node", listed: true,
    description: "Credits a calc_compute request would burn; nothing is charged or sealed.",
  },
});
