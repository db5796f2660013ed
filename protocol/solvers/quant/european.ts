/**
 * European options: one normal draw a path, shifted to where payoff and density together are
 * largest.
 */
import { exp, log } from "../../math/index.js";
import type { Market } from "./closed.js";
import type { Integrand } from "./sampling.js";

/** Outputs of the integrand, in their order. */
export const EUROPEAN_OUTPUTS = [
  "price",
  "parity",
  "delta",
  "gamma",
  "vega",
  "theta",
  "rho",
] as const;

const HALVINGS = 60;
const FAR = 60;

/**
 * The normal at which payoff times density is largest: there the draws belong.
 * Source: Glasserman, Heidelberger and Shahabuddin, Mathematical Finance 9 (1999) 117.
 */
function bestShift(forward: number, deviation: number, K: number, sign: number): number {
  const strike = (log(K / forward) + (deviation * deviation) / 2) / deviation;
  const slope = (z: number): number => {
    const end = forward * exp(deviation * z - (deviation * deviation) / 2);
    const payoff = sign * (end - K);
    return payoff <= 0 ? sign * FAR : (sign * deviation * end) / payoff - z;
  };
  let low = sign > 0 ? strike : Math.min(strike, 0) - FAR;
  let high = sign > 0 ? Math.max(strike, 0) + FAR + deviation : strike;
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Price, the other side's price for parity, and pathwise sensitivities; gamma by likelihood ratio
 * of the pathwise delta.
 */
export function europeanIntegrand({ K, q, r, S, sigma, sign, T }: Market): Integrand {
  const deviation = sigma * Math.sqrt(T);
  const forward = S * exp((r - q) * T);
  const discount = exp(-r * T);
  const own = bestShift(forward, deviation, K, sign);
  const other = bestShift(forward, deviation, K, -sign);
  const half = (deviation * deviation) / 2;
  return {
    dimensions: 1,
    outputs: EUROPEAN_OUTPUTS.length,
    normals: true,
    at: (normals, _, out) => {
      const base = normals[0]!;
      const z = base + own;
      const end = forward * exp(deviation * z - half);
      const weight = discount * exp(-own * base - (own * own) / 2);
      const isPaid = sign * (end - K) > 0;
      const paid = isPaid ? weight * sign : 0;
      out[0] = paid * (end - K);
      const z2 = base + other;
      const end2 = forward * exp(deviation * z2 - half);
      out[1] =
        discount * exp(-other * base - (other * other) / 2) * Math.max(0, -sign * (end2 - K));
      out[2] = (paid * end) / S;
      out[3] = (paid * K * z) / (S * S * deviation);
      out[4] = paid * end * (z * Math.sqrt(T) - sigma * T);
      out[5] =
        r * out[0] - paid * end * (r - q - (sigma * sigma) / 2 + (sigma * z) / (2 * Math.sqrt(T)));
      out[6] = paid * end * T - T * out[0];
    },
  };
}
