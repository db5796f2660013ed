import * as z from "zod";
import { computeFields, EVALUATION_ERRORS, SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** Signs a closed-form claim whose bits equal the node's own result, and nothing else. */
export const attest = defineOperation({
  id: "calc_attest",
  method: "POST",
  path: "/api/attest",
  since: SINCE,
  summary: "Sign a claimed value if its bits equal the node's own",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    domain: computeFields.domain,
    operators: computeFields.operators,
    inputs: computeFields.inputs,
    value: z.number().describe("The claimed value, in the result's SI unit"),
  }),
  body: "required",
  output: z.looseObject({
    valid: z.boolean(),
    value: z.number().nullable().optional(),
    signature: z.string().nullable().optional().describe("Null when the bits differ"),
    public_key: z.string().optional(),
  }),
  errors: [...EVALUATION_ERRORS],
  examples: [
    {
      input: { operators: ["NM19"], inputs: { m: 2, a: 9.5 }, value: 19 },
      output: { valid: true, value: 19, signature: "00", public_key: "00" },
    },
  ],
  cli: { verb: "attest", positional: ["operators", "inputs"], verdict: true },
  mcp: {
    toolset: "receipts",
    listed: true,
    description: "Have the node sign a claimed value whose bits equal its own result.",
  },
});
