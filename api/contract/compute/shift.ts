import * as z from "zod";
import { METRIC_SAMPLES_MAX } from "../../../protocol/limits.js";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** The metric shift of given samples or of a given calcond variance. */
export const shift = defineOperation({
  id: "calc_shift",
  method: "POST",
  path: "/api/calc/shift",
  since: SINCE,
  summary: "Delta-alpha that brings a calcond variance back to the threshold",
  description:
    "Give either `samples` or `variance`. At a variance of 0.0091 or less no shift occurs.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({
    samples: z
      .array(z.number())
      .min(2)
      .max(METRIC_SAMPLES_MAX)
      .optional()
      .describe("Results of successive levels"),
    variance: z
      .number()
      .min(0)
      .optional()
      .describe("Variance relative to the square of the last level"),
  }),
  body: "required",
  output: z.looseObject({
    variance: z.number(),
    threshold: z.number(),
    shifted: z.boolean(),
    delta_alpha: z.number().nullable().describe("Null when no shift occurs"),
  }),
  errors: ["INVALID_INPUT"],
  examples: [
    {
      input: { variance: 0.0182 },
      output: { variance: 0.0182, threshold: 0.0091, shifted: true, delta_alpha: -0.0005 },
    },
  ],
  cli: { verb: "shift" },
  mcp: {
    toolset: "node",
    listed: true,
    description: "The metric shift (delta-alpha) for given samples or a given calcond variance.",
  },
});
