/**
 * The remainder of the Riemann-Siegel formula, C0 to C4, as power series about the middle of its
 * interval.
 * Source: Gabcke, Neue Herleitung und explizite Restabschaetzung der Riemann-Siegel-Formel
 * (Goettingen 1979).
 */
import { once } from "../../once.js";
import { pi } from "../../math/ball/constants.js";
import { integerSqrt } from "../../math/ball/ball.js";

const BITS = 320;
const F = BigInt(BITS);
const ONE = 1n << F;
/** Powers of z; the series of an entire function, whose last terms are below 1e-20 at |z| = 1. */
const DEGREE = 64;
/** Derivatives that the last term needs. */
const TERMS = 5;

const times = (a: bigint, b: bigint): bigint => (a * b) >> F;

function fixedPi(): bigint {
  const { e, m } = pi(BITS);
  const up = BITS + e;
  return up >= 0 ? m << BigInt(up) : m >> BigInt(-up);
}

/** 320 binary places make the loss of a division by a series with a zero at z = 1/2 invisible. */
function toDouble(fixed: bigint): number {
  return Number(fixed >> (F - 120n)) / 1_329_227_995_784_915_872_903_807_060_280_344_576;
}

/** cos(pi z^2/2 + 3 pi/8)/cos(pi z) with z = 2 p - 1: coefficients of z^0, z^1, ... */
function psiSeries(piFixed: bigint): bigint[] {
  const root2 = integerSqrt(2n << (2n * F));
  const half = (x: bigint): bigint => integerSqrt(((2n * ONE - x) << F) >> 2n);
  const cosine = half(root2);
  const sine = half(-root2);
  const over: bigint[] = Array.from({ length: DEGREE + 1 }, () => 0n);
  const under: bigint[] = [...over];
  // Powers of pi/2 over factorials, for z^2, and of pi, for z.
  let a = ONE;
  for (let k = 0; 2 * k <= DEGREE; k += 1) {
    const sign = k % 4 < 2 ? 1n : -1n;
    over[2 * k] = k % 2 === 0 ? sign * times(cosine, a) : -sign * times(sine, a);
    a = times(a, piFixed) / BigInt(2 * (k + 1));
  }
  let b = ONE;
  for (let k = 0; k <= DEGREE; k += 2) {
    under[k] = k % 4 === 0 ? b : -b;
    b = times(times(b, piFixed), piFixed) / BigInt((k + 1) * (k + 2));
  }
  const quotient: bigint[] = [];
  for (let k = 0; k <= DEGREE; k += 1) {
    let rest = over[k]!;
    for (let j = 1; j <= k; j += 1) rest -= times(under[j]!, quotient[k - j]!);
    quotient.push(rest);
  }
  return quotient;
}

/** d/dp is 2 d/dz. */
function derivative(series: readonly bigint[], order: number): bigint[] {
  let derivative = [...series];
  for (let i = 0; i < order; i += 1)
    derivative = derivative.slice(1).map((c, k) => 2n * BigInt(k + 1) * c);
  return derivative;
}

/** Factors of the derivatives of Psi in each term: [order, over, under, power of pi]. */
const PARTS: readonly (readonly (readonly [number, bigint, bigint, number])[])[] = [
  [[0, 1n, 1n, 0]],
  [[3, -1n, 96n, 2]],
  [
    [6, 1n, 18_432n, 4],
    [2, 1n, 64n, 2],
  ],
  [
    [9, -1n, 5_308_416n, 6],
    [5, -1n, 3_840n, 4],
    [1, -1n, 64n, 2],
  ],
  [
    [12, 1n, 2_038_431_744n, 8],
    [8, 11n, 5_898_240n, 6],
    [4, 19n, 24_576n, 4],
    [0, 1n, 128n, 2],
  ],
];

/** Powers of z kept in double precision; every other one is there. */
const KEPT = 46;
/**
 * (t/2 pi)^(-1/2) is no greater where the formula is used, so that the powers of later terms count
 * for less.
 */
const ROOT_MAX = 0.18;
const LEAST = 1e-18;

/** Coefficients of z^0, z^2, ... of an even term, of z^1, z^3, ... of an odd one. */
function trimmed(series: Float64Array, term: number): Float64Array {
  const own = series.filter((_, k) => k % 2 === term % 2);
  let scale = 1;
  for (let k = 0; k < term; k += 1) scale *= ROOT_MAX;
  let length = own.length;
  while (length > 1 && Math.abs(own[length - 1]!) * scale < LEAST) length -= 1;
  return own.slice(0, length);
}

const tables = once((): readonly Float64Array[] => {
  const piFixed = fixedPi();
  const psi = psiSeries(piFixed);
  return PARTS.map((parts, term) => {
    const sum: bigint[] = Array.from({ length: KEPT }, () => 0n);
    for (const [order, over, under, power] of parts) {
      let scale = ONE;
      for (let i = 0; i < power; i += 1) scale = (scale << F) / piFixed;
      derivative(psi, order)
        .slice(0, KEPT)
        .forEach((c, k) => {
          sum[k] = sum[k]! + (times(c, scale) * over) / under;
        });
    }
    return trimmed(Float64Array.from(sum, toDouble), term);
  });
});

/** Sum of C_k(p) u^k with u = (t/2 pi)^(-1/2). @param p fractional part of sqrt(t/2 pi) */
export function remainderSum(p: number, u: number): number {
  const z = 2 * p - 1;
  const square = z * z;
  const all = tables();
  let sum = 0;
  for (let k = TERMS - 1; k >= 0; k -= 1) {
    const c = all[k]!;
    let value = 0;
    for (let i = c.length - 1; i >= 0; i -= 1) value = value * square + c[i]!;
    sum = sum * u + (k % 2 === 1 ? value * z : value);
  }
  return sum;
}
