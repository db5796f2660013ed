/** Skills: pages of Markdown that ship with the node, one a task. */
import * as z from "zod";
import { SEARCH_CHARS_MAX } from "../../../protocol/limits.js";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

const EXAMPLE_SKILL = {
  name: "first-receipt",
  title: "Compute something and get a receipt",
  about: "Find an operator, compute it sealed, keep the receipt.",
};

export const skills = defineOperation({
  id: "calc_skills",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/calc/skills",
  since: SINCE,
  summary: "How to do a task here, as Markdown: one page a task, found by words",
  description:
    "Without `query` and `name` all pages are listed. With `query` those that fit, the best first and " +
    "with its text; with `name` that page. Every block of code in them is run by the tests of the node.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({
    query: z.string().max(SEARCH_CHARS_MAX).optional().describe("The task, in your own words"),
    name: z.string().max(64).optional().describe("Of one page, as in first-receipt"),
  }),
  output: z.looseObject({
    total: z.int().describe("How many ship with this node"),
    skills: z.array(z.looseObject({ name: z.string(), title: z.string(), about: z.string() })),
    name: z.string().nullable().describe("Of the page whose text follows"),
    markdown: z.string().nullable().describe("Its text; null where none was asked for or fits"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { query: "get a receipt" },
      output: {
        total: 7,
        skills: [EXAMPLE_SKILL],
        name: EXAMPLE_SKILL.name,
        markdown: "# Compute something and get a receipt\n",
      },
    },
  ],
  cli: { verb: "skills", positional: ["query"] },
  mcp: {
    toolset: "core",
    listed: false,
    description: "How to do a task with this node {query}: a page of Markdown with code that runs.",
  },
});
