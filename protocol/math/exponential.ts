/** exp, expm1, exp2, exp10: the double nearest to the exact value. */
import { correctlyRounded, fromDouble, multiply } from "./ball/ball.js";
import * as big from "./ball/elementary.js";
import { ln10, ln2 } from "./ball/constants.js";
import { powerOfTwo, roundToDouble } from "./bits.js";

/** Above ln(2^1024) all overflows; below ln(2^-1075) all rounds to zero. */
const EXP_OVERFLOW = 709.79;
const EXP_UNDERFLOW = -745.14;

/** e^x. */
export function exp(x: number): number {
  if (x !== x) return NaN;
  if (x > EXP_OVERFLOW) return Infinity;
  if (x < EXP_UNDERFLOW) return 0;
  if (x === 0) return 1;
  const a = fromDouble(x);
  return correctlyRounded((p) => big.exp(a, p));
}

/** e^x - 1 without cancellation; -0 stays -0. */
export function expm1(x: number): number {
  if (x !== x || x === 0) return x;
  if (x > EXP_OVERFLOW) return Infinity;
  // The result lies nearer to -1 than to its neighbour from here on.
  if (x < -40) return -1;
  const a = fromDouble(x);
  return correctlyRounded((p) => big.expm1(a, p));
}

/** 2^x; exact for integers. */
export function exp2(x: number): number {
  if (x !== x) return NaN;
  if (x >= 1024) return Infinity;
  if (x <= -1075) return 0;
  if (Math.floor(x) === x) return powerOfTwo(x);
  const a = fromDouble(x);
  return correctlyRounded((p) => big.exp(multiply(a, ln2(p + 32), p + 32), p));
}

const TENS: bigint[] = [1n];

/** 10^n for 0 <= n <= 400. */
function tenTo(n: number): bigint {
  for (let i = TENS.length; i <= n; i += 1) TENS.push(TENS[i - 1]! * 10n);
  return TENS[n]!;
}

/** 10^x; integers are rounded from the exact power. */
export function exp10(x: number): number {
  if (x !== x) return NaN;
  if (x > 308.26) return Infinity;
  if (x < -323.7) return 0;
  if (Math.floor(x) === x) return x >= 0 ? roundToDouble(tenTo(x), 0) : inverseOfTenTo(-x);
  const a = fromDouble(x);
  return correctlyRounded((p) => big.exp(multiply(a, ln10(p + 32), p + 32), p));
}

/** 10^-n, from 1,300 bits of the quotient and whether a remainder is left. */
function inverseOfTenTo(n: number): number {
  const over = 1n << 1300n;
  const q = over / tenTo(n);
  return roundToDouble(q, -1300, q * tenTo(n) !== over);
}
