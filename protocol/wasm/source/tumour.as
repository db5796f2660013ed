// Steps of a growth front on a line of points with one zero before the first and one after the last. Lane 0 sums the
// first, third, ... point, lane 1 the others; the twin in tumour/scheme.ts does the same.

const LOW: usize = 0;
const HIGH: usize = 8;
const CHANGE: usize = 16;
const OUTERMOST: usize = 24;

/** The front is where the tissue is half full. */
const FRONT: f64 = 0.5;

function both(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}

/** The logistic reaction over half a step. @returns the mass that it leaves */
function react(u: usize, volumes: usize, count: i32, half: f64): f64 {
  const end: usize = (<usize>(count & ~1)) << 3;
  const one = f64x2.splat(1);
  const h = f64x2.splat(half);
  let mass = f64x2.splat(0);
  for (let at: usize = 0; at < end; at += 16) {
    const own = v128.load(u + at);
    const next = f64x2.div(own, f64x2.add(own, f64x2.mul(f64x2.sub(one, own), h)));
    v128.store(u + at, next);
    mass = f64x2.add(mass, f64x2.mul(v128.load(volumes + at), next));
  }
  if ((count & 1) != 0) {
    const own = load<f64>(u + end);
    const next = own / (own + (1 - own) * half);
    store<f64>(u + end, next);
    mass = f64x2.replace_lane(mass, 0, f64x2.extract_lane(mass, 0) + load<f64>(volumes + end) * next);
  }
  return both(mass);
}

/** As `react`, with the least and the greatest density, and where the last half full pair is. @returns the mass that it finds */
function reactWithin(u: usize, volumes: usize, count: i32, half: f64, sums: usize): f64 {
  const end: usize = (<usize>(count & ~1)) << 3;
  const one = f64x2.splat(1);
  const h = f64x2.splat(half);
  let mass = f64x2.splat(0);
  let low = f64x2.splat(load<f64>(sums, LOW));
  let high = f64x2.splat(load<f64>(sums, HIGH));
  const front = f64x2.splat(FRONT);
  let outermost: usize = 0;
  for (let at: usize = 0; at < end; at += 16) {
    const own = v128.load(u + at);
    const next = f64x2.div(own, f64x2.add(own, f64x2.mul(f64x2.sub(one, own), h)));
    v128.store(u + at, next);
    mass = f64x2.add(mass, f64x2.mul(v128.load(volumes + at), own));
    low = f64x2.min(low, next);
    high = f64x2.max(high, next);
    if (v128.any_true(f64x2.ge(next, front))) outermost = at;
  }
  if ((count & 1) != 0) {
    const own = load<f64>(u + end);
    const next = own / (own + (1 - own) * half);
    store<f64>(u + end, next);
    mass = f64x2.replace_lane(mass, 0, f64x2.extract_lane(mass, 0) + load<f64>(volumes + end) * own);
    low = f64x2.min(low, f64x2.splat(next));
    high = f64x2.max(high, f64x2.splat(next));
    if (next >= FRONT) outermost = end;
  }
  store<f64>(sums, <f64>(<i32>outermost >> 3), OUTERMOST);
  store<f64>(sums, min<f64>(f64x2.extract_lane(low, 0), f64x2.extract_lane(low, 1)), LOW);
  store<f64>(sums, max<f64>(f64x2.extract_lane(high, 0), f64x2.extract_lane(high, 1)), HIGH);
  return both(mass);
}

/** What half a step of diffusion by the present densities leaves. @param lower, upper times half a step */
function spread(u: usize, out: usize, lower: usize, upper: usize, count: i32): void {
  const end: usize = (<usize>(count & ~1)) << 3;
  for (let at: usize = 0; at < end; at += 16) {
    const own = v128.load(u + at);
    const west = f64x2.mul(v128.load(lower + at), f64x2.sub(v128.load(u + at - 8), own));
    const east = f64x2.mul(v128.load(upper + at), f64x2.sub(v128.load(u + at + 8), own));
    v128.store(out + at, f64x2.add(own, f64x2.add(west, east)));
  }
  if ((count & 1) == 0) return;
  const own = load<f64>(u + end);
  store<f64>(out + end, own + (load<f64>(lower + end) * (load<f64>(u + end - 8) - own)
    + load<f64>(upper + end) * (load<f64>(u + end + 8) - own)));
}

/** Eliminates from both ends to the middle, whose row is number `middle`, and substitutes back. */
function solve(x: usize, outward: usize, inward: usize, inverse: usize, count: i32, middle: i32): void {
  let low: usize = 0;
  let high: usize = (<usize>(count - 1)) << 3;
  const mid: usize = <usize>middle << 3;
  let a: f64 = 0;
  let b: f64 = 0;
  while (high > mid) {
    a = load<f64>(x + low) * load<f64>(inverse + low) - load<f64>(outward + low) * a;
    b = load<f64>(x + high) * load<f64>(inverse + high) - load<f64>(outward + high) * b;
    store<f64>(x + low, a);
    store<f64>(x + high, b);
    low += 8;
    high -= 8;
  }
  for (; low < mid; low += 8) {
    a = load<f64>(x + low) * load<f64>(inverse + low) - load<f64>(outward + low) * a;
    store<f64>(x + low, a);
  }
  // The middle takes from both sides: its two weights stand in its own places.
  a = load<f64>(x + mid) * load<f64>(inverse + mid) - load<f64>(outward + mid) * a - load<f64>(inward + mid) * b;
  store<f64>(x + mid, a);
  b = a;
  low = mid;
  high = mid;
  const last: usize = (<usize>(count - 1)) << 3;
  while (high < last) {
    low -= 8;
    high += 8;
    a = load<f64>(x + low) - load<f64>(inward + low) * a;
    b = load<f64>(x + high) - load<f64>(inward + high) * b;
    store<f64>(x + low, a);
    store<f64>(x + high, b);
  }
  while (low > 0) {
    low -= 8;
    a = load<f64>(x + low) - load<f64>(inward + low) * a;
    store<f64>(x + low, a);
  }
}

/** Half a reaction, diffusion by half steps from u to `out`, half a reaction. @param sums least, greatest, change of the mass */
export function strang(
  u: usize, out: usize, volumes: usize, lower: usize, upper: usize, outward: usize, inward: usize, inverse: usize, count: i32,
  middle: i32, half: f64, sums: usize,
): void {
  const before = react(u, volumes, count, half);
  spread(u, out, lower, upper, count);
  solve(out, outward, inward, inverse, count, middle);
  const after = reactWithin(out, volumes, count, half, sums);
  store<f64>(sums, after - before, CHANGE);
}

/** As `strang`, with two implicit half steps in place. */
export function damped(
  u: usize, volumes: usize, outward: usize, inward: usize, inverse: usize, count: i32, middle: i32, half: f64, sums: usize,
): void {
  const before = react(u, volumes, count, half);
  solve(u, outward, inward, inverse, count, middle);
  solve(u, outward, inward, inverse, count, middle);
  const after = reactWithin(u, volumes, count, half, sums);
  store<f64>(sums, after - before, CHANGE);
}

/** Forward Euler from u to `out`. @param lower, upper times half a step */
export function explicit(
  u: usize, out: usize, volumes: usize, lower: usize, upper: usize, count: i32, growth: f64, sums: usize,
): void {
  const end: usize = (<usize>(count & ~1)) << 3;
  const one = f64x2.splat(1);
  const two = f64x2.splat(2);
  const g = f64x2.splat(growth);
  let moved = f64x2.splat(0);
  let low = f64x2.splat(load<f64>(sums, LOW));
  let high = f64x2.splat(load<f64>(sums, HIGH));
  const front = f64x2.splat(FRONT);
  let outermost: usize = 0;
  for (let at: usize = 0; at < end; at += 16) {
    const own = v128.load(u + at);
    const west = f64x2.mul(v128.load(lower + at), f64x2.sub(v128.load(u + at - 8), own));
    const east = f64x2.mul(v128.load(upper + at), f64x2.sub(v128.load(u + at + 8), own));
    const flow = f64x2.mul(two, f64x2.add(west, east));
    const next = f64x2.add(own, f64x2.add(flow, f64x2.mul(f64x2.mul(g, own), f64x2.sub(one, own))));
    v128.store(out + at, next);
    moved = f64x2.add(moved, f64x2.mul(v128.load(volumes + at), flow));
    low = f64x2.min(low, next);
    high = f64x2.max(high, next);
    if (v128.any_true(f64x2.ge(next, front))) outermost = at;
  }
  if ((count & 1) != 0) {
    const own = load<f64>(u + end);
    const west = load<f64>(lower + end) * (load<f64>(u + end - 8) - own);
    const east = load<f64>(upper + end) * (load<f64>(u + end + 8) - own);
    const flow = 2 * (west + east);
    const next = own + (flow + growth * own * (1 - own));
    store<f64>(out + end, next);
    moved = f64x2.replace_lane(moved, 0, f64x2.extract_lane(moved, 0) + load<f64>(volumes + end) * flow);
    low = f64x2.min(low, f64x2.splat(next));
    high = f64x2.max(high, f64x2.splat(next));
    if (next >= FRONT) outermost = end;
  }
  store<f64>(sums, <f64>(<i32>outermost >> 3), OUTERMOST);
  store<f64>(sums, min<f64>(f64x2.extract_lane(low, 0), f64x2.extract_lane(low, 1)), LOW);
  store<f64>(sums, max<f64>(f64x2.extract_lane(high, 0), f64x2.extract_lane(high, 1)), HIGH);
  store<f64>(sums, both(moved), CHANGE);
}
