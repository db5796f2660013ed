/** The seven steps every computation passes, with the verdict that its own run gave. */
import { PRECISION_BOUND } from "../limits.js";
import type { ProtocolStep, StepStatus } from "./result.js";

export interface StepFacts {
  readonly domainOperators: number;
  /** Inputs outside the scale their record declares as usual, as `m_1 = 5e40`. */
  readonly outOfScale: readonly string[];
  /** Relative bound of this run; null when there was no value. */
  readonly precisionActual: number | null;
  /** Why there is no value, in a few words. */
  readonly refusedBecause: string | null;
}

export const STEP_NAMES = ["include KO42", "select operators", "match scale", "target precision", "compile master equation",
  "execute functional equation", "verify"] as const;

function step(number: number, status: StepStatus, detail?: string): ProtocolStep {
  const name = STEP_NAMES[number - 1]!;
  return detail === undefined ? { step: number, name, status } : { step: number, name, status, detail };
}

const OK = STEP_NAMES.map((_, i) => step(i + 1, "ok"));

/** Steps 1 to 6 of a computation that has a value; all 7 of one that has none. */
export function stepsOf(facts: StepFacts): readonly ProtocolStep[] {
  const selected = step(2, "ok", `${facts.domainOperators} beside KO42`);
  const scale = facts.outOfScale.length === 0
    ? OK[2]! : step(3, "warning", `outside the usual scale: ${facts.outOfScale.join(", ")}`);
  if (facts.precisionActual === null) {
    const why = facts.refusedBecause ?? "refused";
    return [OK[0]!, selected, scale, step(4, "degraded", why), step(5, "degraded", why),
      step(6, "not-run"), step(7, "not-run", "no value, nothing sealed")];
  }
  return [OK[0]!, selected, scale, step(4, "ok", `${facts.precisionActual} <= ${PRECISION_BOUND}`), OK[4]!, OK[5]!];
}

/** The last step of a computation whose instant is known. */
export function verifyStep(): ProtocolStep {
  return OK[6]!;
}
