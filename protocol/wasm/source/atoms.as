// Lennard-Jones atoms: forces over a list of pairs two at a time, the list itself, and the halves of a step. An atom has four
// numbers: x, y, z and one unused. Sums follow the order of the list, in which pairs out of range add zeros; evolve/atoms.ts has
// the twins.

const ROUNDING: f64 = 6755399441055744.0;
const ATOM: usize = 5;

// @ts-ignore: decorator
@inline
function image(d: v128, edge: v128, inverse: v128): v128 {
  const whole = f64x2.sub(f64x2.add(f64x2.mul(d, inverse), f64x2.splat(ROUNDING)), f64x2.splat(ROUNDING));
  return f64x2.sub(d, f64x2.mul(edge, whole));
}

// @ts-ignore: decorator
@inline
function low(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

// @ts-ignore: decorator
@inline
function high(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}

/**
 * @param box three edges and their inverses @param sums of s^-12, s^-6 and r over the pairs in range, and their number
 * @param slope what is taken off the force; 0 where it is not shifted
 */
export function forces(
  q: usize, f: usize, n: i32, starts: usize, partners: usize, box: usize, range2: f64, slope: f64, sums: usize,
): void {
  const ex = v128.load64_splat(box);
  const ey = v128.load64_splat(box + 8);
  const ez = v128.load64_splat(box + 16);
  const ix = v128.load64_splat(box + 24);
  const iy = v128.load64_splat(box + 32);
  const iz = v128.load64_splat(box + 40);
  const most = f64x2.splat(range2);
  const one = f64x2.splat(1);
  const c48 = f64x2.splat(48);
  const c24 = f64x2.splat(24);
  const off = f64x2.splat(slope);
  const zero = f64x2.splat(0);
  let powers = zero;
  let far: f64 = 0;
  let count = i64x2.splat(0);
  for (let i = 0; i < n; i++) {
    const own = <usize>i << ATOM;
    v128.store(f + own, zero);
    v128.store(f + own + 16, zero);
  }
  for (let i = 0; i < n; i++) {
    const own = <usize>i << ATOM;
    const x = v128.load64_splat(q + own);
    const y = v128.load64_splat(q + own + 8);
    const z = v128.load64_splat(q + own + 16);
    let fxy = v128.load(f + own);
    let fz = load<f64>(f + own + 16);
    const end = partners + ((<usize>load<i32>(starts + (<usize>i << 2) + 4)) << 2);
    for (let k = partners + ((<usize>load<i32>(starts + (<usize>i << 2))) << 2); k < end; k += 8) {
      const a = (<usize>load<i32>(k)) << ATOM;
      const b = (<usize>load<i32>(k, 4)) << ATOM;
      const pa = v128.load(q + a);
      const pb = v128.load(q + b);
      const dx = image(f64x2.sub(x, low(pa, pb)), ex, ix);
      const dy = image(f64x2.sub(y, high(pa, pb)), ey, iy);
      const dz = image(f64x2.sub(z, v128.load64_lane(q + b + 16, v128.load64_zero(q + a + 16), 1)), ez, iz);
      const r2 = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
      const near = f64x2.lt(r2, most);
      const s2 = f64x2.div(one, r2);
      const s6 = f64x2.mul(f64x2.mul(s2, s2), s2);
      const s12 = f64x2.mul(s6, s6);
      let pull = f64x2.mul(f64x2.sub(f64x2.mul(c48, s12), f64x2.mul(c24, s6)), s2);
      if (slope != 0) {
        const r = f64x2.sqrt(r2);
        pull = f64x2.sub(pull, f64x2.div(off, r));
        const reach = v128.and(r, near);
        far += f64x2.extract_lane(reach, 0);
        far += f64x2.extract_lane(reach, 1);
      }
      count = i64x2.sub(count, near);
      const px = v128.and(f64x2.mul(pull, dx), near);
      const py = v128.and(f64x2.mul(pull, dy), near);
      const pz = v128.and(f64x2.mul(pull, dz), near);
      const t12 = v128.and(s12, near);
      const t6 = v128.and(s6, near);
      powers = f64x2.add(f64x2.add(powers, low(t12, t6)), high(t12, t6));
      const first = low(px, py);
      const second = high(px, py);
      fxy = f64x2.add(f64x2.add(fxy, first), second);
      v128.store(f + a, f64x2.sub(v128.load(f + a), first));
      v128.store(f + b, f64x2.sub(v128.load(f + b), second));
      const za = f64x2.extract_lane(pz, 0);
      const zb = f64x2.extract_lane(pz, 1);
      fz = (fz + za) + zb;
      store<f64>(f + a + 16, load<f64>(f + a + 16) - za);
      store<f64>(f + b + 16, load<f64>(f + b + 16) - zb);
    }
    v128.store(f + own, fxy);
    store<f64>(f + own + 16, fz);
  }
  v128.store(sums, powers);
  store<f64>(sums, far, 16);
  store<f64>(sums, <f64>(i64x2.extract_lane(count, 0) + i64x2.extract_lane(count, 1)), 24);
}

/** Appends the candidates within reach of atom i. @param candidates an even number of them @returns the end of the list */
export function near(q: usize, i: i32, candidates: usize, many: i32, partners: usize, at: i32, box: usize, reach2: f64): i32 {
  const ex = v128.load64_splat(box);
  const ey = v128.load64_splat(box + 8);
  const ez = v128.load64_splat(box + 16);
  const ix = v128.load64_splat(box + 24);
  const iy = v128.load64_splat(box + 32);
  const iz = v128.load64_splat(box + 40);
  const most = f64x2.splat(reach2);
  const own = <usize>i << ATOM;
  const x = v128.load64_splat(q + own);
  const y = v128.load64_splat(q + own + 8);
  const z = v128.load64_splat(q + own + 16);
  let end = partners + (<usize>at << 2);
  const last = candidates + (<usize>many << 2);
  for (let k = candidates; k < last; k += 8) {
    const j = load<i32>(k);
    const l = load<i32>(k, 4);
    const a = <usize>j << ATOM;
    const b = <usize>l << ATOM;
    const pa = v128.load(q + a);
    const pb = v128.load(q + b);
    const dx = image(f64x2.sub(x, low(pa, pb)), ex, ix);
    const dy = image(f64x2.sub(y, high(pa, pb)), ey, iy);
    const dz = image(f64x2.sub(z, v128.load64_lane(q + b + 16, v128.load64_zero(q + a + 16), 1)), ez, iz);
    const r2 = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
    const found = i64x2.bitmask(f64x2.lt(r2, most));
    store<i32>(end, j);
    end += <usize>(found & 1) << 2;
    store<i32>(end, l);
    end += <usize>(found & 2) << 1;
  }
  return <i32>((end - partners) >> 2);
}

/** Half a kick and a drift. @returns 1 if an atom went farther than the root of `most` from where it was listed */
export function drift(q: usize, v: usize, f: usize, listed: usize, n: i32, half: f64, h: f64, most: f64): i32 {
  const kick = f64x2.splat(half);
  const step = f64x2.splat(h);
  let far = 0;
  const end = <usize>n << ATOM;
  for (let at: usize = 0; at < end; at += 32) {
    const vxy = f64x2.add(v128.load(v + at), f64x2.mul(kick, v128.load(f + at)));
    const vz = f64x2.add(v128.load(v + at + 16), f64x2.mul(kick, v128.load(f + at + 16)));
    v128.store(v + at, vxy);
    v128.store(v + at + 16, vz);
    const qxy = f64x2.add(v128.load(q + at), f64x2.mul(step, vxy));
    const qz = f64x2.add(v128.load(q + at + 16), f64x2.mul(step, vz));
    v128.store(q + at, qxy);
    v128.store(q + at + 16, qz);
    const d = f64x2.sub(qxy, v128.load(listed + at));
    const dz = f64x2.extract_lane(qz, 0) - load<f64>(listed + at + 16);
    const square = f64x2.mul(d, d);
    const d2 = (f64x2.extract_lane(square, 0) + f64x2.extract_lane(square, 1)) + dz * dz;
    far |= i32(!(d2 <= most));
  }
  return far;
}

/** The other half of a kick. @returns the sum of the squares of all velocities: of x, and of y, and of z */
export function kick(v: usize, f: usize, n: i32, half: f64): f64 {
  const by = f64x2.splat(half);
  let xy = f64x2.splat(0);
  let z = f64x2.splat(0);
  const end = <usize>n << ATOM;
  for (let at: usize = 0; at < end; at += 32) {
    const vxy = f64x2.add(v128.load(v + at), f64x2.mul(by, v128.load(f + at)));
    const vz = f64x2.add(v128.load(v + at + 16), f64x2.mul(by, v128.load(f + at + 16)));
    v128.store(v + at, vxy);
    v128.store(v + at + 16, vz);
    xy = f64x2.add(xy, f64x2.mul(vxy, vxy));
    z = f64x2.add(z, f64x2.mul(vz, vz));
  }
  return (f64x2.extract_lane(xy, 0) + f64x2.extract_lane(xy, 1)) + f64x2.extract_lane(z, 0);
}
