/** Values from one unit to another: one multiplication by an exact rational, rounded once. */
import {
  addExact,
  divideExact,
  exactOfText,
  multiplyExact,
  powerExact,
  roundToDouble,
  subtractExact,
} from "./exact.js";
import type { Exact } from "./exact.js";
import type { UnitValue } from "./unit.js";

/** pi to 100 decimals: products with it still round once, to the nearest double. */
const PI = exactOfText(
  "3.14159265358979323846264338327950288419716939937510" +
    "58209749445923078164062862089986280348253421170680",
);

function scale(unit: UnitValue): Exact {
  return unit.piPower === 0
    ? unit.factor
    : multiplyExact(unit.factor, powerExact(PI, unit.piPower));
}

/** True for SI units with factor 1, whose values need no conversion. */
export function isCoherent(unit: UnitValue): boolean {
  return (
    unit.factor.num === 1n &&
    unit.factor.den === 1n &&
    unit.piPower === 0 &&
    unit.offset === undefined
  );
}

/**
 * The shortest decimal that names the double: what a person wrote, so that 32 degF is 0 degC and
 * not 5.7e-14.
 */
function exactAsWritten(value: number): Exact {
  return exactOfText(String(value));
}

/**
 * @param value finite, in `unit`. @returns SI value, rounded once; an infinity when it exceeds the
 * largest double.
 */
export function toSI(value: number, unit: UnitValue): number {
  if (isCoherent(unit)) return value + 0;
  const scaled = multiplyExact(exactAsWritten(value), scale(unit));
  return roundToDouble(unit.offset === undefined ? scaled : addExact(scaled, unit.offset));
}

/** @param value finite, in SI. @returns value in `unit`, rounded once. */
export function fromSI(value: number, unit: UnitValue): number {
  if (isCoherent(unit)) return value + 0;
  const si = exactAsWritten(value);
  const shifted = unit.offset === undefined ? si : subtractExact(si, unit.offset);
  return roundToDouble(divideExact(shifted, scale(unit)));
}
