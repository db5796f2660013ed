import * as z from "zod";
import { OPERATOR_ID_CHARS_MAX, SEARCH_CHARS_MAX } from "../../../protocol/limits.js";
import { WORKING, SINCE } from "../definition/common.js";
import { unlimitedField } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

/** The registry, whole or searched. */
export const operators = defineOperation({
  id: "calc_operators",
  method: "QUERY",
  twins: ["GET"],
  path: "/api/operators",
  since: SINCE,
  summary: "List or search the operator registry",
  description: "Laws by words, best first, cut off where they fit less; without `q` all, by id.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  cache: { control: "public, max-age=300" },
  list: { items: "operators" },
  input: z.strictObject({
    q: z
      .string()
      .max(SEARCH_CHARS_MAX)
      .optional()
      .describe("Words for a law or a quantity; an id, symbol or unit"),
    domain: z
      .string()
      .max(OPERATOR_ID_CHARS_MAX)
      .optional()
      .describe("A domain (category) of the registry"),
    limit: unlimitedField("Entries on a page: all without it"),
    offset: z.int().min(0).optional().describe("Entries to leave out at the front"),
  }),
  output: z.looseObject({
    operators: z.array(
      z.looseObject({
        id: z.string(),
        category: z.string(),
        description: z.string(),
        equation: z.string(),
      }),
    ),
    total: z.int().describe("Entries that match, whatever `limit`"),
    registry_version: z.string(),
  }),
  errors: [],
  examples: [
    {
      input: { q: "gravitation", limit: 1 },
      output: {
        operators: [
          {
            id: "NM21",
            category: "newtonian_mechanics",
            description: "Newton's law of gravitation",
            equation: "F = G m_1 m_2/r^2",
          },
        ],
        total: 1,
        registry_version: "00",
      },
    },
  ],
  cli: { verb: "operators", positional: ["q"] },
  mcp: {
    toolset: "core",
    listed: true,
    description:
      "Search the operator registry by words or domain; answers ids, descriptions and " +
      "equations.",
  },
});
