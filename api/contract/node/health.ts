import * as z from "zod";
import { SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** Liveness: answered from memory, so that it stays quick while everything else is busy. */
export const health = defineOperation({
  id: "calc_health",
  method: "GET",
  path: "/api/health",
  since: SINCE,
  summary: "Whether the process is alive",
  auth: "none",
  effect: "read",
  limits: { bodyBytesMax: 0, deadlineMs: 1_000, rate: null },
  input: z.strictObject({}),
  output: z.looseObject({ status: z.string().describe("ok"), version: z.string() }),
  errors: [],
  examples: [{ input: {}, output: { status: "ok", version: "1.287.0" } }],
  cli: { verb: "health" },
});
