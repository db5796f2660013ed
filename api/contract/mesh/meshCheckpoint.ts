import * as z from "zod";
import { HEX_32_BYTES, QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** The signed head of a spine in the C2SP checkpoint format. */
export const meshCheckpoint = defineOperation({
  id: "calc_mesh_checkpoint",
  method: "GET",
  path: "/api/mesh/log/:author/checkpoint",
  since: SINCE,
  summary: "Signed checkpoint of a spine (C2SP tlog-checkpoint text)",
  description:
    "This node's own, or the newest one that another author signed over events that are held here. " +
    "The header x-disputed-from names the first event of an author of whom two histories are proven.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  produces: ["text/plain"],
  input: z.strictObject({
    author: HEX_32_BYTES.describe("Ed25519 key of the spine's author, hex"),
  }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND", "NOT_READY"],
  examples: [
    {
      input: { author: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a" },
      output: "calc/00000000/d75a9801\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n",
    },
  ],
});
