import { z } from "zod";
import { QUICK, SINCE } from "./common.js";
import { defineOperation } from "./operation.js";

/** A personal demo key; the first of an address in an hour is free. */
export const demoKeyMint = defineOperation({
  id: "calc_demo_key_mint", method: "POST", path: "/api/demo-key/mint", since: SINCE,
  summary: "Make a personal demo key, shown once",
  description: "The first for an address in an hour is free, more are refused with 429.",
  auth: "none", effect: "write", keyed: true,
  limits: { ...QUICK, rate: "demo-mint" },
  input: z.strictObject({}), body: "optional",
  output: z.looseObject({ key: z.string(), plan: z.string(), dailyLimit: z.int() }),
  errors: [],
  examples: [
    { input: {}, output: { key: "calc_ak_kJ3v0vHnVZb2q0Q0m6zRjQ", plan: "demo", dailyLimit: 128 } },
  ],
  cli: { verb: "demo-key-mint" },
});
