import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

const bps = z.int().min(0).max(10_000).describe("Of 10,000");

/** To whom what belongs, in constants. */
export const tallyTransparency = defineOperation({
  id: "calc_tally_transparency",
  method: "GET",
  path: "/api/tally/transparency",
  since: SINCE,
  summary: "The rules of credits and envelopes: who owns what, and at which price",
  description:
    "Rules only, the same on every node of this version; /api/transparency/now has the figures.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  cache: { control: "public, max-age=300" },
  input: z.strictObject({}),
  output: z.looseObject({
    paid_funded_user_bps: bps,
    paid_funded_house_bps: bps,
    free_funded_user_bps: bps,
    free_funded_house_bps: bps,
    face_value_per_credit: z.int().describe("Face value minted for each credit burned"),
    free_before_paid: z.boolean().describe("Free credits are spent first"),
    rules: z.array(z.string()).describe("The same in words"),
    figures: z.string().describe("Path of the figures"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        paid_funded_user_bps: 10_000,
        paid_funded_house_bps: 0,
        free_funded_user_bps: 0,
        free_funded_house_bps: 10_000,
        face_value_per_credit: 1,
        free_before_paid: true,
        rules: ["Face value equals the credits burned."],
        figures: "/api/transparency/now",
      },
    },
  ],
  cli: { verb: "tally transparency" },
  mcp: {
    toolset: "economy",
    listed: false,
    description:
      "The rules of credits and envelopes: who owns what is minted, and which credits are spent first.",
  },
});
