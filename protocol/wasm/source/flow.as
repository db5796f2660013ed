// Stages of incompressible flow on a staggered grid, and the pressure that takes its divergence out: two faces, two modes,
// or four rows of a transform at a time. The twins are in flow/staggered.ts, flow/projection.ts and
// math/transform/pairedRows.ts.

/** One row of u by one stage of Runge and Kutta, from the first of `count` faces. Rows are w bytes long. */
function along(
  u: usize, v: usize, u0: usize, nextU: usize, w: usize, count: i32, keep: f64, take: f64, dt: f64, qx: f64, qy: f64, dx: f64, dy: f64,
  force: f64,
): void {
  const end: usize = (<usize>(count & ~1)) << 3;
  const out = 2 * (dx + dy);
  for (let at: usize = 0; at < end; at += 16) {
    const own = v128.load(u + at);
    const east = v128.load(u + at + 8);
    const west = v128.load(u + at - 8);
    const north = v128.load(u + at + w);
    const south = v128.load(u + at - w);
    const ue = f64x2.add(own, east);
    const uw = f64x2.add(own, west);
    const upper = f64x2.mul(f64x2.add(own, north), f64x2.add(v128.load(v + at), v128.load(v + at + 8)));
    const lower = f64x2.mul(f64x2.add(own, south), f64x2.add(v128.load(v + at - w), v128.load(v + at - w + 8)));
    const carried = f64x2.add(f64x2.mul(f64x2.splat(qx), f64x2.sub(f64x2.mul(ue, ue), f64x2.mul(uw, uw))),
      f64x2.mul(f64x2.splat(qy), f64x2.sub(upper, lower)));
    const spread = f64x2.sub(f64x2.add(f64x2.mul(f64x2.splat(dx), f64x2.add(east, west)), f64x2.mul(f64x2.splat(dy), f64x2.add(north, south))),
      f64x2.mul(f64x2.splat(out), own));
    const rate = f64x2.add(f64x2.sub(f64x2.splat(force), carried), spread);
    v128.store(nextU + at, f64x2.add(f64x2.mul(f64x2.splat(keep), v128.load(u0 + at)),
      f64x2.mul(f64x2.splat(take), f64x2.add(own, f64x2.mul(f64x2.splat(dt), rate)))));
  }
  if ((count & 1) == 0) return;
  const own = load<f64>(u + end);
  const east = load<f64>(u + end + 8);
  const west = load<f64>(u + end - 8);
  const north = load<f64>(u + end + w);
  const south = load<f64>(u + end - w);
  const ue = own + east;
  const uw = own + west;
  const upper = (own + north) * (load<f64>(v + end) + load<f64>(v + end + 8));
  const lower = (own + south) * (load<f64>(v + end - w) + load<f64>(v + end - w + 8));
  const carried = qx * (ue * ue - uw * uw) + qy * (upper - lower);
  const spread = dx * (east + west) + dy * (north + south) - out * own;
  store<f64>(nextU + end, keep * load<f64>(u0 + end) + take * (own + dt * ((force - carried) + spread)));
}

/** One row of v. */
function across(
  u: usize, v: usize, v0: usize, nextV: usize, w: usize, count: i32, keep: f64, take: f64, dt: f64, qx: f64, qy: f64, dx: f64, dy: f64,
): void {
  const end: usize = (<usize>(count & ~1)) << 3;
  const out = 2 * (dx + dy);
  for (let at: usize = 0; at < end; at += 16) {
    const own = v128.load(v + at);
    const east = v128.load(v + at + 8);
    const west = v128.load(v + at - 8);
    const north = v128.load(v + at + w);
    const south = v128.load(v + at - w);
    const vn = f64x2.add(own, north);
    const vs = f64x2.add(own, south);
    const right = f64x2.mul(f64x2.add(own, east), f64x2.add(v128.load(u + at), v128.load(u + at + w)));
    const left = f64x2.mul(f64x2.add(own, west), f64x2.add(v128.load(u + at - 8), v128.load(u + at + w - 8)));
    const carried = f64x2.add(f64x2.mul(f64x2.splat(qy), f64x2.sub(f64x2.mul(vn, vn), f64x2.mul(vs, vs))),
      f64x2.mul(f64x2.splat(qx), f64x2.sub(right, left)));
    const spread = f64x2.sub(f64x2.add(f64x2.mul(f64x2.splat(dx), f64x2.add(east, west)), f64x2.mul(f64x2.splat(dy), f64x2.add(north, south))),
      f64x2.mul(f64x2.splat(out), own));
    v128.store(nextV + at, f64x2.add(f64x2.mul(f64x2.splat(keep), v128.load(v0 + at)),
      f64x2.mul(f64x2.splat(take), f64x2.add(own, f64x2.mul(f64x2.splat(dt), f64x2.sub(spread, carried))))));
  }
  if ((count & 1) == 0) return;
  const own = load<f64>(v + end);
  const east = load<f64>(v + end + 8);
  const west = load<f64>(v + end - 8);
  const north = load<f64>(v + end + w);
  const south = load<f64>(v + end - w);
  const vn = own + north;
  const vs = own + south;
  const right = (own + east) * (load<f64>(u + end) + load<f64>(u + end + w));
  const left = (own + west) * (load<f64>(u + end - 8) + load<f64>(u + end + w - 8));
  const carried = qy * (vn * vn - vs * vs) + qx * (right - left);
  const spread = dx * (east + west) + dy * (north + south) - out * own;
  store<f64>(nextV + end, keep * load<f64>(v0 + end) + take * (own + dt * (spread - carried)));
}

/** One stage from u, v into nextU, nextV. Rows are nx + 2 long; computed are lastU columns of u and lastV rows of v. */
export function advance(
  u: usize, v: usize, u0: usize, v0: usize, nextU: usize, nextV: usize, nx: i32, ny: i32, lastU: i32, lastV: i32, keep: f64, take: f64,
  dt: f64, qx: f64, qy: f64, dx: f64, dy: f64, force: f64,
): void {
  const w: usize = (<usize>nx + 2) << 3;
  for (let j = 1; j <= ny; j++) {
    const at: usize = <usize>j * w + 8;
    along(u + at, v + at, u0 + at, nextU + at, w, lastU, keep, take, dt, qx, qy, dx, dy, force);
    if (j <= lastV) across(u + at, v + at, v0 + at, nextV + at, w, nx, keep, take, dt, qx, qy, dx, dy);
  }
}

/** Minus the divergence of every cell. @param rx, ry reciprocal distances */
export function divergence(u: usize, v: usize, phi: usize, nx: i32, ny: i32, rx: f64, ry: f64): void {
  const w: usize = (<usize>nx + 2) << 3;
  const end: usize = (<usize>(nx & ~1)) << 3;
  let to = phi;
  for (let j = 1; j <= ny; j++) {
    const row: usize = <usize>j * w + 8;
    for (let i: usize = 0; i < end; i += 16) {
      const at = row + i;
      const x = f64x2.mul(f64x2.splat(rx), f64x2.sub(v128.load(u + at - 8), v128.load(u + at)));
      const y = f64x2.mul(f64x2.splat(ry), f64x2.sub(v128.load(v + at - w), v128.load(v + at)));
      v128.store(to + i, f64x2.add(x, y));
    }
    if ((nx & 1) != 0) {
      const at = row + end;
      store<f64>(to + end, rx * (load<f64>(u + at - 8) - load<f64>(u + at)) + ry * (load<f64>(v + at - w) - load<f64>(v + at)));
    }
    to += <usize>nx << 3;
  }
}

/** Takes differences of `count` values one and another place on out of a row of velocities. */
function correctRow(velocity: usize, here: usize, there: usize, count: i32, r: f64): void {
  const end: usize = (<usize>(count & ~1)) << 3;
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(velocity + at, f64x2.sub(v128.load(velocity + at),
      f64x2.mul(f64x2.splat(r), f64x2.sub(v128.load(there + at), v128.load(here + at)))));
  }
  if ((count & 1) == 0) return;
  store<f64>(velocity + end, load<f64>(velocity + end) - r * (load<f64>(there + end) - load<f64>(here + end)));
}

/** Takes the gradient of phi out. A last column or row of a period is followed by its first. */
export function correct(
  u: usize, v: usize, phi: usize, nx: i32, ny: i32, lastU: i32, lastV: i32, rx: f64, ry: f64,
): void {
  const w: usize = (<usize>nx + 2) << 3;
  const stride: usize = <usize>nx << 3;
  for (let j = 1; j <= ny; j++) {
    const row: usize = <usize>j * w + 8;
    const own = phi + <usize>(j - 1) * stride;
    correctRow(u + row, own, own + 8, nx - 1, rx);
    if (lastU == nx) {
      const last = u + row + stride - 8;
      store<f64>(last, load<f64>(last) - rx * (load<f64>(own) - load<f64>(own + stride - 8)));
    }
    if (j <= lastV) correctRow(v + row, own, j == ny ? phi : own + stride, nx, ry);
  }
}

/** Largest divergence, and the largest of |u| rx + |v| ry. @param out both; a NaN stays */
export function measures(u: usize, v: usize, nx: i32, ny: i32, rx: f64, ry: f64, out: usize): void {
  const w: usize = (<usize>nx + 2) << 3;
  const end: usize = (<usize>(nx & ~1)) << 3;
  let most = f64x2.splat(0);
  let fastest = f64x2.splat(0);
  const X = f64x2.splat(rx);
  const Y = f64x2.splat(ry);
  for (let j = 1; j <= ny; j++) {
    const row: usize = <usize>j * w + 8;
    for (let i: usize = 0; i < end; i += 16) {
      const at = row + i;
      const a = v128.load(u + at);
      const b = v128.load(v + at);
      const x = f64x2.mul(X, f64x2.sub(v128.load(u + at - 8), a));
      const y = f64x2.mul(Y, f64x2.sub(v128.load(v + at - w), b));
      most = f64x2.max(most, f64x2.abs(f64x2.add(x, y)));
      fastest = f64x2.max(fastest, f64x2.add(f64x2.mul(X, f64x2.abs(a)), f64x2.mul(Y, f64x2.abs(b))));
    }
    if ((nx & 1) != 0) {
      const at = row + end;
      const a = load<f64>(u + at);
      const b = load<f64>(v + at);
      most = f64x2.max(most, f64x2.splat(abs<f64>(rx * (load<f64>(u + at - 8) - a) + ry * (load<f64>(v + at - w) - b))));
      fastest = f64x2.max(fastest, f64x2.splat(rx * abs<f64>(a) + ry * abs<f64>(b)));
    }
  }
  store<f64>(out, max<f64>(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1)));
  store<f64>(out + 8, max<f64>(f64x2.extract_lane(fastest, 0), f64x2.extract_lane(fastest, 1)));
}

/** Tridiagonal systems down the columns of m rows of n modes, each with its own reciprocal pivots. */
export function columns(data: usize, inverse: usize, unit: usize, n: i32, m: i32, beside: f64): void {
  const stride: usize = <usize>n << 3;
  const last: usize = <usize>(m - 1) * stride;
  const whole: usize = (<usize>(n & ~1)) << 3;
  const odd = (n & 1) != 0;
  const b = f64x2.splat(beside);
  for (let at: usize = 0; at < whole; at += 16) {
    v128.store(data + at, f64x2.mul(v128.load(data + at), v128.load(inverse + at)));
  }
  if (odd) store<f64>(data + whole, load<f64>(data + whole) * load<f64>(inverse + whole));
  for (let row = stride; row <= last; row += stride) {
    for (let at = row; at < row + whole; at += 16) {
      v128.store(data + at, f64x2.mul(f64x2.add(v128.load(data + at), f64x2.mul(b, v128.load(data + at - stride))), v128.load(inverse + at)));
    }
    if (odd) {
      const at = row + whole;
      store<f64>(data + at, (load<f64>(data + at) + beside * load<f64>(data + at - stride)) * load<f64>(inverse + at));
    }
  }
  for (let row = last; row > 0;) {
    row -= stride;
    for (let at = row; at < row + whole; at += 16) {
      v128.store(data + at, f64x2.sub(v128.load(data + at), f64x2.mul(v128.load(unit + at), v128.load(data + at + stride))));
    }
    if (odd) {
      const at = row + whole;
      store<f64>(data + at, load<f64>(data + at) - load<f64>(unit + at) * load<f64>(data + at + stride));
    }
  }
}

/** Adds to m rows of n the number of each mode times its own column. */
export function close(data: usize, shape: usize, last: usize, n: i32, m: i32): void {
  const stride: usize = <usize>n << 3;
  const whole: usize = (<usize>(n & ~1)) << 3;
  for (let j = 0; j < m; j++) {
    const row: usize = <usize>j * stride;
    for (let i: usize = 0; i < whole; i += 16) {
      const at = row + i;
      v128.store(data + at, f64x2.add(v128.load(data + at), f64x2.mul(v128.load(last + i), v128.load(shape + at))));
    }
    if ((n & 1) != 0) {
      const at = row + whole;
      store<f64>(data + at, load<f64>(data + at) + load<f64>(last + whole) * load<f64>(shape + at));
    }
  }
}

const ENTRY: usize = 32;
const IM: usize = 16;

/** Two complex transforms of `n` entries in their order at once, each entry its real parts and then its imaginary ones. */
function fourier(work: usize, n: i32, stages: usize, twiddles: usize, roots: usize): void {
  const end: usize = work + <usize>n * ENTRY;
  const power = load<i32>(stages);
  let half: usize = 1;
  if ((ctz<i32>(power) & 1) != 0) {
    for (let at = work; at < end; at += 2 * ENTRY) pairOf(at);
    half = 2;
  } else if (power > 1) {
    for (let at = work; at < end; at += 4 * ENTRY) fourOf(at);
    half = 4;
  }
  let table = twiddles;
  for (; half < <usize>power; half <<= 2) {
    const apart = half * ENTRY;
    for (let start = work; start < end; start += 4 * apart) {
      let w = table;
      for (let at = start; at < start + apart; at += ENTRY) {
        butterfly(at, apart, w);
        w += 48;
      }
    }
    table += half * 48;
  }
  let root = roots;
  for (let stage = stages + 4; ; stage += 4) {
    const radix = load<i32>(stage);
    if (radix == 0) return;
    const apart = half * ENTRY;
    for (let start = work; start < end; start += <usize>radix * apart) {
      let w = table;
      for (let at = start; at < start + apart; at += ENTRY) {
        prime(at, apart, radix, w, root, end);
        w += <usize>(radix - 1) << 4;
      }
    }
    table += half * (<usize>(radix - 1) << 4);
    root += <usize>radix << 4;
    half *= <usize>radix;
  }
}

/** Sums of an odd number of entries. @param kept two entries for each pair of them */
function prime(at: usize, apart: usize, radix: i32, w: usize, root: usize, kept: usize): void {
  const pairs = (radix - 1) >> 1;
  const zeroRe = v128.load(at);
  const zeroIm = v128.load(at + IM);
  let sumRe = zeroRe;
  let sumIm = zeroIm;
  let to = kept;
  for (let p = 1; p <= pairs; p++) {
    const a = at + <usize>p * apart;
    const b = at + <usize>(radix - p) * apart;
    const wa = w + (<usize>(p - 1) << 4);
    const wb = w + (<usize>(radix - p - 1) << 4);
    const ca = v128.load_splat<f64>(wa);
    const sa = v128.load_splat<f64>(wa + 8);
    const cb = v128.load_splat<f64>(wb);
    const sb = v128.load_splat<f64>(wb + 8);
    const aRe = v128.load(a);
    const aIm = v128.load(a + IM);
    const bRe = v128.load(b);
    const bIm = v128.load(b + IM);
    const ar = f64x2.add(f64x2.mul(aRe, ca), f64x2.mul(aIm, sa));
    const ai = f64x2.sub(f64x2.mul(aIm, ca), f64x2.mul(aRe, sa));
    const br = f64x2.add(f64x2.mul(bRe, cb), f64x2.mul(bIm, sb));
    const bi = f64x2.sub(f64x2.mul(bIm, cb), f64x2.mul(bRe, sb));
    const re = f64x2.add(ar, br);
    const im = f64x2.add(ai, bi);
    v128.store(to, re);
    v128.store(to + 16, im);
    v128.store(to + 32, f64x2.sub(ar, br));
    v128.store(to + 48, f64x2.sub(ai, bi));
    to += 64;
    sumRe = f64x2.add(sumRe, re);
    sumIm = f64x2.add(sumIm, im);
  }
  v128.store(at, sumRe);
  v128.store(at + IM, sumIm);
  for (let q = 1; q <= pairs; q++) {
    let evenRe = zeroRe;
    let evenIm = zeroIm;
    let oddRe = f64x2.splat(0);
    let oddIm = f64x2.splat(0);
    let turn = q;
    for (let from = kept; from < to; from += 64) {
      const c = v128.load_splat<f64>(root + (<usize>turn << 4));
      const s = v128.load_splat<f64>(root + (<usize>turn << 4) + 8);
      evenRe = f64x2.add(evenRe, f64x2.mul(v128.load(from), c));
      evenIm = f64x2.add(evenIm, f64x2.mul(v128.load(from + 16), c));
      oddRe = f64x2.add(oddRe, f64x2.mul(v128.load(from + 32), s));
      oddIm = f64x2.add(oddIm, f64x2.mul(v128.load(from + 48), s));
      turn += q;
      if (turn >= radix) turn -= radix;
    }
    const here = at + <usize>q * apart;
    const there = at + <usize>(radix - q) * apart;
    v128.store(here, f64x2.add(evenRe, oddIm));
    v128.store(here + IM, f64x2.sub(evenIm, oddRe));
    v128.store(there, f64x2.sub(evenRe, oddIm));
    v128.store(there + IM, f64x2.add(evenIm, oddRe));
  }
}

@inline
function pairOf(at: usize): void {
  const ar = v128.load(at);
  const ai = v128.load(at + IM);
  const br = v128.load(at + ENTRY);
  const bi = v128.load(at + ENTRY + IM);
  v128.store(at, f64x2.add(ar, br));
  v128.store(at + IM, f64x2.add(ai, bi));
  v128.store(at + ENTRY, f64x2.sub(ar, br));
  v128.store(at + ENTRY + IM, f64x2.sub(ai, bi));
}

@inline
function combine(at: usize, apart: usize, ar: v128, ai: v128, br: v128, bi: v128, cr: v128, ci: v128, dr: v128, di: v128): void {
  const sr = f64x2.add(ar, cr);
  const si = f64x2.add(ai, ci);
  const tr = f64x2.sub(ar, cr);
  const ti = f64x2.sub(ai, ci);
  const pr = f64x2.add(br, dr);
  const pi = f64x2.add(bi, di);
  const qr = f64x2.sub(br, dr);
  const qi = f64x2.sub(bi, di);
  v128.store(at, f64x2.add(sr, pr));
  v128.store(at + IM, f64x2.add(si, pi));
  v128.store(at + apart, f64x2.add(tr, qi));
  v128.store(at + apart + IM, f64x2.sub(ti, qr));
  v128.store(at + 2 * apart, f64x2.sub(sr, pr));
  v128.store(at + 2 * apart + IM, f64x2.sub(si, pi));
  v128.store(at + 3 * apart, f64x2.sub(tr, qi));
  v128.store(at + 3 * apart + IM, f64x2.add(ti, qr));
}

@inline
function fourOf(at: usize): void {
  combine(at, ENTRY, v128.load(at), v128.load(at + IM), v128.load(at + ENTRY), v128.load(at + ENTRY + IM), v128.load(at + 2 * ENTRY),
    v128.load(at + 2 * ENTRY + IM), v128.load(at + 3 * ENTRY), v128.load(at + 3 * ENTRY + IM));
}

@inline
function butterfly(at: usize, apart: usize, w: usize): void {
  const b = at + apart;
  const c = b + apart;
  const d = c + apart;
  const br = v128.load(b);
  const bi = v128.load(b + IM);
  const cr = v128.load(c);
  const ci = v128.load(c + IM);
  const dr = v128.load(d);
  const di = v128.load(d + IM);
  const c1 = v128.load_splat<f64>(w);
  const s1 = v128.load_splat<f64>(w + 8);
  const c2 = v128.load_splat<f64>(w + 16);
  const s2 = v128.load_splat<f64>(w + 24);
  const c3 = v128.load_splat<f64>(w + 32);
  const s3 = v128.load_splat<f64>(w + 40);
  combine(at, apart, v128.load(at), v128.load(at + IM),
    f64x2.add(f64x2.mul(br, c1), f64x2.mul(bi, s1)), f64x2.sub(f64x2.mul(bi, c1), f64x2.mul(br, s1)),
    f64x2.add(f64x2.mul(cr, c2), f64x2.mul(ci, s2)), f64x2.sub(f64x2.mul(ci, c2), f64x2.mul(cr, s2)),
    f64x2.add(f64x2.mul(dr, c3), f64x2.mul(di, s3)), f64x2.sub(f64x2.mul(di, c3), f64x2.mul(dr, s3)));
}

@inline
function two(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

/** Sums of m rows of n, in place: lanes are two pairs of rows, a pair is one complex row. @param weights c, s of k <= n / 2 */
export function pairedForward(
  data: usize, n: i32, m: i32, work: usize, gather: usize, stages: usize, twiddles: usize, roots: usize, weights: usize,
): void {
  const stride: usize = <usize>n << 3;
  const half = n >> 1;
  for (let row = 0; row < m; row += 4) {
    const other = row + 2 < m ? row + 2 : row;
    const a0 = data + <usize>row * stride;
    const b0 = data + <usize>min<i32>(row + 1, m - 1) * stride;
    const a1 = data + <usize>other * stride;
    const b1 = data + <usize>min<i32>(other + 1, m - 1) * stride;
    let to = work;
    for (let t = 0; t < n; t++) {
      const at = <usize>load<i32>(gather + (<usize>t << 2));
      v128.store(to, two(a0 + at, a1 + at));
      v128.store(to + IM, two(b0 + at, b1 + at));
      to += ENTRY;
    }
    fourier(work, n, stages, twiddles, roots);
    v128.store64_lane(a0, v128.load(work), 0);
    v128.store64_lane(a1, v128.load(work), 1);
    v128.store64_lane(b0, v128.load(work + IM), 0);
    v128.store64_lane(b1, v128.load(work + IM), 1);
    for (let k = 1; k <= half; k++) {
      const here: usize = <usize>k << 3;
      const there: usize = <usize>(n - k) << 3;
      const c = v128.load_splat<f64>(weights + (<usize>k << 4));
      const s = v128.load_splat<f64>(weights + (<usize>k << 4) + 8);
      const re = v128.load(work + <usize>k * ENTRY);
      const im = v128.load(work + <usize>k * ENTRY + IM);
      const re2 = v128.load(work + <usize>(n - k) * ENTRY);
      const im2 = v128.load(work + <usize>(n - k) * ENTRY + IM);
      const p = f64x2.add(re, re2);
      const q = f64x2.sub(im, im2);
      const r = f64x2.add(im, im2);
      const d = f64x2.sub(re2, re);
      const xa = f64x2.add(f64x2.mul(p, c), f64x2.mul(q, s));
      const ya = f64x2.sub(f64x2.mul(p, s), f64x2.mul(q, c));
      const xb = f64x2.add(f64x2.mul(r, c), f64x2.mul(d, s));
      const yb = f64x2.sub(f64x2.mul(r, s), f64x2.mul(d, c));
      v128.store64_lane(a0 + there, ya, 0);
      v128.store64_lane(a1 + there, ya, 1);
      v128.store64_lane(b0 + there, yb, 0);
      v128.store64_lane(b1 + there, yb, 1);
      v128.store64_lane(a0 + here, xa, 0);
      v128.store64_lane(a1 + here, xa, 1);
      v128.store64_lane(b0 + here, xb, 0);
      v128.store64_lane(b1 + here, xb, 1);
    }
  }
}

/** The inverse. @param place entries of `work` in bytes for each k, @param scatter where entry k of the result stands, in bytes */
export function pairedBackward(
  data: usize, n: i32, m: i32, work: usize, place: usize, scatter: usize, stages: usize, twiddles: usize, roots: usize, weights: usize,
): void {
  const stride: usize = <usize>n << 3;
  const half = n >> 1;
  const first = v128.load_splat<f64>(weights);
  for (let row = 0; row < m; row += 4) {
    const other = row + 2 < m ? row + 2 : row;
    const a0 = data + <usize>row * stride;
    const b0 = data + <usize>min<i32>(row + 1, m - 1) * stride;
    const a1 = data + <usize>other * stride;
    const b1 = data + <usize>min<i32>(other + 1, m - 1) * stride;
    // Real and imaginary parts change places: a forward transform is then the backward one.
    v128.store(work + IM, f64x2.mul(two(a0, a1), first));
    v128.store(work, f64x2.mul(two(b0, b1), first));
    for (let k = 1; k <= half; k++) {
      const here: usize = <usize>k << 3;
      const there: usize = <usize>(n - k) << 3;
      const c = v128.load_splat<f64>(weights + (<usize>k << 4));
      const s = v128.load_splat<f64>(weights + (<usize>k << 4) + 8);
      const xa = two(a0 + here, a1 + here);
      const ya = two(a0 + there, a1 + there);
      const xb = two(b0 + here, b1 + here);
      const yb = two(b0 + there, b1 + there);
      const aRe = f64x2.add(f64x2.mul(xa, c), f64x2.mul(ya, s));
      const aIm = f64x2.sub(f64x2.mul(xa, s), f64x2.mul(ya, c));
      const bRe = f64x2.add(f64x2.mul(xb, c), f64x2.mul(yb, s));
      const bIm = f64x2.sub(f64x2.mul(xb, s), f64x2.mul(yb, c));
      const to = work + <usize>load<i32>(place + (<usize>k << 2));
      const back = work + <usize>load<i32>(place + (<usize>(n - k) << 2));
      v128.store(back + IM, f64x2.add(aRe, bIm));
      v128.store(back, f64x2.sub(bRe, aIm));
      v128.store(to + IM, f64x2.sub(aRe, bIm));
      v128.store(to, f64x2.add(aIm, bRe));
    }
    fourier(work, n, stages, twiddles, roots);
    let from = work;
    for (let k = 0; k < n; k++) {
      const at = <usize>load<i32>(scatter + (<usize>k << 2));
      const a = v128.load(from + IM);
      const b = v128.load(from);
      v128.store64_lane(a0 + at, a, 0);
      v128.store64_lane(a1 + at, a, 1);
      v128.store64_lane(b0 + at, b, 0);
      v128.store64_lane(b1 + at, b, 1);
      from += ENTRY;
    }
  }
}
