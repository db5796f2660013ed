/**
 * Geodesics of the Schwarzschild metric in Painleve-Gullstrand coordinates, lengths in GM/c^2:
 * ds^2 = -(1 - v^2) dT^2 + 2 v dT dr + dr^2 + r^2 dphi^2, v = (2/r)^(1/2), regular at r = 2.
 * Source: Martel and Poisson, Am. J. Phys. 69 (2001) 476; Misner, Thorne and Wheeler, Gravitation
 * (1973), chapters 25, 31.
 */
import type { Rhs } from "../../math/ode/rhs.js";

/**
 * Places in the state: T, r, phi, their rates by proper time, and Schwarzschild's time where it is
 * followed.
 */
export const T = 0;
export const X = 1;
export const PHI = 2;
export const DT = 3;
export const DX = 4;
export const DPHI = 5;
export const TS = 6;

/** V^2 of the radial equation (dr/dtau)^2 = E^2 - V^2. */
export function barrier(x: number, l: number): number {
  return (1 - 2 / x) * (1 + (l / x) * (l / x));
}

/**
 * V^2 - 1, of which V^2 keeps no digit in weak fields: 2/x is below half an ulp of 1 at 10^16.
 */
export function barrierBeyondOne(x: number, l: number): number {
  return (1 - 2 / x) * (l / x) * (l / x) - 2 / x;
}

/**
 * dT/dtau of a motion with energy e, in the form that is regular at the horizon for each direction.
 */
export function rateOfTime(x: number, dx: number, e: number, l: number): number {
  const v2 = 2 / x;
  const v = Math.sqrt(v2);
  if (dx <= 0) return (e * e + v2 * (1 + (l / x) * (l / x))) / (e - v * dx);
  return (e + v * dx) / (1 - v2);
}

/**
 * From the full second-order equations: energy, angular momentum and normalisation are left to be
 * checked.
 */
export const geodesic: Rhs = (_t, y, out) => {
  const x = y[X]!;
  const dT = y[DT]!;
  const dx = y[DX]!;
  const dphi = y[DPHI]!;
  const v2 = 2 / x;
  const v = Math.sqrt(v2);
  // d/dx of 1 - v^2 and of v.
  const df = v2 / x;
  const dv = -v / (2 * x);
  const a = -0.5 * df * dT * dT + x * dphi * dphi;
  const b = dv * dx * dx - df * dx * dT;
  const ddT = b + v * a;
  out[T] = dT;
  out[X] = dx;
  out[PHI] = dphi;
  out[DT] = ddT;
  out[DX] = a - v * ddT;
  out[DPHI] = (-2 * dx * dphi) / x;
  // dt/dtau = dT/dtau - v (dr/dtau)/(1 - v^2): only followed outside the horizon.
  if (out.length > TS) out[TS] = dT - (v * dx) / (1 - v2);
};

export interface Conserved {
  readonly energy: number;
  readonly momentum: number;
  readonly norm: number;
}

/** E, L and u.u of a state. */
export function conservedOf(y: Float64Array): Conserved {
  const x = y[X]!;
  const v2 = 2 / x;
  const v = Math.sqrt(v2);
  const dT = y[DT]!;
  const dx = y[DX]!;
  const dphi = y[DPHI]!;
  return {
    energy: (1 - v2) * dT - v * dx,
    momentum: x * x * dphi,
    norm: -(1 - v2) * dT * dT + 2 * v * dT * dx + dx * dx + x * x * dphi * dphi,
  };
}

const SQRT2 = Math.sqrt(2);

/**
 * Close to the centre: T, phi and proper time as functions of s = r^(1/2), in which the fall ends
 * smoothly.
 */
export function centreRhs(e: number, l: number): Rhs {
  if (l === 0) {
    return (s, _y, out) => {
      const x = s * s;
      // dr/dtau = -root / s.
      const root = Math.sqrt((e * e - 1) * x + 2);
      out[0] = (-2 * s * s) / root;
      out[1] = 0;
      out[2] = (-2 * s * s * (e * e * x + 2)) / ((e * x + SQRT2 * root) * root);
    };
  }
  return (s, _y, out) => {
    const x = s * s;
    // (dr/dtau)^2 x^3 = (e^2 - 1) x^3 + 2 x^2 - l^2 x + 2 l^2.
    const cubic = ((e * e - 1) * x + 2) * x * x - l * l * x + 2 * l * l;
    const root = Math.sqrt(cubic);
    // dtau/ds = 2 s / (dr/dtau).
    out[0] = (-2 * s * x * s) / root;
    out[1] = (-2 * l) / root;
    // (E^2 + v^2 (1 + l^2/x^2)) / (E - v dr/dtau) x^2 and dr/dtau x^(3/2) = -root keep the quotient
    // finite.
    const numerator = e * e * x * x * x + 2 * (x * x + l * l);
    out[2] = ((-2 * numerator) / ((e * x * x + SQRT2 * root) * root)) * s * s;
  };
}
