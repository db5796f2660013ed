/** erf and erfc: the double nearest to the exact value. */
import { absolute, correctlyRounded, fromDouble, subtract, fromInteger } from "./ball/ball.js";
import * as big from "./ball/gamma.js";

/** Error function, odd. */
export function erf(x: number): number {
  if (x !== x || x === 0) return x;
  // erfc(6) is 2.2e-17, less than half the gap below 1.
  if (Math.abs(x) >= 6) return x < 0 ? -1 : 1;
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => big.erf(a, p));
  return x < 0 ? -value : value;
}

/** Complementary error function 1 - erf x, with full relative accuracy in its tail. */
export function erfc(x: number): number {
  if (x !== x) return NaN;
  if (x > 27.3) return 0;
  if (x < -6) return 2;
  if (x === 0) return 1;
  const a = absolute(fromDouble(x));
  if (x < 0) return correctlyRounded((p) => subtract(fromInteger(2), big.erfc(a, p), p + 8));
  return correctlyRounded((p) => big.erfc(a, p));
}
