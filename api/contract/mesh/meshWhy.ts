import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

const finding = z.looseObject({
  code: z.string().describe("One of a few words; docs/mesh.md has a row for each"),
  peer: z.string().nullable().describe("Whom it is about; null: this node"),
  detail: z.string(),
});

const tried = z.looseObject({
  address: z.string(),
  failures: z.int().describe("In a row"),
  fault: z
    .string()
    .nullable()
    .describe("REFUSED, NO_ANSWER, NO_ROUTE, NO_NAME, PEER_ID or another"),
  means: z.string().nullable().describe("The fault in words that a person can act upon"),
  detail: z.string().nullable(),
  secondsAgo: z.number().nullable().describe("Since it failed last"),
});

const reached = z.looseObject({
  peer: z.string().nullable(),
  source: z
    .string()
    .describe("configured, signed (it said so), hinted (somebody did), or met: it came by itself"),
  connected: z.boolean(),
  greeted: z.boolean().describe("The two let each other in"),
  failures: z.int().describe("In a row; to be sent away is one"),
  nextTrySeconds: z.number().nullable(),
  refusal: z
    .looseObject({
      code: z.string(),
      means: z.string().describe("The code in words"),
      by: z.string(),
      secondsAgo: z.number(),
    })
    .nullable()
    .describe("What was said when the connection was closed, by the peer or by this node (self)"),
  clockOffsetMs: z.number().nullable(),
  heldSeq: z.int().nullable().describe("Newest event of this node that it held when compared last"),
  addresses: z.array(tried),
});

/** Why this node and others do not talk. */
export const meshWhy = defineOperation({
  id: "calc_mesh_why",
  method: "GET",
  path: "/api/mesh/why",
  since: SINCE,
  summary:
    "Why this node and others do not talk: each address with its last error, as the operator",
  description:
    "`findings` is what to act upon and is empty when all is well. The rest is what it was found from: every address " +
    "that is tried, what was said when a connection was closed, clocks, and who holds this node's events.",
  auth: "account",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({
    peer: z
      .string()
      .min(2)
      .max(64)
      .optional()
      .describe("Only of this peer: a peer id, or a public key in hex"),
  }),
  output: z.looseObject({
    findings: z.array(finding),
    listening: z.array(z.string()),
    ownSeq: z.int().describe("Number of this node's newest event; -1 for none"),
    heldBy: z.int().describe("Connected peers that held all of it when that was compared last"),
    newestHeldSeq: z.int().nullable().describe("Newest event of this node that some peer holds"),
    peers: z.array(reached),
    backlog: z
      .array(z.looseObject({ author: z.string(), announced: z.int(), held: z.int() }))
      .describe("Authors whose events are announced and not here, the furthest behind first"),
  }),
  errors: ["FORBIDDEN"],
  examples: [
    {
      input: {},
      output: {
        findings: [
          {
            code: "SECRET",
            peer: "12D3KooW",
            detail:
              "/ip4/203.0.113.7/tcp/4001/p2p/12D3KooW sends this node away: its mesh secret is another: the secret " +
              "files of the two nodes differ",
          },
        ],
        listening: ["/ip4/203.0.113.9/tcp/4001/p2p/12D3KooX"],
        ownSeq: 41,
        heldBy: 0,
        newestHeldSeq: null,
        peers: [
          {
            peer: "12D3KooW",
            source: "configured",
            connected: false,
            greeted: false,
            failures: 4,
            nextTrySeconds: 12,
            refusal: {
              code: "SECRET",
              means: "its mesh secret is another: the secret files of the two nodes differ",
              by: "peer",
              secondsAgo: 7,
            },
            clockOffsetMs: null,
            heldSeq: null,
            addresses: [
              {
                address: "/ip4/203.0.113.7/tcp/4001/p2p/12D3KooW",
                failures: 0,
                fault: null,
                means: null,
                detail: null,
                secondsAgo: null,
              },
            ],
          },
        ],
        backlog: [],
      },
    },
  ],
});
