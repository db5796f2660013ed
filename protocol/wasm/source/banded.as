// Cholesky factors of symmetric banded matrices, four rows and four columns at a time, and solutions by them. Row k holds
// columns k to k + band and eight more, which are and stay zero; rows beyond the last are those of the identity up to a
// multiple of four. The twin is in math/linear/bandedCholesky.ts: every entry is summed in the order of the rows above.

/** Columns that a row has beyond its band. */
const SPARE: i32 = 8;

/** Row i of a tile, less its multiple of what row i + q of it left. */
// @ts-ignore: decorator
@inline
function less(s: v128, m: f64, other: v128): v128 {
  return f64x2.sub(s, f64x2.mul(f64x2.splat(m), other));
}

/** 1 / sqrt(pivot) in place of a diagonal entry; 0 where too little of that is left. */
// @ts-ignore: decorator
@inline
function root(to: usize, pivot: f64, slack: f64): f64 {
  if (!(pivot > slack * load<f64>(to))) return 0;
  const reciprocal = 1 / Math.sqrt(pivot);
  store<f64>(to, reciprocal);
  return reciprocal;
}

/**
 * Rows i to i + 3, columns j to j + 3: sums over the rows above, then what these rows take of each other. Either the block on the
 * diagonal, j = i, or right of it. @returns 0 where a pivot is none
 */
function tile(data: usize, i: i32, j: i32, band: i32, slack: f64): i32 {
  const wide: usize = <usize>(band + SPARE) << 3;
  const step: usize = wide - 8;
  const from = j > band ? j - band : 0;
  const own: usize = data + <usize>i * wide + (<usize>(j - i) << 3);
  let s00 = v128.load(own), s01 = v128.load(own, 16);
  let s10 = v128.load(own + step), s11 = v128.load(own + step, 16);
  let s20 = v128.load(own + 2 * step), s21 = v128.load(own + 2 * step, 16);
  let s30 = v128.load(own + 3 * step), s31 = v128.load(own + 3 * step, 16);
  let left: usize = data + <usize>from * wide + (<usize>(i - from) << 3);
  const apart: usize = <usize>(j - i) << 3;
  for (let k = from; k < i; k++) {
    const x = v128.load(left + apart);
    const y = v128.load(left + apart, 16);
    let m = v128.load64_splat(left);
    s00 = f64x2.sub(s00, f64x2.mul(m, x));
    s01 = f64x2.sub(s01, f64x2.mul(m, y));
    m = v128.load64_splat(left, 8);
    s10 = f64x2.sub(s10, f64x2.mul(m, x));
    s11 = f64x2.sub(s11, f64x2.mul(m, y));
    m = v128.load64_splat(left, 16);
    s20 = f64x2.sub(s20, f64x2.mul(m, x));
    s21 = f64x2.sub(s21, f64x2.mul(m, y));
    m = v128.load64_splat(left, 24);
    s30 = f64x2.sub(s30, f64x2.mul(m, x));
    s31 = f64x2.sub(s31, f64x2.mul(m, y));
    left += step;
  }
  const d0: usize = data + <usize>i * wide;
  const d1: usize = d0 + wide;
  const d2: usize = d1 + wide;
  if (i == j) {
    const r0 = root(d0, f64x2.extract_lane(s00, 0), slack);
    const u01 = f64x2.extract_lane(s00, 1) * r0;
    const u02 = f64x2.extract_lane(s01, 0) * r0;
    const u03 = f64x2.extract_lane(s01, 1) * r0;
    const r1 = root(d1, f64x2.extract_lane(s10, 1) - u01 * u01, slack);
    const u12 = (f64x2.extract_lane(s11, 0) - u01 * u02) * r1;
    const u13 = (f64x2.extract_lane(s11, 1) - u01 * u03) * r1;
    const r2 = root(d2, f64x2.extract_lane(s21, 0) - u02 * u02 - u12 * u12, slack);
    const u23 = (f64x2.extract_lane(s21, 1) - u02 * u03 - u12 * u13) * r2;
    const r3 = root(d2 + wide, f64x2.extract_lane(s31, 1) - u03 * u03 - u13 * u13 - u23 * u23, slack);
    store<f64>(d0, u01, 8);
    store<f64>(d0, u02, 16);
    store<f64>(d0, u03, 24);
    store<f64>(d1, u12, 8);
    store<f64>(d1, u13, 16);
    store<f64>(d2, u23, 8);
    return r0 > 0 && r1 > 0 && r2 > 0 && r3 > 0 ? 1 : 0;
  }
  let r = v128.load64_splat(d0);
  s00 = f64x2.mul(s00, r);
  s01 = f64x2.mul(s01, r);
  r = v128.load64_splat(d1);
  s10 = f64x2.mul(less(s10, load<f64>(d0, 8), s00), r);
  s11 = f64x2.mul(less(s11, load<f64>(d0, 8), s01), r);
  r = v128.load64_splat(d2);
  s20 = f64x2.mul(less(less(s20, load<f64>(d0, 16), s00), load<f64>(d1, 8), s10), r);
  s21 = f64x2.mul(less(less(s21, load<f64>(d0, 16), s01), load<f64>(d1, 8), s11), r);
  r = v128.load64_splat(d2 + wide);
  s30 = f64x2.mul(less(less(less(s30, load<f64>(d0, 24), s00), load<f64>(d1, 16), s10), load<f64>(d2, 8), s20), r);
  s31 = f64x2.mul(less(less(less(s31, load<f64>(d0, 24), s01), load<f64>(d1, 16), s11), load<f64>(d2, 8), s21), r);
  v128.store(own, s00);
  v128.store(own, s01, 16);
  v128.store(own + step, s10);
  v128.store(own + step, s11, 16);
  v128.store(own + 2 * step, s20);
  v128.store(own + 2 * step, s21, 16);
  v128.store(own + 3 * step, s30);
  v128.store(own + 3 * step, s31, 16);
  return 1;
}

/** Rows `from` to `to` - 1 in place, both multiples of four. @param columns of all rows. @returns 0 where the matrix is not positive definite */
export function factor(data: usize, from: i32, to: i32, columns: i32, band: i32, slack: f64): i32 {
  for (let i = from; i < to; i += 4) {
    if (tile(data, i, i, band, slack) == 0) return 0;
    const end = i + 3 + band < columns - 1 ? i + 3 + band : columns - 1;
    for (let j = i + 4; j <= end; j += 4) tile(data, i, j, band, slack);
  }
  return 1;
}

/** x = A^-1 x; x has `columns` numbers and then at least the band and eight zeros. */
export function solve(data: usize, columns: i32, band: i32, x: usize): void {
  const wide: usize = <usize>(band + SPARE) << 3;
  let row: usize = data;
  let at: usize = x;
  for (let k = 0; k < columns; k++) {
    const value = load<f64>(at) * load<f64>(row);
    store<f64>(at, value);
    const m = f64x2.splat(value);
    for (let d: usize = 8; d <= <usize>band << 3; d += 16) {
      v128.store(at + d, f64x2.sub(v128.load(at + d), f64x2.mul(m, v128.load(row + d))));
    }
    row += wide;
    at += 8;
  }
  for (let k = columns - 1; k >= 0; k--) {
    row -= wide;
    at -= 8;
    let s = f64x2.splat(0), t = s;
    for (let d: usize = 8; d <= <usize>band << 3; d += 32) {
      s = f64x2.add(s, f64x2.mul(v128.load(row + d), v128.load(at + d)));
      t = f64x2.add(t, f64x2.mul(v128.load(row + d, 16), v128.load(at + d, 16)));
    }
    s = f64x2.add(s, t);
    store<f64>(at, (load<f64>(at) - (f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1))) * load<f64>(row));
  }
}
