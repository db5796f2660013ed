/**
 * Barrier options: survival between dates exactly, or from date to date by draws that are
 * conditioned to survive.
 */
import { exp, log } from "../../math/index.js";
import { normalCdf, normalQuantile } from "../../math/random/normal.js";
import type { Market } from "./closed.js";
import type { Integrand } from "./sampling.js";

export const BARRIER_OUTPUTS = ["price", "delta", "gamma", "vega"] as const;

export interface Barrier {
  readonly level: number;
  readonly down: boolean;
  readonly knockIn: boolean;
  /** Evenly spaced dates at which it is watched, the last at T; 0 for all the time. */
  readonly dates: number;
}

const SPOT_BUMP = 1e-3;
const VOL_BUMP = 1e-3;

type Price = (market: Market, normals: Float64Array, uniforms: Float64Array) => number;

/** Prices at moved spots and volatilities come from the same draws. */
export function barrierIntegrand(market: Market, barrier: Barrier): Integrand {
  const price: Price = barrier.dates === 0 ? watchedAlways(barrier) : watchedAtDates(barrier);
  const { S, sigma } = market;
  const up = { ...market, S: S * (1 + SPOT_BUMP) };
  const down = { ...market, S: S * (1 - SPOT_BUMP) };
  const more = { ...market, sigma: sigma * (1 + VOL_BUMP) };
  const less = { ...market, sigma: sigma * (1 - VOL_BUMP) };
  const step = SPOT_BUMP * S;
  return {
    dimensions: Math.max(1, barrier.dates),
    outputs: BARRIER_OUTPUTS.length,
    normals: barrier.dates === 0 || barrier.knockIn,
    at: (normals, uniforms, out) => {
      const middle = price(market, normals, uniforms);
      const above = price(up, normals, uniforms);
      const below = price(down, normals, uniforms);
      out[0] = middle;
      out[1] = (above - below) / (2 * step);
      out[2] = (above - 2 * middle + below) / (step * step);
      out[3] =
        (price(more, normals, uniforms) - price(less, normals, uniforms)) / (2 * VOL_BUMP * sigma);
    },
  };
}

/** The chance that a Brownian path between its two ends touched the barrier is known exactly. */
function watchedAlways({ down, knockIn, level }: Barrier): Price {
  return ({ K, q, r, S, sigma, sign, T }, normals) => {
    const x = (r - q - (sigma * sigma) / 2) * T + sigma * Math.sqrt(T) * normals[0]!;
    const end = S * exp(x);
    const payoff = sign * (end - K);
    if (payoff <= 0) return 0;
    const from = log(S / level);
    const to = from + x;
    const isBeyond = down ? to <= 0 || from <= 0 : to >= 0 || from >= 0;
    const touched = isBeyond ? 1 : exp((-2 * from * to) / (sigma * sigma * T));
    return exp(-r * T) * payoff * (knockIn ? touched : 1 - touched);
  };
}

/**
 * Each step is drawn given that it survives, and the path carries the chance of that.
 * Source: Glasserman and Staum, Operations Research 49 (2001) 923.
 */
function watchedAtDates({ dates, down, knockIn, level }: Barrier): Price {
  const side = down ? -1 : 1;
  return ({ K, q, r, S, sigma, sign, T }, normals, uniforms) => {
    const drift = ((r - q - (sigma * sigma) / 2) * T) / dates;
    const root = sigma * Math.sqrt(T / dates);
    const edge = log(level / S);
    let x = 0;
    let weight = 1;
    let free = 0;
    for (let i = 0; i < dates; i += 1) {
      const chance = normalCdf((side * (edge - x - drift)) / root);
      weight *= chance;
      if (weight === 0) break;
      x += drift + root * side * normalQuantile(uniforms[i]! * chance);
      if (knockIn) free += drift + root * side * normals[i]!;
    }
    const out = weight === 0 ? 0 : weight * Math.max(0, sign * (S * exp(x) - K));
    if (!knockIn) return exp(-r * T) * out;
    if (weight === 0) {
      free = 0;
      for (let i = 0; i < dates; i += 1) free += drift + root * side * normals[i]!;
    }
    return exp(-r * T) * (Math.max(0, sign * (S * exp(free) - K)) - out);
  };
}
