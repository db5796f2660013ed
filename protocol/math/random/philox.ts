/**
 * Philox4x32-10, a counter-based generator: draw number n of stream s under a seed is a function of (seed, s, n) alone,
 * so scheduling cannot change it and a run goes on anywhere.
 * Source: Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3 (SC 2011).
 */

export const PHILOX_NAME = "philox4x32-10";

const M0 = 0xd2511f53;
const M1 = 0xcd9e8d57;
const W0 = 0x9e3779b9;
const W1 = 0xbb67ae85;
const ROUNDS = 10;
const TWO_32 = 4_294_967_296;

/** High half of the 64-bit product of two 32-bit words. Every sum of parts stays below 2^32, so words hold it exactly. */
function high(a: number, b: number): number {
  const al = a & 0xffff;
  const ah = a >>> 16;
  const bl = b & 0xffff;
  const bh = b >>> 16;
  const middle = (Math.imul(ah, bl) + (Math.imul(al, bl) >>> 16)) >>> 0;
  const cross = (Math.imul(al, bh) + (middle & 0xffff)) >>> 0;
  return (Math.imul(ah, bh) + (middle >>> 16) + (cross >>> 16)) >>> 0;
}

/** Encrypts the four words of `counter` into `out` under a key of two words. */
export function philox(counter: ArrayLike<number>, key0: number, key1: number, out: Uint32Array): void {
  let c0 = counter[0]! >>> 0;
  let c1 = counter[1]! >>> 0;
  let c2 = counter[2]! >>> 0;
  let c3 = counter[3]! >>> 0;
  let k0 = key0 >>> 0;
  let k1 = key1 >>> 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const h0 = high(M0, c0);
    const l0 = Math.imul(M0, c0) >>> 0;
    const h1 = high(M1, c2);
    const l1 = Math.imul(M1, c2) >>> 0;
    c0 = (h1 ^ c1 ^ k0) >>> 0;
    c1 = l1;
    c2 = (h0 ^ c3 ^ k1) >>> 0;
    c3 = l0;
    k0 = (k0 + W0) >>> 0;
    k1 = (k1 + W1) >>> 0;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
}

/** Uniform numbers of one stream, two to a block. */
export class Philox {
  private readonly key0: number;
  private readonly key1: number;
  private readonly counter = new Uint32Array(4);
  private readonly block = new Uint32Array(4);
  private drawn = 0;

  /** @param seed, stream  whole numbers below 2^53 */
  constructor(seed: number, stream = 0) {
    this.key0 = seed % TWO_32;
    this.key1 = Math.floor(seed / TWO_32);
    this.counter[2] = stream % TWO_32;
    this.counter[3] = Math.floor(stream / TWO_32);
  }

  /** How many numbers were drawn: with seed and stream the whole state. */
  get position(): number {
    return this.drawn;
  }

  /** Goes on after `position` numbers, whatever was drawn before. */
  seek(position: number): void {
    this.drawn = position;
    if (position % 2 === 1) this.fill((position - 1) / 2);
  }

  private fill(block: number): void {
    this.counter[0] = block >>> 0;
    this.counter[1] = Math.floor(block / TWO_32);
    philox(this.counter, this.key0, this.key1, this.block);
  }

  /** The next number, a multiple of 2^-53 plus 2^-54: never 0, never 1. */
  uniform(): number {
    const at = this.drawn % 2;
    if (at === 0) this.fill(this.drawn / 2);
    this.drawn += 1;
    const a = this.block[2 * at]! >>> 5;
    const b = this.block[2 * at + 1]! >>> 6;
    return (a * 67_108_864 + b + 0.5) / 9_007_199_254_740_992;
  }
}
