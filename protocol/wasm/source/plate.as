// One explicit step of heat conduction on the inner points of a plate or a bar, two points of two rows at a time. Lane 0 sums
// the first, third, ... point of a row, lane 1 the others; the twin in heat/rows.ts does the same.

const SUM: usize = 0;
const LOW: usize = 8;
const HIGH: usize = 16;

@inline
function both(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}

@inline
function leave(sums: usize, low: v128, high: v128): void {
  store<f64>(sums, min<f64>(f64x2.extract_lane(low, 0), f64x2.extract_lane(low, 1)), LOW);
  store<f64>(sums, max<f64>(f64x2.extract_lane(high, 0), f64x2.extract_lane(high, 1)), HIGH);
}

@inline
function around(u: usize, row: usize, rx: f64, ry: f64, own: f64): v128 {
  const x = f64x2.mul(f64x2.splat(rx), f64x2.add(v128.load(u - 8), v128.load(u + 8)));
  const y = f64x2.mul(f64x2.splat(ry), f64x2.add(v128.load(u - row), v128.load(u + row)));
  return f64x2.add(f64x2.add(x, y), f64x2.mul(f64x2.splat(own), v128.load(u)));
}

@inline
function aroundOne(u: usize, row: usize, rx: f64, ry: f64, own: f64): f64 {
  return rx * (load<f64>(u - 8) + load<f64>(u + 8)) + ry * (load<f64>(u - row) + load<f64>(u + row)) + own * load<f64>(u);
}

/** Rows 1 to ny - 1 of nx + 1 points. @param sums of the inner points, added to; least and greatest, widened */
export function rows(u: usize, next: usize, nx: i32, ny: i32, rx: f64, ry: f64, own: f64, sums: usize): void {
  const row: usize = (<usize>nx + 1) << 3;
  const inner = nx - 1;
  const pairs: usize = (<usize>(inner & ~1)) << 3;
  const odd = (inner & 1) != 0;
  let low = v128.load_splat<f64>(sums, LOW);
  let high = v128.load_splat<f64>(sums, HIGH);
  let sum = load<f64>(sums, SUM);
  let j = 1;
  for (; j + 1 < ny; j += 2) {
    let at: usize = <usize>j * row + 8;
    const end = at + pairs;
    let line = f64x2.splat(0);
    let above = f64x2.splat(0);
    for (; at < end; at += 16) {
      const one = around(u + at, row, rx, ry, own);
      const two = around(u + at + row, row, rx, ry, own);
      v128.store(next + at, one);
      v128.store(next + at + row, two);
      line = f64x2.add(line, one);
      above = f64x2.add(above, two);
      low = f64x2.pmin(f64x2.pmin(low, one), two);
      high = f64x2.pmax(f64x2.pmax(high, one), two);
    }
    if (odd) {
      const one = aroundOne(u + end, row, rx, ry, own);
      const two = aroundOne(u + end + row, row, rx, ry, own);
      store<f64>(next + end, one);
      store<f64>(next + end + row, two);
      line = f64x2.replace_lane(line, 0, f64x2.extract_lane(line, 0) + one);
      above = f64x2.replace_lane(above, 0, f64x2.extract_lane(above, 0) + two);
      low = f64x2.pmin(f64x2.pmin(low, f64x2.splat(one)), f64x2.splat(two));
      high = f64x2.pmax(f64x2.pmax(high, f64x2.splat(one)), f64x2.splat(two));
    }
    sum += both(line);
    sum += both(above);
  }
  if (j < ny) {
    let at: usize = <usize>j * row + 8;
    const end = at + pairs;
    let line = f64x2.splat(0);
    for (; at < end; at += 16) {
      const one = around(u + at, row, rx, ry, own);
      v128.store(next + at, one);
      line = f64x2.add(line, one);
      low = f64x2.pmin(low, one);
      high = f64x2.pmax(high, one);
    }
    if (odd) {
      const one = aroundOne(u + end, row, rx, ry, own);
      store<f64>(next + end, one);
      line = f64x2.replace_lane(line, 0, f64x2.extract_lane(line, 0) + one);
      low = f64x2.pmin(low, f64x2.splat(one));
      high = f64x2.pmax(high, f64x2.splat(one));
    }
    sum += both(line);
  }
  store<f64>(sums, sum, SUM);
  leave(sums, low, high);
}

/** The inner points of one row. */
export function bar(u: usize, next: usize, nx: i32, rx: f64, own: f64, sums: usize): void {
  const inner = nx - 1;
  const end: usize = ((<usize>(inner & ~1)) << 3) + 8;
  let low = v128.load_splat<f64>(sums, LOW);
  let high = v128.load_splat<f64>(sums, HIGH);
  let line = f64x2.splat(0);
  for (let at: usize = 8; at < end; at += 16) {
    const one = f64x2.add(f64x2.mul(f64x2.splat(rx), f64x2.add(v128.load(u + at - 8), v128.load(u + at + 8))),
      f64x2.mul(f64x2.splat(own), v128.load(u + at)));
    v128.store(next + at, one);
    line = f64x2.add(line, one);
    low = f64x2.pmin(low, one);
    high = f64x2.pmax(high, one);
  }
  if ((inner & 1) != 0) {
    const one = rx * (load<f64>(u + end - 8) + load<f64>(u + end + 8)) + own * load<f64>(u + end);
    store<f64>(next + end, one);
    line = f64x2.replace_lane(line, 0, f64x2.extract_lane(line, 0) + one);
    low = f64x2.pmin(low, f64x2.splat(one));
    high = f64x2.pmax(high, f64x2.splat(one));
  }
  store<f64>(sums, load<f64>(sums, SUM) + both(line), SUM);
  leave(sums, low, high);
}
