/** The Lotka-Volterra equations, their first integral, and how fast they can change. */
import { log, log1p } from "../../math/index.js";
import type { Rhs } from "../../math/ode/rhs.js";

export interface Rates {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  readonly delta: number;
}

/** y = (prey, predator), followed by their integrals over time if there is room. */
export function rhsOf({ alpha, beta, delta, gamma }: Rates): Rhs {
  return (_t, y, out) => {
    const prey = y[0]!;
    const predator = y[1]!;
    out[0] = prey * (alpha - beta * predator);
    out[1] = predator * (delta * prey - gamma);
    if (out.length > 2) {
      out[2] = prey;
      out[3] = predator;
    }
  };
}

/** u - 1 - ln u, without cancellation near 1. */
function convex(u: number): number {
  const above = u - 1;
  return Math.abs(above) < 0.5 ? above - log1p(above) : above - log(u);
}

/**
 * The first integral gamma (u - 1 - ln u) + alpha (v - 1 - ln v), u = delta x / gamma, v = beta y /
 * alpha: in 1/s, zero at the equilibrium and positive elsewhere, so that parts of it mean
 * something. Infinite on the axes.
 */
export function firstIntegral(
  { alpha, beta, delta, gamma }: Rates,
  prey: number,
  predator: number,
): number {
  return gamma * convex((delta * prey) / gamma) + alpha * convex((beta * predator) / alpha);
}

/** Largest u >= 1 with u - 1 - ln u = level. */
function widest(level: number): number {
  let u = 1 + level + Math.sqrt(2 * level);
  for (let i = 0; i < 60; i += 1) {
    const next = u - (convex(u) - level) / (1 - 1 / u);
    if (!(next < u)) break;
    u = next;
  }
  return u;
}

/**
 * Bound of the logarithmic rates |x'/x|, |y'/y| anywhere on the orbit, in 1/s; on an axis: over the
 * run's length.
 */
export function fastestRate(rates: Rates, prey: number, predator: number): number {
  const { alpha, beta, gamma } = rates;
  if (prey === 0 || predator === 0) return Math.max(alpha, gamma, beta * predator);
  const w = firstIntegral(rates, prey, predator);
  return Math.max(
    alpha * Math.max(1, widest(w / alpha) - 1),
    gamma * Math.max(1, widest(w / gamma) - 1),
  );
}
