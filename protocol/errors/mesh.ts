/** Events and handshakes of other nodes. */
import type { ErrorArea } from "./entry.js";

export const MESH_ERRORS = {
  NOT_CANONICAL: {
    status: 400,
    exit: 2,
    title: "The event is not in canonical form",
    remedy: "Send the RFC 8785 bytes of the event in UTF-8, and nothing around them.",
  },
  BAD_EVENT: {
    status: 400,
    exit: 2,
    title: "This is no event",
    remedy:
      "Send exactly body, header and sig, a body of its kind, and the header's own digest of " +
      "it.",
  },
  UNKNOWN_KIND: {
    status: 400,
    exit: 2,
    title: "This node does not know the kind of the event",
    remedy: "Send kinds of this version, or ask a node of a newer one.",
  },
  WRONG_NET: {
    status: 400,
    exit: 2,
    title: "The event belongs to another network",
    remedy: "Sign events for the `net` that /api/mesh/status names.",
  },
  MISSING_HANDSHAKE: {
    status: 401,
    exit: 4,
    title: "The handshake header is missing",
    remedy: "Send `x-node-handshake` over the body, made with the mesh secret.",
  },
  BAD_HANDSHAKE: {
    status: 401,
    exit: 4,
    title: "The handshake does not verify",
    remedy: "Check its form, the secret its `kid` names, and that it was made over these bytes.",
  },
  STALE_HANDSHAKE: {
    status: 401,
    exit: 4,
    title: "The handshake is outside its window",
    remedy: "Make it anew; it holds from 120 calconds after its own to 2 before.",
  },
  BACKDATED: {
    status: 400,
    exit: 2,
    title: "The statement claims a time too long ago",
    remedy: "State the present calcond: at most 120 before the node's own.",
  },
  FUTURE_CALCOND: {
    status: 400,
    exit: 2,
    title: "The statement claims a time to come",
    remedy: "Correct the clock: at most 2 calconds ahead of the node's own.",
  },
  EQUIVOCATION: {
    status: 409,
    exit: 8,
    title: "The author signed another event in this place",
    remedy: "Nothing lifts this: `evidence` names the proof that is kept against the author.",
  },
  KEY_ENDED: {
    status: 409,
    exit: 8,
    title: "The author's key was given up or revoked before this event",
    remedy: "Sign with the key that follows it: `detail` names it.",
  },
  NO_MESH_SECRET: {
    status: 503,
    exit: 1,
    title: "This node takes no gossip: it has no mesh secret",
    remedy: "Configure the secret of the network, or send to a node that has it.",
  },
} as const satisfies ErrorArea;
