import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** The meter. It limits nothing, except for demo keys: balances do. */
export const computeUsage = defineOperation({
  id: "calc_usage",
  method: "GET",
  path: "/api/compute/usage",
  since: SINCE,
  summary: "Credits your computations burned today, beside a day's free ones",
  description:
    "`bundle` is what an account may claim a day. Nothing is refused for being over it " +
    "(`enforced` is false), except for a demo key, whose `dailyLimit` it is: a computation is " +
    "refused when neither free nor paid credits alone cover its price. `overage` counts " +
    "purchased credits only.",
  auth: "account",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({}),
  output: z.looseObject({
    used: z.int().min(0).describe("Credits burned on this UTC day"),
    bundle: z.int().min(0).describe("Credits of a day"),
    remaining: z
      .int()
      .min(0)
      .describe("Of the bundle, after the free credits used; of a demo key, after all used"),
    overage: z.int().min(0).describe("Purchased credits burned on this UTC day"),
    enforced: z.boolean().describe("Whether the bundle limits what is spent: of a demo key only"),
    day: z.string().describe("The UTC day, as 2026-11-21"),
    resetsCalcond: z.int().describe("First calcond of the next day"),
    total: z.int().min(0).describe("Credits burned so far, in all"),
    balance: z.looseObject({ free: z.int().min(0), paid: z.int().min(0) }),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        used: 6,
        bundle: 128,
        remaining: 122,
        overage: 0,
        enforced: false,
        day: "2026-11-21",
        resetsCalcond: 2_310_558_308,
        total: 6,
        balance: { free: 122, paid: 0 },
      },
    },
  ],
  cli: { verb: "usage" },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Credits the caller burned today, beside a day's free ones.",
  },
});
