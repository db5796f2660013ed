import * as z from "zod";
import { CHECKING, receiptInput, SINCE, verdict, verdictFields } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** Re-executes a result of any node and signs the verdict. */
export const reverify = defineOperation({
  id: "calc_reverify",
  method: "POST",
  path: "/api/calc/reverify",
  since: SINCE,
  summary: "Re-execute a result and get a signed verdict",
  description:
    "Takes a receipt, a whole answer, the answer of prove, or a bare numerical result: " +
    "operatorChain, inputs and value, with what else it states beside them. The member " +
    "`verdict.verdict` is valid, sound or invalid. The signature verifies with the key of GET " +
    "/api/identity; nothing is signed about a body that holds no result.",
  auth: "none",
  effect: "read",
  limits: CHECKING,
  input: receiptInput,
  body: "required",
  output: z.looseObject({
    ...verdictFields,
    verdict: z
      .looseObject({
        verdict,
        kind: z
          .enum(["receipt", "proof", "result"])
          .describe("What was handed over: a result has no seal, and none is vouched for"),
        outcome: z.string().describe("agrees, differs, no-value, not-comparable or malformed"),
      })
      .describe("What was found, with the digest of what was checked; the signature covers it"),
    signature: z.string().describe("The node's Ed25519 signature over the verdict, hex"),
    public_key: z.string(),
  }),
  errors: ["NOT_FOUND", "INVALID_INPUT"],
  examples: [
    {
      input: {
        value: 19.6,
        unit: "N",
        operatorChain: ["KO42", "NM19"],
        inputs: { m: 2, a: 9.8 },
      },
      output: {
        valid: true,
        checks: [{ name: "value", ok: true }],
        reasons: [],
        verdict: { verdict: "valid", kind: "result", outcome: "agrees" },
        signature: "00",
        public_key: "00",
      },
    },
  ],
  cli: { verb: "reverify", document: true, verdict: true },
  mcp: {
    toolset: "receipts",
    listed: true,
    takesAnswers: true,
    description:
      "Re-execute a result of any node, without a key; the verdict (valid, sound or invalid) is signed by this node.",
  },
});
