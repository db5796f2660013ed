import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

/** The peers this node is connected to. */
export const meshPeers = defineOperation({
  id: "calc_mesh_peers",
  method: "GET",
  path: "/api/mesh/peers",
  since: SINCE,
  summary: "Connected peers: who they are, what they run, how far their clocks are off",
  auth: "none",
  effect: "read",
  limits: QUICK,
  list: { items: "peers", whole: true },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    peers: z.array(
      z.looseObject({
        nodeId: z.string(),
        publicKey: z.string().nullable().describe("Ed25519 key, hex"),
        greeted: z.boolean().describe("It showed a valid status"),
        engineVersions: z.array(z.string()),
        registryGeneration: z.string().nullable(),
        clockOffsetMs: z.number().nullable().describe("Its clock minus this node's"),
        latencyMs: z
          .number()
          .nullable()
          .optional()
          .describe("From a question to its answer when it was last asked, its own work among it"),
        topics: z.array(z.string()),
        score: z
          .number()
          .nullable()
          .describe("What gossip thinks of it; below -16000 it is cut off"),
        processorSeconds: z
          .number()
          .nullable()
          .optional()
          .describe("What its requests and messages took of a processor since it came"),
      }),
    ),
    total: z.int().describe("Peers on all pages"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        peers: [
          {
            nodeId: "12D3KooW",
            publicKey: "00",
            greeted: true,
            engineVersions: ["calc-engine/2"],
            registryGeneration: "1",
            clockOffsetMs: 3,
            latencyMs: 1.2,
            topics: ["head", "node"],
            score: 12.5,
            processorSeconds: 0.52,
          },
        ],
        total: 1,
      },
    },
  ],
  cli: { verb: "peers" },
  mcp: { toolset: "node", listed: false, description: "The peers this node is connected to." },
});
