/** sinh, cosh and tanh from two exponentials, their inverses from the logarithm of a pair. */
import { low } from "../double.js";
import { exponent, EXP_FAST_ERROR, expKernel } from "./exponential.js";
import { log1pSeries, logError, logKernel } from "./logarithm.js";
import { settle, settleScaled, squareError, twoTo } from "./settle.js";

/** Below, series in a^2 serve; above, what cancels costs less than five bits. */
const SMALL = 0.05;
/** From here e^-2a is below 2^-115. */
const ONE_SIDED = 40;

/**
 * a + a^3 p, the error of a series in a^2 with |p| <= 1/3: with u = 2^-53 the cubic term rounds by
 * 5u of itself and the test by 2u, of which the bound takes the double; every series here leaves
 * out less than 2^-69.9 a.
 */
function settleSeries(a: number, aa: number, p: number): number {
  return settle(a, a * aa * p, a * (aa * 6.280369834735101e-16 + 6.776263578034403e-21));
}

/** sinh a rounded for 2^-27 <= a < 709, or NaN when not decided; the next term is a^13/13!. */
export function fastSinh(a: number): number {
  if (a < SMALL) {
    const aa = a * a;
    return settleSeries(
      a,
      aa,
      0.16666666666666666 +
        aa * 0.008333333333333333 +
        aa *
          aa *
          (1.984126984126984e-4 + aa * 2.7557319223985893e-6 + aa * aa * 2.505210838544172e-8),
    );
  }
  return a < ONE_SIDED ? settleHalves(a, -1) : halfExp(a);
}

/** cosh a rounded for 0 <= a < 709, or NaN. */
export function fastCosh(a: number): number {
  return a < ONE_SIDED ? settleHalves(a, 1) : halfExp(a);
}

/**
 * (e^a + sign e^-a)/2: the sum of the high parts is exact, the errors of both add to less than
 * twice that of the first, and two sums and the test round by 4u 2^-16.
 */
function settleHalves(a: number, sign: number): number {
  const eh = expKernel(a, 0);
  const el = low[0]!;
  const up = twoTo(exponent[0]! - 1);
  const fh = expKernel(-a, 0);
  const down = sign * twoTo(exponent[0]! - 1);
  const p = eh * up;
  const q = fh * down;
  const h = p + q;
  return settle(h, q - (h - p) + (el * up + low[0]! * down), up * (2.1 * EXP_FAST_ERROR));
}

function halfExp(a: number): number {
  const s = expKernel(a, 0);
  return settleScaled(s, low[0]!, EXP_FAST_ERROR * 1.01, exponent[0]! - 1);
}

/**
 * tanh a rounded for 2^-27 <= a <= 22, or NaN: (e^2a - 1)/(e^2a + 1). Its derivative by E = e^2a
 * is 2/(E + 1)^2, so an error d E moves it by at most d/2; the remainder, below 2^-16 of the
 * divisor, rounds by 6u, the test included: below 2^-66 in all.
 */
export function fastTanh(a: number): number {
  if (a < SMALL) {
    const aa = a * a;
    const bb = aa * aa;
    return settleSeries(
      a,
      aa,
      aa * 0.13333333333333333 -
        0.3333333333333333 +
        bb *
          (aa * 0.021869488536155203 -
            0.05396825396825397 +
            bb * (aa * 0.003592128036572481 - 0.008863235529902197 - bb * 0.0014558343870513183)),
    );
  }
  const s = expKernel(2 * a, 0);
  const up = twoTo(exponent[0]!);
  const e = s * up;
  const l = low[0]! * up;
  const nh = e - 1;
  const nl = e - nh - 1 + l;
  const wide = e + 1;
  const rest = 1 - (wide - e) + l;
  const d = wide + rest;
  const dl = rest - (d - wide);
  const inverse = 1 / d;
  const q1 = Math.fround(nh * inverse);
  const d1 = Math.fround(d);
  const q2 = (nh - q1 * d1 - q1 * (d - d1) + (nl - q1 * dl)) * inverse;
  return settle(q1, q2, 2.5 * EXP_FAST_ERROR);
}

/** From here 1/(4 a^2) is below 2^-81. */
const FAR = 1099511627776; // 2^40

/** What terms left out and roundings of the argument add to the logarithm, absolute. */
const ARGUMENT_ERROR = 2.117582368135751e-22; // 2^-72

function settleLog(h: number): number {
  return settle(h, low[0]!, logError[0]! + ARGUMENT_ERROR);
}

/**
 * sqrt(t + tl) as 24 bits and a rest in `rootRest`, |tl| <= 2^-18 t. t - q^2 is exact; the rest
 * rounds by 5u 2^-23, and tl as its maker says.
 */
function shortRoot(t: number, tl: number): number {
  const root = Math.sqrt(t + tl);
  const q = Math.fround(root);
  rootRest[0] = (t - q * q + tl) / (root + q);
  return q;
}

const rootRest = new Float64Array(1);

/**
 * asinh a = ln(a + sqrt(a^2 + 1)) rounded for 2^-27 <= a < 2^1000, or NaN. With a1 the upper 24
 * bits of a, a1^2 is exact and a^2 - a1^2, at most 2^-23 a^2, rounds by 2u.
 */
export function fastAsinh(a: number): number {
  if (a < SMALL) {
    const aa = a * a;
    const bb = aa * aa;
    return settleSeries(
      a,
      aa,
      aa * 0.075 -
        0.16666666666666666 +
        bb *
          (aa * 0.030381944444444444 -
            0.044642857142857144 +
            bb * (aa * 0.017352764423076924 - 0.022372159090909092 - bb * 0.01396484375)),
    );
  }
  if (a >= FAR) return settleLog(logKernel(2 * a, 0));
  const a1 = Math.fround(a);
  const p = a1 * a1;
  const t = 1 + p;
  const bb = t - 1;
  const q = shortRoot(t, 1 - (t - bb) + (p - bb) + (a - a1) * (a + a1));
  const h = q + a;
  return settleLog(logKernel(h, a - (h - q) + rootRest[0]!));
}

/** Below, acosh is small, and a logarithm of 1 + f keeps its relative accuracy. */
const ACOSH_SMALL = 1.015625;

/** acosh a rounded for 1 < a < 2^1000, or NaN: ln(a + sqrt(a^2 - 1)), as above. */
export function fastAcosh(a: number): number {
  if (a >= FAR) return settleLog(logKernel(2 * a, 0));
  if (a < ACOSH_SMALL) return acoshSmall(a);
  const a1 = Math.fround(a);
  const p = a1 * a1;
  const t = p - 1;
  const q = shortRoot(t, p - t - 1 + (a - a1) * (a + a1));
  const h = a + q;
  return settleLog(logKernel(h, q - (h - a) + rootRest[0]!));
}

/** ln(1 + t + sqrt(t^2 + 2t)) with t = a - 1 exactly. */
function acoshSmall(a: number): number {
  const t = a - 1;
  const p = t * t;
  const two = 2 * t;
  const s = two + p;
  const q = shortRoot(s, p - (s - two) + squareError(t, p));
  const wide = q + t;
  const rest = t - (wide - q) + rootRest[0]!;
  const f = wide + rest;
  const fl = rest - (f - wide);
  if (f < 0.0078125) {
    const r = log1pSeries(f, fl);
    return settle(r, low[0]!, logError[0]!);
  }
  const h = 1 + f;
  return settleLog(logKernel(h, f - (h - 1) + fl));
}

/**
 * atanh a = ln((1 + a)/(1 - a))/2 rounded for 2^-27 <= a < 1, or NaN. Both terms are exact pairs;
 * the rest of the quotient, below 2^-23 of it, rounds by 4u.
 */
export function fastAtanh(a: number): number {
  if (a < SMALL) {
    const aa = a * a;
    const bb = aa * aa;
    return settleSeries(
      a,
      aa,
      0.3333333333333333 +
        aa * 0.2 +
        bb *
          (0.14285714285714285 +
            aa * 0.1111111111111111 +
            bb * (0.09090909090909091 + aa * 0.07692307692307693 + bb * 0.06666666666666667)),
    );
  }
  const nh = 1 + a;
  const nl = a - (nh - 1);
  const dh = 1 - a;
  const dl = 1 - dh - a;
  const inverse = 1 / dh;
  const q = Math.fround(nh * inverse);
  const d1 = Math.fround(dh);
  const rest = nh - q * d1 - q * (dh - d1) + (nl - q * dl);
  const r = logKernel(q, rest * inverse);
  return settle(r * 0.5, low[0]! * 0.5, (logError[0]! + ARGUMENT_ERROR) * 0.5);
}
