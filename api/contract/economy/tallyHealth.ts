import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import { damagedRecord } from "./tallyCommon.js";

/** What a watcher of the money wants to know. */
export const tallyHealth = defineOperation({
  id: "calc_tally_health",
  method: "GET",
  path: "/api/tally/health",
  since: SINCE,
  summary: "Whether the books add up: identities, journal head, readings, last audit",
  description:
    "`ok` is false when a measured identity fails, when something is damaged, and after an " +
    "audit that found something, until one finds nothing. What was not measured is null.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({}),
  output: z.looseObject({
    ok: z.boolean(),
    journal: z.looseObject({
      entries: z.int().nullable().describe("Null where its head cannot be read"),
      head: z.string().nullable().describe("Hash of the last entry, hex; null before any"),
    }),
    identities: z
      .array(
        z.looseObject({
          name: z.string(),
          holds: z.boolean().nullable(),
          left: z.int().nullable(),
          right: z.int().nullable(),
        }),
      )
      .describe("Each a sum that has to equal another, from figures kept apart from each other"),
    readings: z.looseObject({
      journal_behind: z.int().describe("Entries the snapshots have not counted yet"),
      record_behind: z
        .int()
        .describe("Envelopes the public record has not looked at yet, or cannot read"),
    }),
    damaged: z
      .array(damagedRecord)
      .describe(
        "Records that the readings came upon and could not read; an audit looks at all there are",
      ),
    last_audit: z
      .looseObject({})
      .nullable()
      .describe("The last full audit of this process; null when there was none"),
    not_ready: z
      .array(z.string())
      .describe("Why this node is not ready, as /api/ready says; empty when it is"),
    scope: z.literal("node"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        ok: true,
        journal: { entries: 13, head: "00" },
        identities: [
          {
            name: "credits issued = burned + held in balances",
            holds: true,
            left: 1_152,
            right: 1_152,
          },
        ],
        readings: { journal_behind: 0, record_behind: 0 },
        damaged: [],
        last_audit: null,
        not_ready: [],
        scope: "node",
      },
    },
  ],
  cli: { verb: "tally health" },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "Whether this node's books add up: supply identities, journal head, lag of the readings, last audit.",
  },
});
