import * as z from "zod";
import { QUICK, SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

const answer = z.looseObject({
  publish: z.boolean().describe("Whether computations that do not say are published"),
  visibility: z.enum(["private", "record"]).describe("What their envelopes are"),
});
const PATH = "/api/tally/settings/publish-default";

/** The caller's preference. */
export const publishDefault = defineOperation({
  id: "calc_publish_default",
  method: "GET",
  path: PATH,
  since: SINCE,
  summary: "Whether your computations are published when a request does not say",
  auth: "account",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({}),
  output: answer,
  errors: [],
  examples: [{ input: {}, output: { publish: false, visibility: "private" } }],
  cli: { verb: "tally publish-default" },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "Whether the caller's computations go into the public record when a request does not say.",
  },
});

/** Saves it. What was sealed before stays what it was. */
export const setPublishDefault = defineOperation({
  id: "calc_set_publish_default",
  method: "POST",
  path: PATH,
  since: SINCE,
  summary: "Save whether your computations are published when a request does not say",
  description:
    "Holds for what is computed afterwards; what is sealed stays what it was. A request that names a `visibility` " +
    "decides for itself. Nothing is published where the preference is unset or cannot be read.",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({
    publish: z
      .union([z.boolean(), z.enum(["private", "record"])])
      .describe(
        'true or "record": digests go into the public record; false or "private": nothing does',
      ),
  }),
  body: "required",
  output: answer,
  errors: ["CONFLICT"],
  examples: [{ input: { publish: true }, output: { publish: true, visibility: "record" } }],
  cli: { verb: "tally publish", positional: ["publish"] },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "Save whether the caller's computations go into the public record when a request does not say.",
  },
});
