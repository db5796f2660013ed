import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

/** Domains of the registry with their sizes. */
export const operatorCategories = defineOperation({
  id: "calc_operator_categories",
  method: "GET",
  path: "/api/operators/categories",
  since: SINCE,
  summary: "Domains of the registry and how many operators each holds",
  auth: "none",
  effect: "read",
  limits: QUICK,
  cache: { control: "public, max-age=300" },
  list: { items: "categories", whole: true },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    categories: z.array(z.looseObject({ category: z.string(), count: z.int() })),
    total: z.int(),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: { categories: [{ category: "newtonian_mechanics", count: 13 }], total: 1 },
    },
  ],
  cli: { verb: "operator-categories" },
  mcp: {
    toolset: "registry",
    listed: true,
    description: "Domains of the registry and the number of operators in each.",
  },
});
