/** Libraries of the field, found by words. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { limitField } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

const QUERY_CHARS_MAX = 400;
const SHOWN = 10;
const SHOWN_MAX = 50;

export const libSearch = defineOperation({
  id: "calc_lib_search",
  method: "QUERY",
  twins: ["POST"],
  path: "/api/calc/lib-search",
  since: SINCE,
  summary: "Find scientific libraries by words",
  description:
    "A reviewed list of libraries that are used next to this service. A misspelt word counts only " +
    "where nothing else was found. `covers` names what this service answers itself.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(QUERY_CHARS_MAX)
      .describe("What the library is for, in words; a language, too"),
    category: z.string().min(1).max(64).optional().describe("Only of this category"),
    limit: limitField("How many, the best first", { page: SHOWN, max: SHOWN_MAX }),
  }),
  output: z.looseObject({
    total: z.int().describe("How many fit"),
    catalogue: z.looseObject({
      libraries: z.int(),
      categories: z.int(),
      version: z.int(),
      sha256: z.string().describe("Over the canonical JSON of the list"),
    }),
    results: z.array(
      z.looseObject({
        name: z.string(),
        category: z.string(),
        language: z.string(),
        license: z.string().describe("SPDX expression"),
        url: z.string(),
        oneLine: z.string(),
        covers: z.array(z.string()).describe("Operators and solvers served here for its field"),
        checkedOn: z.string().describe("When it was compared with the project's own files"),
        score: z.number(),
        matched: z.array(z.string()).describe("Words of the query that it has"),
      }),
    ),
    nearestCategories: z.array(z.string()).describe("Names, where nothing fits"),
  }),
  errors: [],
  examples: [
    {
      input: { query: "solve sparse linear systems in Rust", limit: 1 },
      output: {
        total: 1,
        catalogue: { libraries: 1, categories: 1, version: 1, sha256: "00" },
        results: [
          {
            name: "faer",
            category: "linear-algebra-sparse",
            language: "Rust",
            license: "MIT",
            url: "https://github.com/sarah-quinones/faer-rs",
            oneLine: "Dense and sparse factorisations and solvers in pure Rust",
            covers: ["fea"],
            checkedOn: "2026-11-27",
            score: 12.5,
            matched: ["solve", "sparse", "linear", "rust"],
          },
        ],
        nearestCategories: [],
      },
    },
  ],
  cli: { verb: "lib", positional: ["query"] },
  mcp: {
    toolset: "registry",
    listed: false,
    description: "Find scientific libraries by words: name, licence, language, what they are for.",
  },
});
