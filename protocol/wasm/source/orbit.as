// Steps of an orbit: a composition of drifts and kicks with its action, RK4 beside it, and what both do to the energy. Two
// coordinates lie in one vector, the third in another; the twin in action/march.ts does the same for each coordinate. All
// arrays lie in one block, at the places that action/block.ts names.

const Q: usize = 0;
const CARRY_Q: usize = 32;
const P: usize = 64;
const CARRY_P: usize = 96;
const FIRST_Q: usize = 128;
const FIRST_P: usize = 160;
const HEADING_Q: usize = 192;
const HEADING_P: usize = 224;
const RK_Q: usize = 256;
const RK_P: usize = 288;
const RK_CARRY_Q: usize = 320;
const RK_CARRY_P: usize = 352;
const EXTENT: usize = 384;
const BEFORE: usize = 400;
const BEFORE_ACTION: usize = 528;
const BEFORE_CARRY: usize = 536;
const BEFORE_T: usize = 544;
const STATUS: usize = 552;
const BOOK: usize = 560;
const DRIFTS: usize = 704;
const KICKS: usize = 848;

const T: usize = BOOK;
const E0: usize = BOOK + 8;
const ACTION: usize = BOOK + 24;
const ACTION_CARRY: usize = BOOK + 32;
const ERROR: usize = BOOK + 40;
const ERROR_RK4: usize = BOOK + 48;
const SIDE: usize = BOOK + 72;
const SUMS: usize = BOOK + 80;

const HARMONIC: i32 = 0;
const KEPLER: i32 = 1;

const CROSSED: f64 = 1;
const NOT_FINITE: f64 = 2;

// @ts-ignore: decorator
@inline
function lost(a: v128, b: v128, s: v128): v128 {
  const bb = f64x2.sub(s, a);
  return f64x2.add(f64x2.sub(a, f64x2.sub(s, bb)), f64x2.sub(b, bb));
}

// @ts-ignore: decorator
@inline
function squares(a: v128, z: v128): f64 {
  const s = f64x2.mul(a, a);
  return (f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1)) + f64x2.extract_lane(f64x2.mul(z, z), 0);
}

// @ts-ignore: decorator
@inline
function products(a: v128, z: v128, b: v128, w: v128): f64 {
  const s = f64x2.mul(a, b);
  return (f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1)) + f64x2.extract_lane(f64x2.mul(z, w), 0);
}

/** What multiplies q in the force of a centre or a spring; 0 elsewhere. */
// @ts-ignore: decorator
@inline
function pullOf(system: i32, strength: f64, q: v128, z: v128): f64 {
  if (system == HARMONIC) return -strength;
  if (system > KEPLER) return 0;
  const r2 = squares(q, z);
  return -strength / (r2 * sqrt(r2));
}

/** The first two parts of a force; the third is always the pull. */
// @ts-ignore: decorator
@inline
function forceOf(system: i32, pull: f64, q: v128): v128 {
  if (system <= KEPLER) return f64x2.mul(f64x2.splat(pull), q);
  const x = f64x2.extract_lane(q, 0);
  const y = f64x2.extract_lane(q, 1);
  return f64x2.replace_lane(f64x2.splat(-x - 2 * x * y), 1, -y - x * x + y * y);
}

// @ts-ignore: decorator
@inline
function potential(system: i32, strength: f64, q: v128, z: v128): f64 {
  if (system == HARMONIC) return strength * squares(q, z) / 2;
  if (system == KEPLER) return -strength / sqrt(squares(q, z));
  const x = f64x2.extract_lane(q, 0);
  const y = f64x2.extract_lane(q, 1);
  return (x * x + y * y) / 2 + x * x * y - y * y * y / 3;
}

/** The step of the composition. */
// @ts-ignore: decorator
@inline
function compose(block: usize, system: i32, strength: f64, stages: i32): void {
  let q = v128.load(block + Q);
  let qz = v128.load(block + Q + 16);
  let cq = v128.load(block + CARRY_Q);
  let cqz = v128.load(block + CARRY_Q + 16);
  let p = v128.load(block + P);
  let pz = v128.load(block + P + 16);
  let cp = v128.load(block + CARRY_P);
  let cpz = v128.load(block + CARRY_P + 16);
  let action = load<f64>(block + ACTION);
  let carry = load<f64>(block + ACTION_CARRY);
  for (let s = 0; ; s++) {
    const by = v128.load64_splat(block + DRIFTS + (<usize>s << 3));
    const go = f64x2.mul(by, p);
    const goz = f64x2.mul(by, pz);
    const area = f64x2.mul(go, p);
    const gained = ((carry + f64x2.extract_lane(area, 0)) + f64x2.extract_lane(area, 1)) + f64x2.extract_lane(f64x2.mul(goz, pz), 0);
    const grown = action + gained;
    const bb = grown - action;
    carry = (action - (grown - bb)) + (gained - bb);
    action = grown;
    const dq = f64x2.add(go, cq);
    const dqz = f64x2.add(goz, cqz);
    const nq = f64x2.add(q, dq);
    const nqz = f64x2.add(qz, dqz);
    cq = lost(q, dq, nq);
    cqz = lost(qz, dqz, nqz);
    q = nq;
    qz = nqz;
    if (s == stages) break;
    const pull = pullOf(system, strength, q, qz);
    const force = forceOf(system, pull, q);
    const forcez = f64x2.mul(f64x2.splat(pull), qz);
    const push = v128.load64_splat(block + KICKS + (<usize>s << 3));
    const dp = f64x2.add(f64x2.mul(push, force), cp);
    const dpz = f64x2.add(f64x2.mul(push, forcez), cpz);
    const np = f64x2.add(p, dp);
    const npz = f64x2.add(pz, dpz);
    cp = lost(p, dp, np);
    cpz = lost(pz, dpz, npz);
    p = np;
    pz = npz;
  }
  v128.store(block + Q, q);
  v128.store(block + Q + 16, qz);
  v128.store(block + CARRY_Q, cq);
  v128.store(block + CARRY_Q + 16, cqz);
  v128.store(block + P, p);
  v128.store(block + P + 16, pz);
  v128.store(block + CARRY_P, cp);
  v128.store(block + CARRY_P + 16, cpz);
  store<f64>(block + ACTION, action);
  store<f64>(block + ACTION_CARRY, carry);
}

// @ts-ignore: decorator
@inline
function weighed(one: v128, two: v128, three: v128, four: v128): v128 {
  return f64x2.add(f64x2.add(one, four), f64x2.mul(f64x2.splat(2), f64x2.add(two, three)));
}

// @ts-ignore: decorator
@inline
function added(at: usize, carried: usize, by: v128): void {
  const y = v128.load(at);
  const change = f64x2.add(by, v128.load(carried));
  const sum = f64x2.add(y, change);
  v128.store(carried, lost(y, change, sum));
  v128.store(at, sum);
}

/** The classical Runge-Kutta step. */
// @ts-ignore: decorator
@inline
function kutta(block: usize, system: i32, strength: f64, inverseMass: f64, h: f64): void {
  const m = f64x2.splat(inverseMass);
  const half = f64x2.splat(h / 2);
  const q = v128.load(block + RK_Q);
  const qz = v128.load(block + RK_Q + 16);
  const p = v128.load(block + RK_P);
  const pz = v128.load(block + RK_P + 16);
  const a = f64x2.mul(p, m);
  const az = f64x2.mul(pz, m);
  const pull = pullOf(system, strength, q, qz);
  const f = forceOf(system, pull, q);
  const fz = f64x2.mul(f64x2.splat(pull), qz);
  const p2 = f64x2.add(p, f64x2.mul(half, f));
  const p2z = f64x2.add(pz, f64x2.mul(half, fz));
  const b = f64x2.mul(p2, m);
  const bz = f64x2.mul(p2z, m);
  const q2 = f64x2.add(q, f64x2.mul(half, a));
  const q2z = f64x2.add(qz, f64x2.mul(half, az));
  const pull2 = pullOf(system, strength, q2, q2z);
  const g = forceOf(system, pull2, q2);
  const gz = f64x2.mul(f64x2.splat(pull2), q2z);
  const p3 = f64x2.add(p, f64x2.mul(half, g));
  const p3z = f64x2.add(pz, f64x2.mul(half, gz));
  const c = f64x2.mul(p3, m);
  const cz = f64x2.mul(p3z, m);
  const q3 = f64x2.add(q, f64x2.mul(half, b));
  const q3z = f64x2.add(qz, f64x2.mul(half, bz));
  const pull3 = pullOf(system, strength, q3, q3z);
  const k = forceOf(system, pull3, q3);
  const kz = f64x2.mul(f64x2.splat(pull3), q3z);
  const whole = f64x2.splat(h);
  const p4 = f64x2.add(p, f64x2.mul(whole, k));
  const p4z = f64x2.add(pz, f64x2.mul(whole, kz));
  const d = f64x2.mul(p4, m);
  const dz = f64x2.mul(p4z, m);
  const q4 = f64x2.add(q, f64x2.mul(whole, c));
  const q4z = f64x2.add(qz, f64x2.mul(whole, cz));
  const pull4 = pullOf(system, strength, q4, q4z);
  const l = forceOf(system, pull4, q4);
  const lz = f64x2.mul(f64x2.splat(pull4), q4z);
  const sixth = f64x2.splat(h / 6);
  added(block + RK_Q, block + RK_CARRY_Q, f64x2.mul(sixth, weighed(a, b, c, d)));
  added(block + RK_Q + 16, block + RK_CARRY_Q + 16, f64x2.mul(sixth, weighed(az, bz, cz, dz)));
  added(block + RK_P, block + RK_CARRY_P, f64x2.mul(sixth, weighed(f, g, k, l)));
  added(block + RK_P + 16, block + RK_CARRY_P + 16, f64x2.mul(sixth, weighed(fz, gz, kz, lz)));
}

// @ts-ignore: decorator
@inline
function energyOf(block: usize, q: usize, p: usize, system: i32, strength: f64, inverseMass: f64): f64 {
  const kinetic = squares(v128.load(block + p), v128.load(block + p + 16)) * inverseMass / 2;
  return kinetic + potential(system, strength, v128.load(block + q), v128.load(block + q + 16));
}

// @ts-ignore: decorator
@inline
function add(block: usize, at: usize, by: f64): void {
  store<f64>(block + at, load<f64>(block + at) + by);
}

// @ts-ignore: decorator
@inline
function share(part: f64, whole: f64): f64 {
  return whole > 0 ? part / whole : 0;
}

function keep(block: usize): void {
  for (let k: usize = 0; k < 128; k += 16) v128.store(block + BEFORE + k, v128.load(block + Q + k));
  store<f64>(block + BEFORE_ACTION, load<f64>(block + ACTION));
  store<f64>(block + BEFORE_CARRY, load<f64>(block + ACTION_CARRY));
  store<f64>(block + BEFORE_T, load<f64>(block + T));
}

/**
 * Steps of one length, until the orbit passes its start where that is watched for, or the energy is no number.
 * @param beside 1 for RK4 as well @param t0, base  time is t0 + (base + n) h after n steps; below 0, h more with each
 * @returns steps done
 */
export function march(
  block: usize, system: i32, watch: i32, beside: i32, stages: i32, steps: i32, h: f64, t0: f64, base: f64, inverseMass: f64,
  strength: f64, scale: f64,
): i32 {
  const first = v128.load(block + FIRST_Q);
  const firstz = v128.load(block + FIRST_Q + 16);
  const firstP = v128.load(block + FIRST_P);
  const firstPz = v128.load(block + FIRST_P + 16);
  const e0 = load<f64>(block + E0);
  store<f64>(block + STATUS, 0);
  for (let n = 1; n <= steps; n++) {
    if (watch != 0) keep(block);
    compose(block, system, strength, stages);
    if (beside != 0) kutta(block, system, strength, inverseMass, h);
    const t = base < 0 ? load<f64>(block + T) + h : t0 + (base + <f64>n) * h;
    const error = abs(energyOf(block, Q, P, system, strength, inverseMass) - e0) / scale;
    if (!(error - error == 0)) {
      store<f64>(block + STATUS, NOT_FINITE);
      return n;
    }
    if (error > load<f64>(block + ERROR)) store<f64>(block + ERROR, error);
    add(block, SUMS, 1);
    add(block, SUMS + 8, t);
    add(block, SUMS + 16, t * t);
    add(block, SUMS + 24, error);
    add(block, SUMS + 32, t * error);
    if (beside != 0) {
      let off = abs(energyOf(block, RK_Q, RK_P, system, strength, inverseMass) - e0) / scale;
      if (!(off - off == 0)) off = f64.MAX_VALUE;
      if (off > load<f64>(block + ERROR_RK4)) store<f64>(block + ERROR_RK4, off);
      add(block, SUMS + 40, off);
      add(block, SUMS + 48, t * off);
    }
    const dq = f64x2.sub(v128.load(block + Q), first);
    const dqz = f64x2.sub(v128.load(block + Q + 16), firstz);
    const dp = f64x2.sub(v128.load(block + P), firstP);
    const dpz = f64x2.sub(v128.load(block + P + 16), firstPz);
    const far = max(load<f64>(block + EXTENT), sqrt(squares(dq, dqz)));
    const farP = max(load<f64>(block + EXTENT + 8), sqrt(squares(dp, dpz)));
    store<f64>(block + EXTENT, far);
    store<f64>(block + EXTENT + 8, farP);
    if (watch != 0) {
      const along = products(dq, dqz, v128.load(block + HEADING_Q), v128.load(block + HEADING_Q + 16));
      const alongP = products(dp, dpz, v128.load(block + HEADING_P), v128.load(block + HEADING_P + 16));
      const side = share(along, far * far) + share(alongP, farP * farP);
      const last = load<f64>(block + SIDE);
      store<f64>(block + SIDE, side);
      store<f64>(block + T, t);
      if (last < 0 && side >= 0) {
        store<f64>(block + STATUS, CROSSED);
        return n;
      }
    } else {
      store<f64>(block + T, t);
    }
  }
  return steps;
}
