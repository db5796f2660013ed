/** Computations that have no value: operators, inputs, solvers and the precision gate. */
import type { ErrorArea } from "./entry.js";

export const COMPUTE_ERRORS = {
  OPERATOR_CHAIN: {
    status: 400,
    exit: 2,
    title: "The operator chain breaks a rule",
    remedy: "Name 1 to 3 domain operators; KO42 may stand first, once, and is added when left out.",
  },
  UNKNOWN_OPERATOR: {
    status: 400,
    exit: 2,
    title: "No operator has this id",
    remedy: "Use one of the ids in `nearest`, or search /api/operators.",
  },
  DUPLICATE_INPUT: {
    status: 400,
    exit: 2,
    title: "One quantity was given under two names",
    remedy: "Keep one of the two names.",
  },
  INVALID_INPUT: {
    status: 400,
    exit: 2,
    title: "An input cannot be used",
    remedy: "Correct the input that `detail` names; operator-spec lists what an operator takes.",
  },
  INSUFFICIENT_INPUTS: {
    status: 400,
    exit: 3,
    title: "The inputs do not determine the result",
    remedy: "Supply one of the sufficient combinations listed in `combinations`.",
  },
  SOLVER_REJECTED: {
    status: 400,
    exit: 3,
    title: "The solver refuses these inputs",
    remedy:
      "Read `reason` and its figures: a smaller step, a smaller job, or a question that has an answer.",
  },
  DID_NOT_CONVERGE: {
    status: 422,
    exit: 9,
    title: "The precision gate was not met",
    remedy: "Nothing was sealed or charged; `reason` and `detail` say what lost the precision.",
  },
  ENERGY_NOT_CONSERVED: {
    status: 422,
    exit: 9,
    title: "The integration did not conserve energy",
    remedy: "Nothing was sealed or charged; take a smaller step.",
  },
} as const satisfies ErrorArea;
