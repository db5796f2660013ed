import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** Constants of the kernel and its exact period. */
export const kernel = defineOperation({
  id: "calc_kernel",
  method: "GET",
  path: "/api/kernel",
  since: SINCE,
  summary: "The kernel: constants, exact period, the seven steps",
  auth: "none",
  effect: "read",
  limits: QUICK,
  cache: { control: "public, max-age=300" },
  input: z.strictObject({}),
  output: z.looseObject({
    calcondSec: z.number(),
    calcondNs: z.int(),
    calcondSecDisplay: z.string(),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: { calcondSec: 0.777000777, calcondNs: 777000777, calcondSecDisplay: "0.777 s" },
    },
  ],
  cli: { verb: "kernel" },
  mcp: {
    toolset: "node",
    listed: true,
    description: "Constants of the kernel, the exact period and the seven-step protocol.",
  },
});
