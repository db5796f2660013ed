/** The contract file of a capability that only a test adds. */
import * as z from "zod";
import { QUICK, SINCE } from "../../../api/contract/definition/common.js";
import { defineOperation } from "../../../api/contract/definition/operation.js";

export const noteAdd = defineOperation({
  id: "calc_note_add",
  method: "POST",
  path: "/api/calc/notes",
  since: SINCE,
  summary: "Keep a note for a while, and tell the mesh of it",
  auth: "none",
  effect: "write",
  limits: QUICK,
  input: z.strictObject({ name: z.string().min(1).max(64), text: z.string().max(256) }),
  output: z.looseObject({ name: z.string(), endsCalcond: z.int() }),
  errors: ["CONFLICT"],
  examples: [{ input: { name: "a", text: "b" }, output: { name: "a", endsCalcond: 1 } }],
});
