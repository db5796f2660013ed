/** The seven steps every computation passes, with the verdict that its own run gave. */
import { boundOf } from "../precision.js";
import type { FieldScale, ProtocolStep, StepFacts, StepStatus } from "./result.js";

export const STEP_NAMES = [
  "include KO42",
  "select operators",
  "match scale",
  "target precision",
  "compile master equation",
  "execute functional equation",
  "verify",
] as const;

function step(number: number, status: StepStatus, detail?: string): ProtocolStep {
  const name = STEP_NAMES[number - 1]!;
  return detail === undefined
    ? { step: number, name, status }
    : { step: number, name, status, detail };
}

const OK = STEP_NAMES.map((_, i) => step(i + 1, "ok"));

/**
 * All seven steps. The last is ok for every value: an answer that could not be verified is never
 * written.
 */
export function stepsOf(facts: StepFacts): readonly ProtocolStep[] {
  const selected = step(2, "ok", `${facts.domainOperators} beside KO42`);
  const scale =
    facts.outOfScale.length === 0
      ? OK[2]!
      : step(3, "warning", `outside the usual scale: ${facts.outOfScale.join(", ")}`);
  if (facts.precisionActual === null) {
    const why = facts.refusedBecause ?? "refused";
    return [
      OK[0]!,
      selected,
      scale,
      step(4, "degraded", why),
      step(5, "degraded", why),
      step(6, "not-run"),
      step(7, "not-run", "no value, nothing sealed"),
    ];
  }
  const detail = precisionDetail(facts.precisionActual, boundOf(facts), facts.ofField);
  const isReached = facts.precisionActual <= boundOf(facts) && facts.ofField === undefined;
  return [
    OK[0]!,
    selected,
    scale,
    step(4, isReached ? "ok" : "warning", detail),
    isReached ? OK[4]! : step(5, "warning", "sealed as observable-differential"),
    OK[5]!,
    OK[6]!,
  ];
}

function precisionDetail(actual: number, bound: number, ofField?: FieldScale): string {
  if (!(actual <= bound))
    return `${actual} > ${bound}: the value is that of the stated discrete problem`;
  return ofField === undefined
    ? `${actual} <= ${bound}`
    : `${actual} <= ${bound} of the scale of the field, ${ofField.scale} ${ofField.unit}, not of the value`;
}

/** Stands for the figure that differs from run to run. */
const GAP = "\u0000";
const texts = new Map<number, readonly [string, string]>();

/**
 * JSON text of `stepsOf`; of usual runs only the precision differs, so the rest is written once.
 */
export function stepsText(facts: StepFacts): string {
  const { domainOperators, outOfScale, precisionActual, precisionBound } = facts;
  if (precisionActual === null || outOfScale.length > 0 || precisionBound !== undefined)
    return JSON.stringify(stepsOf(facts));
  let parts = texts.get(domainOperators);
  if (parts === undefined) {
    const whole = JSON.stringify(
      stepsOf({ ...facts, precisionActual: 0 }).map((one) =>
        one.step === 4 ? { ...one, detail: GAP } : one,
      ),
    );
    const [before, after] = whole.split(JSON.stringify(GAP));
    parts = [before!, after!];
    texts.set(domainOperators, parts);
  }
  return `${parts[0]}"${precisionDetail(precisionActual, boundOf())}"${parts[1]}`;
}
