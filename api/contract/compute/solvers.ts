import * as z from "zod";
import { WORKING, SINCE } from "../definition/common.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

/** Every solver this node has, from the cards that its routes are made from. */
export const solvers = defineOperation({
  id: "calc_solvers",
  method: "GET",
  path: "/api/calc/solvers",
  since: SINCE,
  summary: "The solvers, their inputs, limits and examples",
  auth: "none",
  effect: "read",
  limits: WORKING,
  cache: { control: "public, max-age=300" },
  list: { items: "solvers", whole: true },
  input: z.strictObject({
    solver: z.string().max(64).optional().describe("An id, or words, as in epidemic"),
    ...pageFields,
  }),
  output: z.looseObject({
    solvers: z.array(
      z.looseObject({
        id: z.string(),
        path: z.string(),
        title: z.string(),
        summary: z.string(),
        version: z.int(),
        primary: z.looseObject({ name: z.string(), quantity: z.string(), unit: z.string() }),
        schema: z
          .looseObject({})
          .describe("JSON Schema of the body; each input states unit and aliases"),
        sufficient: z
          .array(z.array(z.string()))
          .describe("Combinations of inputs that determine the value"),
        limits: z.record(z.string(), z.number()),
        reactor: z.boolean(),
        examples: z.array(z.looseObject({ body: z.looseObject({}), expect: z.looseObject({}) })),
      }),
    ),
    total: z.int().describe("Solvers on all pages"),
  }),
  errors: ["NOT_FOUND"],
  examples: [{ input: { solver: "multibody" }, output: { solvers: [], total: 0 } }],
  cli: { verb: "solvers", positional: ["solver"] },
  mcp: {
    toolset: "solvers",
    listed: true,
    description:
      "The numerical solvers and what each computes; with an id also its inputs, units, " +
      "limits and examples. Call one as calc_<id>, as in calc_heat.",
  },
});
