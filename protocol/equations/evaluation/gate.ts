/** Judges one run: whether its value may be told at all, and how far it can be off. */
import { ULP } from "../../math/constants.js";
import { PRECISION_BOUND } from "../../limits.js";
import type { Refusal } from "../reading/ast.js";
import { columns } from "../dimensions/message.js";
import type { Tape } from "./tape.js";
import { SLACK } from "./tape.js";
import { firstNonFinite, leafScale, worstCancellation } from "./tapeFindings.js";
import { printExpr } from "../reading/print.js";

export interface GateFigures {
  readonly relative: number;
  readonly absolute: number;
}

/**
 * A smaller result keeps too few bits for the precision bound: 2^-1061, in units of the least
 * double.
 */
export const RESULT_MIN = 8_192 * 5e-324;
/** Below this, a step that fell under the normal doubles explains a bound that is too large. */
const UNDERFLOW_SUSPECTED = 1e-280;
/** Ulps of the largest part that the inputs of an exact zero may be off. */
const BALANCE_ULPS = 4;

/**
 * Figures of the last `forward` and `backward` of the tape.
 * @returns a refusal when the value is not finite, underflows, or its bound exceeds the precision
 * bound.
 */
export function judge(tape: Tape, value: number): GateFigures | Refusal {
  if (tape.refusal !== null) return tape.refusal;
  if (!tape.finite) return explainNonFinite(tape);
  const absolute = (tape.roundingPart + tape.inputPart) * SLACK;
  const size = Math.abs(value);
  if (size !== 0) {
    if (size < RESULT_MIN) return underflow();
    // A bound that is not a number fails this comparison.
    const relative = absolute / size;
    if (relative <= PRECISION_BOUND) return { relative, absolute };
    return tape.underflow && size < UNDERFLOW_SUSPECTED ? underflow() : failed(tape, relative);
  }
  if (tape.underflow && (tape.roundingPart > 0 || tape.reach[tape.root]! > 0)) return underflow();
  const scale = leafScale(tape);
  const balanced = tape.roundingPart === 0 && tape.inputPart <= BALANCE_ULPS * ULP * scale;
  if (!balanced) return failed(tape, Number.POSITIVE_INFINITY);
  return { relative: scale === 0 ? 0 : tape.inputPart / scale, absolute };
}

export function isRefusal(result: object): result is Refusal {
  return "kind" in result;
}

export function underflow(): Refusal {
  return {
    kind: "underflow",
    message: "The result is smaller than a double can hold with the precision required.",
  };
}

function failed(tape: Tape, relative: number): Refusal {
  const culprit = worstCancellation(tape);
  const size = Number.isFinite(relative)
    ? `${relative.toPrecision(2)} relative`
    : "as large as the value itself";
  if (culprit === null) {
    return {
      kind: "precision-loss",
      message:
        `The numerical error of the result may be ${size}, ` +
        `above the bound ${PRECISION_BOUND}.`,
    };
  }
  return {
    kind: "precision-loss",
    span: culprit.span,
    message:
      `The terms of ${printExpr(culprit)} at ${columns(culprit)} cancel: ` +
      `the numerical error of the result may be ${size}, above the bound ${PRECISION_BOUND}.`,
  };
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["quotient", "a division by zero"],
  ["log", "ln of a number that is not positive"],
  ["log2", "log2 of a number that is not positive"],
  ["log10", "log10 of a number that is not positive"],
  ["log1p", "log1p of a number not above -1"],
  ["sqrt", "the square root of a negative number"],
  ["asin", "asin of a number outside -1..1"],
  ["acos", "acos of a number outside -1..1"],
  ["acosh", "acosh of a number below 1"],
  ["atanh", "atanh of a number outside -1..1"],
  ["gamma", "a pole of gamma"],
  ["lgamma", "a pole of gamma"],
  ["factorial", "the factorial of a number that is not 0, 1, 2, ..."],
  ["binomial", "a binomial of numbers that are not 0, 1, 2, ..."],
  ["mod", "a remainder of a division by zero"],
  ["digamma", "a pole of digamma"],
  ["zeta", "the pole of zeta"],
  ["beta", "beta of numbers that are not both positive"],
  ["gammainc", "gammainc outside 0 < a <= 1,000,000, x >= 0"],
  ["betainc", "betainc outside 0 < a, b <= 1,000,000, 0 <= x <= 1"],
  ["jn", "jn of an order that is no integer up to 1,000"],
  ["yn", "yn of an order that is no integer up to 1,000, or of a number that is not positive"],
  ["y0", "y0 of a number that is not positive"],
  ["y1", "y1 of a number that is not positive"],
  ["k0", "k0 of a number that is not positive"],
  ["k1", "k1 of a number that is not positive"],
  ["ellipk", "ellipk of a parameter that is not below 1"],
  ["ellipe", "ellipe of a parameter above 1"],
  ["lambertw", "lambertw of a number below -1/e"],
  ["ei", "ei of zero"],
  ["e1", "e1 of a number that is not positive"],
  ["ci", "ci of a number that is not positive"],
  ["polylog", "polylog outside -1..1"],
]);

/** Which step of the last run has no value, and why. */
export function explainNonFinite(tape: Tape): Refusal {
  const found = firstNonFinite(tape);
  if (found === null)
    return { kind: "overflow", message: "The result is larger than a double can hold." };
  const { expr, operation, a, b, result } = found;
  const where = `in ${printExpr(expr)} at ${columns(expr)}`;
  if (isOverflow(operation, a, b, result)) {
    return {
      kind: "overflow",
      span: expr.span,
      message:
        `The ${operation === "pow" ? "power" : operation} ${where} ` +
        "is larger than a double can hold.",
    };
  }
  const reason =
    operation === "quotient" && tape.underflow
      ? "a divisor smaller than a double can hold"
      : (REASONS.get(operation) ?? powerReason(operation, a));
  return { kind: "domain-error", span: expr.span, message: `There is ${reason} ${where}.` };
}

function powerReason(operation: string, base: number): string {
  if (operation !== "pow" && operation !== "power") return `no value of ${operation}`;
  return base === 0
    ? "a negative power of zero"
    : "a negative number to a power that is not an integer";
}

function isOverflow(operation: string, a: number, b: number, result: number): boolean {
  if (result !== result) return false;
  if (operation === "quotient") return b !== 0;
  if (operation === "power" || operation === "pow") return a !== 0;
  return (
    !REASONS.has(operation) ||
    (operation === "gamma" && a > 0) ||
    (operation === "lgamma" && a > 0) ||
    (operation === "factorial" && a > 0) ||
    operation === "binomial"
  );
}
