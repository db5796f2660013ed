import * as z from "zod";
import { OPERATORS_LISTED_MAX } from "../../../protocol/limits.js";
import { oneOperator, QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

const named = z.array(z.looseObject({ name: z.string() }));

/** What operators need: names, aliases, units, conditions. */
export const operatorSpec = defineOperation({
  id: "calc_operator_spec",
  method: "POST",
  twins: ["QUERY"],
  path: "/api/calc/operator-spec",
  since: SINCE,
  summary: "Required, conditional, assumed and optional inputs of operators, with every alias",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({
    operator: oneOperator.optional(),
    operators: z
      .array(oneOperator)
      .min(1)
      .max(OPERATORS_LISTED_MAX)
      .optional()
      .describe("Several ids; instead of `operator`"),
  }),
  output: z.looseObject({
    operators: z.array(
      z.looseObject({
        id: z.string(),
        required: named,
        conditional: named,
        assumed: named,
        optional: named,
      }),
    ),
  }),
  errors: ["UNKNOWN_OPERATOR"],
  examples: [
    {
      input: { operator: "NM19" },
      output: {
        operators: [
          {
            id: "NM19",
            equation: "F = m a",
            required: [
              { name: "m", unit: "kg" },
              { name: "a", unit: "m/s^2" },
            ],
            conditional: [],
            assumed: [],
            optional: [],
          },
        ],
      },
    },
  ],
  cli: { verb: "operator-spec", positional: ["operators"] },
  mcp: {
    toolset: "core",
    listed: true,
    description:
      "Inputs an operator needs: canonical names, aliases, units, ranges, assumed " +
      "conditions, an example. Call it before calc_compute.",
  },
});
