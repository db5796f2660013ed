/** Circular functions of angles in turns, for sums of waves. */
import { PI } from "../../math/pair/circular.js";

/**
 * A number to which a half-integer's worth of others, below 2^51 in size, is added to leave them
 * whole.
 */
const WHOLE = 6_755_399_441_055_744;

/** (-1)^k (2 pi)^(2 k + 1)/(2 k + 1)!: the sine of turns. */
function coefficient(k: number): number {
  let c = 2 * PI[0]!;
  for (let j = 1; j <= k; j += 1) c *= (-4 * PI[0]! * PI[0]!) / (2 * j * (2 * j + 1));
  return c;
}

const C0 = coefficient(0);
const C1 = coefficient(1);
const C2 = coefficient(2);
const C3 = coefficient(3);
const C4 = coefficient(4);
const C5 = coefficient(5);
const C6 = coefficient(6);
const C7 = coefficient(7);
const C8 = coefficient(8);
const C9 = coefficient(9);
const C10 = coefficient(10);

/** To the nearest whole number; |x| < 2^51. */
export function wholeOf(x: number): number {
  return x + WHOLE - WHOLE;
}

/** sin(2 pi y), |y| <= 1/4; what the series leaves out is below 2e-18. */
function sineOfQuarter(y: number): number {
  const s = y * y;
  const q = s * s;
  const even = C0 + q * (C2 + q * (C4 + q * (C6 + q * (C8 + q * C10))));
  const odd = C1 + q * (C3 + q * (C5 + q * (C7 + q * C9)));
  return (even + s * odd) * y;
}

/** cos(2 pi x), |x| <= 1. */
export function cosineOfTurns(x: number): number {
  return sineOfQuarter(0.25 - Math.abs(x - wholeOf(x)));
}

/** sin(2 pi x), |x| <= 1/2. */
export function sineOfHalf(x: number): number {
  const size = Math.abs(x);
  const y = 0.25 - Math.abs(size - 0.25);
  return sineOfQuarter(x < 0 ? -y : y);
}
