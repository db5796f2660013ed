import * as z from "zod";
import { SEARCH_CHARS_MAX } from "../../../protocol/limits.js";
import { HEX_32_BYTES, QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** A tile of a spine's Merkle tree, as the tlog-tiles convention lays them out. */
export const meshTile = defineOperation({
  id: "calc_mesh_tile",
  method: "GET",
  path: "/api/mesh/log/:author/tile/*tile",
  since: SINCE,
  summary: "Tile of a spine's tree (C2SP tlog-tiles)",
  description: "`tile` is `<L>/<N>` or `<L>/<N>.p/<W>` with the index written as in x001/x234/067.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  produces: ["application/octet-stream"],
  input: z.strictObject({
    author: HEX_32_BYTES.describe("Ed25519 key of the spine's author, hex"),
    tile: z.string().min(1).max(SEARCH_CHARS_MAX).describe("Path of the tile, below tile/"),
  }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND", "INVALID_INPUT"],
  examples: [
    {
      input: {
        author: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        tile: "0/000.p/1",
      },
      output: "",
    },
  ],
});
