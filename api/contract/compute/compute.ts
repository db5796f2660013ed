import * as z from "zod";
import { INPUTS_MAX, OPERATOR_ID_CHARS_MAX } from "../../../protocol/limits.js";
import { domainShortcutOf } from "../../../protocol/solvers/domainShortcuts.js";
import {
  computeFields,
  EVALUATION_ERRORS,
  operatorIds,
  quantityValue,
  sealedFields,
  SINCE,
  unitWanted,
  WORKING,
} from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import { SOLVER_DEADLINE_MS } from "./solverOperations.js";
import { isPlainCompute } from "./plainCompute.js";

/** Time for the answer beyond that of the job. */
const ANSWER_GRACE_MS = 10_000;

/** A number; anything else of JSON is for the body of a solver. */
const inputValue = z.union([
  z.number(),
  z.string(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

/** Numbers, or for a domain that selects a solver its body. */
const inputs = z
  .record(z.string().min(1).max(OPERATOR_ID_CHARS_MAX), inputValue)
  .refine((value) => Object.keys(value).length <= INPUTS_MAX, `at most ${INPUTS_MAX} names`)
  .describe(
    'SI values by symbol or alias, as in {"m1": 5.9722e24}, or "384400 km"; ' +
      "for a domain, the body of its solver",
  )
  .meta({ maxProperties: INPUTS_MAX })
  .default({});

/** Inputs of operators are numbers, or texts of quantities. */
function numbersForOperators(
  {
    domain,
    inputs: given,
    operators,
  }: Readonly<Record<"inputs", Readonly<Record<string, unknown>>>> & {
    readonly domain?: string | undefined;
    readonly operators?: readonly string[] | undefined;
  },
  context: z.RefinementCtx,
): void {
  if (operators === undefined && domainShortcutOf(domain) !== null) return;
  for (const [name, input] of Object.entries(given)) {
    const read = (typeof input === "string" ? quantityValue : z.number()).safeParse(input);
    for (const issue of read.error?.issues ?? [])
      context.addIssue({ ...issue, path: ["inputs", name] });
  }
}

/** Computes, passes the precision gate, and seals an envelope on the node's spine. */
export const compute = defineOperation({
  id: "calc_compute",
  method: "POST",
  path: "/api/calc/compute",
  since: SINCE,
  summary: "Compute operators and seal the answer",
  description:
    "Without operators, inputs that determine one answer select it: {n_e}, {d, theta}, {lambda, " +
    "theta}, {a, h, k, l}; or a `domain` selects a solver, of which `inputs` are the body: " +
    "environmental, geophysical, seismic (heat, wave, react), climate, atmosphere (climate), exotic " +
    "(lattice, gauge), MS, ST, MT, CP, BP (fea, buckling, fracture). The value is the same bit for " +
    "bit on every node. A refusal is an answer about the question: status 200, `value` null, and " +
    "`inputError` or `refusal` says why; nothing is sealed then.",
  auth: "either",
  effect: "seal",
  keyed: true,
  // A domain may select a job, which has the time that jobs have.
  limits: { ...WORKING, deadlineMs: SOLVER_DEADLINE_MS + ANSWER_GRACE_MS },
  input: z
    .strictObject({
      ...computeFields,
      inputs,
      operators: operatorIds.optional(),
      unit: unitWanted.optional(),
    })
    .superRefine(numbersForOperators),
  plainly: isPlainCompute,
  body: "required",
  output: z.looseObject(sealedFields),
  errors: ["INSUFFICIENT_INPUTS", "SOLVER_REJECTED", "ENERGY_NOT_CONSERVED", ...EVALUATION_ERRORS],
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
      summary: "Inputs with their units, and the answer in one that is asked for",
      input: {
        operators: ["NM21"],
        inputs: { m1: 5.9722e24, m2: "7.342e22 kg", r: "384400 km" },
        unit: "kN",
      },
      output: {
        value: 1.9806e20,
        unit: "N",
        in_unit: { value: 1.9806e17, unit: "kN", uncertainty: 4.4e12, factor: "1000" },
      },
    },
    {
      summary: "A domain selects its solver: a dam breaks",
      input: { domain: "climate", inputs: { h_left: 2, h_right: 1, g: 9.81, t_end: 1, probe: 0 } },
      output: { value: 1.45, unit: "m", operatorChain: ["KO42", "climate"] },
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
      "Evaluate 1 to 3 operators by id with SI inputs; answers value, unit, " +
      "uncertainty, equations and a " +
      "signed receipt. Needs the caller's API key. Hand the whole answer to calc_verify.",
  },
});
