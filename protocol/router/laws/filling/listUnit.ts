/** The unit that a bare number has from what stands beside it: `sx = 80, sy = -30, txy = 45 MPa`. */
import { dimensionsEqual, isDimensionless, parseUnit } from "../../../units/index.js";
import { printReading, valueInSI, type Quantity } from "../../../units/quantity/index.js";
import type { LawSlot } from "../lexicon/lexicon.js";
import type { Given, Question } from "../reading/reading.js";

/** Between two numbers of a list: marks, and a symbol of the next one. */
const WITHIN_LIST = /^[\s,;]*(?:and\s+)?[\p{L}_\d']{0,8}\s*[=:]?\s*$/u;
const PER_MOLE = parseUnit("g/mol");

/** The number in that unit; null where it has one, or none stands in its list. */
export function inUnitBeside(
  { span }: Given,
  { quantity: kind, unit }: LawSlot,
  { given, text }: Question,
): Quantity | null {
  const [own, another] = span.quantities;
  if (own === undefined || another !== undefined || own.hasUnit) return null;
  if (unit === null || isDimensionless(unit.dimension)) return null;
  let before = span;
  for (const { span: next } of given.slice(given.findIndex((one) => one.span.at === span.at) + 1)) {
    if (!WITHIN_LIST.test(text.slice(before.at[1], next.at[0]))) break;
    const [quantity] = next.quantities;
    if (quantity?.hasUnit === true) {
      const [reading] = quantity.readings;
      if (!dimensionsEqual(reading!.unit.dimension, unit.dimension)) break;
      return inUnit(own, reading!.unit);
    }
    before = next;
  }
  // A mole of anything has more than a gram, and nothing has a kilogram of so many.
  const isMolar = kind === "molar_mass" && valueInSI(own.readings[0]!) >= 1;
  return isMolar && PER_MOLE.ok ? inUnit(own, PER_MOLE) : null;
}

function inUnit(own: Quantity, unit: Quantity["readings"][number]["unit"]): Quantity {
  const { number, piPower } = own.readings[0]!;
  const reading = { number, piPower, unit };
  return { ...own, hasUnit: true, readings: [reading], text: printReading(reading) };
}
