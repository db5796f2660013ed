import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** Credits a day for a machine whose owner is nearly out of them. */
export const claim = defineOperation({
  id: "calc_claim",
  method: "POST",
  path: "/api/tally/claim",
  since: SINCE,
  summary: "Claim the free credits of the day with a machine",
  description:
    "128 credits into the free balance, once per machine and once per account in a UTC day, " +
    "when free and paid credits together are below `unlockBelow`. Whether it is due is checked " +
    "before work is asked for; the work is priced by the operator LZ1 and rises with the claims " +
    "of an address within an hour, up to 64.",
  auth: "either",
  effect: "write",
  keyed: true,
  limits: { ...WORKING, rate: "claim" },
  headers: ["x-calc-pow"],
  input: z.strictObject({
    machine: z
      .string()
      .min(1)
      .max(64)
      .describe("Slug or id of a machine of yours; its own key claims for it only"),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({
    credited: z.int().min(1).describe("Free credits added"),
    machine: z.string().describe("Id of the machine"),
    day: z.string().describe("The UTC day that is claimed now, as 2026-11-21"),
    nextCalcond: z.int().describe("First calcond in which the account may claim again"),
  }),
  errors: ["NOT_FOUND", "ALREADY_CLAIMED", "NOT_ELIGIBLE", "POW_REQUIRED", "NOT_READY"],
  examples: [
    {
      input: { machine: "kepler-lab" },
      output: {
        credited: 128,
        machine: "m_aebagbafaydqqcikbmga2dqpca",
        day: "2026-11-21",
        nextCalcond: 2_310_558_308,
      },
    },
  ],
  cli: { verb: "claim", positional: ["machine"] },
  mcp: {
    toolset: "economy",
    listed: false,
    // Only who is nearly out of credits may claim.
    example: null,
    description:
      "Claim the account's 128 free credits of the day with a machine; answers POW_REQUIRED " +
      "with a challenge until `pow` shows work.",
  },
});
