/**
 * Asian options: the path by a Brownian bridge, the geometric mean as control variate of the
 * arithmetic one.
 */
import { exp } from "../../math/index.js";
import { geometricAsian, type Market } from "./closed.js";
import type { Integrand } from "./sampling.js";

export const ASIAN_OUTPUTS = ["price", "parity", "delta", "gamma", "vega"] as const;

/** Part by which the spot is moved for gamma, with the same draws. */
const SPOT_BUMP = 0.01;

export interface Bridge {
  /** Brownian motion at 1/n, 2/n, ..., 1 of the unit interval. */
  readonly build: (normals: Float64Array, path: Float64Array) => void;
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
  let made = 1;
  for (let queue: [number, number][] = [[0, n]]; queue.length > 0;) {
    const next: [number, number][] = [];
    for (const [a, b] of queue) {
      if (b - a < 2) continue;
      const m = Math.floor((a + b) / 2);
      target[made] = m;
      left[made] = a;
      right[made] = b;
      weight[made] = (b - m) / (b - a);
      deviation[made] = Math.sqrt(((m - a) * (b - m)) / (b - a) / n);
      made += 1;
      next.push([a, m], [m, b]);
    }
    queue = next;
  }
  return {
    build: (normals, path) => {
      path[n - 1] = normals[0]!;
      for (let k = 1; k < n; k += 1) {
        const a = left[k] === 0 ? 0 : path[left[k]! - 1]!;
        path[target[k]! - 1] =
          weight[k]! * a + (1 - weight[k]!) * path[right[k]! - 1]! + deviation[k]! * normals[k]!;
      }
    },
  };
}

/** Mean of the arithmetic average: what parity compares with. */
export function meanAverage({ q, r, S, T }: Market, n: number): number {
  let total = 0;
  for (let i = 1; i <= n; i += 1) total += exp(((r - q) * T * i) / n);
  return (S * total) / n;
}

/** @param n fixings at T/n, 2T/n, ..., T */
export function asianIntegrand(market: Market, n: number, geometric: boolean): Integrand {
  const { K, q, r, S, sigma, sign, T } = market;
  const bridge = bridgeOf(n);
  const path = new Float64Array(n);
  const drift = ((r - q - (sigma * sigma) / 2) * T) / n;
  const root = sigma * Math.sqrt(T);
  const discount = exp(-r * T);
  const control = geometric ? 0 : geometricAsian(market, n);
  const controlOther = geometric ? 0 : geometricAsian({ ...market, sign: -sign }, n);
  return {
    dimensions: n,
    outputs: ASIAN_OUTPUTS.length,
    normals: true,
    at: (normals, _, out) => {
      bridge.build(normals, path);
      let total = 0;
      let byVol = 0;
      let logs = 0;
      let logsByVol = 0;
      for (let i = 0; i < n; i += 1) {
        const x = drift * (i + 1) + root * path[i]!;
        const dx = Math.sqrt(T) * path[i]! - (sigma * T * (i + 1)) / n;
        logs += x;
        logsByVol += dx;
        if (geometric) continue;
        const price = S * exp(x);
        total += price;
        byVol += price * dx;
      }
      const geo = S * exp(logs / n);
      const average = geometric ? geo : total / n;
      const isPaid = sign * (average - K) > 0;
      const paid = isPaid ? discount * sign : 0;
      out[0] = paid * (average - K);
      out[1] = isPaid ? 0 : -discount * sign * (average - K);
      if (!geometric) {
        const side = discount * sign * (geo - K);
        out[0] -= Math.max(0, side) - control;
        out[1] -= Math.max(0, -side) - controlOther;
      }
      out[2] = (paid * average) / S;
      const up = sign * (average * (1 + SPOT_BUMP) - K) > 0 ? 1 : 0;
      const down = sign * (average * (1 - SPOT_BUMP) - K) > 0 ? 1 : 0;
      out[3] = (discount * sign * (up - down) * average) / S / (2 * SPOT_BUMP * S);
      out[4] = paid * (geometric ? (geo * logsByVol) / n : byVol / n);
    },
  };
}
