import * as z from "zod";
import {
  BODY_BYTES_MAX,
  EQUATION_CHARS_MAX,
  INPUTS_MAX,
  OPERATOR_ID_CHARS_MAX,
} from "../../../protocol/limits.js";
import {
  computeFields,
  EVALUATION_ERRORS,
  evaluationFields,
  inUnit,
  SINCE,
  unitWanted,
} from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

const symbol = z.union([
  z.string().max(OPERATOR_ID_CHARS_MAX),
  z.strictObject({
    unit: z.string().max(OPERATOR_ID_CHARS_MAX).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    quantity: z.string().max(OPERATOR_ID_CHARS_MAX).optional(),
  }),
]);

/** An equation no operator holds, or an ordinary compute request; never sealed, never charged. */
export const playgroundCompute = defineOperation({
  id: "calc_playground_compute",
  method: "POST",
  twins: ["QUERY"],
  path: "/api/playground/compute",
  since: SINCE,
  summary: "Try an equation typed by hand, or a compute request, unsealed",
  auth: "none",
  effect: "read",
  limits: { bodyBytesMax: BODY_BYTES_MAX, deadlineMs: 10_000, rate: "playground" },
  input: z.strictObject({
    equation: z
      .string()
      .min(1)
      .max(EQUATION_CHARS_MAX)
      .optional()
      .describe("As in E = m c^2; instead of `operators`"),
    symbols: z
      .record(z.string().min(1).max(OPERATOR_ID_CHARS_MAX), symbol)
      .refine((value) => Object.keys(value).length <= INPUTS_MAX, `at most ${INPUTS_MAX} names`)
      .optional()
      .describe('Units of names, as in {"m": "kg"}; inputs are in them')
      .meta({ maxProperties: INPUTS_MAX }),
    solve_for: z
      .string()
      .max(OPERATOR_ID_CHARS_MAX)
      .optional()
      .describe("The unknown; otherwise the only name without a value, or the subject"),
    domain: computeFields.domain,
    operators: computeFields.operators.optional(),
    inputs: computeFields.inputs,
    uncertainties: computeFields.uncertainties,
    unit: unitWanted.optional(),
  }),
  body: "required",
  output: z.looseObject({
    ...evaluationFields,
    in_unit: inUnit
      .optional()
      .describe("The result in the unit that `symbols` or `unit` state; `value` is in SI"),
    kind: z.string().optional().describe("What the equation was read as"),
    equation_canonical: z.string().optional(),
  }),
  errors: [...EVALUATION_ERRORS],
  examples: [
    {
      input: { equation: "E = m c^2", inputs: { m: 1 }, symbols: { m: "kg" } },
      output: {
        value: 8.987551787368176e16,
        unit: "J",
        kind: "closed-form",
        equation_canonical: "E = m c^2",
      },
    },
  ],
  mcp: {
    toolset: "core",
    listed: true,
    description:
      "Evaluate a typed equation, as in E = m c^2 with inputs {m: 1}; " +
      "unsealed, no key needed.",
  },
});
