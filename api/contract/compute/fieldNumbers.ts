import * as z from "zod";
import { FIELD_MEDIA } from "../../../protocol/solvers/media.js";
import { HEX_32_BYTES, SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import { SOLVER_DEADLINE_MS_MAX } from "./solverOperations.js";

/** A field of a sealed answer, whole: computed again from its receipt, for its owner. */
export const fieldNumbers = defineOperation({
  id: "calc_field",
  method: "GET",
  path: "/api/calc/fields/:sha256",
  since: SINCE,
  summary: "All samples of a sealed field",
  description:
    "Big-endian float64 numbers, row-major, or a table. They are computed again, bit for bit, so nothing has to be " +
    "kept; for a day after the seal.",
  auth: "either",
  effect: "read",
  limits: { ...WORKING, deadlineMs: SOLVER_DEADLINE_MS_MAX },
  input: z.strictObject({ sha256: HEX_32_BYTES }),
  output: z.looseObject({}),
  produces: [
    "application/octet-stream",
    ...FIELD_MEDIA.filter((type) => type !== "application/octet-stream"),
  ],
  errors: ["NOT_FOUND", "GONE"],
  examples: [{ input: { sha256: "0".repeat(64) }, output: "" }],
  cli: { verb: "field", positional: ["sha256"] },
});
