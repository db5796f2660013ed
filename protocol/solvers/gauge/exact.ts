/**
 * Two dimensions, where the average plaquette is known: each representation is carried by the whole
 * torus or not at all.
 * Sources: Migdal, Sov. Phys. JETP 42 (1975) 413; Gross and Witten, Phys. Rev. D 21 (1980) 446.
 */
import { ULP } from "../../math/constants.js";
import { exp, log, tanh } from "../../math/index.js";
import { exactSu3 } from "./exactSu3.js";
import type { Exact } from "./exactSu3.js";
import type { GroupName } from "./group.js";

/** Orders of modified Bessel functions that can count at couplings up to the largest. */
const ORDERS = 400;
const BETA_MAX = 200;
/** Of a few products and quotients. */
const ROUNDING = 32 * ULP;

/** I_n(x) over I_0(x), n = 0 .. ORDERS, by downward recurrence. */
function besselRatios(x: number): Float64Array {
  const ratio = new Float64Array(ORDERS + 1);
  let r = 0;
  // I_n / I_(n-1) = 1 / (2 n / x + I_(n+1) / I_n).
  for (let n = 4 * ORDERS; n > 0; n -= 1) {
    r = 1 / ((2 * n) / x + r);
    if (n <= ORDERS) ratio[n] = r;
  }
  ratio[0] = 1;
  for (let n = 1; n <= ORDERS; n += 1) ratio[n]! *= ratio[n - 1]!;
  return ratio;
}

/** @returns null beyond the couplings that the sums are made for. */
export function exactPlaquette(group: GroupName, beta: number, sites: number): Exact | null {
  if (beta > BETA_MAX) return null;
  if (beta === 0) return rounded(0, 0, 0);
  if (group === "SU3") return exactSu3(beta, sites, besselRatios(beta / 3));
  if (group === "Z2") {
    const t = tanh(beta);
    const rest = exp((sites - 2) * log(t));
    return rounded(t, (t + rest * t) / (1 + rest * t * t), sites);
  }
  const ratio = besselRatios(beta);
  const first = group === "U1" ? 0 : 1;
  let weights = 0;
  let total = 0;
  let infinite = 0;
  for (let n = first; n < ORDERS; n += 1) {
    if (ratio[n] === 0) break;
    const slope =
      (ratio[n === 0 ? 1 : n - 1]! + ratio[n + 1]!) / (2 * ratio[n]!) -
      (group === "SU2" ? 1 / beta : 0);
    const weight = (group === "U1" && n > 0 ? 2 : 1) * exp(sites * log(ratio[n]! / ratio[first]!));
    if (n === first) infinite = slope;
    weights += weight;
    total += weight * slope;
  }
  // Slopes of SU(2) are what is left of 1 / beta.
  return rounded(infinite, total / weights, sites, group === "SU2" ? 1 / beta : 0);
}

/** Sums without a difference but of `terms`: a weight rounds once for each site. */
function rounded(infinite: number, torus: number, sites: number, terms = 0): Exact {
  return {
    infinite,
    torus,
    infiniteError: ROUNDING * (Math.abs(infinite) + terms),
    torusError: (ROUNDING + sites * ULP) * Math.abs(torus) + ROUNDING * terms,
  };
}
