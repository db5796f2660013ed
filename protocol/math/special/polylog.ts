/** Polylogarithm; error below 0.51 ulp. */
import { fromDouble, nearlyRounded } from "../ball/ball.js";
import { polylog as enclose, type Order } from "../ball/polylog.js";
import { zeta } from "./gammaFamily.js";

/** Orders beyond take too long. */
export const POLYLOG_ORDER_MAX = 50;

/**
 * Li_s(z), the sum of z^k / k^s, for |s| <= 50 and -1 <= z <= 1: Infinity at z = 1 unless s > 1,
 * where it is zeta(s); NaN elsewhere.
 */
export function polylog(s: number, z: number): number {
  if (!(Math.abs(s) <= POLYLOG_ORDER_MAX) || !(z >= -1 && z <= 1)) return NaN;
  if (z === 0) return z;
  if (z === 1) return s > 1 ? zeta(s) : Infinity;
  const order: Order = { ball: fromDouble(s), value: s };
  const argument = fromDouble(z);
  return nearlyRounded((p) => enclose(order, argument, p));
}
