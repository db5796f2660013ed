/** Numbers that are said and change nothing: the mass of what falls, the temperature at which ice melts. */
import { dimensionsEqual, parseUnit, quantityDimension } from "../../../units/index.js";
import { valueFor } from "../../../units/quantity/index.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import type { Given, Question } from "../reading/reading.js";

const KELVIN = parseUnit("K");
/** Ice melts, water boils. */
const PHASE_TEMPERATURES_K = [273.15, 373.15];
const MASS = quantityDimension("mass")!;

/** The one number of a question that a law is known not to depend on; null where it has none, or two. */
export function idleIn(law: Pick<Law, "idle">, { given }: Question): Given | null {
  if (law.idle === null) return null;
  const kinds = given.filter((one) => isIdle(law, one));
  return kinds.length === 1 ? kinds[0]! : null;
}

/** Whether any number of a question may be idle in a law. */
export function mayIdle({ given }: Question): boolean {
  return given.some((one) => isMass(one) || isPhaseTemperature(one));
}

function isIdle(law: Pick<Law, "idle">, one: Given): boolean {
  return law.idle === "mass" ? isMass(one) : isPhaseTemperature(one);
}

function isMass({ span }: Given): boolean {
  const [quantity, another] = span.quantities;
  if (span.kind !== "value" || quantity === undefined || another !== undefined) return false;
  if (span.name !== null && !/^(?:m|M|mass)$/.test(span.name.text)) return false;
  const [reading, ...others] = quantity.readings;
  return quantity.hasUnit && others.length === 0 && dimensionsEqual(reading!.unit.dimension, MASS);
}

function isPhaseTemperature({ preposition, span }: Given): boolean {
  const [quantity, another] = span.quantities;
  if (span.kind !== "value" || quantity === undefined || another !== undefined) return false;
  if (span.name !== null || preposition !== "at" || !quantity.hasUnit || !KELVIN.ok) return false;
  const slot: Pick<LawSlot, "name" | "unit" | "isDifference"> = {
    name: "T",
    unit: KELVIN,
    isDifference: false,
  };
  const read = valueFor(quantity, slot);
  return read.ok && PHASE_TEMPERATURES_K.includes(read.value);
}
