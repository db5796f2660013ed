/** Why a solver has no value. Nothing refused is sealed or charged. */
import type { JsonObject } from "../ports.js";

export type RefusalCode =
  | "INVALID_BODY"
  | "INSUFFICIENT_INPUTS"
  | "SOLVER_REJECTED"
  | "DID_NOT_CONVERGE"
  | "ENERGY_NOT_CONSERVED";

export type RejectedReason = "UNSTABLE_STEP" | "TOO_LARGE" | "NO_SOLUTION";
export type NotConvergedReason =
  | "gate"
  | "invariant"
  | "budget"
  | "deadline"
  | "explosion"
  | "timeout";

export class SolverRefusal extends Error {
  readonly code: RefusalCode;
  /** Further members of the problem: `reason`, the figures measured, the bound, what would do. */
  readonly members: JsonObject;

  constructor(code: RefusalCode, message: string, members: JsonObject = {}) {
    super(message);
    this.name = "SolverRefusal";
    this.code = code;
    this.members = members;
  }
}

/**
 * A complete combination, but an input its mode needs is absent: answered 200 with `inputError`.
 */
export class SolverMissing extends Error {
  readonly missing: string;
  readonly accepts: readonly string[];

  constructor(missing: string, accepts: readonly string[], message: string) {
    super(message);
    this.name = "SolverMissing";
    this.missing = missing;
    this.accepts = accepts;
  }
}

/**
 * An input that its mode needs. @throws SolverMissing where it is absent; `what` says what it is
 */
export function need<T>(value: T | undefined, name: string, what: string): T {
  if (value === undefined) throw new SolverMissing(name, [name], `give ${name}, ${what}`);
  return value;
}

/** The stop signal was set: there is nobody to answer. */
export class Stopped extends Error {
  constructor() {
    super("stopped");
    this.name = "Stopped";
  }
}

/** @param members `reason` first; numbers as measured */
function rejected(
  reason: RejectedReason,
  message: string,
  members: JsonObject = {},
): SolverRefusal {
  return new SolverRefusal("SOLVER_REJECTED", message, { reason, ...members });
}

/**
 * An explicit scheme past its limit: the number, its bound, and the largest step that is admitted.
 */
export function unstableStep(
  number: string,
  value: number,
  bound: number,
  dtMax: number,
): SolverRefusal {
  return rejected(
    "UNSTABLE_STEP",
    `${number} = ${value} is above ${bound}: the scheme would grow without bound; take dt <= ${dtMax}.`,
    // Only what is computed and sealed is a `value`.
    { number, reached: value, bound, dt_max: dtMax },
  );
}

export function tooLarge(what: string, need: number, limit: number): SolverRefusal {
  return rejected("TOO_LARGE", `${what} would be ${need}; the limit is ${limit}.`, {
    what,
    need,
    limit,
  });
}

/** Proved impossible, not merely unfound. */
export function noSolution(message: string, members: JsonObject = {}): SolverRefusal {
  return rejected("NO_SOLUTION", message, members);
}

/**
 * A statement that has no number to compute (a relation, an identity, a sum to infinity): an answer
 * about the question, so surfaces give it with a value of null, as compute does.
 */
export function refusedQuestion(
  refusal: { readonly kind: string; readonly message: string },
  operatorId: string,
): SolverRefusal {
  return noSolution(refusal.message, {
    refusal: { kind: refusal.kind, message: refusal.message, operator_id: operatorId },
  });
}

export function notConverged(
  reason: NotConvergedReason,
  message: string,
  members: JsonObject = {},
): SolverRefusal {
  return new SolverRefusal("DID_NOT_CONVERGE", message, { reason, ...members });
}

/**
 * A value that was no longer a number: the step says where the run broke; -1 where it was found
 * after the run.
 */
export function exploded(step: number, what: string): SolverRefusal {
  const when = step < 0 ? "at the end of the run" : `after step ${step}`;
  return notConverged("explosion", `${what} is no finite number ${when}.`, { step });
}

/** An input that no schema can exclude alone. @param pointer JSON Pointer into the body */
export function badInput(
  pointer: string,
  message: string,
  members: JsonObject = {},
): SolverRefusal {
  return new SolverRefusal("INVALID_BODY", message, {
    ...members,
    errors: [{ pointer, code: "INVALID_VALUE", message }],
  });
}

export function stopIf(stop: { readonly aborted: boolean }): void {
  if (stop.aborted) throw new Stopped();
}
