// Sine transforms down the columns of a block, eight columns at a time, and tridiagonal systems along its rows for all modes
// at once: the direct solution between two walls. Of eight columns four are the real and four the imaginary part of a
// sequence. The twin in math/linear/wallSolver.ts does the same on each column.

const EIGHT: usize = 64;
const FOUR: usize = 32;

/** Rows 1 to n - 1 of eight columns, folded so that one transform of length n gives their sines; to `y` in the order of its stages. */
function fold(src: usize, stride: usize, n: i32, sines: usize, order: usize, y: usize): void {
  const half = f64x2.splat(0.5);
  memory.fill(y, 0, EIGHT);
  for (let j = 1; j < n >> 1; j++) {
    const s = v128.load64_splat(sines + (<usize>j << 3));
    const p: usize = src + <usize>(j - 1) * stride;
    const q: usize = src + <usize>(n - j - 1) * stride;
    const first: usize = y + <usize>load<i32>(order + (<usize>j << 2)) * EIGHT;
    const last: usize = y + <usize>load<i32>(order + (<usize>(n - j) << 2)) * EIGHT;
    for (let v: usize = 0; v < EIGHT; v += 16) {
      const a = v128.load(p + v), b = v128.load(q + v);
      const sum = f64x2.mul(s, f64x2.add(a, b));
      const rest = f64x2.mul(half, f64x2.sub(a, b));
      v128.store(first + v, f64x2.add(sum, rest));
      v128.store(last + v, f64x2.sub(sum, rest));
    }
  }
  const middle: usize = src + <usize>((n >> 1) - 1) * stride;
  const to: usize = y + <usize>load<i32>(order + (<usize>(n >> 1) << 2)) * EIGHT;
  for (let v: usize = 0; v < EIGHT; v += 16) {
    const a = v128.load(middle + v);
    v128.store(to + v, f64x2.add(a, a));
  }
}

// @ts-ignore: decorator
@inline
function butterfly(at: usize, other: usize, c: v128, s: v128): void {
  const br = v128.load(other), bi = v128.load(other, 32);
  const tr = f64x2.add(f64x2.mul(br, c), f64x2.mul(bi, s));
  const ti = f64x2.sub(f64x2.mul(bi, c), f64x2.mul(br, s));
  const ar = v128.load(at), ai = v128.load(at, 32);
  v128.store(at, f64x2.add(ar, tr));
  v128.store(at, f64x2.add(ai, ti), 32);
  v128.store(other, f64x2.sub(ar, tr));
  v128.store(other, f64x2.sub(ai, ti), 32);
}

/** A row times the root of unity of its place, four numbers of either part. */
// @ts-ignore: decorator
@inline
function twisted(at: usize, to: usize, c: v128, s: v128): void {
  const br = v128.load(at), bi = v128.load(at, 32);
  v128.store(to, f64x2.add(f64x2.mul(br, c), f64x2.mul(bi, s)));
  v128.store(to, f64x2.sub(f64x2.mul(bi, c), f64x2.mul(br, s)), 32);
}

/** One group of `radix` rows, `apart` bytes from each other: their sums with all powers of a root of unity. @param t rows for use within */
function group(at: usize, apart: usize, radix: i32, n: i32, turn: i32, cosines: usize, sines: usize, t: usize): void {
  for (let q = 0; q < radix; q++) {
    const w: usize = <usize>(q * turn) << 3;
    const c = v128.load64_splat(cosines + w), s = v128.load64_splat(sines + w);
    const from: usize = at + <usize>q * apart;
    const to: usize = t + <usize>q * EIGHT;
    twisted(from, to, c, s);
    twisted(from + 16, to + 16, c, s);
  }
  const part = n / radix;
  for (let r = 0; r < radix; r++) {
    for (let v: usize = 0; v < FOUR; v += 16) {
      let re = v128.load(t + v), im = v128.load(t + v, 32);
      for (let q = 1; q < radix; q++) {
        const w: usize = <usize>(((q * r) % radix) * part) << 3;
        const c = v128.load64_splat(cosines + w), s = v128.load64_splat(sines + w);
        const from: usize = t + v + <usize>q * EIGHT;
        const br = v128.load(from), bi = v128.load(from, 32);
        re = f64x2.add(re, f64x2.add(f64x2.mul(br, c), f64x2.mul(bi, s)));
        im = f64x2.add(im, f64x2.sub(f64x2.mul(bi, c), f64x2.mul(br, s)));
      }
      v128.store(at + <usize>r * apart + v, re);
      v128.store(at + <usize>r * apart + v, im, 32);
    }
  }
}

/** Fourier transform of n rows that stand in the order of the radices, which a zero ends. @param t rows for use within */
function transform(y: usize, n: i32, radices: usize, cosines: usize, sines: usize, t: usize): void {
  let length = 1;
  for (let stage: usize = 0; ; stage += 4) {
    const radix = load<i32>(radices + stage);
    if (radix == 0) return;
    const apart: usize = <usize>length * EIGHT;
    const step = n / (length * radix);
    if (length == 1 && radix == 2) {
      for (let at: usize = y; at < y + <usize>n * EIGHT; at += 2 * EIGHT) {
        for (let v: usize = at; v < at + EIGHT; v += 16) {
          const a = v128.load(v), b = v128.load(v + EIGHT);
          v128.store(v, f64x2.add(a, b));
          v128.store(v + EIGHT, f64x2.sub(a, b));
        }
      }
      length = 2;
      continue;
    }
    for (let start = 0; start < n; start += length * radix) {
      let at: usize = y + <usize>start * EIGHT;
      for (let k = 0; k < length; k++) {
        if (radix == 2) {
          const w: usize = <usize>(k * step) << 3;
          const c = v128.load64_splat(cosines + w), s = v128.load64_splat(sines + w);
          butterfly(at, at + apart, c, s);
          butterfly(at + 16, at + apart + 16, c, s);
        } else group(at, apart, radix, n, k * step, cosines, sines, t);
        at += EIGHT;
      }
    }
    length *= radix;
  }
}

/** Sine sums times `scale` from the transform: rows 1 to n - 1. */
function unfold(y: usize, n: i32, dst: usize, stride: usize, scale: f64): void {
  const half = f64x2.splat(0.5);
  const times = f64x2.splat(scale);
  for (let v: usize = 0; v < FOUR; v += 16) {
    // The odd ones of columns in the real part, and of those in the imaginary part.
    let real = f64x2.mul(half, v128.load(y + v));
    let imaginary = f64x2.mul(half, v128.load(y + v, 32));
    let to: usize = dst + v;
    let up: usize = y + v + EIGHT;
    let down: usize = y + v + <usize>(n - 1) * EIGHT;
    for (let k = 1; k < n >> 1; k++) {
      const rk = v128.load(up), rn = v128.load(down), ik = v128.load(up, 32), im = v128.load(down, 32);
      v128.store(to, f64x2.mul(times, real));
      v128.store(to, f64x2.mul(times, imaginary), 32);
      to += stride;
      v128.store(to, f64x2.mul(times, f64x2.mul(half, f64x2.sub(im, ik))));
      v128.store(to, f64x2.mul(times, f64x2.mul(half, f64x2.sub(rk, rn))), 32);
      to += stride;
      real = f64x2.add(real, f64x2.mul(half, f64x2.add(rk, rn)));
      imaginary = f64x2.add(imaginary, f64x2.mul(half, f64x2.add(ik, im)));
      up += EIGHT;
      down -= EIGHT;
    }
    v128.store(to, f64x2.mul(times, real));
    v128.store(to, f64x2.mul(times, imaginary), 32);
  }
}

/** Eight columns of n rows to eight rows of n numbers. */
function turn(from: usize, n: i32, to: usize): void {
  const wide: usize = <usize>n << 3;
  for (let k = 0; k < n; k += 2) {
    for (let v: usize = 0; v < EIGHT; v += 16) {
      const a = v128.load(from + v), b = v128.load(from + v + EIGHT);
      const row: usize = to + (v >> 3) * wide;
      v128.store(row, v128.shuffle<f64>(a, b, 0, 2));
      v128.store(row + wide, v128.shuffle<f64>(a, b, 1, 3));
    }
    from += 2 * EIGHT;
    to += 16;
  }
}

function turnBack(from: usize, n: i32, to: usize): void {
  const wide: usize = <usize>n << 3;
  for (let k = 0; k < n; k += 2) {
    for (let v: usize = 0; v < EIGHT; v += 16) {
      const row: usize = from + (v >> 3) * wide;
      const a = v128.load(row), b = v128.load(row + wide);
      v128.store(to + v, v128.shuffle<f64>(a, b, 0, 2));
      v128.store(to + v + EIGHT, v128.shuffle<f64>(a, b, 1, 3));
    }
    from += 16;
    to += 2 * EIGHT;
  }
}

/** @param width numbers of a row of the block, a multiple of eight. @param y, z  n rows of eight numbers each, for use within */
export function forward(
  block: usize, width: i32, n: i32, modes: usize, angles: usize, order: usize, radices: usize, cosines: usize, sines: usize, y: usize, z: usize,
): void {
  const stride: usize = <usize>width << 3;
  for (let c = 0; c < width; c += 8) {
    fold(block + (<usize>c << 3), stride, n, angles, order, y);
    transform(y, n, radices, cosines, sines, z);
    unfold(y, n, z, EIGHT, 1);
    turn(z, n, modes + <usize>c * (<usize>n << 3));
  }
}

export function backward(
  block: usize, width: i32, n: i32, modes: usize, angles: usize, order: usize, radices: usize, cosines: usize, sines: usize, y: usize, z: usize,
): void {
  const stride: usize = <usize>width << 3;
  for (let c = 0; c < width; c += 8) {
    turnBack(modes + <usize>c * (<usize>n << 3), n, z);
    fold(z, EIGHT, n, angles, order, y);
    transform(y, n, radices, cosines, sines, z);
    unfold(y, n, block + (<usize>c << 3), stride, 2 / <f64>n);
  }
}

/** Factors of (shift_k - X) for n modes k, X tridiagonal of `length` rows. @returns 0 where a pivot is zero or no finite number */
export function factor(
  shifts: usize, lower: usize, diagonal: usize, upper: usize, length: i32, n: i32, inverse: usize, unit: usize,
): i32 {
  const wide: usize = <usize>n << 3;
  const one = f64x2.splat(1);
  let wrong = f64x2.splat(0);
  for (let i = 0; i < length; i++) {
    const at: usize = <usize>i << 3;
    const own = v128.load64_splat(diagonal + at);
    const below = f64x2.splat(i == 0 ? 0 : load<f64>(lower + at));
    const above = f64x2.splat(i == length - 1 ? 0 : -load<f64>(upper + at));
    const before: usize = i == 0 ? unit : unit - wide;
    for (let k: usize = 0; k < wide; k += 16) {
      let pivot = f64x2.sub(v128.load(shifts + k), own);
      if (i > 0) pivot = f64x2.add(pivot, f64x2.mul(below, v128.load(before + k)));
      const reciprocal = f64x2.div(one, pivot);
      wrong = v128.or(wrong, f64x2.ne(f64x2.sub(reciprocal, reciprocal), f64x2.splat(0)));
      v128.store(inverse + k, reciprocal);
      v128.store(unit + k, f64x2.mul(above, reciprocal));
    }
    inverse += wide;
    unit += wide;
  }
  return v128.any_true(wrong) ? 0 : 1;
}

/** Solves for all modes in place. */
export function sweep(modes: usize, lower: usize, length: i32, n: i32, inverse: usize, unit: usize): void {
  const wide: usize = <usize>n << 3;
  for (let k: usize = 0; k < wide; k += 16) v128.store(modes + k, f64x2.mul(v128.load(modes + k), v128.load(inverse + k)));
  for (let i = 1; i < length; i++) {
    const row: usize = <usize>i * wide;
    const below = v128.load64_splat(lower + (<usize>i << 3));
    for (let at: usize = row; at < row + wide; at += 16) {
      const sum = f64x2.add(v128.load(modes + at), f64x2.mul(below, v128.load(modes + at - wide)));
      v128.store(modes + at, f64x2.mul(sum, v128.load(inverse + at)));
    }
  }
  for (let i = length - 2; i >= 0; i--) {
    const row: usize = <usize>i * wide;
    for (let at: usize = row; at < row + wide; at += 16) {
      v128.store(modes + at, f64x2.sub(v128.load(modes + at), f64x2.mul(v128.load(unit + at), v128.load(modes + at + wide))));
    }
  }
}
