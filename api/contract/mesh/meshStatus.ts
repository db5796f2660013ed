import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** What this node knows of the mesh; also without a mesh secret. */
export const meshStatus = defineOperation({
  id: "calc_mesh_status",
  method: "GET",
  path: "/api/mesh/status",
  since: SINCE,
  summary: "Peers, gossip, the own spine and the heads of others",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({}),
  output: z.looseObject({
    coherenceScore: z.number().nullable().describe("Last real verification round, or null"),
    recentGossipCount: z.int().describe("Events and notes accepted in the last 120 calconds"),
    lastGossip: z.int().describe("The same count"),
    lastGossipCalcond: z.int().nullable(),
    nodeId: z.string(),
    publicKey: z.string(),
    net: z.string(),
    gossip: z.string().describe("on or disabled"),
    peers: z.int(),
    topicMesh: z.looseObject({}).describe("Connected peers that follow each topic"),
    authors: z.int().describe("Nodes whose spines are known, this one included"),
    spine: z.looseObject({
      seq: z.int(),
      id: z.string(),
      size: z.int(),
      root: z.string(),
    }),
    detached: z.int().describe("Events that wait for earlier ones of their author"),
    frozen: z.array(z.string()).describe("Authors proven to have signed two histories"),
    evidence: z.int().describe("Such proofs held"),
    spines: z
      .looseObject({ kept: z.int(), max: z.int() })
      .optional()
      .describe("Spines of other nodes that are kept, and places for them"),
    shardsHeld: z.int().describe("Of 256, those this node keeps shared receipts of"),
    clockOffsetMs: z.number().nullable().describe("Median of the peers' clocks minus this one's"),
    restoreGuard: z.string().describe("off, asking, passed, or unanswered: then nothing is sealed"),
    engineVersion: z.string(),
    registryGeneration: z.string(),
    heads: z
      .array(
        z.looseObject({
          author: z.string(),
          seq: z.int().describe("What it announced"),
          held: z
            .int()
            .optional()
            .describe("What of it is here: number of the newest event; -1 for nothing"),
        }),
      )
      .describe("Newest signed heads of other nodes"),
    heldBy: z
      .int()
      .optional()
      .describe("Connected peers that held all of the own spine when heads were compared last"),
    market: z
      .looseObject({
        contributors: z.int().describe("Nodes that offer work"),
        withheld: z.int().describe("Nodes that lost their bond to a wrong result"),
        jobs: z.int().describe("Jobs that this node remembers"),
      })
      .describe("The market of work as this node sees it"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        coherenceScore: null,
        recentGossipCount: 0,
        lastGossip: 0,
        lastGossipCalcond: null,
        nodeId: "12D3KooW",
        publicKey: "00",
        net: "00000000",
        gossip: "disabled",
        peers: 0,
        topicMesh: {},
        authors: 1,
        spine: { seq: 0, id: "00", size: 1, root: "00" },
        detached: 0,
        frozen: [],
        evidence: 0,
        shardsHeld: 0,
        clockOffsetMs: null,
        restoreGuard: "off",
        engineVersion: "calc-engine/2",
        registryGeneration: "1",
        heads: [],
        market: { contributors: 0, withheld: 0, jobs: 0 },
      },
    },
  ],
  mcp: {
    toolset: "node",
    listed: true,
    description: "Peers, gossip, the node's own spine and the newest heads of other nodes.",
  },
});
