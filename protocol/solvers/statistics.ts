/**
 * Mean and error of several correlated series. Source: Wolff, Monte Carlo errors with less errors,
 * Comput. Phys. Commun. 156 (2004) 143; the window is the first of at least six autocorrelation
 * times.
 */
import { compensatedSum } from "../math/sum.js";
import type { Field } from "./solver.js";

const WINDOW_TIMES = 6;

export interface Statistics {
  readonly mean: number;
  readonly standardError: number;
  /** Standard deviation of the standard error itself. */
  readonly errorOfError: number;
  /** Integrated, in sweeps; 1/2 without any correlation. */
  readonly tau: number;
  readonly tauError: number;
  readonly hotMinusCold: number;
  readonly hotMinusColdError: number;
}

/** @param series of equal length; odd ones began hot */
export function statisticsOf(series: readonly (readonly number[])[]): Statistics {
  const chains = series.length;
  const n = series[0]!.length;
  const means = series.map((one) => compensatedSum(one) / n);
  const mean = compensatedSum(means) / chains;
  const covariance = (lag: number): number => {
    let total = 0;
    for (const one of series)
      for (let i = 0; i + lag < n; i += 1) total += (one[i]! - mean) * (one[i + lag]! - mean);
    return total / (chains * (n - lag));
  };
  const variance = covariance(0);
  let tau = 0.5;
  const lags = variance > 0 ? n / 2 : 0;
  let window = 0;
  for (let lag = 1; lag < lags && lag < WINDOW_TIMES * tau + 1; lag += 1) {
    tau = Math.max(0.5, tau + covariance(lag) / variance);
    window = lag;
  }
  const inner = Math.sqrt((2 * tau * variance) / (chains * n));
  const spread = Math.sqrt(
    compensatedSum(means.map((one) => (one - mean) * (one - mean))) / (chains * (chains - 1)),
  );
  // Chains that disagree by more than their own noise have not told all of it.
  const isApart = spread > 2 * inner;
  const standardError = Math.max(inner, isApart ? spread : 0);
  const part = (window + 0.5) / (chains * n);
  const half = (odd: number): number =>
    compensatedSum(means.filter((_, c) => c % 2 === odd)) / (chains / 2);
  return {
    mean,
    standardError,
    // The same source, equations 31 and 42; of so many chains, where their means are apart.
    errorOfError: standardError * (isApart ? Math.sqrt(0.5 / (chains - 1)) : Math.sqrt(part)),
    tau,
    tauError: 2 * tau * Math.sqrt(part),
    hotMinusCold: half(1) - half(0),
    hotMinusColdError: 2 * inner,
  };
}

/** A quantity of every sweep of every chain. */
export function chainField(name: string, series: readonly (readonly number[])[]): Field {
  const [chains, sweeps] = [series.length, series[0]!.length];
  return {
    name,
    unit: "1",
    shape: [chains, sweeps],
    data: Float64Array.from(series.flat()),
    axes: [
      { name: "chain", unit: "1", n: chains, start: 0, step: 1 },
      { name: "sweep", unit: "1", n: sweeps, start: 0, step: 1 },
    ],
  };
}
