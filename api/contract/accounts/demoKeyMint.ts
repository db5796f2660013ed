import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** A personal demo key; the first of an address in an hour is free. */
export const demoKeyMint = defineOperation({
  id: "calc_demo_key_mint",
  method: "POST",
  path: "/api/demo-key/mint",
  since: SINCE,
  summary: "Make a personal demo key, shown once",
  description:
    "An account without an identity, with a machine and welcome credits. The first of an address in an hour is " +
    "free; the next take work of 18, 21, 24 and 26 leading zero bits, sent as X-Calc-Pow; 30 an hour are the most.",
  auth: "none",
  effect: "write",
  keyed: true,
  secret: true,
  limits: { ...WORKING, rate: "demo-mint" },
  headers: ["x-calc-pow"],
  input: z.strictObject({}),
  body: "optional",
  success: 201,
  output: z.looseObject({
    key: z.string().describe("The API key; it is not shown again"),
    plan: z.string(),
    dailyLimit: z.int().describe("Credits, free and paid, that the account may spend in a UTC day"),
  }),
  errors: ["POW_REQUIRED", "NOT_READY"],
  examples: [
    { input: {}, output: { key: "calc_ak_kJ3v0vHnVZb2q0Q0m6zRjQ", plan: "demo", dailyLimit: 128 } },
  ],
  cli: { verb: "demo-key mint" },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "Make a personal demo key, shown once. The first of an address in an hour is free; then POW_REQUIRED says what " +
      "work to show in `pow`.",
  },
});
