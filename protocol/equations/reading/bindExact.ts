/**
 * 2^24: a shortest decimal of at most 17 digits that is a double has a denominator dividing this.
 */
const DYADIC = 16_777_216;
/** Beyond this a decimal of at most 17 digits has too many factors of 5 for 53 bits. */
const EXACT_MAX = 1e40;

/**
 * Whether the shortest decimal that reads back as x is exactly x: 5, 0.25 and 1e20 are, 0.1 and
 * 5.9722e24 are not. Then a number given so carries no representation error.
 */
export function isExactDecimal(x: number): boolean {
  const scaled = x * DYADIC;
  if (Math.trunc(scaled) !== scaled) return false;
  const magnitude = Math.abs(x);
  if (magnitude <= 9_007_199_254_740_991 && Math.trunc(x) === x) return true;
  if (!(magnitude < EXACT_MAX)) return false;
  return decimalEquals(magnitude);
}

/** 10^e is exactly 2^e 5^e, and 5^e a double up to here. */
const FIVES_MAX = 22;
const FIVES: readonly number[] = Array.from({ length: FIVES_MAX + 1 }, (_, e) => powerOfFive(e));
const MANTISSA = 9_007_199_254_740_992;

function powerOfFive(e: number): number {
  let power = 1;
  for (let i = 0; i < e; i += 1) power *= 5;
  return power;
}

function decimalEquals(magnitude: number): boolean {
  const text = String(magnitude);
  const cut = text.indexOf("e");
  const mantissa = cut < 0 ? text : text.slice(0, cut);
  const point = mantissa.indexOf(".");
  const decimals = point < 0 ? 0 : mantissa.length - point - 1;
  const digits = point < 0 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  const exponent = (cut < 0 ? 0 : Number(text.slice(cut + 1))) - decimals;
  const whole = Number(digits);
  if (exponent >= 0 && exponent <= FIVES_MAX && whole < MANTISSA) return fits(whole, exponent);
  const units = BigInt(magnitude * DYADIC);
  const step = BigInt(DYADIC);
  return exponent >= 0
    ? BigInt(digits) * 10n ** BigInt(exponent) * step === units
    : BigInt(digits) * step === units * 10n ** BigInt(-exponent);
}

/**
 * Whether whole 10^exponent is a double: what is left of it without factors of 2 has at most 53
 * bits.
 */
function fits(whole: number, exponent: number): boolean {
  let odd = whole;
  while (odd % 2 === 0) odd /= 2;
  // A product past 2^53 stays past it when it is rounded; one below is exact.
  return odd * FIVES[exponent]! < MANTISSA;
}
