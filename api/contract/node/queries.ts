import * as z from "zod";
import { hexDigits, QUICK, SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

const id = hexDigits(32).describe("Id of a query, from the Location of its answer");

/** Runs a remembered QUERY again, under the caller's own authorisation. */
export const queryRepeat = defineOperation({
  id: "calc_query_repeat",
  method: "GET",
  path: "/api/queries/:id",
  since: SINCE,
  summary: "Repeat a QUERY by its id",
  description: "Ids are kept at least ten minutes; afterwards, 404: send the QUERY again.",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  headers: ["authorization", "accept"],
  input: z.strictObject({ id }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: "0123456789abcdef0123456789abcdef" }, output: { total: 0 } }],
});

/** The answer a QUERY had. */
export const queryResult = defineOperation({
  id: "calc_query_result",
  method: "GET",
  path: "/api/queries/:id/result",
  since: SINCE,
  summary: "The result a QUERY had, by its id",
  auth: "optional",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({ id }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: "0123456789abcdef0123456789abcdef" }, output: { total: 0 } }],
});
