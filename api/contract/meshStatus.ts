import { z } from "zod";
import { QUICK, SINCE } from "./common.js";
import { defineOperation } from "./operation.js";

/** What this node knows of the mesh; also without a mesh secret. */
export const meshStatus = defineOperation({
  id: "calc_mesh_status", method: "GET", path: "/api/mesh/status", since: SINCE,
  summary: "Peers, gossip, the own spine and the heads of others",
  auth: "none", effect: "read", limits: QUICK,
  input: z.strictObject({}),
  output: z.looseObject({
    coherenceScore: z.number().nullable().describe("Last real verification round, or null"),
    recentGossipCount: z.int().describe("Events and notes accepted in the last 120 calconds"),
    lastGossip: z.int().describe("The same count"),
    lastGossipCalcond: z.int().nullable(),
    nodeId: z.string(), publicKey: z.string(), net: z.string(),
    gossip: z.string().describe("on or disabled"),
    peers: z.int(),
    spine: z.looseObject({ size: z.int() }),
    heads: z.array(
      z.looseObject({ author: z.string(), seq: z.int() })
    ).describe("Newest signed heads of other nodes"),
  }),
  errors: [],
  examples: [{
    input: {},
    output: {
      coherenceScore: null, recentGossipCount: 0, lastGossip: 0, lastGossipCalcond: null,
      nodeId: "12D3KooW", publicKey: "00",
      net: "00000000", gossip: "disabled", peers: 0, spine: { size: 1 }, heads: [],
    },
  }],
  cli: { verb: "peers" },
  mcp: {
    toolset: "node", listed: true,
    description: "Peers, gossip, the node's own spine and the newest heads of other nodes.",
  },
});
