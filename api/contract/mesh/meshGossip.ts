import * as z from "zod";
import { EVENT_BYTES_MAX } from "../../../protocol/limits.js";
import { HEX_32_BYTES, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** The mesh's entrance for signed events over HTTP. */
export const meshGossip = defineOperation({
  id: "calc_mesh_gossip",
  method: "POST",
  path: "/api/mesh/gossip",
  since: SINCE,
  summary: "Hand in a signed event",
  description:
    "The body is the canonical event (RFC 8785), at most 64 KiB. The header " +
    "x-node-handshake is `v1;kid=..;sender=..;calcond=..;mac=..`, an HMAC under the mesh secret " +
    "over these very bytes, good for 120 calconds. The answer comes when the event is durable. " +
    "An event handed in by its own author is published, too; others spread when nodes compare " +
    "what they hold. A repetition is answered as such and changes nothing.",
  auth: "none",
  effect: "write",
  raw: true,
  limits: { bodyBytesMax: EVENT_BYTES_MAX, deadlineMs: 15_000, rate: null },
  headers: ["x-node-handshake"],
  input: z.strictObject({
    body: z.looseObject({}).describe("What the event says, by its kind"),
    header: z
      .looseObject({})
      .describe("anchor, author, body_hash, body_len, calcond, kind, net, prev, seq, v"),
    sig: z.string().describe("Ed25519 signature of the header, hex"),
  }),
  output: z.looseObject({
    accepted: z.literal(true),
    id: HEX_32_BYTES.describe("Id of the event, hex"),
    state: z
      .enum(["linked", "detached"])
      .describe("detached: earlier events of the author are missing here"),
    duplicate: z.boolean().describe("It was held already"),
  }),
  errors: [
    "NO_MESH_SECRET",
    "NOT_READY",
    "TOO_LARGE",
    "MISSING_HANDSHAKE",
    "BAD_HANDSHAKE",
    "STALE_HANDSHAKE",
    "NOT_CANONICAL",
    "BAD_EVENT",
    "UNKNOWN_KIND",
    "WRONG_NET",
    "RATE_LIMITED",
    "BAD_SIGNATURE",
    "EQUIVOCATION",
    "KEY_ENDED",
  ],
  examples: [
    {
      input: {
        body: { job: "77".repeat(32) },
        header: { kind: "job.cancel", seq: 7, net: "0a1b2c3d", v: 1 },
        sig: "00".repeat(64),
      },
      output: { accepted: true, id: "12".repeat(32), state: "linked", duplicate: false },
    },
  ],
});
