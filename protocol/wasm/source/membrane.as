// One leapfrog step of the wave equation on padded rows, two points of two rows at a time; the new level takes the place of
// the one before. Lane 0 sums the energy of the first, third, ... point of a row, lane 1 that of the others; the twin in
// wave/leapfrog.ts does the same.

@inline
function both(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}

/** @returns the energy of two points */
@inline
function go(u: usize, before: usize, row: usize, ax: f64, ay: f64, out: f64): v128 {
  const own = v128.load(u);
  const x = f64x2.mul(f64x2.splat(ax), f64x2.add(v128.load(u - 8), v128.load(u + 8)));
  const y = f64x2.mul(f64x2.splat(ay), f64x2.add(v128.load(u - row), v128.load(u + row)));
  const lap = f64x2.sub(f64x2.add(x, y), f64x2.mul(f64x2.splat(out), own));
  const next = f64x2.add(f64x2.sub(f64x2.add(own, own), v128.load(before)), lap);
  v128.store(before, next);
  const change = f64x2.sub(next, own);
  return f64x2.sub(f64x2.mul(change, change), f64x2.mul(next, lap));
}

@inline
function goOne(u: usize, before: usize, row: usize, ax: f64, ay: f64, out: f64): f64 {
  const own = load<f64>(u);
  const x = ax * (load<f64>(u - 8) + load<f64>(u + 8));
  const y = ay * (load<f64>(u - row) + load<f64>(u + row));
  const lap = (x + y) - out * own;
  const next = ((own + own) - load<f64>(before)) + lap;
  store<f64>(before, next);
  const change = next - own;
  return change * change - next * lap;
}

@inline
function withOne(lanes: v128, energy: f64): v128 {
  return f64x2.replace_lane(lanes, 0, f64x2.extract_lane(lanes, 0) + energy);
}

/** Rows 1 to my of mx points and two ghosts. @param energies of each row, from the first on */
export function rows(u: usize, before: usize, mx: i32, my: i32, ax: f64, ay: f64, energies: usize): void {
  const row: usize = (<usize>mx + 2) << 3;
  const pairs: usize = (<usize>(mx & ~1)) << 3;
  const odd = (mx & 1) != 0;
  const out = 2 * (ax + ay);
  let j = 1;
  for (; j < my; j += 2) {
    let at: usize = <usize>j * row + 8;
    const end = at + pairs;
    let one = f64x2.splat(0);
    let two = f64x2.splat(0);
    for (; at < end; at += 16) {
      one = f64x2.add(one, go(u + at, before + at, row, ax, ay, out));
      two = f64x2.add(two, go(u + at + row, before + at + row, row, ax, ay, out));
    }
    if (odd) {
      one = withOne(one, goOne(u + end, before + end, row, ax, ay, out));
      two = withOne(two, goOne(u + end + row, before + end + row, row, ax, ay, out));
    }
    store<f64>(energies, both(one));
    store<f64>(energies + 8, both(two));
    energies += 16;
  }
  if (j > my) return;
  let at: usize = <usize>j * row + 8;
  const end = at + pairs;
  let one = f64x2.splat(0);
  for (; at < end; at += 16) one = f64x2.add(one, go(u + at, before + at, row, ax, ay, out));
  if (odd) one = withOne(one, goOne(u + end, before + end, row, ax, ay, out));
  store<f64>(energies, both(one));
}
