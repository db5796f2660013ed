/** Channels: made, listed, read, changed and closed. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { EXAMPLE_MACHINE_KEY, graceCalconds, label } from "../definition/identityCommon.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";
import {
  channelFields,
  channelOptions,
  CHANNELS,
  exampleChannel,
  id,
  LEGACY_CHANNELS,
} from "./streamCommon.js";
import { EXAMPLE_CHANNEL } from "./streamSocket.js";

const EXAMPLE_CONTRACT = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };

/** Makes a channel. */
export const streamNew = defineOperation({
  id: "calc_stream_new",
  method: "POST",
  path: CHANNELS,
  legacyPath: LEGACY_CHANNELS,
  since: SINCE,
  summary: "Make a channel whose ticks are sealed; its key is shown once",
  description:
    "A channel computes its contract once in an interval, on the owner's credits, and each tick is a " +
    "row of its log. The key ticks, changes and closes this channel.",
  auth: "account",
  effect: "write",
  keyed: true,
  secret: true,
  limits: WORKING,
  input: z.strictObject({
    name: label.optional(),
    contract: channelOptions.contract,
    tickIntervalCalconds: channelOptions.tickIntervalCalconds.default(1),
    autotick: channelOptions.autotick.default(false),
    outputFormat: z
      .enum(["json", "template"])
      .default("json")
      .describe("json: the whole sealed answer. template: the template, filled"),
    template: channelOptions.template.optional(),
    contentType: channelOptions.contentType.optional(),
    public: z.boolean().default(false).describe("Anybody may read it"),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({
    channel: z.looseObject(channelFields),
    key: z.string().describe("The channel's key; it is not shown again"),
    keyShownOnce: z.literal(true),
  }),
  errors: ["INVALID_INPUT", "UNKNOWN_OPERATOR", "OPERATOR_CHAIN", "CONFLICT"],
  examples: [
    {
      input: { name: "falling", contract: EXAMPLE_CONTRACT },
      output: { channel: exampleChannel, key: EXAMPLE_MACHINE_KEY, keyShownOnce: true },
    },
  ],
  cli: { verb: "stream create", positional: ["name"], document: "contract" },
  mcp: {
    toolset: "streams",
    listed: false,
    description:
      "Make a channel that seals one result in each interval. The answer shows its key once.",
  },
});

/** The caller's channels. */
export const streamList = defineOperation({
  id: "calc_stream_list",
  method: "GET",
  path: CHANNELS,
  legacyPath: LEGACY_CHANNELS,
  since: SINCE,
  summary: "The account's channels",
  auth: "account",
  effect: "read",
  limits: WORKING,
  list: { items: "channels" },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    channels: z.array(z.looseObject(channelFields)),
    total: z.int(),
  }),
  errors: [],
  examples: [{ input: {}, output: { channels: [exampleChannel], total: 1 } }],
  cli: { verb: "stream list" },
  mcp: { toolset: "streams", listed: false, description: "Channels of the caller's account." },
});

/** One channel. */
export const streamOf = defineOperation({
  id: "calc_stream",
  method: "GET",
  path: `${CHANNELS}/:id`,
  legacyPath: `${LEGACY_CHANNELS}/:id`,
  since: SINCE,
  summary: "A channel, for whoever may see it",
  description: "A private channel answers outsiders as if it did not exist.",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ id }),
  output: z.looseObject(channelFields),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: EXAMPLE_CHANNEL }, output: exampleChannel }],
  cli: { verb: "stream show", positional: ["id"] },
  mcp: { toolset: "streams", listed: false, description: "One channel, if the caller may see it." },
});

/** Changes a channel. */
export const streamEdit = defineOperation({
  id: "calc_stream_edit",
  method: "PATCH",
  path: `${CHANNELS}/:id`,
  legacyPath: `${LEGACY_CHANNELS}/:id`,
  since: SINCE,
  summary: "Change a channel from its next tick on",
  auth: "either",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({
    id,
    autotick: channelOptions.autotick.optional(),
    tickIntervalCalconds: channelOptions.tickIntervalCalconds.optional(),
    contract: channelOptions.contract.optional(),
    template: channelOptions.template.optional(),
    contentType: channelOptions.contentType.optional(),
  }),
  body: "required",
  output: z.looseObject(channelFields),
  errors: [
    "NOT_FOUND",
    "FORBIDDEN",
    "INVALID_INPUT",
    "UNKNOWN_OPERATOR",
    "OPERATOR_CHAIN",
    "CHANNEL_CLOSED",
  ],
  examples: [
    {
      input: { id: EXAMPLE_CHANNEL, autotick: true },
      output: { ...exampleChannel, autotick: true },
    },
  ],
  cli: { verb: "stream edit", positional: ["id"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "Change a channel's contract, interval or template, or let it tick by itself.",
  },
});

const CLOSING = {
  since: SINCE,
  summary: "Close a channel; its history stays",
  auth: "either",
  effect: "destroy",
  limits: WORKING,
  input: z.strictObject({ id }),
  output: z.looseObject(channelFields),
  errors: ["NOT_FOUND", "FORBIDDEN", "CHANNEL_CLOSED"],
  examples: [{ input: { id: EXAMPLE_CHANNEL }, output: { ...exampleChannel, status: "closed" } }],
} as const;

/** Closes a channel. */
export const streamClose = defineOperation({
  ...CLOSING,
  id: "calc_stream_close",
  method: "DELETE",
  path: `${CHANNELS}/:id`,
  legacyPath: `${LEGACY_CHANNELS}/:id`,
  cli: { verb: "stream close", positional: ["id"] },
  mcp: { toolset: "streams", listed: false, description: "Close a channel for good." },
});

/** The same, for clients that send no DELETE. */
export const streamClosePost = defineOperation({
  ...CLOSING,
  id: "calc_stream_close_post",
  method: "POST",
  path: `${CHANNELS}/:id/close`,
  legacyPath: `${LEGACY_CHANNELS}/:id/close`,
  body: "optional",
});

/** A new key for a channel. */
export const streamKeyRotate = defineOperation({
  id: "calc_stream_key_rotate",
  method: "POST",
  path: `${CHANNELS}/:id/key/rotate`,
  since: SINCE,
  summary: "Replace a channel's key (its account); shown once",
  description:
    "The key before it is accepted for the grace. One in its grace already (409 names it in `ending`) " +
    "takes a rotation without one, which ends both.",
  auth: "account",
  effect: "write",
  keyed: true,
  secret: true,
  limits: WORKING,
  input: z.strictObject({ id, graceCalconds: graceCalconds.default(0) }),
  body: "optional",
  success: 201,
  output: z.looseObject({
    channel: id,
    prefix: z.string(),
    key: z.string().describe("The channel's key; it is not shown again"),
    keyShownOnce: z.literal(true),
  }),
  errors: ["NOT_FOUND", "FORBIDDEN", "CONFLICT", "CHANNEL_CLOSED"],
  examples: [
    {
      input: { id: EXAMPLE_CHANNEL },
      output: {
        channel: EXAMPLE_CHANNEL,
        prefix: "csm_kJ3v0vHn",
        key: EXAMPLE_MACHINE_KEY,
        keyShownOnce: true,
      },
    },
  ],
  cli: { verb: "stream rotate-key", positional: ["id"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "Replace a channel's key. The answer shows the new one once.",
  },
});
