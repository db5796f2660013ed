/**
 * Asian options: the path by a Brownian bridge, the geometric mean as control variate of the
 * arithmetic one. Far from the money the draws are shifted to where they pay.
 */
import { exp } from "../../math/index.js";
import { geometricAsian, logDistance, type Market } from "./closed.js";
import type { Integrand } from "./sampling.js";

export const ASIAN_OUTPUTS = ["price", "parity", "delta", "gamma", "vega"] as const;

/** Deviations of the geometric mean from which on paths that pay are sought. */
const FAR_DEVIATIONS = 1;
const HALVINGS = 100;

/** Part by which the spot is moved for gamma, with the same draws. */
const SPOT_BUMP = 0.01;

export interface Bridge {
  /** Brownian motion at 1/n, 2/n, ..., 1 of the unit interval. */
  readonly build: (normals: Float64Array, path: Float64Array) => void;
  /** The normals that give a path. */
  readonly normalsOf: (path: Float64Array) => Float64Array;
}

/** Coarse to fine, so that the first coordinates of a point decide most of the path. */
function bridgeOf(n: number): Bridge {
  const target = new Int32Array(n);
  const left = new Int32Array(n);
  const right = new Int32Array(n);
  const weight = new Float64Array(n);
  const deviation = new Float64Array(n);
  target[0] = n;
  deviation[0] = 1;
  let placed = 1;
  for (let queue: [number, number][] = [[0, n]]; queue.length > 0;) {
    const next: [number, number][] = [];
    for (const [a, b] of queue) {
      if (b - a < 2) continue;
      const m = Math.floor((a + b) / 2);
      target[placed] = m;
      left[placed] = a;
      right[placed] = b;
      weight[placed] = (b - m) / (b - a);
      deviation[placed] = Math.sqrt(((m - a) * (b - m)) / (b - a) / n);
      placed += 1;
      next.push([a, m], [m, b]);
    }
    queue = next;
  }
  const between = (path: Float64Array, k: number): number => {
    const a = left[k] === 0 ? 0 : path[left[k]! - 1]!;
    return weight[k]! * a + (1 - weight[k]!) * path[right[k]! - 1]!;
  };
  return {
    build: (normals, path) => {
      path[n - 1] = normals[0]!;
      for (let k = 1; k < n; k += 1)
        path[target[k]! - 1] = between(path, k) + deviation[k]! * normals[k]!;
    },
    normalsOf: (path) =>
      Float64Array.from(path, (_, k) =>
        k === 0 ? path[n - 1]! : (path[target[k]! - 1]! - between(path, k)) / deviation[k]!,
      ),
  };
}

/** Mean of the arithmetic average: what parity compares with. */
export function meanAverage({ q, r, S, T }: Market, n: number): number {
  let total = 0;
  for (let i = 1; i <= n; i += 1) total += exp(((r - q) * T * i) / n);
  return (S * total) / n;
}

/**
 * The path at which payoff times density is largest, found by halving the payoff there: each step up
 * to it is what the payoff grows by with that step.
 * Source: Glasserman, Heidelberger and Shahabuddin, Mathematical Finance 9 (1999) 117.
 */
function bestPath(
  { K, q, r, S, sigma, sign, T }: Market,
  n: number,
  geometric: boolean,
): Float64Array {
  const drift = ((r - q - (sigma * sigma) / 2) * T) / n;
  const step = sign * sigma * Math.sqrt(T / n);
  const path = new Float64Array(n);
  const missing = (payoff: number): number => {
    const mean = K + sign * payoff;
    let z = (step * mean) / payoff;
    let [at, total, logs] = [0, 0, 0];
    for (let i = 0; i < n; i += 1) {
      at += z / Math.sqrt(n);
      path[i] = at;
      const x = drift * (i + 1) + sigma * Math.sqrt(T) * at;
      const price = S * exp(x);
      total += price / n;
      logs += x / n;
      z -= (step * (geometric ? mean : price)) / (n * payoff);
    }
    return sign * ((geometric ? S * exp(logs) : total) - K) - payoff;
  };
  let [low, high] = [1e-12 * K, K];
  while (missing(high) > 0) high *= 2;
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = Math.sqrt(low) * Math.sqrt(high);
    if (missing(middle) <= 0) high = middle;
    else low = middle;
  }
  missing(high);
  return path;
}

/** Draws around a point, the first coordinate along the way to it. */
class Shift {
  readonly #length: number;
  readonly #mirror: Float64Array;
  readonly #square: number;

  constructor(to: Float64Array) {
    this.#length = lengthOf(to);
    this.#mirror = to.map((part, k) => (k === 0 ? 1 : 0) - part / this.#length);
    this.#square = lengthOf(this.#mirror);
  }

  /** @returns the density of what is drawn unshifted over that of `out` */
  move(normals: Float64Array, out: Float64Array): number {
    const [length, mirror, square] = [this.#length, this.#mirror, this.#square];
    let along = length * mirror[0]!;
    for (let k = 0; k < out.length; k += 1) along += mirror[k]! * normals[k]!;
    const turned = square === 0 ? 0 : (2 * along) / square / square;
    for (let k = 0; k < out.length; k += 1)
      out[k] = normals[k]! + (k === 0 ? length : 0) - turned * mirror[k]!;
    return exp(-length * (normals[0]! + length / 2));
  }
}

function lengthOf(vector: Float64Array): number {
  let square = 0;
  for (const part of vector) square += part * part;
  return Math.sqrt(square);
}

/** Means of one path, and what a volatility of one more would add to them. */
interface Means {
  average: number;
  geo: number;
  byVol: number;
}

/** @param n fixings at T/n, 2T/n, ..., T */
export function asianIntegrand(market: Market, n: number, geometric: boolean): Integrand {
  const { K, q, r, S, sigma, sign, T } = market;
  const bridge = bridgeOf(n);
  const path = new Float64Array(n);
  const drift = ((r - q - (sigma * sigma) / 2) * T) / n;
  const rootOfTime = Math.sqrt(T);
  const root = sigma * rootOfTime;
  // Of each fixing, the same on every path.
  const drifts = path.map((_, i) => drift * (i + 1));
  const slopes = path.map((_, i) => (sigma * T * (i + 1)) / n);
  const discount = exp(-r * T);
  const control = geometric ? 0 : geometricAsian(market, n);
  const controlOther = geometric ? 0 : geometricAsian({ ...market, sign: -sign }, n);
  const isFar = sign * logDistance(market, n) > FAR_DEVIATIONS;
  const shift = isFar ? new Shift(bridge.normalsOf(bestPath(market, n, geometric))) : null;
  const moved = new Float64Array(n);
  const means: Means = { average: 0, geo: 0, byVol: 0 };
  const follow = (): void => {
    let total = 0;
    let byVol = 0;
    let logs = 0;
    let logsByVol = 0;
    for (let i = 0; i < n; i += 1) {
      const x = drifts[i]! + root * path[i]!;
      const dx = rootOfTime * path[i]! - slopes[i]!;
      logs += x;
      logsByVol += dx;
      if (geometric) continue;
      const price = S * exp(x);
      total += price;
      byVol += price * dx;
    }
    means.geo = S * exp(logs / n);
    means.average = geometric ? means.geo : total / n;
    means.byVol = geometric ? (means.geo * logsByVol) / n : byVol / n;
  };
  return {
    dimensions: n,
    outputs: ASIAN_OUTPUTS.length,
    normals: true,
    at: (normals, _, out) => {
      bridge.build(normals, path);
      follow();
      const side = geometric ? 0 : discount * sign * (means.geo - K);
      out[1] = Math.max(0, -discount * sign * (means.average - K));
      out[1] -= Math.max(0, -side) - controlOther;
      let weight = discount * sign;
      if (shift !== null) {
        weight *= shift.move(normals, moved);
        bridge.build(moved, path);
        follow();
      }
      const { average, byVol } = means;
      const paid = sign * (average - K) > 0 ? weight : 0;
      out[0] = paid * (average - K);
      // Where paths pay that hardly ever do, the means of most are no guide to each other.
      if (shift === null) out[0] -= Math.max(0, side) - control;
      out[2] = (paid * average) / S;
      const up = sign * (average * (1 + SPOT_BUMP) - K) > 0 ? 1 : 0;
      const down = sign * (average * (1 - SPOT_BUMP) - K) > 0 ? 1 : 0;
      out[3] = (weight * (up - down) * average) / S / (2 * SPOT_BUMP * S);
      out[4] = paid * byVol;
    },
  };
}
