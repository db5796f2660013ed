/** Reduced fractions of small integers, exact while their parts stay below 2^53. */

export interface Rational {
  readonly num: number;
  readonly den: number;
}

export const ZERO: Rational = { num: 0, den: 1 };
export const ONE: Rational = { num: 1, den: 1 };

function gcd(a: number, b: number): number {
  let x = Math.abs(a);
  let y = Math.abs(b);
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** @param den not 0. The sign goes to the numerator, and there is one zero. */
export function ratio(num: number, den: number): Rational {
  if (num === 0) return ZERO;
  const common = gcd(num, den) * (den < 0 ? -1 : 1);
  return { num: num / common, den: den / common };
}

export function addRational(a: Rational, b: Rational): Rational {
  return ratio(a.num * b.den + b.num * a.den, a.den * b.den);
}

export function subRational(a: Rational, b: Rational): Rational {
  return ratio(a.num * b.den - b.num * a.den, a.den * b.den);
}

export function mulRational(a: Rational, b: Rational): Rational {
  return ratio(a.num * b.num, a.den * b.den);
}

/** @param b not 0 */
export function divRational(a: Rational, b: Rational): Rational {
  return ratio(a.num * b.den, a.den * b.num);
}

export function isZero(a: Rational): boolean {
  return a.num === 0;
}
