// Links of SU(2) for two chains side by side: unit quaternions, four vectors each, whose lanes are the chains. Both chains draw
// from their own stream of Philox4x32-10. The twin is the chain of gauge/chain.ts with the group of gauge/group.ts, one at a time.

const LINK: usize = 6;

// A stream: the block drawn next, key, stream, the place in the numbers at hand, and those numbers.
const BLOCK_NEXT: usize = 0;
const KEY: usize = 8;
const STREAM: usize = 16;
const PLACE: usize = 24;
const NUMBERS: usize = 32;
const NUMBERS_HELD: i32 = 256;

// Scratch: the quaternions drawn for either chain.
const DRAWN: usize = 0;
const OTHER: usize = 32;

const TWO_NEG_53: f64 = 1.0 / 9007199254740992.0;
const LN2_1: f64 = 0.6931471805598903;
const LN2_2: f64 = 5.497923018708371e-14;
const TURN: f64 = 1.4140625;
const SMALL: f64 = 1.5;

/** The next numbers of a stream. */
function refill(stream: usize): void {
  let block = load<u64>(stream + BLOCK_NEXT);
  const key0 = <u64>load<u32>(stream + KEY);
  const key1 = <u64>load<u32>(stream + KEY + 4);
  const s0 = <u64>load<u32>(stream + STREAM);
  const s1 = <u64>load<u32>(stream + STREAM + 4);
  const end = stream + NUMBERS + (<usize>NUMBERS_HELD << 3);
  for (let at = stream + NUMBERS; at < end; at += 16) {
    let c0 = block & 0xffffffff;
    let c1 = block >> 32;
    let c2 = s0;
    let c3 = s1;
    let k0 = key0;
    let k1 = key1;
    for (let round = 0; round < 10; round++) {
      const a = 0xd2511f53 * c0;
      const b = 0xcd9e8d57 * c2;
      c0 = (b >> 32) ^ c1 ^ k0;
      c1 = b & 0xffffffff;
      c2 = (a >> 32) ^ c3 ^ k1;
      c3 = a & 0xffffffff;
      k0 = (k0 + 0x9e3779b9) & 0xffffffff;
      k1 = (k1 + 0xbb67ae85) & 0xffffffff;
    }
    store<f64>(at, (<f64>(((c0 >> 5) << 26) | (c1 >> 6)) + 0.5) * TWO_NEG_53);
    store<f64>(at + 8, (<f64>(((c2 >> 5) << 26) | (c3 >> 6)) + 0.5) * TWO_NEG_53);
    block++;
  }
  store<u64>(stream + BLOCK_NEXT, block);
}

// @ts-ignore: decorator
@inline
function uniform(stream: usize): f64 {
  let place = load<i32>(stream + PLACE);
  if (place == NUMBERS_HELD) {
    refill(stream);
    place = 0;
  }
  store<i32>(stream + PLACE, place + 1);
  return load<f64>(stream + NUMBERS + (<usize>place << 3));
}

/** Numbers of a stream from its next block on, and the place among them. */
export function fill(stream: usize, place: i32): void {
  refill(stream);
  store<i32>(stream + PLACE, place);
}

/** -log x of a normal number below 1; protocol/math/random/exponential.ts has the twin. */
// @ts-ignore: decorator
@inline
function exponential(x: f64): f64 {
  const bits = reinterpret<i64>(x);
  let e = <f64>(<i32>(bits >> 52) - 1023);
  let m = reinterpret<f64>((bits & 0xfffffffffffff) | 0x3ff0000000000000);
  if (m > TURN) {
    m *= 0.5;
    e += 1;
  }
  const f = (m - 1) / (m + 1);
  const g = f * f;
  const tail = ((((((((((1.0 / 21 * g + 1.0 / 19) * g + 1.0 / 17) * g + 1.0 / 15) * g + 1.0 / 13) * g + 1.0 / 11) * g + 1.0 / 9) * g
    + 1.0 / 7) * g + 1.0 / 5) * g + 1.0 / 3) * g);
  return -(e * LN2_1 + (2 * f + (2 * f * tail + e * LN2_2)));
}

/** First component of a unit quaternion of strength k. */
// @ts-ignore: decorator
@inline
function cosine(k: f64, stream: usize): f64 {
  let found = NaN;
  while (found != found) {
    if (k < SMALL) {
      const a = 2 * uniform(stream) - 1;
      const v = uniform(stream);
      const e = exponential(uniform(stream));
      if (v * v <= 1 - a * a && k * (1 - a) <= e) found = a;
    } else {
      const x = 2 * uniform(stream) - 1;
      const y = 2 * uniform(stream) - 1;
      const s = x * x + y * y;
      if (s <= 1 && s > 0) {
        const e = exponential(s);
        const delta = (e + x * x / s * exponential(uniform(stream))) / k;
        const v = uniform(stream);
        if (v * v <= 1 - delta / 2) found = 1 - delta;
      }
    }
  }
  return found;
}

/** A unit quaternion of the heat bath of strength k. */
function draw(k: f64, stream: usize, out: usize): void {
  const a = cosine(k, stream);
  const size = sqrt(max<f64>(0, 1 - a * a));
  for (;;) {
    const x = 2 * uniform(stream) - 1;
    const y = 2 * uniform(stream) - 1;
    const s = x * x + y * y;
    if (s >= 1) continue;
    const w = 2 * sqrt(1 - s);
    store<f64>(out, a);
    store<f64>(out + 8, size * x * w);
    store<f64>(out + 16, size * y * w);
    store<f64>(out + 24, size * (1 - 2 * s));
    return;
  }
}

// The four components of a product.

// @ts-ignore: decorator
@inline
function product0(a0: v128, a1: v128, a2: v128, a3: v128, b0: v128, b1: v128, b2: v128, b3: v128): v128 {
  return f64x2.sub(f64x2.sub(f64x2.sub(f64x2.mul(a0, b0), f64x2.mul(a1, b1)), f64x2.mul(a2, b2)), f64x2.mul(a3, b3));
}

// @ts-ignore: decorator
@inline
function product1(a0: v128, a1: v128, a2: v128, a3: v128, b0: v128, b1: v128, b2: v128, b3: v128): v128 {
  return f64x2.add(f64x2.sub(f64x2.add(f64x2.mul(a0, b1), f64x2.mul(a1, b0)), f64x2.mul(a2, b3)), f64x2.mul(a3, b2));
}

// @ts-ignore: decorator
@inline
function product2(a0: v128, a1: v128, a2: v128, a3: v128, b0: v128, b1: v128, b2: v128, b3: v128): v128 {
  return f64x2.add(f64x2.sub(f64x2.add(f64x2.mul(a0, b2), f64x2.mul(a2, b0)), f64x2.mul(a3, b1)), f64x2.mul(a1, b3));
}

// @ts-ignore: decorator
@inline
function product3(a0: v128, a1: v128, a2: v128, a3: v128, b0: v128, b1: v128, b2: v128, b3: v128): v128 {
  return f64x2.add(f64x2.sub(f64x2.add(f64x2.mul(a0, b3), f64x2.mul(a3, b0)), f64x2.mul(a1, b2)), f64x2.mul(a2, b1));
}

// @ts-ignore: decorator
@inline
function part(link: usize, k: usize): v128 {
  return v128.load(link + (k << 4));
}

/** A part of the conjugate. */
// @ts-ignore: decorator
@inline
function neg(link: usize, k: usize): v128 {
  return f64x2.neg(v128.load(link + (k << 4)));
}

// @ts-ignore: decorator
@inline
function at(links: usize, x: i32, d: i32, mu: i32): usize {
  return links + (<usize>(x * d + mu) << LINK);
}

// @ts-ignore: decorator
@inline
function step(table: usize, x: i32, d: i32, mu: i32): i32 {
  return load<i32>(table + (<usize>(x * d + mu) << 2));
}

/** Sum over the plaquettes of a link of what multiplies it, into four vectors at `staple`. */
// @ts-ignore: decorator
@inline
function gather(links: usize, d: i32, up: usize, down: usize, x: i32, mu: i32, staple: usize): void {
  let t0 = f64x2.splat(0);
  let t1 = t0;
  let t2 = t0;
  let t3 = t0;
  const xm = step(up, x, d, mu);
  for (let nu = 0; nu < d; nu++) {
    if (nu == mu) continue;
    const xn = step(up, x, d, nu);
    const back = step(down, x, d, nu);
    let p = at(links, xm, d, nu);
    let q = at(links, xn, d, mu);
    let p0 = part(p, 0);
    let p1 = part(p, 1);
    let p2 = part(p, 2);
    let p3 = part(p, 3);
    let q0 = part(q, 0);
    let q1 = neg(q, 1);
    let q2 = neg(q, 2);
    let q3 = neg(q, 3);
    let a0 = product0(p0, p1, p2, p3, q0, q1, q2, q3);
    let a1 = product1(p0, p1, p2, p3, q0, q1, q2, q3);
    let a2 = product2(p0, p1, p2, p3, q0, q1, q2, q3);
    let a3 = product3(p0, p1, p2, p3, q0, q1, q2, q3);
    q = at(links, x, d, nu);
    q0 = part(q, 0);
    q1 = neg(q, 1);
    q2 = neg(q, 2);
    q3 = neg(q, 3);
    t0 = f64x2.add(t0, product0(a0, a1, a2, a3, q0, q1, q2, q3));
    t1 = f64x2.add(t1, product1(a0, a1, a2, a3, q0, q1, q2, q3));
    t2 = f64x2.add(t2, product2(a0, a1, a2, a3, q0, q1, q2, q3));
    t3 = f64x2.add(t3, product3(a0, a1, a2, a3, q0, q1, q2, q3));
    p = at(links, step(down, xm, d, nu), d, nu);
    q = at(links, back, d, mu);
    p0 = part(p, 0);
    p1 = neg(p, 1);
    p2 = neg(p, 2);
    p3 = neg(p, 3);
    q0 = part(q, 0);
    q1 = neg(q, 1);
    q2 = neg(q, 2);
    q3 = neg(q, 3);
    a0 = product0(p0, p1, p2, p3, q0, q1, q2, q3);
    a1 = product1(p0, p1, p2, p3, q0, q1, q2, q3);
    a2 = product2(p0, p1, p2, p3, q0, q1, q2, q3);
    a3 = product3(p0, p1, p2, p3, q0, q1, q2, q3);
    q = at(links, back, d, nu);
    q0 = part(q, 0);
    q1 = part(q, 1);
    q2 = part(q, 2);
    q3 = part(q, 3);
    t0 = f64x2.add(t0, product0(a0, a1, a2, a3, q0, q1, q2, q3));
    t1 = f64x2.add(t1, product1(a0, a1, a2, a3, q0, q1, q2, q3));
    t2 = f64x2.add(t2, product2(a0, a1, a2, a3, q0, q1, q2, q3));
    t3 = f64x2.add(t3, product3(a0, a1, a2, a3, q0, q1, q2, q3));
  }
  v128.store(staple, t0);
  v128.store(staple + 16, t1);
  v128.store(staple + 32, t2);
  v128.store(staple + 48, t3);
}

// @ts-ignore: decorator
@inline
function sizeOf(a0: v128, a1: v128, a2: v128, a3: v128): v128 {
  return f64x2.sqrt(f64x2.add(f64x2.add(f64x2.add(f64x2.mul(a0, a0), f64x2.mul(a1, a1)), f64x2.mul(a2, a2)), f64x2.mul(a3, a3)));
}

// @ts-ignore: decorator
@inline
function both(one: usize, other: usize): v128 {
  return v128.load64_lane(other, v128.load64_zero(one), 1);
}

// @ts-ignore: decorator
@inline
function put(link: usize, keep: v128, k: usize, made: v128, kept: v128): void {
  v128.store(link + (k << 4), v128.bitselect(kept, made, keep));
}

/** Links of sites `from` to `to` by the heat bath. @param work 128 bytes */
export function bath(
  links: usize, d: i32, up: usize, down: usize, from: i32, to: i32, beta: f64, stream: usize, other: usize, work: usize,
): void {
  const staple = work + 64;
  for (let x = from; x < to; x++) {
    for (let mu = 0; mu < d; mu++) {
      gather(links, d, up, down, x, mu, staple);
      const s0 = part(staple, 0);
      const s1 = part(staple, 1);
      const s2 = part(staple, 2);
      const s3 = part(staple, 3);
      const size = sizeOf(s0, s1, s2, s3);
      const strength = f64x2.mul(f64x2.splat(beta), size);
      draw(f64x2.extract_lane(strength, 0), stream, work + DRAWN);
      draw(f64x2.extract_lane(strength, 1), other, work + OTHER);
      const g0 = both(work + DRAWN, work + OTHER);
      const g1 = both(work + DRAWN + 8, work + OTHER + 8);
      const g2 = both(work + DRAWN + 16, work + OTHER + 16);
      const g3 = both(work + DRAWN + 24, work + OTHER + 24);
      const u0 = f64x2.div(s0, size);
      const u1 = f64x2.neg(f64x2.div(s1, size));
      const u2 = f64x2.neg(f64x2.div(s2, size));
      const u3 = f64x2.neg(f64x2.div(s3, size));
      const none = f64x2.eq(size, f64x2.splat(0));
      const link = at(links, x, d, mu);
      put(link, none, 0, product0(g0, g1, g2, g3, u0, u1, u2, u3), g0);
      put(link, none, 1, product1(g0, g1, g2, g3, u0, u1, u2, u3), g1);
      put(link, none, 2, product2(g0, g1, g2, g3, u0, u1, u2, u3), g2);
      put(link, none, 3, product3(g0, g1, g2, g3, u0, u1, u2, u3), g3);
    }
  }
}

/** The same links overrelaxed. @param work 128 bytes */
export function relax(links: usize, d: i32, up: usize, down: usize, from: i32, to: i32, work: usize): void {
  const staple = work + 64;
  for (let x = from; x < to; x++) {
    for (let mu = 0; mu < d; mu++) {
      gather(links, d, up, down, x, mu, staple);
      const s0 = part(staple, 0);
      const s1 = part(staple, 1);
      const s2 = part(staple, 2);
      const s3 = part(staple, 3);
      const size = sizeOf(s0, s1, s2, s3);
      const u0 = f64x2.div(s0, size);
      const u1 = f64x2.neg(f64x2.div(s1, size));
      const u2 = f64x2.neg(f64x2.div(s2, size));
      const u3 = f64x2.neg(f64x2.div(s3, size));
      const link = at(links, x, d, mu);
      const l0 = part(link, 0);
      const l1 = neg(link, 1);
      const l2 = neg(link, 2);
      const l3 = neg(link, 3);
      const a0 = product0(u0, u1, u2, u3, l0, l1, l2, l3);
      const a1 = product1(u0, u1, u2, u3, l0, l1, l2, l3);
      const a2 = product2(u0, u1, u2, u3, l0, l1, l2, l3);
      const a3 = product3(u0, u1, u2, u3, l0, l1, l2, l3);
      const none = f64x2.eq(size, f64x2.splat(0));
      put(link, none, 0, product0(a0, a1, a2, a3, u0, u1, u2, u3), l0);
      put(link, none, 1, product1(a0, a1, a2, a3, u0, u1, u2, u3), f64x2.neg(l1));
      put(link, none, 2, product2(a0, a1, a2, a3, u0, u1, u2, u3), f64x2.neg(l2));
      put(link, none, 3, product3(a0, a1, a2, a3, u0, u1, u2, u3), f64x2.neg(l3));
    }
  }
}

/** Sums of all plaquettes' first components, into `out`. */
export function plaquettes(links: usize, d: i32, up: usize, sites: i32, out: usize): void {
  let total = f64x2.splat(0);
  for (let mu = 0; mu < d; mu++) {
    for (let nu = mu + 1; nu < d; nu++) {
      for (let x = 0; x < sites; x++) {
        let p = at(links, x, d, mu);
        let q = at(links, step(up, x, d, mu), d, nu);
        const p0 = part(p, 0);
        const p1 = part(p, 1);
        const p2 = part(p, 2);
        const p3 = part(p, 3);
        let q0 = part(q, 0);
        let q1 = part(q, 1);
        let q2 = part(q, 2);
        let q3 = part(q, 3);
        const a0 = product0(p0, p1, p2, p3, q0, q1, q2, q3);
        const a1 = product1(p0, p1, p2, p3, q0, q1, q2, q3);
        const a2 = product2(p0, p1, p2, p3, q0, q1, q2, q3);
        const a3 = product3(p0, p1, p2, p3, q0, q1, q2, q3);
        q = at(links, step(up, x, d, nu), d, mu);
        q0 = part(q, 0);
        q1 = neg(q, 1);
        q2 = neg(q, 2);
        q3 = neg(q, 3);
        const b0 = product0(a0, a1, a2, a3, q0, q1, q2, q3);
        const b1 = product1(a0, a1, a2, a3, q0, q1, q2, q3);
        const b2 = product2(a0, a1, a2, a3, q0, q1, q2, q3);
        const b3 = product3(a0, a1, a2, a3, q0, q1, q2, q3);
        p = at(links, x, d, nu);
        total = f64x2.add(total, product0(b0, b1, b2, b3, part(p, 0), neg(p, 1), neg(p, 2), neg(p, 3)));
      }
    }
  }
  v128.store(out, total);
}

/** Takes rounding off all links. @param out the largest departure of either chain, raised */
export function project(links: usize, count: i32, out: usize): void {
  let most = v128.load(out);
  const one = f64x2.splat(1);
  for (let i = 0; i < count; i++) {
    const link = links + (<usize>i << LINK);
    const a0 = part(link, 0);
    const a1 = part(link, 1);
    const a2 = part(link, 2);
    const a3 = part(link, 3);
    const s = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(a0, a0), f64x2.mul(a1, a1)), f64x2.mul(a2, a2)), f64x2.mul(a3, a3));
    const scale = f64x2.div(one, f64x2.sqrt(s));
    v128.store(link, f64x2.mul(a0, scale));
    v128.store(link + 16, f64x2.mul(a1, scale));
    v128.store(link + 32, f64x2.mul(a2, scale));
    v128.store(link + 48, f64x2.mul(a3, scale));
    most = f64x2.max(most, f64x2.abs(f64x2.sub(s, one)));
  }
  v128.store(out, most);
}
