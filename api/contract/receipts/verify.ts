import * as z from "zod";
import { CHECKING, receiptInput, SINCE, verdictFields } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** Checks a receipt and re-executes its value. */
export const verify = defineOperation({
  id: "calc_verify",
  method: "POST",
  path: "/api/calc/verify",
  since: SINCE,
  summary:
    "Check a compute answer or receipt: hashes, path, signature, and the value by " +
    "re-execution",
  auth: "either",
  effect: "read",
  limits: CHECKING,
  input: receiptInput,
  body: "required",
  output: z.looseObject({
    ...verdictFields,
    generation: z.string().optional().describe("v3, v1 or pre_genesis"),
    detail: z.string().optional(),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { value: 19.6, unit: "N", operatorChain: ["KO42", "NM19"] },
      output: {
        verdict: "invalid",
        valid: false,
        checks: [{ name: "hash-link", ok: false }],
        reasons: ["the receipt carries no hash-link"],
      },
    },
  ],
  mcp: {
    toolset: "core",
    listed: true,
    takesAnswers: true,
    description:
      "Check a receipt_id, or an answer as it is: hash-link, inclusion path, signature, " +
      "value by re-execution. Verdict: valid, sound (value not checked) or invalid.",
  },
});
