/**
 * Parity check: the calcond variance of a computation, and the metric shift that answers a variance
 * above the threshold. The variance is that of the level-to-level results divided by the square of
 * the last one, or of the scale of its field where that is larger.
 */
import { KO42_ALPHA, PARITY_VARIANCE_MAX } from "../limits.js";
import { MODULATION_SAMPLES, PHASE_SAMPLES } from "./modulation.js";

/**
 * Variance of successive levels, relative to the square of the last one or of a larger scale; 0 for
 * fewer than two levels; Infinity when both are 0 and other levels are not.
 */
export function calcondVariance(levels: ArrayLike<number>, scale = 0): number {
  const n = levels.length;
  if (n < 2) return 0;
  const ratios = new Float64Array(n);
  const last = Math.abs(levels[n - 1]!) >= scale ? levels[n - 1]! : scale;
  // Divided by the last level before squaring: tiny and huge results must not under- or overflow.
  for (let i = 0; i < n; i += 1) ratios[i] = relativeTo(levels[i]!, last);
  return varianceOf(ratios);
}

function varianceOf(ratios: Float64Array): number {
  const n = ratios.length;
  let mean = 0;
  for (let i = 0; i < n; i += 1) mean += ratios[i]!;
  mean /= n;
  let sum = 0;
  for (let i = 0; i < n; i += 1) {
    const deviation = ratios[i]! - mean;
    sum += deviation * deviation;
  }
  return sum / n;
}

function relativeTo(level: number, last: number): number {
  if (level === last) return 1;
  return level / last;
}

/** Reused: every closed form passes here, and nothing is awaited in between. */
const samples = new Float64Array(PHASE_SAMPLES);

/**
 * Above this a modulated sample could overflow; the relative variance does not depend on the scale.
 */
const SAMPLE_VALUE_MAX = 1e300;

/** Calcond variance of a closed form: 64 phase samples of its modulated value. */
export function closedFormVariance(value: number): number {
  if (value === 0) return 0;
  const scaled = Math.abs(value) > SAMPLE_VALUE_MAX ? value / SAMPLE_VALUE_MAX : value;
  const last = MODULATION_SAMPLES[PHASE_SAMPLES - 1]! * scaled;
  for (let i = 0; i < PHASE_SAMPLES; i += 1) {
    samples[i] = relativeTo(MODULATION_SAMPLES[i]! * scaled, last);
  }
  return varianceOf(samples);
}

/**
 * The applied delta-alpha: 0 at or below the threshold, else -alpha (1 - threshold/variance), which
 * puts the variance back on the threshold.
 */
export function metricShift(variance: number): number {
  if (!(variance > PARITY_VARIANCE_MAX)) return 0;
  return -KO42_ALPHA * (1 - PARITY_VARIANCE_MAX / variance);
}
