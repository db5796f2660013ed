// SHA-256 (FIPS 180-4) of many short messages, four side by side: each lane has a message of its own. The twin hashes them one by one
// with the platform's own function.

// The first 32 bits of the fractions of the cube roots of the first 64 primes.
const K: usize = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
// The schedule, and the states.
const W: usize = memory.data(64 * 16, 16);
const S: usize = memory.data(8 * 16, 16);

// @ts-ignore: decorator
@inline
function turned(x: v128, bits: i32): v128 {
  return v128.or(i32x4.shr_u(x, bits), i32x4.shl(x, 32 - bits));
}

// @ts-ignore: decorator
@inline
function add(x: v128, y: v128): v128 {
  return i32x4.add(x, y);
}

// @ts-ignore: decorator
@inline
function swapped(x: v128): v128 {
  return i8x16.shuffle(x, x, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}

/** Words 4 n to 4 n + 3 of the four blocks. */
// @ts-ignore: decorator
@inline
function words(b0: usize, b1: usize, b2: usize, b3: usize, n: usize): void {
  const x0 = swapped(v128.load(b0 + (n << 4)));
  const x1 = swapped(v128.load(b1 + (n << 4)));
  const x2 = swapped(v128.load(b2 + (n << 4)));
  const x3 = swapped(v128.load(b3 + (n << 4)));
  const low01 = i32x4.shuffle(x0, x1, 0, 4, 1, 5);
  const high01 = i32x4.shuffle(x0, x1, 2, 6, 3, 7);
  const low23 = i32x4.shuffle(x2, x3, 0, 4, 1, 5);
  const high23 = i32x4.shuffle(x2, x3, 2, 6, 3, 7);
  const at = W + (n << 6);
  v128.store(at, i64x2.shuffle(low01, low23, 0, 2));
  v128.store(at + 16, i64x2.shuffle(low01, low23, 1, 3));
  v128.store(at + 32, i64x2.shuffle(high01, high23, 0, 2));
  v128.store(at + 48, i64x2.shuffle(high01, high23, 1, 3));
}

// @ts-ignore: decorator
@inline
function first(e: v128, f: v128, g: v128, h: v128, t: usize): v128 {
  const sum = v128.xor(v128.xor(turned(e, 6), turned(e, 11)), turned(e, 25));
  const input = add(v128.load(W + (t << 4)), v128.load32_splat(K + (t << 2)));
  return add(add(h, sum), add(v128.bitselect(f, g, e), input));
}

// @ts-ignore: decorator
@inline
function second(a: v128, b: v128, c: v128): v128 {
  const sum = v128.xor(v128.xor(turned(a, 2), turned(a, 13)), turned(a, 22));
  return add(sum, v128.bitselect(c, a, v128.xor(a, b)));
}

/** One block of each lane into the states at S. */
function compress(b0: usize, b1: usize, b2: usize, b3: usize): void {
  words(b0, b1, b2, b3, 0);
  words(b0, b1, b2, b3, 1);
  words(b0, b1, b2, b3, 2);
  words(b0, b1, b2, b3, 3);
  for (let at = W + 256; at < W + 1024; at += 16) {
    const x = v128.load(at - 240);
    const y = v128.load(at - 32);
    const small0 = v128.xor(v128.xor(turned(x, 7), turned(x, 18)), i32x4.shr_u(x, 3));
    const small1 = v128.xor(v128.xor(turned(y, 17), turned(y, 19)), i32x4.shr_u(y, 10));
    v128.store(at, add(add(v128.load(at - 256), small0), add(v128.load(at - 112), small1)));
  }
  let a = v128.load(S), b = v128.load(S, 16), c = v128.load(S, 32), d = v128.load(S, 48);
  let e = v128.load(S, 64), f = v128.load(S, 80), g = v128.load(S, 96), h = v128.load(S, 112);
  for (let t: usize = 0; t < 64; t += 8) {
    h = first(e, f, g, h, t);
    d = add(d, h);
    h = add(h, second(a, b, c));
    g = first(d, e, f, g, t + 1);
    c = add(c, g);
    g = add(g, second(h, a, b));
    f = first(c, d, e, f, t + 2);
    b = add(b, f);
    f = add(f, second(g, h, a));
    e = first(b, c, d, e, t + 3);
    a = add(a, e);
    e = add(e, second(f, g, h));
    d = first(a, b, c, d, t + 4);
    h = add(h, d);
    d = add(d, second(e, f, g));
    c = first(h, a, b, c, t + 5);
    g = add(g, c);
    c = add(c, second(d, e, f));
    b = first(g, h, a, b, t + 6);
    f = add(f, b);
    b = add(b, second(c, d, e));
    a = first(f, g, h, a, t + 7);
    e = add(e, a);
    a = add(a, second(b, c, d));
  }
  v128.store(S, add(v128.load(S), a));
  v128.store(S, add(v128.load(S, 16), b), 16);
  v128.store(S, add(v128.load(S, 32), c), 32);
  v128.store(S, add(v128.load(S, 48), d), 48);
  v128.store(S, add(v128.load(S, 64), e), 64);
  v128.store(S, add(v128.load(S, 80), f), 80);
  v128.store(S, add(v128.load(S, 96), g), 96);
  v128.store(S, add(v128.load(S, 112), h), 112);
}

/**
 * Digests of messages that differ by one part of theirs.
 * @param state eight words, what came before the blocks; kept
 * @param form four times the blocks of a message, padded to its end, with room for the part; it is written into
 * @param blocks of a message @param offset of the part in it
 * @param parts one after the other, with three more to read behind the last @param bytes of a part, a multiple of 16
 * @param out 32 bytes a digest, with room for three more
 */
export function digests(state: usize, form: usize, blocks: i32, offset: i32, parts: usize, bytes: i32, count: i32, out: usize): void {
  const length = <usize>blocks << 6;
  const room = form + <usize>offset;
  let part = parts;
  for (let i = 0; i < count; i += 4) {
    for (let lane: usize = 0; lane < 4; lane++) {
      const at = room + lane * length;
      for (let k: usize = 0; k < <usize>bytes; k += 16) v128.store(at + k, v128.load(part + k));
      part += <usize>bytes;
    }
    for (let word: usize = 0; word < 8; word++) v128.store(S + (word << 4), v128.load32_splat(state + (word << 2)));
    for (let at = form; at < form + length; at += 64) compress(at, at + length, at + 2 * length, at + 3 * length);
    written(out + (<usize>i << 5), 0);
    written(out + (<usize>i << 5) + 16, 64);
  }
}

/** Four words of each lane's state, 32 bytes from lane to lane. */
// @ts-ignore: decorator
@inline
function written(out: usize, at: usize): void {
  const x0 = v128.load(S + at), x1 = v128.load(S + at + 16), x2 = v128.load(S + at + 32), x3 = v128.load(S + at + 48);
  const low01 = i32x4.shuffle(x0, x1, 0, 4, 1, 5);
  const high01 = i32x4.shuffle(x0, x1, 2, 6, 3, 7);
  const low23 = i32x4.shuffle(x2, x3, 0, 4, 1, 5);
  const high23 = i32x4.shuffle(x2, x3, 2, 6, 3, 7);
  v128.store(out, swapped(i64x2.shuffle(low01, low23, 0, 2)));
  v128.store(out + 32, swapped(i64x2.shuffle(low01, low23, 1, 3)));
  v128.store(out + 64, swapped(i64x2.shuffle(high01, high23, 0, 2)));
  v128.store(out + 96, swapped(i64x2.shuffle(high01, high23, 1, 3)));
}

/** Lower-case hex digits of bytes. @param bytes a multiple of 16 */
export function hex(from: usize, bytes: i32, out: usize): void {
  const digits = i8x16(48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102);
  const low = i8x16.splat(15);
  for (let at: usize = 0; at < <usize>bytes; at += 16) {
    const x = v128.load(from + at);
    const high = v128.swizzle(digits, v128.and(i16x8.shr_u(x, 4), low));
    const rest = v128.swizzle(digits, v128.and(x, low));
    v128.store(out + (at << 1), i8x16.shuffle(high, rest, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    v128.store(out + (at << 1) + 16, i8x16.shuffle(high, rest, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
  }
}
