/** The seven steps every computation passes, with the verdict that its own run gave. */
import { DOMAIN_OPERATORS_MAX, PRECISION_BOUND } from "../limits.js";
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

function step(number: number, name: string, status: StepStatus, detail: string): ProtocolStep {
  return { step: number, name, status, detail };
}

const COUNT_DETAILS = Array.from({ length: DOMAIN_OPERATORS_MAX + 1 }, (_, k) =>
  `${k} domain operator${k === 1 ? "" : "s"} beside KO42`);
const STEP_1 = step(1, "include KO42", "ok", "operatorChain[0] is KO42");
const STEP_2 = COUNT_DETAILS.map((detail) => step(2, "select operators", "ok", detail));
const STEP_3_OK = step(3, "match scale", "ok", "every input is within its record's usual scale");
const STEP_5_OK = step(5, "compile master equation", "ok", "compiled from the operators' equations");
const STEP_6_OK = step(6, "execute functional equation", "ok",
  "scalar result: field-dependent parts are null");
const STEP_6_NOT_RUN = step(6, "execute functional equation", "not-run", "no value");
const STEP_7_NOT_RUN = step(7, "verify", "not-run", "no value, nothing sealed");

function scaleStep(outOfScale: readonly string[]): ProtocolStep {
  if (outOfScale.length === 0) return STEP_3_OK;
  return step(3, "match scale", "warning", `outside the usual scale: ${outOfScale.join(", ")}`);
}

/** Steps 1 to 6 of a computation that has a value; all 7 of one that has none. */
export function stepsBeforeSeal(facts: StepFacts): readonly ProtocolStep[] {
  const selected = STEP_2[facts.domainOperators]!;
  const scale = scaleStep(facts.outOfScale);
  if (facts.precisionActual === null) {
    const why = facts.refusedBecause ?? "refused";
    return [STEP_1, selected, scale,
      step(4, "target precision", "degraded", why), step(5, "compile master equation", "degraded", why),
      STEP_6_NOT_RUN, STEP_7_NOT_RUN];
  }
  const precision = step(4, "target precision", "ok",
    `relative bound ${facts.precisionActual} is at most ${PRECISION_BOUND}`);
  return [STEP_1, selected, scale, precision, STEP_5_OK, STEP_6_OK];
}

export const STEP_7_NAME = "verify";
