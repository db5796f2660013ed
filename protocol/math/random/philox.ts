/**
 * Philox4x32-10, a counter-based generator: draw number n of stream s under a seed is a function of
 * (seed, s, n) alone, so scheduling cannot change it and a run goes on anywhere.
 * Source: Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3 (SC 2011).
 */
import { once } from "../../once.js";
import { TWO_32 } from "../constants.js";
import { philoxBinary } from "../../wasm/binary/philox.js";
import { KernelRoom, type KernelCall } from "../../wasm/kernel.js";

export const PHILOX_NAME = "philox4x32-10";

const M0 = 0xd2511f53;
const M1 = 0xcd9e8d57;
const W0 = 0x9e3779b9;
const W1 = 0xbb67ae85;
const ROUNDS = 10;

const counter = new Uint32Array(4);
const block = new Uint32Array(4);

/**
 * High half of the 64-bit product of two 32-bit words. Every sum of parts stays below 2^32, so
 * words hold it exactly.
 */
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
export function philox(
  counter: ArrayLike<number>,
  key0: number,
  key1: number,
  out: Uint32Array,
): void {
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

/** Blocks that a stream at work has ahead, and how many it draws one by one before. */
const AHEAD_BLOCKS = 128;
const ALONE_BLOCKS = 24;
const BLOCK_WORDS = 4;
const BLOCK_NUMBERS = 2;

/** The words of half a block as a number. */
function numberOf(high: number, low: number): number {
  return ((high >>> 5) * 67_108_864 + (low >>> 6) + 0.5) / 9_007_199_254_740_992;
}

interface Filler {
  readonly numbers: Float64Array;
  readonly words: Uint32Array;
  readonly calls: Readonly<Record<"uniforms" | "words", KernelCall>>;
}

/** One for all streams of a thread; null where there are no vectors. */
const filler = once((): Filler | null => {
  const room = new KernelRoom(philoxBinary, 8 * BLOCK_NUMBERS * AHEAD_BLOCKS);
  const [uniforms, words] = [room.call("uniforms"), room.call("words")];
  if (uniforms === null || words === null) return null;
  const numbers = room.floats(BLOCK_NUMBERS * AHEAD_BLOCKS);
  return {
    numbers,
    words: new Uint32Array(numbers.buffer, numbers.byteOffset, BLOCK_WORDS * AHEAD_BLOCKS),
    calls: { uniforms, words },
  };
});

/** What a stream has at hand: the draws of one block, or of many, from a block's first on. */
abstract class Stream<T extends Float64Array | Uint32Array> {
  readonly #key0: number;
  readonly #key1: number;
  readonly #stream0: number;
  readonly #stream1: number;
  readonly #perBlock: number;
  readonly #one: T;
  #held: T;
  #first: number;
  #at: number;
  #drawnBlocks = 0;

  constructor(seed: number, stream0: number, stream1: number, one: T) {
    this.#key0 = seed % TWO_32;
    this.#key1 = Math.floor(seed / TWO_32);
    [this.#stream0, this.#stream1] = [stream0, stream1];
    this.#one = one;
    this.#perBlock = one.length;
    this.#held = one;
    this.#at = one.length;
    this.#first = -one.length;
  }

  /** How much was drawn: with seed and stream the whole state. */
  get position(): number {
    return this.#first + this.#at;
  }

  /** Goes on after `position` draws, whatever was drawn before. */
  seek(position: number): void {
    const within = position % this.#perBlock;
    this.#held = this.#one;
    if (within > 0) this.#drawBlock((position - within) / this.#perBlock);
    this.#at = within > 0 ? within : this.#perBlock;
    this.#first = position - this.#at;
  }

  /** Draws of a block into `one`. */
  protected abstract take(words: Uint32Array, one: T): void;
  /** Draws of many blocks, and those that hold them then: `held` if it is as long. */
  protected abstract takeMany(many: Filler, fill: (call: KernelCall) => void, held: T): T;

  #drawBlock(number: number): void {
    counter[0] = number % TWO_32;
    counter[1] = Math.floor(number / TWO_32);
    counter[2] = this.#stream0;
    counter[3] = this.#stream1;
    philox(counter, this.#key0, this.#key1, block);
    this.take(block, this.#one);
  }

  #follow(): void {
    const position = this.#first + this.#at;
    const number = position / this.#perBlock;
    this.#drawnBlocks += 1;
    const many = this.#drawnBlocks > ALONE_BLOCKS ? filler() : null;
    if (many === null) {
      this.#held = this.#one;
      this.#drawBlock(number);
    } else {
      this.#held = this.takeMany(
        many,
        (call) =>
          call(
            many.numbers.byteOffset,
            AHEAD_BLOCKS,
            number % TWO_32,
            Math.floor(number / TWO_32),
            this.#key0,
            this.#key1,
            this.#stream0,
            this.#stream1,
          ),
        this.#held,
      );
    }
    this.#first = position;
    this.#at = 0;
  }

  protected draw(): number {
    if (this.#at === this.#held.length) this.#follow();
    const drawn = this.#held[this.#at]!;
    this.#at += 1;
    return drawn;
  }
}

/** Words of 32 bits of one stream, four to a block. */
export class Words extends Stream<Uint32Array> {
  /** @param seed  whole, below 2^53 @param stream0, stream1  words */
  constructor(seed: number, stream0: number, stream1: number) {
    super(seed, stream0, stream1, new Uint32Array(BLOCK_WORDS));
  }

  protected take(words: Uint32Array, one: Uint32Array): void {
    one.set(words);
  }

  protected takeMany(
    { calls, words }: Filler,
    fill: (call: KernelCall) => void,
    held: Uint32Array,
  ): Uint32Array {
    fill(calls.words);
    const into = held.length === words.length ? held : new Uint32Array(words.length);
    into.set(words);
    return into;
  }

  next(): number {
    return this.draw();
  }
}

/** Uniform numbers of one stream, two to a block. */
export class Philox extends Stream<Float64Array> {
  /** @param seed, stream  whole numbers below 2^53 */
  constructor(seed: number, stream = 0) {
    super(seed, stream % TWO_32, Math.floor(stream / TWO_32), new Float64Array(BLOCK_NUMBERS));
  }

  protected take(words: Uint32Array, one: Float64Array): void {
    one[0] = numberOf(words[0]!, words[1]!);
    one[1] = numberOf(words[2]!, words[3]!);
  }

  protected takeMany(
    { calls, numbers }: Filler,
    fill: (call: KernelCall) => void,
    held: Float64Array,
  ): Float64Array {
    fill(calls.uniforms);
    const into = held.length === numbers.length ? held : new Float64Array(numbers.length);
    into.set(numbers);
    return into;
  }

  /** The next number, a multiple of 2^-53 plus 2^-54: never 0, never 1. */
  uniform(): number {
    return this.draw();
  }
}
