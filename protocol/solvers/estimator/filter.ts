/**
 * The filter itself over measurements: estimates, innovations, and sums that tell whether these are
 * white.
 */
import { TWO_PI } from "../../math/constants.js";
import { gammainc, log } from "../../math/index.js";
import { multiply } from "../../math/linear/denseProduct.js";
import { exploded, stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import { update, type Model } from "./riccati.js";

/** Lags of the autocorrelation of the innovations. */
export const LAGS = 20;

/** Everything the rest of a run depends on. */
export interface FilterState {
  readonly x: Float64Array;
  readonly P: Float64Array;
  /**
   * Count, log likelihood, sum of normalised squares, then the sums of products at lags 0 to LAGS.
   */
  readonly sums: Float64Array;
  /** The last LAGS normalised innovations, newest first, m each. */
  readonly recent: Float64Array;
}

export function freshState(n: number, m: number, x: Float64Array, P: Float64Array): FilterState {
  return {
    x: x.slice(0, n),
    P: P.slice(),
    sums: new Float64Array(3 + LAGS + 1),
    recent: new Float64Array(LAGS * m),
  };
}

export interface Filtered {
  readonly state: FilterState;
  /** Filtered estimates, count x n, and innovations, count x m. */
  readonly estimates: Float64Array;
  readonly innovations: Float64Array;
}

/** Time-varying filter: predict with P as prior of the next measurement, then update. */
export function runFilter(
  model: Model,
  data: Float64Array,
  from: FilterState,
  stop: StopSignal,
): Filtered {
  const { A, C, m, n } = model;
  const count = data.length / m;
  const estimates = new Float64Array(count * n);
  const innovations = new Float64Array(count * m);
  let { P, x } = from;
  const sums = Float64Array.from(from.sums);
  const recent = Float64Array.from(from.recent);
  const whole = new Float64Array(m);
  for (let t = 0; t < count; t += 1) {
    if (t % 64 === 0) stopIf(stop);
    const { S, gain, lower, next } = update(model, P);
    const seen = multiply(C, x, m, n, 1);
    const v = seen.map((value, i) => data[t * m + i]! - value);
    whitened(lower, m, v, whole);
    accumulate(sums, recent, whole, lower, m);
    const step = multiply(gain, v, n, m, 1);
    const filtered = x.map((value, i) => value + step[i]!);
    estimates.set(filtered, t * n);
    innovations.set(v, t * m);
    x = multiply(A, filtered, n, n, 1);
    P = next;
    for (let i = 0; i < n; i += 1)
      if (!Number.isFinite(x[i]!)) throw exploded(t + 1, "the estimate");
    if (S.length === 0) break;
  }
  return { state: { x, P, sums, recent }, estimates, innovations };
}

/** L^-1 v. */
function whitened(lower: Float64Array, m: number, v: Float64Array, out: Float64Array): void {
  for (let i = 0; i < m; i += 1) {
    let s = v[i]!;
    for (let k = 0; k < i; k += 1) s -= lower[i * m + k]! * out[k]!;
    out[i] = s / lower[i * m + i]!;
  }
}

function accumulate(
  sums: Float64Array,
  recent: Float64Array,
  e: Float64Array,
  lower: Float64Array,
  m: number,
): void {
  let square = 0;
  let determinant = 0;
  for (let i = 0; i < m; i += 1) {
    square += e[i]! * e[i]!;
    determinant += 2 * log(lower[i * m + i]!);
  }
  sums[0]! += 1;
  sums[1]! -= 0.5 * (m * log(TWO_PI) + determinant + square);
  sums[2]! += square;
  sums[3]! += square;
  for (let lag = 1; lag <= LAGS && lag < sums[0]!; lag += 1) {
    let product = 0;
    for (let i = 0; i < m; i += 1) product += e[i]! * recent[(lag - 1) * m + i]!;
    sums[3 + lag]! += product;
  }
  recent.copyWithin(m, 0, (LAGS - 1) * m);
  recent.set(e, 0);
}

export interface Whiteness {
  readonly logLikelihood: number;
  /** Mean normalised square of the innovations over m: 1 where Q and R are right. */
  readonly consistency: number;
  readonly autocorrelation: readonly number[];
  readonly ljungBox: number;
  /** Probability of a larger statistic from white innovations; null with too few of them. */
  readonly pValue: number | null;
}

/** Ljung and Box, Biometrika 65 (1978) 297; chi-squared tail by the incomplete gamma function. */
export function whitenessOf({ sums }: FilterState, m: number): Whiteness {
  const count = sums[0]!;
  const lags = Math.min(LAGS, Math.floor(count / 4));
  const autocorrelation: number[] = [];
  let statistic = 0;
  for (let lag = 1; lag <= lags; lag += 1) {
    const r = sums[3]! > 0 ? sums[3 + lag]! / sums[3]! : 0;
    autocorrelation.push(r);
    statistic += (r * r) / (count - lag);
  }
  statistic *= count * (count + 2) * m;
  return {
    logLikelihood: sums[1]!,
    consistency: sums[2]! / (count * m),
    autocorrelation,
    ljungBox: statistic,
    pValue: lags < 2 ? null : Math.max(0, 1 - gammainc(lags / 2, statistic / 2)),
  };
}
