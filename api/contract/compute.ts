import * as z from "zod";
import {
  computeFields,
  EVALUATION_ERRORS,
  operatorIds,
  sealedFields,
  SINCE,
  WORKING,
} from "./common.js";
import { defineOperation } from "./operation.js";
import { isPlainCompute } from "./plainCompute.js";

/** Computes, passes the precision gate, and seals an envelope on the node's spine. */
export const compute = defineOperation({
  id: "calc_compute",
  method: "POST",
  path: "/api/calc/compute",
  since: SINCE,
  summary: "Compute operators and seal the answer",
  description:
    "Without operators, inputs that determine one answer select it: {n_e}, {d, theta}, {lambda, " +
    "theta}, {a, h, k, l}. The value is the same bit for bit on every node. A refusal is an " +
    "answer about the question: status 200, `value` null, and `inputError` or `refusal` says " +
    "why; nothing is sealed then.",
  auth: "either",
  effect: "seal",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ ...computeFields, operators: operatorIds.optional() }),
  plainly: isPlainCompute,
  body: "required",
  output: z.looseObject(sealedFields),
  errors: ["INSUFFICIENT_INPUTS", ...EVALUATION_ERRORS],
  examples: [
    {
      summary: "Gravitation between Earth and Moon",
      input: { operators: ["NM21"], inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 } },
      output: {
        value: 1.9806e20,
        unit: "N",
        operatorChain: ["KO42", "NM21"],
        visibility: "private",
      },
    },
    {
      summary: "A missing input is named, not assumed",
      input: { operators: ["NM21"], inputs: { m1: 5.9722e24 } },
      output: {
        value: null,
        inputError: {
          code: "MISSING_INPUT",
          message: "m_2 is missing; give m_2 or m2",
          missing: "m_2",
          accepts: "m_2, m2",
        },
      },
    },
  ],
  cli: { verb: "compute", positional: ["operators", "inputs"] },
  mcp: {
    toolset: "core",
    listed: true,
    description:
      "Evaluate 1 to 3 physics operators by id with SI inputs; answers value, unit, " +
      "uncertainty, equations and a " +
      "signed receipt. Needs the caller's API key. Hand the whole answer to calc_verify.",
  },
});
