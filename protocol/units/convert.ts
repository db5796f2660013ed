/** Values from one unit to another: one multiplication by an exact rational, rounded once. */
import {
  addExact,
  divideExact,
  equalExact,
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
  return scaleOf(unit, 0);
}

/** SI value of the unit times pi^more, its zero left out. */
export function scaleOf({ factor, piPower }: UnitValue, more: number): Exact {
  const power = piPower + more;
  return power === 0 ? factor : multiplyExact(factor, powerExact(PI, power));
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

/** Whether a number of units is the SI value without any rounding. */
export function isExactIn(unit: UnitValue, value: number, si: number): boolean {
  if (unit.piPower !== 0) return value === 0 && si === 0;
  const scaled = multiplyExact(exactAsWritten(value), unit.factor);
  const whole = unit.offset === undefined ? scaled : addExact(scaled, unit.offset);
  return equalExact(whole, exactAsWritten(si));
}

/** SI value of one unit, exact: `1.602176634e-19`, `5/9`, `1/180 pi`; the zero left out. */
export function factorText({ factor, piPower }: UnitValue): string {
  const power = piPower === 0 ? "" : piPower === 1 ? " pi" : ` pi^${piPower}`;
  return decimalText(factor) + power;
}

/** A decimal where it ends within this many digits, else a fraction. */
const DECIMAL_DIGITS_MAX = 40;

function decimalText({ num, den }: Exact): string {
  const whole = `${num}${den === 1n ? "" : `/${den}`}`;
  let [rest, twos, fives] = [den, 0, 0];
  while (rest % 2n === 0n) [rest, twos] = [rest / 2n, twos + 1];
  while (rest % 5n === 0n) [rest, fives] = [rest / 5n, fives + 1];
  if (rest !== 1n) return whole;
  const places = Math.max(twos, fives);
  const digits = String((num * 10n ** BigInt(places)) / den);
  const significant = digits.replace(/0+$/, "");
  if (significant.length > DECIMAL_DIGITS_MAX) return whole;
  const exponent = digits.length - 1 - places;
  const point = significant.length === 1 ? "" : `.${significant.slice(1)}`;
  if (exponent < -6 || exponent > 20) return `${significant.charAt(0)}${point}e${exponent}`;
  if (places === 0) return digits;
  const padded = digits.padStart(places + 1, "0");
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`.replace(/\.?0+$/, "");
}
