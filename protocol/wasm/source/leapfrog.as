// One leap of a scalar field on a periodic lattice of any dimension, two sites of a row at a time. Sites with an even place in
// their row are summed apart from the others; the twin in lattice/leapfrog.ts does the same.

const OF_TOTAL: usize = 0;
const OF_LOST: usize = 8;
const LEAST: usize = 16;

// @ts-ignore: decorator
@inline
function made(u: v128, lap: v128, old: v128, cube: v128, inverse: f64, mu2: f64, dt2: f64): v128 {
  const linear = f64x2.sub(f64x2.mul(f64x2.splat(inverse), lap), f64x2.mul(f64x2.splat(mu2), u));
  const ahead = f64x2.add(f64x2.add(u, u), f64x2.mul(f64x2.splat(dt2), linear));
  return f64x2.sub(f64x2.div(ahead, f64x2.add(f64x2.splat(1), cube)), old);
}

// @ts-ignore: decorator
@inline
function energy(u: v128, lap: v128, ahead: v128, square: v128, inverse: f64, mu2: f64, perDt2: f64, halfLambda: f64): v128 {
  const linear = f64x2.sub(f64x2.mul(f64x2.splat(inverse), lap), f64x2.mul(f64x2.splat(mu2), u));
  const rate = f64x2.sub(ahead, u);
  const bound = f64x2.mul(f64x2.mul(f64x2.splat(halfLambda), ahead), square);
  return f64x2.sub(f64x2.mul(f64x2.mul(rate, rate), f64x2.splat(perDt2)), f64x2.mul(ahead, f64x2.sub(linear, bound)));
}

// @ts-ignore: decorator
@inline
function pair(at: usize): v128 {
  return v128.load(at);
}

// @ts-ignore: decorator
@inline
function one(at: usize): v128 {
  return v128.load64_zero(at);
}

/** What the slower axes add, in the order of the table; `row` is the site's place within its row, in bytes. */
// @ts-ignore: decorator
@inline
function across(lap: v128, now: usize, rows: usize, slow: i32, row: usize, wide: bool): v128 {
  let sum = lap;
  for (let a = 0; a < slow; a++) {
    const up = now + ((<usize>load<i32>(rows + (<usize>a << 3))) << 3) + row;
    const down = now + ((<usize>load<i32>(rows + (<usize>a << 3) + 4)) << 3) + row;
    sum = f64x2.add(sum, wide ? f64x2.add(pair(up), pair(down)) : f64x2.add(one(up), one(down)));
  }
  return sum;
}

/**
 * @param rows for each row and each slower axis, where the rows above and below begin; in sites
 * @param middle twice the number of axes @param sums total and what it lost, added to; least of half dt^2 lambda phi^2, lowered
 */
export function leap(
  now: usize, before: usize, next: usize, rows: usize, slow: i32, width: i32, count: i32, inverse: f64, middle: f64, mu2: f64, dt2: f64,
  perDt2: f64, halfCube: f64, halfLambda: f64, sums: usize,
): void {
  const bytes: usize = <usize>width << 3;
  const last = bytes - 8;
  const pairsEnd: usize = 8 + (<usize>((width - 2) >> 1) << 4);
  const m = f64x2.splat(middle);
  const h = f64x2.splat(halfCube);
  let least = f64x2.splat(load<f64>(sums, LEAST));
  let total = load<f64>(sums, OF_TOTAL);
  let lost = load<f64>(sums, OF_LOST);
  for (let j = 0; j < count; j++) {
    const at: usize = <usize>j * bytes;
    const table: usize = rows + (<usize>(j * slow) << 3);
    const row = now + at;
    let plain = true;
    let up: usize = 0;
    let down: usize = 0;
    if (slow == 1) {
      up = now + ((<usize>load<i32>(table)) << 3);
      down = now + ((<usize>load<i32>(table, 4)) << 3);
      plain = false;
    }
    // Lane 0 holds sites with an odd place.
    let sum = f64x2.splat(0);
    for (let x: usize = 8; x < pairsEnd; x += 16) {
      const u = pair(row + x);
      let lap = f64x2.sub(f64x2.add(pair(row + x - 8), pair(row + x + 8)), f64x2.mul(m, u));
      if (plain) lap = across(lap, now, table, slow, x, true);
      else lap = f64x2.add(lap, f64x2.add(pair(up + x), pair(down + x)));
      const square = f64x2.mul(u, u);
      const cube = f64x2.mul(h, square);
      least = f64x2.pmin(least, cube);
      const ahead = made(u, lap, pair(before + at + x), cube, inverse, mu2, dt2);
      v128.store(next + at + x, ahead);
      sum = f64x2.add(sum, energy(u, lap, ahead, square, inverse, mu2, perDt2, halfLambda));
    }
    let odd = f64x2.extract_lane(sum, 0);
    let even = f64x2.extract_lane(sum, 1);
    // The ends of the row, and the site before the last where no pair held it.
    let x: usize = pairsEnd;
    for (;;) {
      if (x > last) x = 0;
      const u = one(row + x);
      const west = one(row + (x == 0 ? last : x - 8));
      const east = one(row + (x == last ? 0 : x + 8));
      const lap = across(f64x2.sub(f64x2.add(west, east), f64x2.mul(m, u)), now, table, slow, x, false);
      const square = f64x2.mul(u, u);
      const cube = f64x2.mul(h, square);
      least = f64x2.pmin(least, f64x2.splat(f64x2.extract_lane(cube, 0)));
      const ahead = made(u, lap, one(before + at + x), cube, inverse, mu2, dt2);
      store<f64>(next + at + x, f64x2.extract_lane(ahead, 0));
      const part = f64x2.extract_lane(energy(u, lap, ahead, square, inverse, mu2, perDt2, halfLambda), 0);
      if ((x & 8) != 0) odd += part;
      else even += part;
      if (x == 0) break;
      x += 8;
    }
    const gained = odd + even;
    const grown = total + gained;
    lost += abs(total) >= abs(gained) ? (total - grown) + gained : (gained - grown) + total;
    total = grown;
  }
  const first = f64x2.extract_lane(least, 0);
  const second = f64x2.extract_lane(least, 1);
  store<f64>(sums, second < first ? second : first, LEAST);
  store<f64>(sums, total, OF_TOTAL);
  store<f64>(sums, lost, OF_LOST);
}
