/**
 * Group elements as runs of numbers in one array: their products, and the two updates of a link in
 * its staples.
 */
import { exp, log } from "../../math/index.js";
import { exponentialOf } from "../../math/random/exponential.js";
import type { Philox } from "../../math/random/philox.js";

export type GroupName = "Z2" | "U1" | "SU2" | "SU3";

export interface Group {
  /** Numbers of one element. */
  readonly size: number;
  /** out = a b, either conjugated. */
  readonly multiply: (
    out: Float64Array,
    a: Float64Array,
    i: number,
    aDagger: boolean,
    b: Float64Array,
    j: number,
    bDagger: boolean,
  ) => void;
  /** Real part of the trace over the dimension. */
  readonly trace: (a: Float64Array, i: number) => number;
  readonly identity: (a: Float64Array, i: number) => void;
  readonly heatBath: (
    u: Float64Array,
    i: number,
    staple: Float64Array,
    beta: number,
    random: Philox,
  ) => void;
  /** Keeps the action and moves far; null where the group has no such step. */
  readonly overrelax: ((u: Float64Array, i: number, staple: Float64Array) => void) | null;
  /** Back onto the group. @returns how far it was off */
  readonly project: (u: Float64Array, i: number) => number;
}

const z2: Group = {
  size: 1,
  multiply: (out, a, i, _, b, j) => {
    out[0] = a[i]! * b[j]!;
  },
  trace: (a, i) => a[i]!,
  identity: (a, i) => {
    a[i] = 1;
  },
  heatBath: (u, i, staple, beta, random) => {
    u[i] = random.uniform() * (1 + exp(-2 * beta * staple[0]!)) < 1 ? 1 : -1;
  },
  overrelax: null,
  project: (u, i) => Math.abs(Math.abs(u[i]!) - 1),
};

/**
 * Cosine of an angle with density exp(k cos): Best and Fisher, Applied Statistics 28 (1979) 152.
 */
function vonMisesCosine(k: number, random: Philox): number {
  const tau = 1 + Math.sqrt(1 + 4 * k * k);
  const rho = (tau - Math.sqrt(2 * tau)) / (2 * k);
  const r = k < 1e-6 ? 0 : (1 + rho * rho) / (2 * rho);
  for (;;) {
    const z = circleCosine(random);
    if (k < 1e-6) return z;
    const f = (1 + r * z) / (r + z);
    const c = k * (r - f);
    const u = random.uniform();
    if (c * (2 - c) > u || log(c / u) + 1 - c >= 0) return f;
  }
}

/** Cosine of a uniform angle, by a point of the disc. */
function circleCosine(random: Philox): number {
  for (;;) {
    const x = 2 * random.uniform() - 1;
    const y = 2 * random.uniform() - 1;
    const s = x * x + y * y;
    if (s <= 1 && s > 0) return (x * x - y * y) / s;
  }
}

const u1: Group = {
  size: 2,
  multiply: (out, a, i, aDagger, b, j, bDagger) => {
    const ay = aDagger ? -a[i + 1]! : a[i + 1]!;
    const by = bDagger ? -b[j + 1]! : b[j + 1]!;
    out[0] = a[i]! * b[j]! - ay * by;
    out[1] = a[i]! * by + ay * b[j]!;
  },
  trace: (a, i) => a[i]!,
  identity: (a, i) => {
    a[i] = 1;
    a[i + 1] = 0;
  },
  heatBath: (u, i, staple, beta, random) => {
    const size = Math.sqrt(staple[0]! * staple[0]! + staple[1]! * staple[1]!);
    const c = vonMisesCosine(beta * size, random);
    const s = Math.sqrt(Math.max(0, 1 - c * c)) * (random.uniform() < 0.5 ? -1 : 1);
    const vx = size === 0 ? 1 : staple[0]! / size;
    const vy = size === 0 ? 0 : -staple[1]! / size;
    u[i] = c * vx - s * vy;
    u[i + 1] = c * vy + s * vx;
  },
  overrelax: (u, i, staple) => {
    const square = staple[0]! * staple[0]! + staple[1]! * staple[1]!;
    if (square === 0) return;
    // u' = conj(V)^2 conj(u), V the direction of the staple.
    const cx = (staple[0]! * staple[0]! - staple[1]! * staple[1]!) / square;
    const cy = (-2 * staple[0]! * staple[1]!) / square;
    const x = u[i]!;
    const y = -u[i + 1]!;
    u[i] = cx * x - cy * y;
    u[i + 1] = cx * y + cy * x;
  },
  project: (u, i) => normalise(u, i, 2),
};

function normalise(u: Float64Array, i: number, n: number): number {
  let s = 0;
  for (let k = 0; k < n; k += 1) s += u[i + k]! * u[i + k]!;
  const scale = 1 / Math.sqrt(s);
  for (let k = 0; k < n; k += 1) u[i + k]! *= scale;
  return Math.abs(s - 1);
}

/** Below this strength an even choice is accepted often enough. */
const WEAK = 1.5;

/**
 * First component of a unit quaternion with density sqrt(1 - a^2) exp(k a): by rejection from an
 * even one for small k, else by Kennedy and Pendleton, Phys. Lett. B 156 (1985) 393. The square of
 * a point's distance from the centre of the disc is uniform, and knows nothing of its angle.
 */
function quaternionCosine(k: number, random: Philox): number {
  for (;;) {
    if (k < WEAK) {
      const a = 2 * random.uniform() - 1;
      const v = random.uniform();
      const e = exponentialOf(random.uniform());
      if (v * v <= 1 - a * a && k * (1 - a) <= e) return a;
      continue;
    }
    const x = 2 * random.uniform() - 1;
    const y = 2 * random.uniform() - 1;
    const s = x * x + y * y;
    if (!(s <= 1 && s > 0)) continue;
    const e = exponentialOf(s);
    const delta = (e + ((x * x) / s) * exponentialOf(random.uniform())) / k;
    const v = random.uniform();
    if (v * v <= 1 - delta / 2) return 1 - delta;
  }
}

/** A unit quaternion of the heat bath of strength k into `out`. */
function quaternion(k: number, random: Philox, out: Float64Array): void {
  const a = quaternionCosine(k, random);
  const size = Math.sqrt(Math.max(0, 1 - a * a));
  // A direction by Marsaglia's point of the disc.
  for (;;) {
    const x = 2 * random.uniform() - 1;
    const y = 2 * random.uniform() - 1;
    const s = x * x + y * y;
    if (s >= 1) continue;
    const w = 2 * Math.sqrt(1 - s);
    out[0] = a;
    out[1] = size * x * w;
    out[2] = size * y * w;
    out[3] = size * (1 - 2 * s);
    return;
  }
}

const su2: Group = {
  size: 4,
  multiply: (out, a, i, aDagger, b, j, bDagger) => {
    const p = aDagger ? -1 : 1;
    const q = bDagger ? -1 : 1;
    const a0 = a[i]!,
      a1 = p * a[i + 1]!,
      a2 = p * a[i + 2]!,
      a3 = p * a[i + 3]!;
    const b0 = b[j]!,
      b1 = q * b[j + 1]!,
      b2 = q * b[j + 2]!,
      b3 = q * b[j + 3]!;
    out[0] = a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3;
    out[1] = a0 * b1 + a1 * b0 - a2 * b3 + a3 * b2;
    out[2] = a0 * b2 + a2 * b0 - a3 * b1 + a1 * b3;
    out[3] = a0 * b3 + a3 * b0 - a1 * b2 + a2 * b1;
  },
  trace: (a, i) => a[i]!,
  identity: (a, i) => {
    a.fill(0, i, i + 4);
    a[i] = 1;
  },
  heatBath: (u, i, staple, beta, random) => {
    const size = Math.sqrt(norm2(staple));
    quaternion(beta * size, random, drawn);
    if (size === 0) u.set(drawn, i);
    else {
      for (let n = 0; n < 4; n += 1) unit[n] = staple[n]! / size;
      su2.multiply(scratch, drawn, 0, false, unit, 0, true);
      u.set(scratch, i);
    }
  },
  overrelax: (u, i, staple) => {
    const size = Math.sqrt(norm2(staple));
    if (size === 0) return;
    for (let n = 0; n < 4; n += 1) unit[n] = staple[n]! / size;
    su2.multiply(drawn, unit, 0, true, u, i, true);
    su2.multiply(scratch, drawn, 0, false, unit, 0, true);
    u.set(scratch, i);
  },
  project: (u, i) => normalise(u, i, 4),
};

const drawn = new Float64Array(4);
const unit = new Float64Array(4);
const scratch = new Float64Array(4);

function norm2(q: Float64Array): number {
  return q[0]! * q[0]! + q[1]! * q[1]! + q[2]! * q[2]! + q[3]! * q[3]!;
}

const DIMENSION = 3;
const SU3_SIZE = 18;
/** Complex entries at (p, p), (q, q), (p, q) and (q, p). */
const entry = new Float64Array(8);
/** Rows of the three embedded SU(2). Source: Cabibbo and Marinari, Phys. Lett. B 119 (1982) 387. */
const SUBGROUPS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** Row r of u times column c of a staple, into `entry`. */
function entryOf(
  u: Float64Array,
  i: number,
  staple: Float64Array,
  r: number,
  c: number,
  at: number,
): void {
  const s = i + 2 * DIMENSION * r;
  const t = 2 * c;
  const a0 = u[s]!,
    a1 = u[s + 2]!,
    a2 = u[s + 4]!,
    y0 = u[s + 1]!,
    y1 = u[s + 3]!,
    y2 = u[s + 5]!;
  const b0 = staple[t]!,
    b1 = staple[t + 6]!,
    b2 = staple[t + 12]!,
    z0 = staple[t + 1]!,
    z1 = staple[t + 7]!,
    z2 = staple[t + 13]!;
  entry[at] = a0 * b0 - y0 * z0 + (a1 * b1 - y1 * z1) + (a2 * b2 - y2 * z2);
  entry[at + 1] = a0 * z0 + y0 * b0 + (a1 * z1 + y1 * b1) + (a2 * z2 + y2 * b2);
}

/** Part of u times a staple in one embedded SU(2), as a quaternion. */
function subPart(
  u: Float64Array,
  i: number,
  staple: Float64Array,
  p: number,
  q: number,
  out: Float64Array,
): void {
  entryOf(u, i, staple, p, p, 0);
  entryOf(u, i, staple, q, q, 2);
  entryOf(u, i, staple, p, q, 4);
  entryOf(u, i, staple, q, p, 6);
  out[0] = (entry[0]! + entry[2]!) / 2;
  out[1] = (entry[5]! + entry[7]!) / 2;
  out[2] = (entry[4]! - entry[6]!) / 2;
  out[3] = (entry[1]! - entry[3]!) / 2;
}

/** Rows p and q of u from the left by a quaternion. */
function rotateRows(u: Float64Array, i: number, p: number, q: number, g: Float64Array): void {
  const g0 = g[0]!,
    g1 = g[1]!,
    g2 = g[2]!,
    g3 = g[3]!;
  for (let c = 0; c < DIMENSION; c += 1) {
    const a = i + 2 * (DIMENSION * p + c);
    const b = i + 2 * (DIMENSION * q + c);
    const ax = u[a]!,
      ay = u[a + 1]!,
      bx = u[b]!,
      by = u[b + 1]!;
    u[a] = g0 * ax - g3 * ay + g2 * bx - g1 * by;
    u[a + 1] = g0 * ay + g3 * ax + g2 * by + g1 * bx;
    u[b] = -g2 * ax - g1 * ay + g0 * bx + g3 * by;
    u[b + 1] = -g2 * ay + g1 * ax + g0 * by - g3 * bx;
  }
}

function eachSubgroup(
  u: Float64Array,
  i: number,
  staple: Float64Array,
  turn: (size: number) => void,
): void {
  for (const [p, q] of SUBGROUPS) {
    subPart(u, i, staple, p, q, part);
    const size = Math.sqrt(norm2(part));
    if (size > 0) for (let n = 0; n < 4; n += 1) unit[n] = part[n]! / size;
    turn(size);
    rotateRows(u, i, p, q, scratch);
  }
}

const part = new Float64Array(4);

const su3: Group = {
  size: SU3_SIZE,
  multiply: (out, a, i, aDagger, b, j, bDagger) => {
    const ar = aDagger ? 2 : 6,
      ac = aDagger ? 6 : 2,
      as = aDagger ? -1 : 1;
    const br = bDagger ? 2 : 6,
      bc = bDagger ? 6 : 2,
      bs = bDagger ? -1 : 1;
    for (let r = 0; r < DIMENSION; r += 1) {
      const s = i + ar * r;
      const a0 = a[s]!,
        a1 = a[s + ac]!,
        a2 = a[s + 2 * ac]!;
      const y0 = as * a[s + 1]!,
        y1 = as * a[s + ac + 1]!,
        y2 = as * a[s + 2 * ac + 1]!;
      for (let c = 0; c < DIMENSION; c += 1) {
        const t = j + bc * c;
        const b0 = b[t]!,
          b1 = b[t + br]!,
          b2 = b[t + 2 * br]!;
        const z0 = bs * b[t + 1]!,
          z1 = bs * b[t + br + 1]!,
          z2 = bs * b[t + 2 * br + 1]!;
        out[6 * r + 2 * c] = a0 * b0 - y0 * z0 + (a1 * b1 - y1 * z1) + (a2 * b2 - y2 * z2);
        out[6 * r + 2 * c + 1] = a0 * z0 + y0 * b0 + (a1 * z1 + y1 * b1) + (a2 * z2 + y2 * b2);
      }
    }
  },
  trace: (a, i) => (a[i]! + a[i + 8]! + a[i + 16]!) / DIMENSION,
  identity: (a, i) => {
    a.fill(0, i, i + SU3_SIZE);
    a[i] = 1;
    a[i + 8] = 1;
    a[i + 16] = 1;
  },
  heatBath: (u, i, staple, beta, random) =>
    eachSubgroup(u, i, staple, (size) => {
      quaternion((2 * beta * size) / DIMENSION, random, drawn);
      if (size > 0) su2.multiply(scratch, drawn, 0, false, unit, 0, true);
      else scratch.set(drawn);
    }),
  overrelax: (u, i, staple) =>
    eachSubgroup(u, i, staple, (size) => {
      if (size > 0) su2.multiply(scratch, unit, 0, true, unit, 0, true);
      else su2.identity(scratch, 0);
    }),
  project: projectSu3,
};

/** Gram-Schmidt on the first two rows; the third is their conjugate cross product. */
function projectSu3(u: Float64Array, i: number): number {
  const off = normalise(u, i, 6);
  let x = 0;
  let y = 0;
  for (let c = 0; c < 6; c += 2) {
    x += u[i + c]! * u[i + 6 + c]! + u[i + c + 1]! * u[i + 7 + c]!;
    y += u[i + c]! * u[i + 7 + c]! - u[i + c + 1]! * u[i + 6 + c]!;
  }
  for (let c = 0; c < 6; c += 2) {
    const ax = u[i + c]!,
      ay = u[i + c + 1]!;
    u[i + 6 + c]! -= x * ax - y * ay;
    u[i + 7 + c]! -= x * ay + y * ax;
  }
  const second = normalise(u, i + 6, 6);
  for (let c = 0; c < DIMENSION; c += 1) {
    const m = i + 2 * ((c + 1) % DIMENSION),
      n = i + 2 * ((c + 2) % DIMENSION);
    u[i + 12 + 2 * c] =
      u[m]! * u[n + 6]! - u[m + 1]! * u[n + 7]! - u[n]! * u[m + 6]! + u[n + 1]! * u[m + 7]!;
    u[i + 13 + 2 * c] = -(
      u[m]! * u[n + 7]! +
      u[m + 1]! * u[n + 6]! -
      u[n]! * u[m + 7]! -
      u[n + 1]! * u[m + 6]!
    );
  }
  return Math.max(off, second, Math.abs(x), Math.abs(y));
}

export const groups: Readonly<Record<GroupName, Group>> = { Z2: z2, U1: u1, SU2: su2, SU3: su3 };
