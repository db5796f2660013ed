/** What no reading is: below absolute zero, more than all of it, another quantity than its noun. */
import { dimensionsEqual, isDimensionless, parseUnit, toSI } from "../../../units/index.js";
import { comparedIn } from "../compared.js";
import { hasDimension, kindAtEnd } from "../kinds.js";
import { isShare } from "../condition/condition.js";
import type { Condition, Part } from "../condition/condition.js";
import type { Stated } from "./stated.js";

/** Nouns that stand for many quantities: a light level is in lux, a discharge may be a temperature. */
const LOOSE = new RegExp(
  "^(?:level|water level|tank level|discharge|load|charge|stage|work|heat|vacuum|tension" +
    "|potential|moment|area|age|period|roll)$",
  "u",
);
/** Nouns of shares. */
export const SHARES = /\b(?:humidity|rh|moisture|saturation|charge|spo2)\b/u;
const SIZES =
  /\b(?:mass|frequency|concentration|density|thickness|diameter|radius|width|length|depth|illuminance|absolute)\b/u;
const KELVIN = (() => {
  const read = parseUnit("K");
  if (!read.ok) throw new Error(read.message);
  return read.dimension;
})();

export function isImpossible({ parts }: Condition): boolean {
  return parts.some((part) => !/^(?:silent|unchanged) /u.test(part.comparator) && isNever(part));
}

/** Hotter than a pressure, faster than a mass. */
export function isOther({ amounts, before }: Stated): boolean {
  const read = parseUnit(amounts[0]!.unit ?? "1");
  if (amounts[0]!.unit === null || amounts[0]!.unit === "deg" || !read.ok) return false;
  const near = before.slice(-COMPARING).map(({ word }) => word);
  const value = { ...NUMBER, unit: amounts[0]!.unit, dimension: read.dimension };
  return comparedIn([value], near.join(" ")) !== null;
}

/** Words right before a number. */
const COMPARING = 3;
const NUMBER = { kind: "quantity", text: "", at: [0, 0], value: 0, si: 0, difference: 0 } as const;

function isNever({ comparator, other, quantity, unit, values }: Part): boolean {
  const read = parseUnit(unit ?? "1");
  if (!read.ok) return true;
  const si = values.map((value) => toSI(value, read));
  const isChange = comparator.endsWith("by") || other !== null;
  const isPart = isDimensionless(read.dimension) && unit === "%";
  if (!isChange && dimensionsEqual(read.dimension, KELVIN) && si.some((value) => value < 0))
    return true;
  if (isPart && SHARES.test(quantity) && si.some((value) => value > 1)) return true;
  if (SIZES.test(quantity) && si.some((value) => value < 0)) return true;
  const kind = kindAtEnd(quantity.split(" "));
  if (kind === null || LOOSE.test(kind.noun) || isShare(comparator)) return false;
  // Flow and return of a boiler: what flows there.
  if (other !== null && quantity === "flow") return false;
  return unit !== null && !hasDimension(kind, { dimension: read.dimension, unit });
}
