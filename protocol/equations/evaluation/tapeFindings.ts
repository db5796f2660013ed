/** What the last run of a tape shows of its leaves and steps, for the gate and its reasons. */
import type { Expr } from "../reading/ast.js";
import type { Tape } from "./tape.js";
import { CODES } from "./tapeSteps.js";

/** Names of the steps without a rule of their own, by code. */
const STEP_NAMES = [
  "",
  "sum",
  "difference",
  "product",
  "quotient",
  "negation",
  "sqrt",
  "power",
  "",
  "",
];

/** Largest |x df/dx| over the leaves: the size of what cancels when the result is 0. */
export function leafScale(tape: Tape): number {
  let scale = 0;
  for (let i = 0; i < tape.firstStep; i += 1)
    scale = Math.max(scale, Math.abs(tape.value[i]! * tape.adjoint[i]!));
  return scale;
}

/** The first step whose result is not finite, with its operands; null when all are. */
export function firstNonFinite(
  tape: Tape,
): { expr: Expr; operation: string; a: number; b: number; result: number } | null {
  for (let i = 0; i < tape.steps.length; i += 1) {
    const at = tape.firstStep + i;
    const result = tape.value[at]!;
    if (result - result === 0) continue;
    const step = tape.steps[i]!;
    const operation =
      step.rule1?.name ?? step.rule2?.name ?? step.many?.rule.name ?? STEP_NAMES[step.code]!;
    return { expr: step.expr, operation, a: tape.value[step.a]!, b: tape.value[step.b]!, result };
  }
  return null;
}

/** The sum or difference that multiplies the relative error most; null when none cancels. */
export function worstCancellation(tape: Tape): Expr | null {
  let worst: Expr | null = null;
  let factorMax = 2;
  tape.steps.forEach((step, i) => {
    if (step.code !== CODES.add && step.code !== CODES.sub) return;
    const operands = Math.max(Math.abs(tape.value[step.a]!), Math.abs(tape.value[step.b]!));
    const factor = operands / Math.abs(tape.value[tape.firstStep + i]!);
    if (factor > factorMax) [worst, factorMax] = [step.expr, factor];
  });
  return worst;
}
