// Dense row-major matrices: products in tiles of four by four, LU factors with row exchanges, and many right-hand sides at
// once. Lanes are neighbouring columns, and every entry is summed in the order of the inner index, as its twin does in
// math/linear.

/** Rows i to i + 3 and columns j to j + 3 of A B. @param wide bytes of a row of B and of the product */
// @ts-ignore: decorator
@inline
function tile(a: usize, b: usize, out: usize, inner: i32, wide: usize): void {
  const row: usize = <usize>inner << 3;
  let s00 = f64x2.splat(0), s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00, s30 = s00, s31 = s00;
  const a1 = a + row;
  const a2 = a1 + row;
  const a3 = a2 + row;
  let at: usize = b;
  for (let k: usize = 0; k < row; k += 8) {
    const x = v128.load(at);
    const y = v128.load(at, 16);
    at += wide;
    let m = v128.load64_splat(a + k);
    s00 = f64x2.add(s00, f64x2.mul(m, x));
    s01 = f64x2.add(s01, f64x2.mul(m, y));
    m = v128.load64_splat(a1 + k);
    s10 = f64x2.add(s10, f64x2.mul(m, x));
    s11 = f64x2.add(s11, f64x2.mul(m, y));
    m = v128.load64_splat(a2 + k);
    s20 = f64x2.add(s20, f64x2.mul(m, x));
    s21 = f64x2.add(s21, f64x2.mul(m, y));
    m = v128.load64_splat(a3 + k);
    s30 = f64x2.add(s30, f64x2.mul(m, x));
    s31 = f64x2.add(s31, f64x2.mul(m, y));
  }
  v128.store(out, s00);
  v128.store(out, s01, 16);
  out += wide;
  v128.store(out, s10);
  v128.store(out, s11, 16);
  out += wide;
  v128.store(out, s20);
  v128.store(out, s21, 16);
  out += wide;
  v128.store(out, s30);
  v128.store(out, s31, 16);
}

/**
 * A (rows x inner) times B (inner x columns), both at least four rows and columns; a last, narrower tile overlaps the one
 * before. @param half 1: only tiles that reach the lower half
 */
export function product(a: usize, b: usize, out: usize, rows: i32, inner: i32, columns: i32, half: i32): void {
  const wide: usize = <usize>columns << 3;
  const long: usize = <usize>inner << 3;
  for (let i = 0; i < rows; i += 4) {
    const top = i + 4 <= rows ? i : rows - 4;
    const width = half != 0 && top + 4 < columns ? top + 4 : columns;
    for (let j = 0; j < width; j += 4) {
      const left: usize = <usize>(j + 4 <= columns ? j : columns - 4) << 3;
      tile(a + <usize>top * long, b + left, out + <usize>top * wide + left, inner, wide);
    }
  }
}

function exchange(a: usize, b: usize, n: i32): void {
  for (let c: usize = 0; c < <usize>n << 3; c += 8) {
    const kept = load<f64>(a + c);
    store<f64>(a + c, load<f64>(b + c));
    store<f64>(b + c, kept);
  }
}

/** Of `length` numbers: y less m x. */
// @ts-ignore: decorator
@inline
function subtract(y: usize, x: usize, m: f64, length: i32): void {
  const twice = f64x2.splat(m);
  const end = y + (<usize>(length & ~1) << 3);
  while (y < end) {
    v128.store(y, f64x2.sub(v128.load(y), f64x2.mul(twice, v128.load(x))));
    y += 16;
    x += 16;
  }
  if ((length & 1) != 0) store<f64>(y, load<f64>(y) - m * load<f64>(x));
}

/** In place. @param least pivots no larger are none. @returns 0 where there is no pivot */
export function luFactor(lu: usize, pivots: usize, n: i32, least: f64): i32 {
  const wide: usize = <usize>n << 3;
  for (let k = 0; k < n; k++) {
    const column: usize = lu + (<usize>k << 3);
    let best = k;
    let size = Math.abs(load<f64>(column + <usize>k * wide));
    for (let i = k + 1; i < n; i++) {
      const other = Math.abs(load<f64>(column + <usize>i * wide));
      if (other > size) {
        size = other;
        best = i;
      }
    }
    store<i32>(pivots + (<usize>k << 2), best);
    if (!(size > least)) return 0;
    const top: usize = column + <usize>k * wide;
    if (best != k) exchange(lu + <usize>k * wide, lu + <usize>best * wide, n);
    const pivot = load<f64>(top);
    for (let i = k + 1; i < n; i++) {
      const own: usize = column + <usize>i * wide;
      const m = load<f64>(own) / pivot;
      store<f64>(own, m);
      if (m != 0) subtract(own + 8, top + 8, m, n - k - 1);
    }
  }
  return 1;
}

/** Row i of eight columns less its multiples of rows `from` to `to` - 1; over `pivot` unless that is 1. */
// @ts-ignore: decorator
@inline
function eliminate(row: usize, b: usize, own: usize, wide: usize, from: i32, to: i32, pivot: f64): void {
  let s0 = v128.load(own), s1 = v128.load(own, 16), s2 = v128.load(own, 32), s3 = v128.load(own, 48);
  let at: usize = b + <usize>from * wide;
  const end: usize = row + (<usize>to << 3);
  for (let k: usize = row + (<usize>from << 3); k < end; k += 8) {
    const m = v128.load64_splat(k);
    s0 = f64x2.sub(s0, f64x2.mul(m, v128.load(at)));
    s1 = f64x2.sub(s1, f64x2.mul(m, v128.load(at, 16)));
    s2 = f64x2.sub(s2, f64x2.mul(m, v128.load(at, 32)));
    s3 = f64x2.sub(s3, f64x2.mul(m, v128.load(at, 48)));
    at += wide;
  }
  if (pivot != 1) {
    const p = f64x2.splat(pivot);
    s0 = f64x2.div(s0, p);
    s1 = f64x2.div(s1, p);
    s2 = f64x2.div(s2, p);
    s3 = f64x2.div(s3, p);
  }
  v128.store(own, s0);
  v128.store(own, s1, 16);
  v128.store(own, s2, 32);
  v128.store(own, s3, 48);
}

/** Rows of B already exchanged; a multiple of eight columns is solved, the rest is left. */
export function luSolve(lu: usize, b: usize, n: i32, columns: i32): void {
  const wide: usize = <usize>columns << 3;
  const long: usize = <usize>n << 3;
  for (let c = 0; c + 8 <= columns; c += 8) {
    const first: usize = b + (<usize>c << 3);
    for (let i = 1; i < n; i++) eliminate(lu + <usize>i * long, first, first + <usize>i * wide, wide, 0, i, 1);
    for (let i = n - 1; i >= 0; i--) {
      const row: usize = lu + <usize>i * long;
      eliminate(row, first, first + <usize>i * wide, wide, i + 1, n, load<f64>(row + (<usize>i << 3)));
    }
  }
}

/** A (rows x inner) times B (inner x columns), rows of B added up one by one, those of zeros left out; `out` is filled with zeros. */
export function addRows(a: usize, b: usize, out: usize, rows: i32, inner: i32, columns: i32): void {
  const wide: usize = <usize>columns << 3;
  memory.fill(out, 0, <usize>rows * wide);
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < inner; k++) {
      const m = load<f64>(a);
      a += 8;
      if (m != 0) add(out, b + <usize>k * wide, m, columns);
    }
    out += wide;
  }
}

/** Of `length` numbers: y and m x. */
// @ts-ignore: decorator
@inline
function add(y: usize, x: usize, m: f64, length: i32): void {
  const twice = f64x2.splat(m);
  const end = y + (<usize>(length & ~1) << 3);
  while (y < end) {
    v128.store(y, f64x2.add(v128.load(y), f64x2.mul(twice, v128.load(x))));
    y += 16;
    x += 16;
  }
  if ((length & 1) != 0) store<f64>(y, load<f64>(y) + m * load<f64>(x));
}

/** Householder's reduction in place. @param v, s  n numbers each, for use within */
export function hessenberg(h: usize, n: i32, v: usize, s: usize): void {
  const wide: usize = <usize>n << 3;
  for (let k = 0; k + 2 < n; k++) {
    const column: usize = h + (<usize>k << 3);
    let scale: f64 = 0;
    for (let i = k + 1; i < n; i++) scale = Math.max(scale, Math.abs(load<f64>(column + <usize>i * wide)));
    if (scale == 0) continue;
    let squares: f64 = 0;
    for (let i = k + 1; i < n; i++) {
      const part = load<f64>(column + <usize>i * wide) / scale;
      store<f64>(v + (<usize>i << 3), part);
      squares += part * part;
    }
    const first: usize = v + (<usize>(k + 1) << 3);
    const lead = load<f64>(first);
    const root: f64 = (lead < 0 ? -1 : 1) * Math.sqrt(squares);
    squares += 2 * root * lead + root * root;
    store<f64>(first, lead + root);
    const beta = 2 / squares;
    const begin: usize = <usize>k << 3;
    memory.fill(s, 0, wide);
    for (let i = k + 1; i < n; i++) add(s + begin, column + <usize>i * wide, beta * load<f64>(v + (<usize>i << 3)), n - k);
    for (let i = k + 1; i < n; i++) subtract(column + <usize>i * wide, s + begin, load<f64>(v + (<usize>i << 3)), n - k);
    for (let i = 0; i < n; i++) {
      const row: usize = column + <usize>i * wide + 8;
      subtract(row, first, beta * inner(row, first, n - k - 1), n - k - 1);
    }
    for (let i = k + 2; i < n; i++) store<f64>(column + <usize>i * wide, 0);
  }
}

/** Products of the first, third, ... numbers summed apart from those of the others. */
// @ts-ignore: decorator
@inline
function inner(row: usize, v: usize, length: i32): f64 {
  let sums = f64x2.splat(0);
  const pairs: usize = <usize>(length & ~1) << 3;
  let at: usize = 0;
  for (; at < pairs; at += 16) sums = f64x2.add(sums, f64x2.mul(v128.load(v + at), v128.load(row + at)));
  let even = f64x2.extract_lane(sums, 0);
  if ((length & 1) != 0) even += load<f64>(v + at) * load<f64>(row + at);
  return even + f64x2.extract_lane(sums, 1);
}

/** Reflects (a, b, c) in rows and columns k to k + 2 of the block onto its first entry; c = 0 at the end, where there are two. */
export function chase(
  h: usize, n: i32, k: i32, left: i32, right: i32, top: i32, bottom: i32, a: f64, b: f64, c: f64,
): void {
  const lead: f64 = a + (a < 0 ? -1 : 1) * Math.sqrt(a * a + b * b + c * c);
  const beta: f64 = 2 / (lead * lead + b * b + c * c);
  const wa = beta * lead;
  const wb = beta * b;
  const wc = beta * c;
  const wide: usize = <usize>n << 3;
  const third = k + 2 <= right;
  let row: usize = h + <usize>k * wide + (<usize>left << 3);
  let j = left;
  if (third) {
    for (; j + 1 <= right; j += 2) {
      const x = v128.load(row), y = v128.load(row + wide), z = v128.load(row + 2 * wide);
      const s = f64x2.add(f64x2.add(f64x2.mul(f64x2.splat(wa), x), f64x2.mul(f64x2.splat(wb), y)), f64x2.mul(f64x2.splat(wc), z));
      v128.store(row, f64x2.sub(x, f64x2.mul(s, f64x2.splat(lead))));
      v128.store(row + wide, f64x2.sub(y, f64x2.mul(s, f64x2.splat(b))));
      v128.store(row + 2 * wide, f64x2.sub(z, f64x2.mul(s, f64x2.splat(c))));
      row += 16;
    }
  }
  for (; j <= right; j++) {
    const x = load<f64>(row), y = load<f64>(row + wide);
    const s: f64 = wa * x + wb * y + (third ? wc * load<f64>(row + 2 * wide) : 0);
    store<f64>(row, x - s * lead);
    store<f64>(row + wide, y - s * b);
    if (third) store<f64>(row + 2 * wide, load<f64>(row + 2 * wide) - s * c);
    row += 8;
  }
  let at: usize = h + <usize>top * wide + (<usize>k << 3);
  for (let i = top; i <= bottom; i++) {
    const x = load<f64>(at), y = load<f64>(at, 8);
    const s: f64 = wa * x + wb * y + (third ? wc * load<f64>(at, 16) : 0);
    store<f64>(at, x - s * lead);
    store<f64>(at, y - s * b, 8);
    if (third) store<f64>(at, load<f64>(at, 16) - s * c, 16);
    at += wide;
  }
}

/** U with U^T U = A in place of A, whose upper half is read; below the diagonal nothing of use is left. @returns 0 where there is none */
export function cholesky(a: usize, n: i32): i32 {
  const wide: usize = <usize>n << 3;
  for (let k = 0; k < n; k++) {
    const row: usize = a + <usize>k * wide;
    const diagonal: usize = row + (<usize>k << 3);
    const pivot = load<f64>(diagonal);
    if (!(pivot > 0)) return 0;
    const root = Math.sqrt(pivot);
    store<f64>(diagonal, root);
    for (let j: usize = diagonal + 8; j < row + wide; j += 8) store<f64>(j, load<f64>(j) / root);
    for (let i = k + 1; i < n; i++) {
      const from: usize = <usize>i << 3;
      const m = load<f64>(row + from);
      if (m != 0) subtract(a + <usize>i * wide + from, row + from, m, n - i);
    }
  }
  return 1;
}
