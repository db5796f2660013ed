import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** The timebase in numbers: constants, so that it can be cached; the pulse says what time it is. */
export const tallyClock = defineOperation({
  id: "calc_tally_clock",
  method: "GET",
  path: "/api/tally/clock",
  since: SINCE,
  summary: "The timebase: pulse, period, and what two periods are",
  description: "Constants of the kernel. For the present calcond and phase read /api/calc/pulse.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  cache: { control: "public, max-age=300" },
  input: z.strictObject({}),
  output: z.looseObject({
    pulse_hz: z.number().describe("1.287, rounded"),
    calcond_sec: z.number().describe("0.777, rounded for display: wrong for counting"),
    calcond_sec_exact: z.number().describe("The period in seconds"),
    calcond_ns: z.int().describe("The exact period in nanoseconds"),
    finality_calconds: z.int(),
    finality_sec: z.number().describe("Two exact periods"),
    finality_ns: z.int(),
    calconds_per_day: z.int().describe("Periods in 86,400 s, to the nearest whole"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        pulse_hz: 1.287,
        calcond_sec: 0.777,
        calcond_sec_exact: 0.777000777,
        calcond_ns: 777_000_777,
        finality_calconds: 2,
        finality_sec: 1.554001554,
        finality_ns: 1_554_001_554,
        calconds_per_day: 111_197,
      },
    },
  ],
  cli: { verb: "tally clock" },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "The timebase in numbers: pulse frequency, exact period, and two periods.",
  },
});
