import * as z from "zod";
import { CHECKING, receiptInput, SINCE, verdictFields } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** Checks what `prove` answered. */
export const proveVerify = defineOperation({
  id: "calc_prove_verify",
  method: "POST",
  path: "/api/calc/prove/verify",
  since: SINCE,
  summary: "Check a receipt of prove, or any compute answer",
  auth: "none",
  effect: "read",
  limits: { ...CHECKING, deadlineMs: 10_000, rate: "prove-verify" },
  input: receiptInput,
  body: "required",
  output: z.looseObject({
    ...verdictFields,
    R_t: z.number().nullable(),
    calcond: z.int().nullable(),
    operatorIds: z.array(z.string()),
    keyPrefix: z.string().describe("The constant PROVE"),
  }),
  errors: [],
  examples: [
    {
      input: { value: 19.6, unit: "N", operatorChain: ["KO42", "NM19"] },
      output: {
        verdict: "invalid",
        valid: false,
        checks: [{ name: "signature", ok: false }],
        reasons: ["the receipt carries no signature"],
        R_t: null,
        calcond: null,
        operatorIds: ["KO42", "NM19"],
        keyPrefix: "PROVE",
      },
    },
  ],
  cli: { verb: "prove-verify", document: true, verdict: true },
});
