/**
 * The zero of a bracket: located between samples, where there are any, and finished by the sums
 * themselves.
 */
import { UNIT_ROUNDOFF } from "../../math/constants.js";
import type { Bracket } from "./certify.js";
import type { SampledZ } from "./samples.js";
import type { HardyZ } from "./z.js";

export interface Zero {
  readonly t: number;
  /** How far it may be off. */
  readonly error: number;
  /** Z'(t). */
  readonly slope: number;
  /** How far off the slope may be: by the values it is made of and by its curvature. */
  readonly slopeError: number;
}

const NEWTON_MAX = 4;

/**
 * Where a function that changes its sign between two heights is no more than `small`, or the two
 * are next to each other.
 */
function located(
  f: (t: number) => number,
  { atLeft, atRight, left, right }: Bracket,
  small: (t: number) => number,
): { readonly t: number; readonly value: number; readonly halfWidth: number } {
  let [a, fa, b, fb] = [left, atLeft, right, atRight];
  let side = 0;
  for (let i = 0; i < 200; i += 1) {
    const middle = a + (b - a) / 2;
    if (middle <= a || middle >= b) break;
    const chord = i % 3 === 2 ? middle : b - (fb * (b - a)) / (fb - fa);
    const t = chord > a && chord < b ? chord : middle;
    const value = f(t);
    if (Math.abs(value) <= small(t)) return { t, value, halfWidth: 0 };
    if (value * fa > 0) {
      [a, fa] = [t, value];
      if (side === -1) fb /= 2;
      side = -1;
    } else {
      [b, fb] = [t, value];
      if (side === 1) fa /= 2;
      side = 1;
    }
  }
  return { t: a + (b - a) / 2, value: 0, halfWidth: (b - a) / 2 };
}

/** By sums alone. */
function bySums(z: HardyZ, bracket: Bracket, poll: () => void): Zero {
  const at = (t: number): number => {
    poll();
    return z.at(t);
  };
  const errorAt = (t: number): number => z.errorAt(t);
  const { halfWidth, t, value } = located(at, bracket, errorAt);
  const width = bracket.right - bracket.left;
  const h = Math.min(1e-4 * width + 1e-9 * t, width / 2);
  const [below, above] = [at(t - h), at(t + h)];
  const slope = (above - below) / (t + h - (t - h));
  // Where the sign of Z is lost, the zero is within what the error of Z allows.
  return {
    t,
    slope,
    // What the values may be off, and what the slope changes from one end to the other.
    slopeError: (z.errorAt(t) + Math.abs(above - 2 * value + below)) / h,
    error: halfWidth > 0 ? halfWidth : (Math.abs(value) + z.errorAt(t)) / Math.abs(slope),
  };
}

/**
 * A height between samples, moved by Newton's rule with values of the sums; the slopes of the
 * samples do for it. What a step leaves is what its slope is wrong by, its curvature included.
 */
function bySamples(z: HardyZ, samples: SampledZ, bracket: Bracket, poll: () => void): Zero | null {
  let { t } = located(
    (at) => samples.at(at),
    bracket,
    (at) => samples.errorAt(at) / 4,
  );
  for (let i = 0; i < NEWTON_MAX; i += 1) {
    poll();
    const known = samples.slope(t);
    if (known === null) return null;
    const { slope } = known;
    const step = z.at(t) / slope;
    const next = t - step;
    const wrong = known.error + Math.abs(step) * samples.curvature;
    if (!(next > bracket.left && next < bracket.right && 2 * wrong < Math.abs(slope))) return null;
    const error = z.errorAt(t) / (Math.abs(slope) - wrong);
    const left = (2 * Math.abs(step) * wrong) / Math.abs(slope);
    if (left <= error / 8 + (UNIT_ROUNDOFF * t) / 8)
      return { t: next, slope, slopeError: wrong, error: error + left + UNIT_ROUNDOFF * next };
    t = next;
  }
  return null;
}

/** @returns its height, how far off it may be, and the slope of Z there */
export function zeroIn(z: HardyZ, samples: SampledZ, bracket: Bracket, poll: () => void): Zero {
  return bySamples(z, samples, bracket, poll) ?? bySums(z, bracket, poll);
}
