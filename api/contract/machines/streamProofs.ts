/** What a stranger checks of a channel without a node: its log, a tick, and its place in the digest. */
import * as z from "zod";
import { SINCE, WORKING, linkSignature } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import { NDJSON_TYPE } from "./stateLogCommon.js";
import { CHANNELS, id } from "./streamCommon.js";
import { EXAMPLE_CHANNEL } from "./streamSocket.js";

const EXAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const EXAMPLE_ORIGIN = `calc/0badcafe/${EXAMPLE_HASH}/m/${EXAMPLE_CHANNEL}`;

/** One tick as a file. */
export const streamExport = defineOperation({
  id: "calc_stream_export",
  method: "GET",
  path: `${CHANNELS}/:id/export`,
  since: SINCE,
  summary: "A tick as a file that `calc verify` checks without a node",
  description:
    "Its text and fields, its receipt, its row and that of the tick before, and their places under a " +
    "signed checkpoint of the channel's log. docs/receipts.md states each byte.",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    id,
    tick: z.int().min(1).optional().describe("Number of the tick; the last one, if absent"),
    sig: linkSignature.optional(),
  }),
  output: z.looseObject({
    "calc-tick": z.literal(1),
    contentType: z.string(),
    body: z.string(),
    headers: z.record(z.string(), z.string()),
    receipt: z.looseObject({}),
    row: z.looseObject({}),
    payload: z.looseObject({}).nullable().describe("Null where it was dropped"),
    path: z.array(z.string()).describe("Inclusion path of the row under the checkpoint"),
    before: z.looseObject({}).nullable().describe("Row, payload and path of the tick before"),
    genesis: z.string().nullable(),
    origin: z.string(),
    checkpoint: z.string(),
  }),
  errors: ["NOT_FOUND", "NO_TICK_YET", "BAD_SIGNATURE", "LINK_EXPIRED"],
  examples: [
    {
      input: { id: EXAMPLE_CHANNEL, tick: 1 },
      output: {
        "calc-tick": 1,
        contentType: "text/plain",
        body: "19.6 N",
        headers: { "X-Calc-Sealed": "true" },
        receipt: {},
        row: {},
        payload: {},
        path: [EXAMPLE_HASH],
        before: null,
        genesis: EXAMPLE_HASH,
        origin: EXAMPLE_ORIGIN,
        checkpoint: `${EXAMPLE_ORIGIN}\n2\n`,
      },
    },
  ],
  cli: { verb: "stream export", positional: ["id", "tick"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "A tick of a channel as a file that anyone checks without a node.",
  },
});

/** The log of a channel as a file. */
export const streamLog = defineOperation({
  id: "calc_stream_log",
  method: "GET",
  path: `${CHANNELS}/:id/log`,
  since: SINCE,
  summary: "The log of a channel as a file that `calc verify` checks without a node",
  description:
    "One line each: the identity of the log, its rows, and each signed checkpoint behind the rows that " +
    "it covers. From a later row on, the rows alone.",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  produces: [NDJSON_TYPE],
  input: z.strictObject({
    id,
    from: z.int().min(0).default(0).describe("The first row"),
  }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: EXAMPLE_CHANNEL }, output: '{"calc-log":3}\n' }],
  cli: { verb: "stream log", positional: ["id"] },
});

const placeFields = {
  "calc-place": z.literal(1),
  checkpoint: z.string().describe("The signed checkpoint, a C2SP note"),
  path: z.array(z.looseObject({})).describe("Hashes beside the way up, each left or right"),
  digest: z.looseObject({}).describe("The signed event that announced the digest"),
};

/** Where a checkpoint stands in the digest of its node. */
export const PLACE = {
  method: "GET",
  since: SINCE,
  description:
    "Who keeps the answer holds the node to that many rows: `calc verify LOG --holds FILE` says whether " +
    "a log of later still has them. 503 until a digest with this log was announced to peers.",
  effect: "read",
  limits: WORKING,
  output: z.looseObject(placeFields),
  errors: ["NOT_FOUND", "NOT_READY"],
} as const;

export const EXAMPLE_PLACE = {
  "calc-place": 1 as const,
  checkpoint: `${EXAMPLE_ORIGIN}\n2\n`,
  path: [{ left: EXAMPLE_HASH }],
  digest: { body: {}, header: {}, sig: "" },
} satisfies z.input<typeof PLACE.output>;

/** The same of a channel. */
export const streamPlace = defineOperation({
  ...PLACE,
  id: "calc_stream_place",
  path: `${CHANNELS}/:id/checkpoint`,
  summary: "Where a channel's newest checkpoint stands in the digest that its node announced",
  auth: "optional",
  input: z.strictObject({ id }),
  examples: [{ input: { id: EXAMPLE_CHANNEL }, output: EXAMPLE_PLACE }],
  cli: { verb: "stream checkpoint", positional: ["id"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "Proof of a channel's newest checkpoint in the digest that its node announced.",
  },
});
