import * as z from "zod";
import { OPERATOR_ID_CHARS_MAX } from "../../../protocol/limits.js";
import { QUANTITY_CHARS_MAX } from "../../../protocol/units/quantity/index.js";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** A quantity in another unit; nothing is computed by a law, so nothing is sealed or charged. */
export const convert = defineOperation({
  id: "calc_convert",
  method: "QUERY",
  twins: ["POST"],
  path: "/api/calc/convert",
  since: SINCE,
  summary: "A quantity in another unit, rounded once",
  description:
    "Reads a quantity as people write it, its standard uncertainty with it. Temperatures with a zero " +
    "of their own are points, `delta_degC` and `delta_degF` differences. A unit of another " +
    "dimension is refused with both kinds named.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({
    quantity: z
      .string()
      .min(1)
      .max(QUANTITY_CHARS_MAX)
      .describe("As in 5 mi, 5 ft 3 in, 20 degC or 5.97(2)e24 kg"),
    to: z.string().min(1).max(OPERATOR_ID_CHARS_MAX).describe("A unit, as in km or degF"),
  }),
  body: "required",
  output: z.looseObject({
    value: z.number(),
    unit: z.string(),
    uncertainty: z.number().optional().describe("Standard uncertainty, where one is stated"),
    exact: z.boolean().describe("The value as printed is what was asked for, without rounding"),
    factor: z.string().describe("SI value of one such unit, exact, as in 5/18"),
    si: z.looseObject({ value: z.number(), unit: z.string() }),
    read: z.string().describe("The quantity as it was read"),
  }),
  errors: ["INVALID_INPUT"],
  examples: [
    {
      input: { quantity: "5 mi", to: "km" },
      output: {
        value: 8.04672,
        unit: "km",
        exact: true,
        factor: "1000",
        si: { value: 8046.72, unit: "m" },
        read: "5 mi",
      },
    },
    {
      summary: "With its uncertainty",
      input: { quantity: "20.0 ± 0.5 degC", to: "degF" },
      output: {
        value: 68,
        unit: "degF",
        uncertainty: 0.9,
        exact: true,
        factor: "5/9",
        si: { value: 293.15, unit: "K" },
        read: "20 degC",
      },
    },
  ],
  mcp: {
    toolset: "core",
    listed: false,
    description: "A quantity in another unit, as in 5 mi to km; nothing is sealed.",
  },
});
