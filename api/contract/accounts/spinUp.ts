import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import {
  EXAMPLE_KEY,
  EXAMPLE_MADE_MACHINE,
  newMachine,
  slug,
} from "../definition/identityCommon.js";
import { defineOperation } from "../definition/operation.js";

/** A whole account for the holder of a demo key: made by the node, which forgets the equation. */
export const spinUp = defineOperation({
  id: "calc_spin_up",
  method: "POST",
  path: "/api/calc/spin-up",
  since: SINCE,
  summary: "Turn a demo key into an account: an API key and a recovery equation, shown once",
  description:
    "The node draws the equation, registers the identity made from it, and forgets it: whoever " +
    "has the equation recovers the account, and nobody else can. A demo key does this ten times " +
    "a day, the shared one for everybody together; the first three accounts of an address in an " +
    "hour are free, more take work. Where the client can make the equation itself, POST " +
    "/api/identity/register is better.",
  auth: "demo",
  effect: "write",
  keyed: true,
  secret: true,
  limits: { ...WORKING, rate: "spin-up" },
  headers: ["x-calc-pow"],
  input: z.strictObject({ slug: slug.optional() }),
  body: "optional",
  success: 201,
  output: z.looseObject({
    apiKey: z.string().describe("The API key; it is not shown again"),
    recoveryEquation: z.string().describe("Recovers the account; the node has forgotten it"),
    cid: z.string(),
    account: z.string(),
    machine: newMachine,
    credits: z.int().describe("Free credits the account begins with"),
  }),
  errors: ["FORBIDDEN", "RATE_LIMITED", "SLUG_TAKEN", "INVALID_INPUT", "POW_REQUIRED"],
  examples: [
    {
      input: {},
      output: {
        apiKey: EXAMPLE_KEY,
        recoveryEquation: "y = 48152342 x^3 + 16108823 x^2 + ...",
        cid: "5eb63bbbe01eeed093cb22bb8f5acdc3",
        account: "5eb63bbbe01eeed093cb22bb8f5acdc3",
        credits: 128,
        machine: EXAMPLE_MADE_MACHINE,
      },
    },
  ],
  cli: { verb: "spin-up" },
  mcp: {
    toolset: "core",
    listed: true,
    description:
      "With a demo key: make a real account. Answers its API key (calc_ak_) and recovery equation once.",
  },
});
