import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** The shared key for trying things out. */
export const demoKey = defineOperation({
  id: "calc_demo_key",
  method: "GET",
  path: "/api/demo-key",
  since: SINCE,
  summary: "The shared demo key",
  description:
    "Shared by everyone, ten uses a day, for starting things only; POST " +
    "/api/demo-key/mint makes a personal one.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({}),
  output: z.looseObject({ key: z.string(), plan: z.string(), dailyLimit: z.int() }),
  errors: [],
  examples: [
    {
      input: {},
      output: { key: "calc_ak_demo_0000000000000000", plan: "demo-shared", dailyLimit: 10 },
    },
  ],
  cli: { verb: "demo-key" },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "The shared demo key, with which calc_spin_up makes an account.",
  },
});
