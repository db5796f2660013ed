import * as z from "zod";
import { BODY_BYTES_MAX } from "../../../protocol/limits.js";
import {
  domainLabel,
  EVALUATION_ERRORS,
  evaluationFields,
  inputNumbers,
  operatorIds,
  SINCE,
} from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** A keyless computation, signed by the node but not on its spine. */
export const prove = defineOperation({
  id: "calc_prove",
  method: "POST",
  path: "/api/calc/prove",
  since: SINCE,
  summary: "Compute without a key and get a signed seven-step receipt",
  description:
    "Signed by the node, never sealed and never minted. Without a body KO42 alone is proved.",
  auth: "none",
  effect: "read",
  limits: { bodyBytesMax: BODY_BYTES_MAX, deadlineMs: 10_000, rate: "prove" },
  input: z.strictObject({
    domain: domainLabel.optional(),
    operators: operatorIds.optional(),
    inputs: inputNumbers.optional(),
  }),
  body: "optional",
  output: z.looseObject({
    ...evaluationFields,
    calcProof: z.string().optional(),
    signature: z.string().optional().describe("The node's Ed25519 signature, hex"),
    public_key: z.string().optional(),
  }),
  errors: [...EVALUATION_ERRORS],
  examples: [
    {
      input: { operators: ["NM19"], inputs: { m: 2, a: 9.8 } },
      output: { value: 19.6, unit: "N", operatorChain: ["KO42", "NM19"] },
    },
  ],
  cli: { verb: "prove", positional: ["operators", "inputs"] },
  mcp: {
    toolset: "receipts",
    listed: true,
    description: "Compute without a key; the answer is signed by the node, not sealed.",
  },
});
