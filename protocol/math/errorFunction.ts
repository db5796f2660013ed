/** erf and erfc: the double nearest to the exact value. */
import { absolute, correctlyRounded, fromDouble, fromInteger, subtract } from "./ball/ball.js";
import * as big from "./ball/gamma.js";
import { powerOfTwo, scaleNormal } from "./bits.js";
import { addD, low } from "./double.js";
import { fastErf, fastErfc } from "./fast/errorFunction.js";
import { decided } from "./pair/core.js";
import { ERF_ERROR, erfcPair, erfSmallPair } from "./pair/errorFunction.js";
import { scale } from "./pair/exponential.js";

/** Below 2^-900 the low part of a product may be lost. */
const SMALL = 1.1830521861667747e-271;
/** Arguments of the fast phase split in single precision. */
const FAST_MIN = 1e-30;
/** From here the complement is the smaller of the two and is computed first. */
const SPLIT = 0.5;

/** n - erfc a for a in [SPLIT, 6], rounded or NaN. */
function lessComplement(n: number, a: number): number {
  const h = erfcPair(a);
  const down = powerOfTwo(scale[0]!);
  const d = addD(-h * down, -low[0]! * down, n);
  return decided(d, low[0]!, ERF_ERROR);
}

/** n + erf x for |x| < SPLIT, rounded or NaN. */
function withSmall(n: number, x: number): number {
  const h = erfSmallPair(x);
  const d = addD(h, low[0]!, n);
  return decided(d, low[0]!, ERF_ERROR);
}

/** erf a for a > 0, rounded or NaN. */
function erfRounded(a: number): number {
  if (a >= SPLIT) return lessComplement(1, a);
  if (a < SMALL) return NaN;
  const h = erfSmallPair(a);
  return decided(h, low[0]!, h * ERF_ERROR);
}

/** erfc x for -6 <= x <= 27.3, rounded or NaN. */
function erfcRounded(x: number): number {
  if (x <= -SPLIT) return lessComplement(2, -x);
  if (x < SPLIT) return withSmall(1, -x);
  const h = erfcPair(x);
  const k = scale[0]!;
  return k >= -1015 ? scaleNormal(decided(h, low[0]!, h * ERF_ERROR), k) : NaN;
}

/** Error function, odd. */
export function erf(x: number): number {
  const m = Math.abs(x);
  if (m > FAST_MIN && m < 5.99) {
    const r = fastErf(m);
    if (r === r) return x < 0 ? -r : r;
  }
  return erfSlowly(x);
}

function erfSlowly(x: number): number {
  if (x !== x || x === 0) return x;
  // erfc(6) is 2.2e-17, less than half the gap below 1.
  if (Math.abs(x) >= 6) return x < 0 ? -1 : 1;
  const r = erfRounded(Math.abs(x));
  if (r === r) return x < 0 ? -r : r;
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => big.erf(a, p));
  return x < 0 ? -value : value;
}

/** Complementary error function 1 - erf x, with full relative accuracy in its tail. */
export function erfc(x: number): number {
  if ((x > FAST_MIN && x < 26.5) || (x < -FAST_MIN && x > -5.99)) {
    const r = fastErfc(x);
    if (r === r) return r;
  }
  return erfcSlowly(x);
}

function erfcSlowly(x: number): number {
  if (x !== x) return NaN;
  if (x > 27.3) return 0;
  if (x < -6) return 2;
  if (x === 0) return 1;
  const r = erfcRounded(x);
  if (r === r) return r;
  const a = absolute(fromDouble(x));
  if (x < 0) return correctlyRounded((p) => subtract(fromInteger(2), big.erfc(a, p), p + 8));
  return correctlyRounded((p) => big.erfc(a, p));
}
