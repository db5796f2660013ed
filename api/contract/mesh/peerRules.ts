import * as z from "zod";
import { QUICK, SINCE, WORKING } from "../definition/common.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

const TARGET_CHARS_MAX = 64;
const REASON_CHARS_MAX = 200;
const ADDRESS_CHARS_MAX = 256;
/** Ten years: longer is for good. */
const SECONDS_MAX = 315_360_000;

const target = z
  .string()
  .min(2)
  .max(TARGET_CHARS_MAX)
  .describe("A peer id, a public key in hex, or a network as 203.0.113.0/24 or 2001:db8::/48");
const reason = z
  .string()
  .max(REASON_CHARS_MAX)
  .default("")
  .describe("For whoever reads the list; the peer is not told");
const peer = z.string().min(2).max(TARGET_CHARS_MAX).describe("Peer id, or public key in hex");

const ruleFields = {
  target: z.string().describe("Peer id or network"),
  rule: z.string().describe("ban or allow"),
  by: z.string().describe("operator; points: the node found it out by itself; or invitation"),
  reason: z.string(),
  sinceCalcond: z.int(),
  untilCalcond: z
    .int()
    .nullable()
    .describe("First calcond in which it does not hold; null: for good"),
};

const EXAMPLE = {
  target: "203.0.113.0/24",
  rule: "ban",
  by: "operator",
  reason: "floods",
  sinceCalcond: 2311000000,
  untilCalcond: null,
} as const;

/** Who is kept out and who is let in. */
export const peerRules = defineOperation({
  id: "calc_peer_rules",
  method: "GET",
  path: "/api/mesh/rules",
  since: SINCE,
  summary: "Peers and networks that are banned or allowed, the newest first, as the operator",
  auth: "account",
  effect: "read",
  limits: QUICK,
  list: { items: "rules", whole: true },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    rules: z.array(z.looseObject(ruleFields)),
    total: z.int().describe("Rules on all pages"),
  }),
  errors: ["FORBIDDEN"],
  examples: [{ input: {}, output: { rules: [EXAMPLE], total: 1 } }],
  cli: { verb: "peers list" },
});

export const peerBan = defineOperation({
  id: "calc_peer_ban",
  method: "POST",
  path: "/api/mesh/rules/ban",
  since: SINCE,
  summary: "Keep a peer or a network out of this node, also after a restart, as the operator",
  description:
    "Whoever is connected and meant is disconnected. It replaces what was said of the same target.",
  auth: "account",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({
    target,
    reason,
    seconds: z.int().min(1).max(SECONDS_MAX).optional().describe("How long; for good if absent"),
  }),
  body: "required",
  output: z.looseObject(ruleFields),
  errors: ["FORBIDDEN", "CONFLICT"],
  examples: [{ input: { target: "203.0.113.0/24", reason: "floods" }, output: EXAMPLE }],
  cli: { verb: "peers ban", positional: ["target"] },
});

export const peerAllow = defineOperation({
  id: "calc_peer_allow",
  method: "POST",
  path: "/api/mesh/rules/allow",
  since: SINCE,
  summary: "Let a peer or a network in whatever was held against it, as the operator",
  description:
    "A ban of the same target ends. An allowed peer is treated as one that is long known: it has a place among the " +
    "spines that are kept, and points do not cut it off.",
  auth: "account",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({ target, reason }),
  body: "required",
  output: z.looseObject(ruleFields),
  errors: ["FORBIDDEN", "CONFLICT"],
  examples: [
    {
      input: { target: "203.0.113.0/24", reason: "our office" },
      output: { ...EXAMPLE, rule: "allow", reason: "our office" },
    },
  ],
  cli: { verb: "peers allow", positional: ["target"] },
});

export const peerForget = defineOperation({
  id: "calc_peer_forget",
  method: "POST",
  path: "/api/mesh/rules/forget",
  since: SINCE,
  summary: "Take back what was said of a peer or a network, as the operator",
  auth: "account",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({ target }),
  body: "required",
  output: z.looseObject({ target: z.string(), forgotten: z.boolean() }),
  errors: ["FORBIDDEN", "NOT_FOUND"],
  examples: [
    {
      input: { target: "203.0.113.0/24" },
      output: { target: "203.0.113.0/24", forgotten: true },
    },
  ],
  cli: { verb: "peers forget", positional: ["target"] },
});

export const peerConnect = defineOperation({
  id: "calc_peer_connect",
  method: "POST",
  path: "/api/mesh/connect",
  since: SINCE,
  summary: "Connect to a node at an address now, as the operator",
  description:
    "The answer tells who is there, or why nobody was reached. It does not tell whether the node lets this one in: " +
    "`calc peers why` does.",
  auth: "account",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({
    address: z
      .string()
      .min(2)
      .max(ADDRESS_CHARS_MAX)
      .startsWith("/", "is no multiaddress: one begins with /, as /ip4/203.0.113.7/tcp/4001")
      .describe("A multiaddress, as /ip4/203.0.113.7/tcp/4001/p2p/12D3KooW..."),
  }),
  body: "required",
  output: z.looseObject({
    connected: z.boolean(),
    peer: z.string().nullable().describe("Who is there"),
    fault: z
      .string()
      .nullable()
      .describe("REFUSED, NO_ANSWER, NO_ROUTE, NO_NAME, PEER_ID or another"),
    detail: z.string().nullable(),
  }),
  errors: ["FORBIDDEN"],
  examples: [
    {
      input: { address: "/ip4/203.0.113.7/tcp/4001" },
      output: { connected: true, peer: "12D3KooW", fault: null, detail: null },
    },
  ],
  cli: { verb: "peers connect", positional: ["address"] },
});

export const peerDisconnect = defineOperation({
  id: "calc_peer_disconnect",
  method: "POST",
  path: "/api/mesh/disconnect",
  since: SINCE,
  summary: "Close the connection to a peer, as the operator",
  description:
    "This node does not dial it for ten minutes. It may come by itself: a ban keeps it out.",
  auth: "account",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({ peer }),
  body: "required",
  output: z.looseObject({ peer: z.string(), wasConnected: z.boolean() }),
  errors: ["FORBIDDEN"],
  examples: [{ input: { peer: "12D3KooW" }, output: { peer: "12D3KooW", wasConnected: true } }],
  cli: { verb: "peers disconnect", positional: ["peer"] },
});

const INVITATION_CHARS_MAX = 512;
const INVITED_SECONDS = 31_536_000;

export const peerInvite = defineOperation({
  id: "calc_peer_invite",
  method: "POST",
  path: "/api/mesh/invitations",
  since: SINCE,
  summary: "Sign that another node's key belongs to this mesh, as the operator",
  description:
    "The invited node takes the text by `calc peers accept`, and shows it to each node that it meets. It counts with " +
    "nodes that know this one for an hour or longer, or whose operators named or allowed it. It is no secret: it " +
    "names one key.",
  auth: "account",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({
    peer,
    seconds: z.int().min(1).max(SECONDS_MAX).default(INVITED_SECONDS).describe("How long it holds"),
  }),
  body: "required",
  output: z.looseObject({ peer: z.string(), invitation: z.string() }),
  errors: ["FORBIDDEN"],
  examples: [
    { input: { peer: "12D3KooW" }, output: { peer: "12D3KooW", invitation: '{"invitee":"00"}' } },
  ],
  cli: { verb: "peers invite", positional: ["peer"] },
});

export const peerAccept = defineOperation({
  id: "calc_peer_accept",
  method: "POST",
  path: "/api/mesh/invitations/accept",
  since: SINCE,
  summary: "Keep an invitation of this node, and show it to whom it meets, as the operator",
  auth: "account",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({
    invitation: z
      .string()
      .min(2)
      .max(INVITATION_CHARS_MAX)
      .describe("The JSON text that `peers invite` printed"),
  }),
  body: "required",
  output: z.looseObject({ accepted: z.boolean() }),
  errors: ["FORBIDDEN"],
  examples: [{ input: { invitation: '{"invitee":"00"}' }, output: { accepted: true } }],
  cli: { verb: "peers accept", positional: ["invitation"] },
});
