import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

/** What this node thinks of its peers, and from where on it acts. */
export const meshScores = defineOperation({
  id: "calc_mesh_scores",
  method: "GET",
  path: "/api/mesh/scores",
  since: SINCE,
  summary: "Scores of peers, what they are made of, and the thresholds",
  auth: "none",
  effect: "read",
  limits: QUICK,
  list: { items: "scores", whole: true },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    thresholds: z.looseObject({
      gossip: z.number(),
      publish: z.number(),
      graylist: z.number(),
    }),
    scores: z.array(
      z.looseObject({
        nodeId: z.string(),
        score: z.number().nullable().describe("Of the gossip layer; null where it keeps none"),
        faults: z.number().describe("Points lost by messages that were rejected, of that score"),
        application: z.number().describe("Points for what it did outside gossip, of that score"),
      }),
    ),
    total: z.int().describe("Scores on all pages"),
    denied: z.array(z.string()).describe("Peers that were cut off and are refused for an hour"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        thresholds: { gossip: -4_000, publish: -8_000, graylist: -16_000 },
        scores: [{ nodeId: "12D3KooW", score: 112.5, faults: 0, application: 100 }],
        total: 1,
        denied: [],
      },
    },
  ],
  mcp: { toolset: "node", listed: false, description: "Gossip scores of the node's peers." },
});
