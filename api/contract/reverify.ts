import * as z from "zod";
import { receiptInput, SINCE, verdictFields, WORKING } from "./common.js";
import { defineOperation } from "./operation.js";

/** Re-executes a result of any node and signs the verdict. */
export const reverify = defineOperation({
  id: "calc_reverify",
  method: "POST",
  path: "/api/calc/reverify",
  since: SINCE,
  summary: "Re-execute a result and get a signed verdict",
  description: "The signature verifies with the key of GET /api/identity.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: receiptInput,
  body: "required",
  output: z.looseObject({
    ...verdictFields,
    verdict: z
      .looseObject({
        outcome: z.string().describe("agrees, differs, no-value, not-comparable or malformed"),
      })
      .describe("What was found, with the digest of what was checked; the signature covers it"),
    signature: z.string().describe("The node's Ed25519 signature over the verdict, hex"),
    public_key: z.string(),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { value: 19.6, unit: "N", operatorChain: ["KO42", "NM19"] },
      output: {
        valid: false,
        checks: [{ name: "hash-link", ok: false }],
        reasons: ["the receipt carries no hash-link"],
        verdict: { outcome: "malformed" },
        signature: "00",
        public_key: "00",
      },
    },
  ],
  cli: { verb: "reverify", document: true, verdict: true },
  mcp: {
    toolset: "receipts",
    listed: true,
    description:
      "Re-execute a result of any node, without a key; the verdict is signed by this node.",
  },
});
