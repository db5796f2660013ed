import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** What this node knows of names. */
export const dnsStatus = defineOperation({
  id: "calc_dns_status",
  method: "GET",
  path: "/api/dns/status",
  since: SINCE,
  summary: "This node's address, the names it knows, and the hash of their state",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({}),
  output: z.looseObject({
    address: z.string().describe("Address of this node's own key"),
    net: z.string().describe("The network's name on the wire: owners sign it"),
    calcond: z.int().describe("This node's clock: what a claim states"),
    records: z.int().describe("Events about names held"),
    names: z.int().describe("Names held or pending"),
    conflicts24h: z
      .int()
      .describe("Claims of the last 111,197 calconds that came later than another's"),
    lastGossipCalcond: z.int().nullable(),
    stateHash: z.string().describe("Equal on all nodes that know the same events"),
    witness: z.boolean().describe("Whether this node is a witness"),
    witnesses: z.int().describe("Witnesses of the network"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        address: "0d20cb79ef228dc1",
        net: "00000000",
        calcond: 2_310_461_010,
        records: 5,
        names: 1,
        conflicts24h: 0,
        lastGossipCalcond: null,
        stateHash: "0".repeat(64),
        witness: false,
        witnesses: 4,
      },
    },
  ],
  mcp: {
    toolset: "node",
    listed: false,
    description: "This node's address, how many names it knows, and the hash of their state.",
  },
});
