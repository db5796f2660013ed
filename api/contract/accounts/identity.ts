import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** Whether a token is valid, and the key that checks this node's signatures. */
export const identity = defineOperation({
  id: "calc_identity",
  method: "GET",
  path: "/api/identity",
  since: SINCE,
  summary: "The node's public key, and whether the caller's key is valid",
  description:
    "A session's token is taken from the Authorization header, the cookie `calc_session`, or `token` in the " +
    "query, which is written to no log. Only an answer with `valid: false` ends a session: where keys cannot be " +
    "looked up, this is a 503.",
  auth: "probe",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({
    token: z
      .string()
      .max(512)
      .optional()
      .describe("A session's token, where no header can be sent"),
  }),
  output: z.looseObject({
    valid: z
      .boolean()
      .describe("Whether the key that came with the call is valid; false without one"),
    credential: z
      .string()
      .optional()
      .describe("What came with the call: valid, absent, malformed, unknown or expired"),
    nodePublicKey: z.string().describe("Ed25519 key of the node, hex"),
    account: z.string().optional(),
    cid: z.string().optional().describe("Identity digest, where the account has one"),
    kind: z.string().optional().describe("account, machine or session"),
    machine: z.string().optional().describe("Id of the machine whose key it is"),
    roles: z
      .array(z.string())
      .optional()
      .describe(
        "owner for an account's key or session, admin for a machine's; master where computing is not limited",
      ),
  }),
  errors: ["NOT_READY"],
  examples: [{ input: {}, output: { valid: false, credential: "absent", nodePublicKey: "00" } }],
  cli: { verb: "identity" },
  mcp: {
    toolset: "node",
    listed: true,
    description: "The node's Ed25519 public key, and whether the caller's API key is valid.",
  },
});
