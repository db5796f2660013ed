import * as z from "zod";
import { SINCE, WORKING, linkSignature } from "../definition/common.js";
import { defineStream } from "../definition/stream.js";

/** Id of a channel: `ch_` and 16 bytes in base32. */
export const channelId = z
  .string()
  .regex(/^ch_[a-z2-7]{26}$/, "must be ch_ and 26 of a-z and 2-7")
  .describe("Id of the channel");
const seq = z.int().min(0).describe("Number of a tick: the first is 1, and none is left out");

export const EXAMPLE_CHANNEL = "ch_mfrggzdfmztwq2lknnwg23tpoa";

/** Ticks of a channel as they are sealed. */
export const streamSocket = defineStream({
  id: "calc_stream_socket",
  path: "/ws/stream",
  since: SINCE,
  summary: "Ticks of a channel, pushed as they are sealed",
  description:
    "Text messages of JSON: `hello` first, then each `tick`, whose `body` is byte for byte what a " +
    "pull answers. `after` asks for the ticks behind a number; where it is older than the last " +
    "1,024, one `resync` names the oldest that is sent. `closed` ends a channel. A key is shown as " +
    "subprotocols `calc, bearer.<key>`, or as `Authorization: Bearer <key>` by who is no page of a browser; a " +
    "signed link needs none, nor does a public channel.",
  auth: "optional",
  limits: WORKING,
  input: z.strictObject({
    channel: channelId,
    after: seq.optional().describe("Send the ticks behind this number first"),
    sig: linkSignature.optional(),
  }),
  messages: z.discriminatedUnion("type", [
    z.looseObject({
      type: z.literal("hello"),
      channel: channelId,
      headSeq: seq.describe("Number of the last tick; 0 before the first"),
    }),
    z.looseObject({
      type: z.literal("tick"),
      seq,
      calcond: z.int(),
      contentType: z.string(),
      body: z.string().describe("What a pull of this tick answers"),
      headers: z.record(z.string(), z.string()).describe("The X-Calc fields of that answer"),
    }),
    z.looseObject({
      type: z.literal("resync"),
      oldestSeq: seq.describe("Ticks before this number are not sent; their history stays"),
    }),
    z.looseObject({ type: z.literal("closed"), reason: z.string() }),
  ]),
  closeCodes: {
    1000: "the channel is closed: `closed` came before",
    1001: "the node stops: follow again behind the last tick",
    1002: "a frame broke RFC 6455",
    1009: "a client's frame has more than 1 KiB",
    1013: "more than 1 MiB waited for this subscriber: follow again behind the last tick",
  },
  errors: ["UPGRADE_REQUIRED", "NOT_FOUND", "BAD_SIGNATURE", "LINK_EXPIRED"],
  examples: [
    {
      input: { channel: EXAMPLE_CHANNEL, after: 6 },
      messages: [
        { type: "hello", channel: EXAMPLE_CHANNEL, headSeq: 7 },
        {
          type: "tick",
          seq: 7,
          calcond: 2311000000,
          contentType: "application/json",
          body: '{"value":19.6}',
          headers: { "X-Calc-Sealed": "true" },
        },
      ],
    },
  ],
});
