import * as z from "zod";
import { QUICK, SINCE } from "./common.js";
import { defineOperation } from "./operation.js";

/** Every solver this node has, from the cards that its routes are made from. */
export const solvers = defineOperation({
  id: "calc_solvers",
  method: "GET",
  path: "/api/calc/solvers",
  since: SINCE,
  summary: "The solvers, their inputs, limits and examples",
  auth: "none",
  effect: "read",
  limits: QUICK,
  cache: { control: "public, max-age=300" },
  input: z.strictObject({}),
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
  }),
  errors: [],
  examples: [{ input: {}, output: { solvers: [] } }],
  cli: { verb: "solvers" },
  mcp: {
    toolset: "solvers",
    listed: true,
    description:
      "Lists the numerical solvers: what each computes, its inputs with units, limits and examples. Call one " +
      "as calc_<id>, as in calc_heat.",
  },
});
