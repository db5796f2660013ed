import { countWork } from "../workCount.js";

/**
 * Digits past the 20th an ECMAScript engine may ignore when it reads a literal; past that we round
 * exactly ourselves.
 */
const ENGINE_DIGITS = 20;
/**
 * A double's exact decimal expansion has at most 767 significant digits; longer literals are
 * refused.
 */
export const NUMBER_CHARS_MAX = 800;
/** Work of exact rounding, for a character of the literal. */
const EXACT_WORK = 2;
/** Three binary places below the smallest subnormal, 2^-1074. */
const SUBNORMAL_SHIFT = 1_077;

/**
 * The double nearest to a JSON number literal (ties to even), the same on every engine. Overflow
 * gives an infinity, for the caller to refuse.
 * @param literal already checked against the JSON grammar, at most `NUMBER_CHARS_MAX` characters.
 */
export function readDecimal(literal: string): number {
  if (literal.length <= ENGINE_DIGITS) return Number(literal);
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (parts === null) return Number.NaN;
  const fraction = parts[3] ?? "";
  const digits = (parts[2]! + fraction).replace(/^0+/, "");
  if (digits.length <= ENGINE_DIGITS) return Number(literal);
  const exponent = Number(parts[4] ?? "0") - fraction.length;
  countWork(EXACT_WORK * literal.length);
  const magnitude = roundRational(digits, exponent);
  return parts[1] === "-" ? -magnitude : magnitude;
}

/** digits x 10^exponent, correctly rounded; at least 21 digits, the first not zero. */
function roundRational(digits: string, exponent: number): number {
  if (digits.length + exponent > 310) return Number.POSITIVE_INFINITY;
  if (digits.length + exponent < -330) return 0;
  let numerator = BigInt(exponent >= 0 ? digits + "0".repeat(exponent) : digits);
  let denominator = exponent >= 0 ? 1n : BigInt(`1${"0".repeat(-exponent)}`);
  // A quotient of 55 or 56 bits, but never finer than an eighth of the last subnormal place,
  // 2^-1074.
  const shift = Math.min(bitLength(denominator) - bitLength(numerator) + 55, SUBNORMAL_SHIFT);
  if (shift >= 0) numerator <<= BigInt(shift);
  else denominator <<= BigInt(-shift);
  let quotient = numerator / denominator;
  // Whatever was cut off only has to keep the number off the halfway point: one sticky bit says
  // that.
  if (numerator % denominator !== 0n) quotient |= 1n;
  const excess = Math.max(shift === SUBNORMAL_SHIFT ? 3 : 2, bitLength(quotient) - 53);
  return scale(roundHalfEven(quotient, BigInt(excess)), excess - shift);
}

function roundHalfEven(value: bigint, bits: bigint): bigint {
  const kept = value >> bits;
  const rest = value - (kept << bits);
  const half = 1n << (bits - 1n);
  return rest > half || (rest === half && (kept & 1n) === 1n) ? kept + 1n : kept;
}

/**
 * Exact: the significand is at most 2^53 and every step on the way is a double, or it overflows.
 */
function scale(significand: bigint, exponent: number): number {
  let value = Number(significand);
  for (let rest = exponent; rest > 0; rest -= 1) value *= 2;
  for (let rest = exponent; rest < 0; rest += 1) value /= 2;
  return value;
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}
