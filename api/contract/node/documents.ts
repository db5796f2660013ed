import * as z from "zod";
import { QUICK, SINCE, WORKING } from "../definition/common.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

const CACHED = { control: "public, max-age=300" } as const;

/** The machine-readable description, with the QUERY method in its own right. */
export const openapi = defineOperation({
  id: "calc_openapi",
  method: "GET",
  path: "/api/openapi.json",
  since: SINCE,
  summary: "This interface as an OpenAPI 3.2 document",
  auth: "none",
  effect: "read",
  limits: WORKING,
  cache: CACHED,
  input: z.strictObject({}),
  output: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
  errors: [],
  examples: [{ input: {}, output: { openapi: "3.2.0", paths: {} } }],
  cli: { verb: "openapi" },
});

/** The same for tools that stop at OpenAPI 3.1, which cannot express QUERY. */
export const openapi31 = defineOperation({
  id: "calc_openapi_3_1",
  method: "GET",
  path: "/api/openapi-3.1.json",
  since: SINCE,
  summary: "This interface as an OpenAPI 3.1 document",
  auth: "none",
  effect: "read",
  limits: WORKING,
  cache: CACHED,
  input: z.strictObject({}),
  output: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
  errors: [],
  examples: [{ input: {}, output: { openapi: "3.1.1", paths: {} } }],
});

/** Every kind of problem this interface answers. */
export const problems = defineOperation({
  id: "calc_problems",
  method: "GET",
  path: "/problems",
  since: SINCE,
  summary: "The table of error codes",
  auth: "none",
  effect: "read",
  limits: QUICK,
  cache: CACHED,
  list: { items: "problems", whole: true },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    problems: z.array(z.looseObject({ code: z.string(), status: z.int() })),
    total: z.int().describe("Codes on all pages"),
  }),
  errors: [],
  examples: [{ input: {}, output: { problems: [{ code: "NOT_FOUND", status: 404 }], total: 1 } }],
});

/** The page a problem's `type` points at. */
export const problemPage = defineOperation({
  id: "calc_problem",
  method: "GET",
  path: "/problems/:slug",
  since: SINCE,
  summary: "What an error code means and what to do about it",
  auth: "none",
  effect: "read",
  limits: QUICK,
  cache: CACHED,
  input: z.strictObject({
    slug: z.string().max(64).describe("The code in kebab case, as in unknown-operator"),
  }),
  output: z.looseObject({
    code: z.string(),
    status: z.int(),
    title: z.string(),
    remedy: z.string(),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { slug: "not-found" },
      output: {
        type: "/problems/not-found",
        code: "NOT_FOUND",
        status: 404,
        title: "There is nothing here",
        remedy: "Check the path.",
      },
    },
  ],
});
