/**
 * A knock-out watched at dates, without paths: its value is carried back from date to date by
 * quadrature over the prices that survive, and the payoff enters at the last date in closed form.
 * Simpson's rule, fourth order in the distance.
 */
import { acos, exp, log } from "../../math/index.js";
import { normalCdf } from "../../math/random/normal.js";
import type { Barrier } from "./barrier.js";
import type { Market } from "./closed.js";

/** Deviations of a normal number past which nothing is left to a double. */
const TAIL = 9;
/** Points to one deviation of a step at the first level. */
export const POINTS_START = 4;
/** Intervals of the first level above which paths are the better way. */
const INTERVALS_MAX = 16_384;
const POLL_POINTS = 64;
const ROOT_TWO_PI = Math.sqrt(2 * acos(-1));

interface Strip {
  readonly low: number;
  readonly high: number;
  readonly intervals: number;
}

export interface Carried {
  readonly price: number;
  readonly delta: number;
  readonly gamma: number;
  /**
   * Value one step before expiry less all survivals: at the first date, over the logarithm of the
   * price over the spot.
   */
  readonly places: Float64Array;
  readonly values: Float64Array;
}

/**
 * Logarithms of the prices that survive and matter. @returns null where they are too many for the
 * step between dates
 */
export function stripOf(
  { q, r, S, sigma, T }: Market,
  { dates, down, level }: Barrier,
): Strip | null {
  if (dates < 2) return null;
  const edge = log(level / S);
  const reach = TAIL * sigma * Math.sqrt(T) + (Math.abs(r - q) + 1.5 * sigma * sigma) * T;
  const step = sigma * Math.sqrt(T / dates);
  const low = down ? Math.max(edge, -reach) : Math.min(edge, 0) - reach;
  const high = down ? Math.max(edge, 0) + reach : Math.min(edge, reach);
  const intervals = 2 * Math.ceil((POINTS_START * (high - low)) / (2 * step));
  return intervals <= INTERVALS_MAX ? { low, high, intervals } : null;
}

/** Multiplications of one level. */
export function carriedWork({ intervals }: Strip, dates: number): number {
  return intervals * 2 * TAIL * POINTS_START * dates;
}

/** Value at the last date but one, as a function of the logarithm there. */
function lastStep(
  { K, q, r, S, sigma, sign, T }: Market,
  { dates, down, level }: Barrier,
): (x: number) => number {
  const dt = T / dates;
  const s = sigma * Math.sqrt(dt);
  const drift = (r - q - (sigma * sigma) / 2) * dt;
  const edge = log(level / S);
  const strike = log(K / S);
  // In the money, and within what survives.
  const from = Math.max(
    sign > 0 ? strike : Number.NEGATIVE_INFINITY,
    down ? edge : Number.NEGATIVE_INFINITY,
  );
  const to = Math.min(
    sign > 0 ? Number.POSITIVE_INFINITY : strike,
    down ? Number.POSITIVE_INFINITY : edge,
  );
  const discount = exp(-r * dt);
  const chance = (z: number, low: number, high: number): number => {
    const [a, b] = [(low - z) / s, (high - z) / s];
    // From the side on which both are small.
    return a > 0 ? normalCdf(-a) - normalCdf(-b) : normalCdf(b) - normalCdf(a);
  };
  return (x) => {
    if (!(to > from)) return 0;
    const middle = x + drift;
    const asset = S * exp(middle + (s * s) / 2) * chance(middle + s * s, from, to);
    return discount * sign * (asset - K * chance(middle, from, to));
  };
}

/** @param points to one deviation of a step: a power of two times the first level's */
export function carry(
  market: Market,
  barrier: Barrier,
  strip: Strip,
  points: number,
  poll: () => void,
): Carried {
  const { q, r, S, sigma, T } = market;
  const { dates } = barrier;
  const { high, low } = strip;
  const n = strip.intervals * (points / POINTS_START);
  const h = (high - low) / n;
  const dt = T / dates;
  const s = sigma * Math.sqrt(dt);
  const drift = (r - q - (sigma * sigma) / 2) * dt;
  const weight = Float64Array.from(
    { length: n + 1 },
    (_, k) => (h / 3) * (k === 0 || k === n ? 1 : k % 2 === 1 ? 4 : 2),
  );
  const places = Float64Array.from({ length: n + 1 }, (_, k) => low + k * h);
  const last = lastStep(market, barrier);
  let values = places.map((x) => last(x));
  const scale = exp(-r * dt) / (s * ROOT_TWO_PI);
  const centre = Math.round(drift / h);
  const half = Math.ceil((TAIL * s) / h);
  const kernel = Float64Array.from({ length: 2 * half + 1 }, (_, i) => {
    const z = ((centre - half + i) * h - drift) / s;
    return scale * exp(-0.5 * z * z);
  });
  let next = new Float64Array(n + 1);
  for (let date = dates - 2; date >= 1; date -= 1) {
    for (let k = 0; k <= n; k += 1) values[k]! *= weight[k]!;
    for (let j = 0; j <= n; j += 1) {
      if (j % POLL_POINTS === 0) poll();
      const shift = j + centre - half;
      const first = Math.max(0, -shift);
      const end = Math.min(2 * half, n - shift);
      let sum = 0;
      for (let i = first; i <= end; i += 1) sum += kernel[i]! * values[shift + i]!;
      next[j] = sum;
    }
    [values, next] = [next, values];
  }
  let [price, slope, bend] = [0, 0, 0];
  for (let k = 0; k <= n; k += 1) {
    const z = (places[k]! - drift) / s;
    const part = scale * exp(-0.5 * z * z) * weight[k]! * values[k]!;
    price += part;
    slope += (part * z) / s;
    bend += (part * (z * z - 1)) / (s * s);
  }
  return { price, delta: slope / S, gamma: (bend - slope) / (S * S), places, values };
}
