import * as z from "zod";
import { HEX_32_BYTES, QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** Proof that a spine of one size is the beginning of a later one. */
export const meshConsistency = defineOperation({
  id: "calc_mesh_consistency",
  method: "GET",
  path: "/api/mesh/log/:author/consistency",
  since: SINCE,
  summary: "RFC 6962 consistency proof between two sizes of a spine",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({
    author: HEX_32_BYTES.describe("Ed25519 key of the spine's author, hex"),
    from: z.int().min(1).describe("Earlier tree size"),
    to: z.int().min(1).describe("Later tree size"),
  }),
  output: z.looseObject({
    from: z.int(),
    to: z.int(),
    proof: z.array(z.string()).describe("Hashes in hex"),
    disputed_from: z
      .int()
      .optional()
      .describe("First event of which two histories of the author are proven"),
  }),
  errors: ["NOT_FOUND", "INVALID_INPUT"],
  examples: [
    {
      input: {
        author: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        from: 1,
        to: 1,
      },
      output: { from: 1, to: 1, proof: [] },
    },
  ],
});
