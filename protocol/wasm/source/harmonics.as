// Sums over latitudes and over degrees of spherical harmonics, two latitudes at a time. Lane 0 sums the first, third, ...
// latitude, lane 1 the others; the twin in math/transform/harmonics.ts does the same. Tables have `half` numbers for each
// coefficient, orders one after the other; eight parts have as many for each order: even and odd, real and imaginary, twice.

@inline
function both(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}

@inline
function withOne(lanes: v128, more: f64): v128 {
  return f64x2.replace_lane(lanes, 0, f64x2.extract_lane(lanes, 0) + more);
}

/** Coefficients of the first four parts. */
export function analyse(p: usize, weights: usize, parts: usize, re: usize, im: usize, half: i32, last: i32): void {
  const row: usize = <usize>half << 3;
  const part: usize = <usize>(last + 1) * row;
  const end: usize = (<usize>(half & ~1)) << 3;
  for (let m = 0; m <= last; m++) {
    for (let n = m; n <= last; n++) {
      const fromRe = parts + <usize>m * row + (((n - m) & 1) == 0 ? 0 : 2 * part);
      const fromIm = fromRe + part;
      let a = f64x2.splat(0);
      let b = f64x2.splat(0);
      for (let at: usize = 0; at < end; at += 16) {
        const w = f64x2.mul(v128.load(weights + at), v128.load(p + at));
        a = f64x2.add(a, f64x2.mul(w, v128.load(fromRe + at)));
        b = f64x2.add(b, f64x2.mul(w, v128.load(fromIm + at)));
      }
      if ((half & 1) != 0) {
        const w = load<f64>(weights + end) * load<f64>(p + end);
        a = withOne(a, w * load<f64>(fromRe + end));
        b = withOne(b, w * load<f64>(fromIm + end));
      }
      store<f64>(re, both(a));
      store<f64>(im, both(b));
      p += row;
      re += 8;
      im += 8;
    }
  }
}

/** Adds re and im times a table to two parts. */
@inline
function add(toRe: usize, toIm: usize, table: usize, half: i32, re: f64, im: f64): void {
  const end: usize = (<usize>(half & ~1)) << 3;
  const a = f64x2.splat(re);
  const b = f64x2.splat(im);
  for (let at: usize = 0; at < end; at += 16) {
    const t = v128.load(table + at);
    v128.store(toRe + at, f64x2.add(v128.load(toRe + at), f64x2.mul(a, t)));
    v128.store(toIm + at, f64x2.add(v128.load(toIm + at), f64x2.mul(b, t)));
  }
  if ((half & 1) == 0) return;
  const t = load<f64>(table + end);
  store<f64>(toRe + end, load<f64>(toRe + end) + re * t);
  store<f64>(toIm + end, load<f64>(toIm + end) + im * t);
}

/** Adds a field to the first four parts. */
export function synthesise(p: usize, parts: usize, re: usize, im: usize, half: i32, last: i32): void {
  const row: usize = <usize>half << 3;
  const part: usize = <usize>(last + 1) * row;
  for (let m = 0; m <= last; m++) {
    const even = parts + <usize>m * row;
    for (let n = m; n <= last; n++) {
      const to = ((n - m) & 1) == 0 ? even : even + 2 * part;
      add(to, to + part, p, half, load<f64>(re), load<f64>(im));
      p += row;
      re += 8;
      im += 8;
    }
  }
}

/** Divergence and curl of the fields of all parts. @param out four numbers of each coefficient, each kind `size` apart */
export function diverge(
  p: usize, slope: usize, weights: usize, parts: usize, out: usize, half: i32, last: i32, size: i32,
): void {
  const row: usize = <usize>half << 3;
  const part: usize = <usize>(last + 1) * row;
  const apart: usize = <usize>size << 3;
  const end: usize = (<usize>(half & ~1)) << 3;
  for (let m = 0; m <= last; m++) {
    const M = f64x2.splat(<f64>m);
    const first = parts + <usize>m * row;
    for (let n = m; n <= last; n++) {
      const here = ((n - m) & 1) == 0 ? first : first + 2 * part;
      const there = ((n - m) & 1) == 0 ? first + 2 * part : first;
      let dr = f64x2.splat(0);
      let di = f64x2.splat(0);
      let cr = f64x2.splat(0);
      let ci = f64x2.splat(0);
      for (let at: usize = 0; at < end; at += 16) {
        const w = v128.load(weights + at);
        const along = f64x2.mul(f64x2.mul(M, w), v128.load(p + at));
        const across = f64x2.mul(w, v128.load(slope + at));
        dr = f64x2.sub(dr, f64x2.add(f64x2.mul(along, v128.load(here + part + at)), f64x2.mul(across, v128.load(there + 4 * part + at))));
        di = f64x2.add(di, f64x2.sub(f64x2.mul(along, v128.load(here + at)), f64x2.mul(across, v128.load(there + 5 * part + at))));
        cr = f64x2.add(cr, f64x2.sub(f64x2.mul(across, v128.load(there + at)), f64x2.mul(along, v128.load(here + 5 * part + at))));
        ci = f64x2.add(ci, f64x2.add(f64x2.mul(across, v128.load(there + part + at)), f64x2.mul(along, v128.load(here + 4 * part + at))));
      }
      if ((half & 1) != 0) {
        const w = load<f64>(weights + end);
        const along = <f64>m * w * load<f64>(p + end);
        const across = w * load<f64>(slope + end);
        dr = withOne(dr, -(along * load<f64>(here + part + end) + across * load<f64>(there + 4 * part + end)));
        di = withOne(di, along * load<f64>(here + end) - across * load<f64>(there + 5 * part + end));
        cr = withOne(cr, across * load<f64>(there + end) - along * load<f64>(here + 5 * part + end));
        ci = withOne(ci, across * load<f64>(there + part + end) + along * load<f64>(here + 4 * part + end));
      }
      store<f64>(out, both(dr));
      store<f64>(out + apart, both(di));
      store<f64>(out + 2 * apart, both(cr));
      store<f64>(out + 3 * apart, both(ci));
      p += row;
      slope += row;
      out += 8;
    }
  }
}

/** Adds the wind of a stream function and a potential to all parts. @param given four numbers of each coefficient, `size` apart */
export function wind(p: usize, slope: usize, parts: usize, given: usize, half: i32, last: i32, size: i32): void {
  const row: usize = <usize>half << 3;
  const part: usize = <usize>(last + 1) * row;
  const apart: usize = <usize>size << 3;
  for (let m = 0; m <= last; m++) {
    const first = parts + <usize>m * row;
    const M = <f64>m;
    for (let n = m; n <= last; n++) {
      const here = ((n - m) & 1) == 0 ? first : first + 2 * part;
      const there = ((n - m) & 1) == 0 ? first + 2 * part : first;
      const sr = load<f64>(given);
      const si = load<f64>(given + apart);
      const pr = load<f64>(given + 2 * apart);
      const pi = load<f64>(given + 3 * apart);
      add(here, here + part, p, half, -(M * pi), M * pr);
      add(there, there + part, slope, half, -sr, -si);
      add(here + 4 * part, here + 5 * part, p, half, -(M * si), M * sr);
      add(there + 4 * part, there + 5 * part, slope, half, pr, pi);
      p += row;
      slope += row;
      given += 8;
    }
  }
}
