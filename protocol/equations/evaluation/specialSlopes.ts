/**
 * Derivatives of the special functions that no closed form in the set gives. They only weigh errors
 * and uncertainties: a relative error of 1e-6 is enough (`SLOPE_ERROR`), the same bits everywhere
 * are needed.
 */
import { PI } from "../../math/constants.js";
import { ellipe, ellipk, exp, lgamma, log, polylog, sinpi, zeta } from "../../math/index.js";
import { digammaForSensitivity } from "./gradientDigamma.js";

/** Relative error of a slope taken from a difference; counted as part of the error it weighs. */
export const SLOPE_ERROR = 1e-6;
/** Arguments are raised to this before the asymptotic series. */
const SERIES_FROM = 12;
/** B_2k for k = 1..6 (Abramowitz and Stegun 6.4.12). */
const BERNOULLI = [1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2_730];
/** Relative step of a central difference: 2^-17 balances the third derivative against rounding. */
const STEP = 7.62939453125e-6;

/** Trigamma function, relative error about 1e-15. Source: Abramowitz and Stegun 6.4.6-6.4.12. */
export function trigammaForSensitivity(x: number): number {
  if (x <= 0 && Math.floor(x) === x) return Number.POSITIVE_INFINITY;
  if (x < 0) {
    const turn = PI / sinpi(x);
    return turn * turn - trigammaForSensitivity(1 - x);
  }
  let shift = 0;
  let at = x;
  while (at < SERIES_FROM) {
    shift += 1 / (at * at);
    at += 1;
  }
  const inverseSquare = 1 / (at * at);
  let tail = 0;
  for (let k = BERNOULLI.length - 1; k >= 0; k -= 1) tail = (tail + BERNOULLI[k]!) * inverseSquare;
  return shift + (1 + 0.5 / at + tail) / at;
}

/** d ln B(a, b)/da. */
export function betaLogSlope(a: number, b: number): number {
  return digammaForSensitivity(a) - digammaForSensitivity(a + b);
}

/** Density x^(a-1) e^-x / gamma(a), the derivative of gammainc by x. */
export function gammaDensity(a: number, x: number): number {
  if (x === 0) return a === 1 ? 1 : a > 1 ? 0 : Number.POSITIVE_INFINITY;
  return exp((a - 1) * log(x) - x - lgamma(a));
}

/** Density x^(a-1) (1-x)^(b-1) / B(a, b), the derivative of betainc by x. */
export function betaDensity(a: number, b: number, x: number): number {
  if (x === 0) return a === 1 ? b : a > 1 ? 0 : Number.POSITIVE_INFINITY;
  if (x === 1) return b === 1 ? a : b > 1 ? 0 : Number.POSITIVE_INFINITY;
  const scale = lgamma(a + b) - lgamma(a) - lgamma(b);
  return exp(scale + (a - 1) * log(x) + (b - 1) * log(1 - x));
}

/** Step of a central difference at x, no larger than a part of `room`. */
export function differenceStep(x: number, room: number): number {
  return STEP * Math.min(Math.max(Math.abs(x), STEP), room);
}

/** Derivative of zeta; the Dirichlet series far out, a central difference elsewhere. */
export function zetaSlope(s: number): number {
  if (s > 10) {
    let slope = 0;
    for (let k = 40; k >= 2; k -= 1) slope -= log(k) * exp(-s * log(k));
    return slope;
  }
  const h = STEP * Math.min(1, Math.abs(s - 1));
  return (zeta(s + h) - zeta(s - h)) / (s + h - (s - h));
}

/** dK/dm = (E - (1 - m) K)/(2 m (1 - m)); a power series where that cancels. */
export function ellipkSlope(m: number, k: number): number {
  if (Math.abs(m) < 0.01) {
    return (PI / 2) * (1 / 4 + m * (9 / 32 + m * (75 / 256 + m * (1_225 / 4_096))));
  }
  return (ellipe(m) - (1 - m) * k) / (2 * m * (1 - m));
}

/** dE/dm = (E - K)/(2 m); a power series where that cancels. */
export function ellipeSlope(m: number, e: number): number {
  if (Math.abs(m) < 0.01) {
    return (-PI / 2) * (1 / 4 + m * (3 / 32 + m * (15 / 256 + m * (175 / 4_096))));
  }
  return (e - ellipk(m)) / (2 * m);
}

/** Within this the power series of a polylogarithm is taken for its slopes: at most 300 terms. */
const SERIES_RADIUS = 0.9;
const SERIES_TERMS = 300;

/** Sum of weight(k) z^(k-1) k^-s over k, for |z| up to 0.9. */
function powerSeries(s: number, z: number, weight: (k: number) => number): number {
  let sum = 0;
  let power = 1;
  for (let k = 1; k <= SERIES_TERMS; k += 1) {
    sum += weight(k) * power * exp(-s * log(k));
    power *= z;
  }
  return sum;
}

/** d Li_s(z)/dz = Li_(s-1)(z)/z. */
export function polylogSlope(s: number, z: number): number {
  return Math.abs(z) <= SERIES_RADIUS ? powerSeries(s, z, (k) => k) : polylog(s - 1, z) / z;
}

/** d Li_s(z)/ds, near the circle of convergence by a central difference. */
export function polylogOrderSlope(s: number, z: number): number {
  if (Math.abs(z) <= SERIES_RADIUS) return -z * powerSeries(s, z, (k) => log(k));
  const h = STEP;
  return (polylog(s + h, z) - polylog(s - h, z)) / (s + h - (s - h));
}
