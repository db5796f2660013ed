import { z } from "zod";
import { QUICK, SINCE } from "./common.js";
import { defineOperation } from "./operation.js";

/** Whether a token is valid, and the key that checks this node's signatures. */
export const identity = defineOperation({
  id: "calc_identity", method: "GET", path: "/api/identity", since: SINCE,
  summary: "The node's public key, and whether the caller's key is valid",
  auth: "probe", effect: "read", limits: QUICK,
  input: z.strictObject({}),
  output: z.looseObject({
    valid: z.boolean().describe(
      "Whether the key that came with the call is valid; false without one"
    ),
    nodePublicKey: z.string().describe("Ed25519 key of the node, hex"),
    cid: z.string().optional(),
    roles: z.array(z.string()).optional(),
  }),
  errors: [],
  examples: [{ input: {}, output: { valid: false, nodePublicKey: "00" } }],
  cli: { verb: "identity" },
  mcp: {
    toolset: "node", listed: true,
    description: "The node's Ed25519 public key, and whether the caller's API key is valid.",
  },
});
