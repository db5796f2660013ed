import * as z from "zod";
import { BODY_BYTES_MAX } from "../../../protocol/limits.js";
import { HEX_32_BYTES, hexDigits, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

const score = z.number().min(0).max(1).nullable();

/** A round of real comparison with peers, or a check that somebody holds the key of an address. */
export const meshVerify = defineOperation({
  id: "calc_mesh_verify",
  method: "POST",
  path: "/api/mesh/verify",
  since: SINCE,
  summary: "Compare heads with peers and recompute shared receipts, or check who holds an address",
  description:
    "Without an address: heads of all spines are compared with up to `peers` peers, and " +
    "up to `samples` shared receipts of the same engine version are fetched from them and " +
    "computed anew. coherenceScore = (agreed + recomputed) / (compared + sampled), null when " +
    "there was nothing to compare. With address, publicKey, nonce and signature: whether the " +
    'address is that key\'s, and the key signed "calc-possess/1", a zero byte, and the ' +
    "canonical JSON of {address, nonce, publicKey}.",
  auth: "none",
  effect: "read",
  limits: { bodyBytesMax: BODY_BYTES_MAX, deadlineMs: 60_000, rate: "mesh-verify" },
  input: z.strictObject({
    peers: z.int().min(1).max(16).optional().describe("Peers to compare with; 4 unless stated"),
    samples: z
      .int()
      .min(0)
      .max(64)
      .optional()
      .describe("Shared receipts to compute anew; 8 unless stated"),
    address: hexDigits(16).optional().describe("16 hex digits"),
    publicKey: HEX_32_BYTES.optional(),
    nonce: z.string().min(1).max(128).optional().describe("Text of the caller's choice"),
    signature: hexDigits(128).optional().describe("Ed25519, hex"),
  }),
  output: z.looseObject({
    coherenceScore: score.optional(),
    peers: z.int().optional().describe("Peers that answered"),
    compared: z.int().optional().describe("Spines held on both sides"),
    agreed: z.int().optional().describe("Of those, one chain a prefix of the other"),
    sampled: z.int().optional().describe("Receipts that peers handed over"),
    recomputed: z.int().optional().describe("Of those, with the same bits here"),
    mismatches: z
      .array(z.looseObject({ peer: z.string(), what: z.string() }))
      .optional()
      .describe("What did not agree, and with whom"),
    calcond: z.int().optional(),
    valid: z.boolean().optional().describe("The key holds the address and signed"),
    address: z.string().optional(),
  }),
  errors: ["INVALID_INPUT", "NO_MESH_SECRET", "NOT_READY"],
  examples: [
    {
      input: { peers: 4, samples: 8 },
      output: {
        coherenceScore: 1,
        peers: 4,
        compared: 20,
        agreed: 20,
        sampled: 8,
        recomputed: 8,
        mismatches: [],
        calcond: 2_310_461_010,
      },
    },
  ],
  mcp: {
    toolset: "node",
    listed: false,
    // A node without a mesh has no peers to compare with.
    example: null,
    description:
      "A real verification round: compares heads of spines with peers and recomputes " +
      "sampled shared receipts; the result is the coherence score.",
  },
});
