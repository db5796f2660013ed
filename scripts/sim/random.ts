/**
 * The one source of chance of a simulation: every stream follows from the seed and a name, so that
 * a draw more in one part leaves the others as they were.
 */
import { createHash } from "node:crypto";

const RANGE = 4_294_967_296;

export class SeededRandom {
  readonly #seed: string;
  readonly #state: Uint32Array;

  /** @param seed any text; the same text gives the same numbers for ever */
  constructor(seed: string) {
    this.#seed = seed;
    const digest = createHash("sha256").update(`calc-sim/1\u0000${seed}`).digest();
    this.#state = Uint32Array.from([0, 4, 8, 12], (at) => digest.readUInt32LE(at));
  }

  /** An independent stream. */
  stream(name: string): SeededRandom {
    return new SeededRandom(`${this.#seed}/${name}`);
  }

  /** In [0, 1): xoshiro128** (Blackman and Vigna, 2018). */
  readonly next = (): number => this.#word() / RANGE;

  /** A whole number in [0, below). */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError on an empty list */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("nothing to pick from");
    return items[this.int(items.length)]!;
  }

  /** The same items in another order. */
  shuffled<T>(items: readonly T[]): T[] {
    const list = [...items];
    for (let i = list.length - 1; i > 0; i -= 1) {
      const j = this.int(i + 1);
      [list[i], list[j]] = [list[j]!, list[i]!];
    }
    return list;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.int(256));
  }

  #word(): number {
    const s = this.#state;
    const s0 = s[0]!;
    const s1 = s[1]!;
    const s2 = s[2]!;
    const s3 = s[3]!;
    const result = Math.imul(rotated(Math.imul(s1, 5), 7), 9) >>> 0;
    const mixed = s2 ^ s0;
    const crossed = s3 ^ s1;
    s[1] = s1 ^ mixed;
    s[0] = s0 ^ crossed;
    s[2] = mixed ^ (s1 << 9);
    s[3] = rotated(crossed, 11);
    return result;
  }
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
