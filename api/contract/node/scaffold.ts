/** Scaffolds: a small project that runs against this node, as files. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

export const scaffold = defineOperation({
  id: "calc_scaffold",
  method: "POST",
  path: "/api/calc/scaffold",
  since: SINCE,
  summary: "A small project to begin with, as files: an archetype of contracts in a stack",
  description:
    "Each deploys the archetype, fires events at it, checks the state, replays it and has a receipt " +
    "verified. Nothing is stored or charged by asking. The archetypes are those of " +
    "`GET /api/contracts/archetypes`.",
  auth: "none",
  effect: "read",
  limits: { ...WORKING, rate: "playground" },
  input: z.strictObject({
    archetype: z
      .string()
      .min(1)
      .max(64)
      .describe(
        "provable-record, reproducible-computation, deployable-logic, simulation or interactive-agent",
      ),
    stack: z.string().min(1).max(32).default("node").describe("curl, node, python or html"),
    name: z
      .string()
      .min(1)
      .max(128)
      .default("calc-project")
      .describe("Of the project; what no file name may hold is left out of it"),
  }),
  body: "required",
  output: z.looseObject({
    archetype: z.string(),
    stack: z.string(),
    name: z.string().describe("As it is used: small letters, digits and -"),
    run: z.string().describe("What to type in the directory of the files"),
    files: z.array(z.looseObject({ path: z.string(), text: z.string() })),
  }),
  errors: ["UNKNOWN_ARCHETYPE", "UNKNOWN_STACK"],
  examples: [
    {
      input: { archetype: "simulation", stack: "python", name: "cooling" },
      output: {
        archetype: "simulation",
        stack: "python",
        name: "cooling",
        run: "python3 main.py",
        files: [{ path: "README.md", text: "# cooling\n" }],
      },
    },
  ],
  cli: { verb: "scaffold", positional: ["archetype"] },
  mcp: {
    toolset: "core",
    listed: false,
    description: "A small project that runs against this node, as files {archetype, stack, name}.",
  },
});
