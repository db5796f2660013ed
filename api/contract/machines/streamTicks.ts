/** Ticks of a channel: made, read, pulled by a link, and pulled sealed. */
import * as z from "zod";
import { TICKS_READ_MAX } from "../../../protocol/limits.js";
import { HEX_32_BYTES, sealedFields, SINCE, WORKING, linkSignature } from "../definition/common.js";
import { limitField } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";
import { CHANNELS, expiresInCalconds, id, LEGACY_CHANNELS, tickInputs } from "./streamCommon.js";
import { EXAMPLE_CHANNEL } from "./streamSocket.js";
import { standing } from "../mesh/witness.js";

const OCTETS = "application/octet-stream";
/** A tick is answered in its channel's own type, whichever of these is asked for. */
const SHAPES: readonly string[] = [
  "application/json",
  "text/plain",
  "text/html",
  "text/csv",
  "text/xml",
  "application/xml",
  "image/svg+xml",
];
const seq = z.int().min(0);
const IN_HEADER =
  "Where the node asks for a quorum of witnesses, the header x-calc-standing says sealed, witnessed or final.";
const EXAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const EXAMPLE_SIG = `2311001287.${EXAMPLE_HASH}`;
const EXAMPLE_SESSION = "se_mfrggzdfmztwq2lknnwg23tpoa";

const tickFields = {
  stream: z
    .looseObject({
      channel: id,
      tick: z.int().nullable().describe("Its number; null where the result could not be sealed"),
      row: z.int().optional().describe("Number of its row in the channel's log"),
      rowHash: z.string().optional(),
      nextCalcond: z.int().optional(),
      subTicks: z.int().optional(),
      tickRoot: z.string().optional().describe("Hash over the last tick and the sub-ticks, hex"),
    })
    .describe("Where the tick stands in its channel, by the channel's log"),
  ...sealedFields,
};

const EXAMPLE_TICK = {
  stream: {
    channel: EXAMPLE_CHANNEL,
    tick: 1,
    row: 1,
    rowHash: EXAMPLE_HASH,
    nextCalcond: 2311000001,
    subTicks: 0,
    tickRoot: EXAMPLE_HASH,
  },
  value: 19.6,
  unit: "N",
  receipt_id: EXAMPLE_HASH,
};

/** Makes the next tick. */
export const streamTick = defineOperation({
  id: "calc_stream_tick",
  method: "POST",
  path: `${CHANNELS}/:id/tick`,
  legacyPath: `${LEGACY_CHANNELS}/:id/tick`,
  since: SINCE,
  summary: "Advance a channel by one interval and seal its result",
  description:
    "One tick in an interval: 409 names the calcond of the next. What has no value is neither charged " +
    "nor counted. Where nothing can be sealed now, the result comes back without a receipt, and is not " +
    "counted either.",
  auth: "either",
  effect: "seal",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ id, inputs: tickInputs }),
  body: "optional",
  success: 201,
  output: z.looseObject(tickFields),
  errors: [
    "NOT_FOUND",
    "FORBIDDEN",
    "TICK_TOO_EARLY",
    "CHANNEL_CLOSED",
    "INVALID_INPUT",
    "SOLVER_REJECTED",
    "INSUFFICIENT_INPUTS",
    "DID_NOT_CONVERGE",
    "ENERGY_NOT_CONSERVED",
  ],
  examples: [{ input: { id: EXAMPLE_CHANNEL }, output: EXAMPLE_TICK }],
  cli: { verb: "stream tick", positional: ["id"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "Advance a channel by one interval. Hand the whole answer to calc_verify.",
  },
});

/** The last tick, as the channel shapes it. */
export const streamLatest = defineOperation({
  id: "calc_stream_latest",
  method: "GET",
  path: `${CHANNELS}/:id/latest`,
  legacyPath: `${LEGACY_CHANNELS}/:id/latest`,
  since: SINCE,
  summary: "The last tick of a channel, in its content type",
  description: IN_HEADER,
  auth: "optional",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ id }),
  output: z.looseObject(tickFields),
  produces: SHAPES,
  errors: ["NOT_FOUND", "NO_TICK_YET"],
  examples: [{ input: { id: EXAMPLE_CHANNEL }, output: EXAMPLE_TICK }],
  cli: { verb: "stream latest", positional: ["id"] },
  mcp: { toolset: "streams", listed: false, description: "The last tick of a channel." },
});

/** The history of a channel. */
export const streamTicks = defineOperation({
  id: "calc_stream_ticks",
  method: "GET",
  path: `${CHANNELS}/:id/ticks`,
  legacyPath: `${LEGACY_CHANNELS}/:id/ticks`,
  since: SINCE,
  summary: "Ticks of a channel behind a number",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  list: { items: "ticks", cursors: ["after"] },
  input: z.strictObject({
    id,
    after: seq.default(0).describe("Number of the last tick that is known"),
    limit: limitField("How many on a page", { max: TICKS_READ_MAX }),
  }),
  output: z.looseObject({
    ticks: z.array(
      z.looseObject({
        seq: z.int(),
        calcond: z.int(),
        row: z.int(),
        token: z.string(),
        proof: z.string(),
        standing,
        contentType: z.string(),
        body: z.string().describe("What a pull of this tick answered"),
      }),
    ),
    total: z.int().describe("Ticks so far"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { id: EXAMPLE_CHANNEL, after: 0 },
      output: {
        ticks: [
          {
            seq: 1,
            calcond: 2311000000,
            row: 1,
            token: EXAMPLE_HASH,
            proof: EXAMPLE_HASH,
            standing: "sealed",
            contentType: "text/plain",
            body: "19.6 N",
          },
        ],
        total: 1,
      },
    },
  ],
  cli: { verb: "stream ticks", positional: ["id"] },
  mcp: { toolset: "streams", listed: false, description: "Ticks of a channel behind a number." },
});

/** A signed link to a channel. */
export const streamLink = defineOperation({
  id: "calc_stream_link",
  method: "POST",
  path: `${CHANNELS}/:id/link`,
  legacyPath: `${LEGACY_CHANNELS}/:id/link`,
  since: SINCE,
  summary: "Make a signed link that reads a channel without a key until it ends",
  auth: "either",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({ id, expiresInCalconds }),
  body: "required",
  success: 201,
  output: z.looseObject({ url: z.string(), sig: z.string(), expiresCalcond: z.int() }),
  errors: ["NOT_FOUND", "FORBIDDEN"],
  examples: [
    {
      input: { id: EXAMPLE_CHANNEL, expiresInCalconds: 1287 },
      output: {
        url: `http://127.0.0.1:8787${CHANNELS}/${EXAMPLE_CHANNEL}/pull?sig=${EXAMPLE_SIG}`,
        sig: EXAMPLE_SIG,
        expiresCalcond: 2311001287,
      },
    },
  ],
  cli: { verb: "stream link", positional: ["id", "expiresInCalconds"] },
  mcp: { toolset: "streams", listed: false, description: "Make a signed link to a channel." },
});

/** Voids all links of a channel. */
export const streamLinkRotate = defineOperation({
  id: "calc_stream_link_rotate",
  method: "POST",
  path: `${CHANNELS}/:id/link/rotate`,
  legacyPath: `${LEGACY_CHANNELS}/:id/link/rotate`,
  since: SINCE,
  summary: "Void all links to a channel that were given",
  auth: "either",
  effect: "destroy",
  limits: WORKING,
  input: z.strictObject({ id }),
  body: "optional",
  output: z.looseObject({ channel: id, links: z.int().describe("How often they were voided") }),
  errors: ["NOT_FOUND", "FORBIDDEN", "CHANNEL_CLOSED"],
  examples: [{ input: { id: EXAMPLE_CHANNEL }, output: { channel: EXAMPLE_CHANNEL, links: 1 } }],
  cli: { verb: "stream void-links", positional: ["id"] },
  mcp: { toolset: "streams", listed: false, description: "Void all links to a channel." },
});

/** The last tick, for who has a link. */
export const streamPull = defineOperation({
  id: "calc_stream_pull",
  method: "GET",
  path: `${CHANNELS}/:id/pull`,
  legacyPath: `${LEGACY_CHANNELS}/:id/pull`,
  since: SINCE,
  summary: "The last tick of a channel, opened by a signed link",
  description: IN_HEADER,
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ id, sig: linkSignature.optional() }),
  output: z.looseObject(tickFields),
  produces: SHAPES,
  errors: ["BAD_SIGNATURE", "LINK_EXPIRED", "NO_TICK_YET"],
  examples: [{ input: { id: EXAMPLE_CHANNEL, sig: EXAMPLE_SIG }, output: EXAMPLE_TICK }],
  cli: { verb: "stream pull", positional: ["id", "sig"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "The last tick of a channel, opened by a signed link.",
  },
});

/** Opens a secure session. */
export const streamSecureOpen = defineOperation({
  id: "calc_stream_secure_open",
  method: "POST",
  path: `${CHANNELS}/:id/secure/open`,
  legacyPath: `${LEGACY_CHANNELS}/:id/secure/open`,
  since: SINCE,
  summary: "Open a session whose frames only its opener reads, each under a key of its own",
  description:
    "X25519, a chain of keys that moves on with each calcond, AES-256-GCM; the node signs the " +
    "transcript. A session lives in memory, for 120,000 calconds.",
  auth: "either",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({ id, clientPublicKey: HEX_32_BYTES }),
  body: "required",
  success: 201,
  output: z.looseObject({
    channel: id,
    session: z.string(),
    clientPublicKey: z.string(),
    serverPublicKey: z.string(),
    startCalcond: z.int(),
    expiresCalcond: z.int(),
    transcriptSignature: z.string().describe("Ed25519 of the node over the transcript, hex"),
  }),
  errors: ["NOT_FOUND", "FORBIDDEN", "INVALID_INPUT", "CONFLICT", "CHANNEL_CLOSED"],
  examples: [
    {
      input: { id: EXAMPLE_CHANNEL, clientPublicKey: EXAMPLE_HASH },
      output: {
        channel: EXAMPLE_CHANNEL,
        session: EXAMPLE_SESSION,
        clientPublicKey: EXAMPLE_HASH,
        serverPublicKey: EXAMPLE_HASH,
        startCalcond: 2311000000,
        expiresCalcond: 2311120000,
        transcriptSignature: EXAMPLE_HASH + EXAMPLE_HASH,
      },
    },
  ],
  cli: { verb: "stream secure-open", positional: ["id", "clientPublicKey"] },
  mcp: { toolset: "streams", listed: false, description: "Open a secure session of a channel." },
});

/** A frame of a secure session. */
export const streamSecurePull = defineOperation({
  id: "calc_stream_secure_pull",
  method: "GET",
  path: `${CHANNELS}/:id/secure/pull`,
  legacyPath: `${LEGACY_CHANNELS}/:id/secure/pull`,
  since: SINCE,
  summary: "The latest frame of a secure session, or the oldest behind a number",
  description:
    "Ciphertext and tag. X-Calc-Calcond and X-Calc-Seq say where it stands; the last 64 are kept.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    id,
    session: z
      .string()
      .regex(/^se_[a-z2-7]{26}$/, "must be se_ and 26 of a-z and 2-7")
      .describe("Id of the session"),
    after: seq.optional().describe("Number of the last frame that is known"),
  }),
  output: z.looseObject({}),
  produces: [OCTETS],
  errors: ["SESSION_EXPIRED", "GONE", "NO_TICK_YET"],
  examples: [{ input: { id: EXAMPLE_CHANNEL, session: EXAMPLE_SESSION }, output: "frame" }],
  cli: { verb: "stream secure-pull", positional: ["id", "session"] },
});
