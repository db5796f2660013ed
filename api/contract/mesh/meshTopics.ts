import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

/** The topics this node follows. */
export const meshTopics = defineOperation({
  id: "calc_mesh_topics",
  method: "GET",
  path: "/api/mesh/topics",
  since: SINCE,
  summary: "Topics: who follows them, and what became of their messages since the start",
  auth: "none",
  effect: "read",
  limits: QUICK,
  list: { items: "topics", whole: true },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    topics: z.array(
      z.looseObject({
        name: z.string(),
        topic: z.string().describe("Its full name on the wire"),
        followers: z.int().describe("Connected peers that follow it"),
        mesh: z.int().nullable().describe("Of those, peers that messages are pushed to at once"),
        accepted: z.int(),
        ignored: z.int(),
        rejected: z.int(),
      }),
    ),
    total: z.int().describe("Topics on all pages"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        topics: [
          {
            name: "head",
            topic: "/calc/1/0a1b2c3d/head",
            followers: 5,
            mesh: 5,
            accepted: 120,
            ignored: 3,
            rejected: 0,
          },
        ],
        total: 1,
      },
    },
  ],
  mcp: { toolset: "node", listed: false, description: "Gossip topics and their message counts." },
});
