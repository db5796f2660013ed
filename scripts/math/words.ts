/** Seeded arguments: the same words everywhere, whatever the engine's own generator does. */
import * as math from "../../protocol/math/index.js";

/** SplitMix64 (Steele, Lea and Flood 2014) on BigInt. */
export class Words {
  #state: bigint;

  constructor(seed: bigint) {
    this.#state = seed;
  }

  next(): bigint {
    this.#state = BigInt.asUintN(64, this.#state + 0x9e3779b97f4a7c15n);
    let z = this.#state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }

  /** Evenly spread over [0, 1). */
  unit(): number {
    return Number(this.next() >> 11n) / 9007199254740992;
  }

  /** A whole number from 0 to n - 1. */
  below(n: number): number {
    return Math.floor(this.unit() * n);
  }

  /** Evenly spread over [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** Random significand and sign, exponent from low to high. */
  spread(low: number, high: number): number {
    const word = this.next();
    const exponent = BigInt(low + 1023) + (this.next() % BigInt(high - low + 1));
    return math.fromHex(
      ((word & 0x800fffffffffffffn) | (exponent << 52n)).toString(16).padStart(16, "0"),
    );
  }
}
