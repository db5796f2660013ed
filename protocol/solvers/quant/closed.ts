/** Closed forms that stand beside a simulated price. Log-normal prices, constant rates. */
import { exp, log } from "../../math/index.js";
import { normalCdf } from "../../math/random/normal.js";

export interface Market {
  readonly S: number;
  readonly K: number;
  readonly r: number;
  readonly sigma: number;
  readonly T: number;
  readonly q: number;
  /** +1 for a call, -1 for a put. */
  readonly sign: number;
}

/**
 * Discounted mean of (sign (X - K))+ for X log-normal with this mean and deviation of its
 * logarithm.
 */
function logNormalPrice(
  mean: number,
  deviation: number,
  K: number,
  discount: number,
  sign: number,
): number {
  const d1 = log(mean / K) / deviation + deviation / 2;
  return discount * sign * (mean * normalCdf(sign * d1) - K * normalCdf(sign * (d1 - deviation)));
}

/**
 * Source: Black and Scholes, J. Political Economy 81 (1973) 637; Merton, Bell J. Economics 4 (1973)
 * 141.
 */
export function blackScholes({ K, q, r, S, sigma, sign, T }: Market): number {
  return logNormalPrice(S * exp((r - q) * T), sigma * Math.sqrt(T), K, exp(-r * T), sign);
}

/**
 * Geometric mean of n fixings at T/n, 2T/n, ..., T. Source: Kemna and Vorst, J. Banking and Finance
 * 14 (1990) 113.
 */
export function geometricAsian(market: Market, n: number): number {
  const { K, r, S, sign, T } = market;
  const { drift, variance } = geometricLog(market, n);
  const mean = S * exp(drift + variance / 2);
  return logNormalPrice(mean, Math.sqrt(variance), K, exp(-r * T), sign);
}

/** Deviations by which the strike lies above the median of the geometric mean. */
export function logDistance(market: Market, n: number): number {
  const { drift, variance } = geometricLog(market, n);
  return (log(market.K / market.S) - drift) / Math.sqrt(variance);
}

function geometricLog(
  { q, r, sigma, T }: Market,
  n: number,
): { readonly drift: number; readonly variance: number } {
  return {
    drift: ((r - q - (sigma * sigma) / 2) * T * (n + 1)) / (2 * n),
    variance: (sigma * sigma * T * (n + 1) * (2 * n + 1)) / (6 * n * n),
  };
}

/**
 * A barrier watched all the time, no rebate.
 * @param down the barrier lies below the spot
 * Source: Reiner and Rubinstein, Risk 4 (1991) 28; Haug, Option Pricing Formulas, 2nd edition
 * (2007), 4.17.1.
 */
export function continuousBarrier(
  market: Market,
  B: number,
  down: boolean,
  knockIn: boolean,
): number {
  const { K, q, r, S, sigma, sign, T } = market;
  const deviation = sigma * Math.sqrt(T);
  const mu = (r - q) / (sigma * sigma) - 0.5;
  const eta = down ? 1 : -1;
  const spot = S * exp(-q * T);
  const strike = K * exp(-r * T);
  const shift = (1 + mu) * deviation;
  const near = exp(2 * mu * log(B / S));
  const far = near * (B / S) * (B / S);
  const direct = (x: number): number =>
    sign * (spot * normalCdf(sign * x) - strike * normalCdf(sign * (x - deviation)));
  const mirrored = (y: number): number =>
    sign * (spot * far * normalCdf(eta * y) - strike * near * normalCdf(eta * (y - deviation)));
  const a = direct(log(S / K) / deviation + shift);
  const b = direct(log(S / B) / deviation + shift);
  const c = mirrored(log((B * B) / (S * K)) / deviation + shift);
  const d = mirrored(log(B / S) / deviation + shift);
  const above = K > B;
  // A call with the barrier below, and a put with it above, are mirror images; so are the other
  // two.
  const inside = sign === eta ? (above === down ? c : a - b + d) : above === down ? b - c + d : a;
  return knockIn ? inside : a - inside;
}
