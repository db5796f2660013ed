import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** The timebase now: where in its period the node's clock stands. */
export const pulse = defineOperation({
  id: "calc_pulse",
  method: "GET",
  path: "/api/calc/pulse",
  since: SINCE,
  summary: "The pulse: calcond, phase and exact period",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({}),
  output: z.looseObject({
    calcond: z.int().describe("Ticks since 1970"),
    phase: z.number().min(0).describe("In [0, 1)"),
    pulse_hz: z.number().describe("1.287, rounded"),
    calcond_ns: z.int().describe("The exact period in nanoseconds"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: { calcond: 2307692307, phase: 0.25, pulse_hz: 1.287, calcond_ns: 777000777 },
    },
  ],
  cli: { verb: "pulse" },
  mcp: {
    toolset: "node",
    listed: true,
    description: "The node's clock: calcond count, phase in [0,1) and the exact period.",
  },
});
