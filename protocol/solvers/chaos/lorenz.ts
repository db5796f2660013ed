/**
 * The Lorenz equations x' = sigma (y - x), y' = rho x - y - x z, z' = x y - beta z, with vectors of
 * their linearisation.
 * Source: Lorenz, J. Atmos. Sci. 20 (1963) 130.
 */
import { log } from "../../math/index.js";
import type { Rhs } from "../../math/ode/rhs.js";

export interface Parameters {
  readonly sigma: number;
  readonly rho: number;
  readonly beta: number;
}

/** Steps between two renormalisations of a vector, counted from the start of the whole run. */
const RENORMALISE = 16;

/**
 * x, y, z, one vector, sum of logarithms taken out of it, steps done: all that an exponent depends
 * on.
 */
export interface Tangent {
  readonly at: Float64Array;
  sum: number;
  steps: number;
}

export function startTangent(initial: readonly number[]): Tangent {
  // A vector in no symmetric direction: 0.6^2 + 0.48^2 + 0.64^2 = 1.
  return {
    at: Float64Array.of(initial[0]!, initial[1]!, initial[2]!, 0.6, 0.48, 0.64),
    sum: 0,
    steps: 0,
  };
}

/** Logarithm of the growth of the vector since the start. */
export function growthOf({ at, sum }: Tangent): number {
  return sum + log(Math.sqrt(at[3]! * at[3]! + at[4]! * at[4]! + at[5]! * at[5]!));
}

/** `count` steps of RK4 of length h, point and vector together, in place. */
export function advance(
  tangent: Tangent,
  { beta, rho, sigma }: Parameters,
  h: number,
  count: number,
): void {
  const { at } = tangent;
  let x = at[0]!;
  let y = at[1]!;
  let z = at[2]!;
  let u = at[3]!;
  let v = at[4]!;
  let w = at[5]!;
  const half = h / 2;
  const sixth = h / 6;
  for (let i = 0; i < count; i += 1) {
    const ax = sigma * (y - x);
    const ay = x * (rho - z) - y;
    const az = x * y - beta * z;
    const au = sigma * (v - u);
    const av = u * (rho - z) - v - x * w;
    const aw = u * y + x * v - beta * w;
    let px = x + half * ax;
    let py = y + half * ay;
    let pz = z + half * az;
    let pu = u + half * au;
    let pv = v + half * av;
    let pw = w + half * aw;
    const bx = sigma * (py - px);
    const by = px * (rho - pz) - py;
    const bz = px * py - beta * pz;
    const bu = sigma * (pv - pu);
    const bv = pu * (rho - pz) - pv - px * pw;
    const bw = pu * py + px * pv - beta * pw;
    px = x + half * bx;
    py = y + half * by;
    pz = z + half * bz;
    pu = u + half * bu;
    pv = v + half * bv;
    pw = w + half * bw;
    const cx = sigma * (py - px);
    const cy = px * (rho - pz) - py;
    const cz = px * py - beta * pz;
    const cu = sigma * (pv - pu);
    const cv = pu * (rho - pz) - pv - px * pw;
    const cw = pu * py + px * pv - beta * pw;
    px = x + h * cx;
    py = y + h * cy;
    pz = z + h * cz;
    pu = u + h * cu;
    pv = v + h * cv;
    pw = w + h * cw;
    x += sixth * (ax + 2 * (bx + cx) + sigma * (py - px));
    y += sixth * (ay + 2 * (by + cy) + px * (rho - pz) - py);
    z += sixth * (az + 2 * (bz + cz) + px * py - beta * pz);
    u += sixth * (au + 2 * (bu + cu) + sigma * (pv - pu));
    v += sixth * (av + 2 * (bv + cv) + pu * (rho - pz) - pv - px * pw);
    w += sixth * (aw + 2 * (bw + cw) + pu * py + px * pv - beta * pw);
    tangent.steps += 1;
    if (tangent.steps % RENORMALISE === 0) {
      const size = Math.sqrt(u * u + v * v + w * w);
      tangent.sum += log(size);
      u /= size;
      v /= size;
      w /= size;
    }
  }
  at[0] = x;
  at[1] = y;
  at[2] = z;
  at[3] = u;
  at[4] = v;
  at[5] = w;
}

/** The point and a frame of three vectors, twelve components. */
export function frameRhs({ beta, rho, sigma }: Parameters): Rhs {
  return (_t, y, out) => {
    const px = y[0]!;
    const py = y[1]!;
    const pz = y[2]!;
    out[0] = sigma * (py - px);
    out[1] = px * (rho - pz) - py;
    out[2] = px * py - beta * pz;
    for (let k = 3; k < 12; k += 3) {
      const u = y[k]!;
      const v = y[k + 1]!;
      const w = y[k + 2]!;
      out[k] = sigma * (v - u);
      out[k + 1] = u * (rho - pz) - v - px * w;
      out[k + 2] = u * py + px * v - beta * w;
    }
  };
}
