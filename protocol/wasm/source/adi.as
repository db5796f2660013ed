// Alternating steps of heat conduction on a row-major block: what each half of a step does explicitly, and tridiagonal systems
// down the columns. Lanes are neighbouring columns; the twins are in heat/alternating.ts and math/linear/thomas.ts.

/** out = below_j from(j - 1) + own_j from(j) + above_j from(j + 1) for rows j0 to j1, `count` columns; past row 0 or `last` the row itself. */
export function explicitDown(
  from: usize, out: usize, below: usize, own: usize, above: usize, j0: i32, j1: i32, last: i32, columns: i32, first: i32, count: i32,
): void {
  const wide: usize = <usize>columns << 3;
  const pairs: usize = <usize>(count & ~1) << 3;
  for (let j = j0; j <= j1; j++) {
    const b = load<f64>(below + (<usize>j << 3)), o = load<f64>(own + (<usize>j << 3)), a = load<f64>(above + (<usize>j << 3));
    const start: usize = <usize>j * wide + (<usize>first << 3);
    const down: usize = j > 0 ? wide : 0;
    const up: usize = j < last ? wide : 0;
    const lanesB = f64x2.splat(b), lanesO = f64x2.splat(o), lanesA = f64x2.splat(a);
    let at: usize = from + start;
    let to: usize = out + start;
    const end = at + pairs;
    while (at < end) {
      const sum = f64x2.add(f64x2.mul(lanesB, v128.load(at - down)), f64x2.mul(lanesO, v128.load(at)));
      v128.store(to, f64x2.add(sum, f64x2.mul(lanesA, v128.load(at + up))));
      at += 16;
      to += 16;
    }
    if ((count & 1) != 0) store<f64>(to, b * load<f64>(at - down) + o * load<f64>(at) + a * load<f64>(at + up));
  }
}

/** out = side (left + right) + own from, all but the ends of rows j0 to j1. */
export function explicitAlong(from: usize, out: usize, side: f64, own: f64, j0: i32, j1: i32, columns: i32): void {
  const wide: usize = <usize>columns << 3;
  const inner = columns - 2;
  const pairs: usize = <usize>(inner & ~1) << 3;
  const lanesS = f64x2.splat(side), lanesO = f64x2.splat(own);
  for (let j = j0; j <= j1; j++) {
    let at: usize = from + <usize>j * wide + 8;
    let to: usize = out + <usize>j * wide + 8;
    const end = at + pairs;
    while (at < end) {
      const beside = f64x2.mul(lanesS, f64x2.add(v128.load(at - 8), v128.load(at + 8)));
      v128.store(to, f64x2.add(beside, f64x2.mul(lanesO, v128.load(at))));
      at += 16;
      to += 16;
    }
    if ((inner & 1) != 0) store<f64>(to, side * (load<f64>(at - 8) + load<f64>(at + 8)) + own * load<f64>(at));
  }
}

/** n rows of `columns` in place. @param lower, upper, inverse  factors of one matrix for every column */
export function solveColumns(x: usize, lower: usize, upper: usize, inverse: usize, n: i32, columns: i32): void {
  const wide: usize = <usize>columns << 3;
  const pairs: usize = <usize>(columns & ~1) << 3;
  const odd = (columns & 1) != 0;
  const first = load<f64>(inverse);
  for (let v: usize = 0; v < pairs; v += 16) v128.store(x + v, f64x2.mul(v128.load(x + v), f64x2.splat(first)));
  if (odd) store<f64>(x + pairs, load<f64>(x + pairs) * first);
  let row: usize = x;
  for (let i = 1; i < n; i++) {
    row += wide;
    const l = load<f64>(lower + (<usize>i << 3)), p = load<f64>(inverse + (<usize>i << 3));
    const lanesL = f64x2.splat(l), lanesP = f64x2.splat(p);
    const end = row + pairs;
    for (let at: usize = row; at < end; at += 16) {
      v128.store(at, f64x2.mul(f64x2.sub(v128.load(at), f64x2.mul(lanesL, v128.load(at - wide))), lanesP));
    }
    if (odd) store<f64>(end, (load<f64>(end) - l * load<f64>(end - wide)) * p);
  }
  for (let i = n - 2; i >= 0; i--) {
    row -= wide;
    const u = load<f64>(upper + (<usize>i << 3));
    const lanesU = f64x2.splat(u);
    const end = row + pairs;
    for (let at: usize = row; at < end; at += 16) {
      v128.store(at, f64x2.sub(v128.load(at), f64x2.mul(lanesU, v128.load(at + wide))));
    }
    if (odd) store<f64>(end, load<f64>(end) - u * load<f64>(end + wide));
  }
}
