import * as z from "zod";
import { BATCH_COMPUTATIONS_MAX } from "../../../protocol/limits.js";
import {
  computeFields,
  EVALUATION_ERRORS,
  sealedFields,
  SINCE,
  unitWanted,
  WORKING,
} from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import { isPlainCompute } from "./plainCompute.js";

const BATCH_BODY_BYTES_MAX = 4_194_304;

/** As `isPlainCompute`, of a batch of them. */
function isPlainBatch(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if (!("computations" in value) || Object.keys(value).length > 1) return false;
  const { computations } = value;
  if (!Array.isArray(computations)) return false;
  const { length } = computations;
  return length > 0 && length <= BATCH_COMPUTATIONS_MAX && computations.every(isPlainCompute);
}

/** Computes several requests at once; each has its own envelope, all of them one commit window. */
export const computeBatch = defineOperation({
  id: "calc_batch",
  method: "POST",
  path: "/api/calc/compute/batch",
  since: SINCE,
  summary: "Compute several requests, sealed together",
  description:
    `Up to ${BATCH_COMPUTATIONS_MAX} computations, each with operators and inputs. \`answers\` has ` +
    "one for each, in order: what the same computation alone answers, or `problem` for one that " +
    "cannot be asked. Each value has its own receipt; all of them are sealed in one commit window, " +
    "whole or not at all, under one idempotency key. The price of all is set aside before any is " +
    "computed; what has no value costs nothing. Send `Prefer: return=minimal` for short answers.",
  auth: "either",
  effect: "seal",
  keyed: true,
  limits: { ...WORKING, bodyBytesMax: BATCH_BODY_BYTES_MAX },
  input: z.strictObject({
    computations: z
      .array(z.strictObject({ ...computeFields, unit: unitWanted.optional() }))
      .min(1)
      .max(BATCH_COMPUTATIONS_MAX)
      .describe("Bodies of compute requests"),
  }),
  plainly: isPlainBatch,
  body: "required",
  output: z.looseObject({
    answers: z.array(
      z.looseObject({
        ...sealedFields,
        value: sealedFields.value.optional(),
        problem: z
          .looseObject({ code: z.string(), detail: z.string() })
          .optional()
          .describe("Why it cannot be computed at all"),
      }),
    ),
    sealed: z.int().min(0).describe("Of the answers, those with a receipt"),
    credits: z.int().min(0).describe("What they cost together"),
  }),
  errors: [...EVALUATION_ERRORS],
  examples: [
    {
      summary: "Two forces and one that lacks an input",
      input: {
        computations: [
          { operators: ["NM21"], inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 } },
          { operators: ["NM21"], inputs: { m1: 5.9722e24, m2: 1, r: 6.4e6 } },
          { operators: ["NM21"], inputs: { m1: 5.9722e24 } },
        ],
      },
      output: {
        answers: [
          { value: 1.9806e20, unit: "N" },
          { value: 9.7315, unit: "N" },
          {
            value: null,
            inputError: {
              code: "MISSING_INPUT",
              message: "m_2 is missing; give m_2 or m2",
              missing: "m_2",
              accepts: "m_2, m2",
            },
          },
        ],
        sealed: 2,
        credits: 6,
      },
    },
  ],
  cli: { verb: "batch", document: true },
  mcp: {
    toolset: "core",
    listed: false,
    description:
      `Evaluate up to ${BATCH_COMPUTATIONS_MAX} different computations in one call, each with its ` +
      "own signed receipt. Needs the caller's API key.",
    example: { computations: [{ operators: ["NM19"], inputs: { m: 2, a: 9.8 } }] },
  },
});
