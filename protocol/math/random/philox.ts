/**
 * Philox4x32-10, a counter-based generator: draw number n of stream s under a seed is a function of (seed, s, n) alone,
 * so scheduling cannot change it and a run goes on anywhere.
 * Source: Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3 (SC 2011).
 */
import { philoxBinary } from "../../wasm/binary/philox.js";
import { KernelRoom, type KernelCall } from "../../wasm/kernel.js";

export const PHILOX_NAME = "philox4x32-10";

const M0 = 0xd2511f53;
const M1 = 0xcd9e8d57;
const W0 = 0x9e3779b9;
const W1 = 0xbb67ae85;
const ROUNDS = 10;
const TWO_32 = 4_294_967_296;

const counter = new Uint32Array(4);
const words = new Uint32Array(4);

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

/** Numbers that a stream at work has ahead, and how many it draws one block at a time before. */
const AHEAD = 256;
const ALONE = 48;

/** Words of half a block as a multiple of 2^-53 plus 2^-54: never 0, never 1. */
function numberOf(high: number, low: number): number {
  return ((high >>> 5) * 67_108_864 + (low >>> 6) + 0.5) / 9_007_199_254_740_992;
}

interface Filler { readonly numbers: Float64Array; readonly call: KernelCall }

/** One for all streams of a thread; null where there are no vectors, undefined before it was asked for. */
let filler: Filler | null | undefined;

function fillerOf(): Filler | null {
  if (filler === undefined) {
    const room = new KernelRoom(philoxBinary, 8 * AHEAD);
    const call = room.call("uniforms");
    filler = call === null ? null : { numbers: room.floats(AHEAD), call };
  }
  return filler;
}

/** Uniform numbers of one stream, two to a block. */
export class Philox {
  private readonly key0: number;
  private readonly key1: number;
  private readonly stream0: number;
  private readonly stream1: number;
  private readonly pair = new Float64Array(2);
  /** Numbers at hand: those of a block, or of many, the first at an even position. */
  private numbers = this.pair;
  private first = -2;
  private at = 2;
  private blocks = 0;

  /** @param seed, stream  whole numbers below 2^53 */
  constructor(seed: number, stream = 0) {
    this.key0 = seed % TWO_32;
    this.key1 = Math.floor(seed / TWO_32);
    this.stream0 = stream % TWO_32;
    this.stream1 = Math.floor(stream / TWO_32);
  }

  /** How many numbers were drawn: with seed and stream the whole state. */
  get position(): number {
    return this.first + this.at;
  }

  /** Goes on after `position` numbers, whatever was drawn before. */
  seek(position: number): void {
    this.numbers = this.pair;
    const odd = position % 2;
    if (odd === 1) this.block((position - 1) / 2);
    this.at = odd === 1 ? 1 : 2;
    this.first = position - this.at;
  }

  private block(number: number): void {
    counter[0] = number >>> 0;
    counter[1] = Math.floor(number / TWO_32);
    counter[2] = this.stream0;
    counter[3] = this.stream1;
    philox(counter, this.key0, this.key1, words);
    this.pair[0] = numberOf(words[0]!, words[1]!);
    this.pair[1] = numberOf(words[2]!, words[3]!);
  }

  /** The numbers that follow those at hand: one block's, later many. */
  private follow(): void {
    const position = this.first + this.at;
    this.blocks += 1;
    const many = this.blocks > ALONE / 2 ? fillerOf() : null;
    if (many === null) {
      this.numbers = this.pair;
      this.block(position / 2);
    } else {
      const number = position / 2;
      many.call(many.numbers.byteOffset, AHEAD / 2, number % TWO_32, Math.floor(number / TWO_32), this.key0, this.key1, this.stream0, this.stream1);
      if (this.numbers.length !== AHEAD) this.numbers = new Float64Array(AHEAD);
      this.numbers.set(many.numbers);
    }
    this.first = position;
    this.at = 0;
  }

  /** The next number, a multiple of 2^-53 plus 2^-54: never 0, never 1. */
  uniform(): number {
    if (this.at === this.numbers.length) this.follow();
    const u = this.numbers[this.at]!;
    this.at += 1;
    return u;
  }
}
