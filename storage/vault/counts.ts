/**
 * How many tokens of a set stand below each next byte of their ids: one such record at the root of an account's vault and
 * one below each first byte, so that the place of any token, and the token at any place, is found in two of them and one
 * leaf. For all tokens three numbers are counted, for a folder one. With the first of them stands where each leaf is.
 */
import type { ValueCodec } from "../codecs.js";

const BYTES = 256;
const LOW_BITS = 128;

/** Columns of the record about all tokens of an account. */
export const ALL = 0;
export const MOVABLE = 1;
export const UNFILED = 2;
/** In which of its two places a leaf stands: 0 or 1, and 0 where there is none. At the root nothing. */
export const PLACE = 3;

/** Columns of the record about all tokens, and of one about a folder. */
export const MAIN_WIDTH = 4;
export const FOLDER_WIDTH = 1;
/** From when leaves had one place. */
const ONE_PLACE_WIDTH = 3;

export class Counts {
  readonly width: number;
  readonly #counts: Float64Array;

  constructor(width: number, counts: Float64Array = new Float64Array(BYTES * width)) {
    this.width = width;
    this.#counts = counts;
  }

  at(byte: number, column: number): number { return this.#counts[byte * this.width + column]!; }

  /** @throws RangeError when less than nothing would be left: the records contradict each other */
  add(byte: number, column: number, change: number): void {
    const place = byte * this.width + column;
    const count = this.#counts[place]! + change;
    if (count < 0) throw new RangeError("a count of the vault would fall below zero");
    this.#counts[place] = count;
  }

  set(byte: number, column: number, value: number): void { this.#counts[byte * this.width + column] = value; }

  get isEmpty(): boolean { return this.#counts.every((count) => count === 0); }

  /** The bytes in use: each with its numbers as groups of seven bits, the lowest first. */
  encode(): Uint8Array {
    const bytes = [this.width];
    for (let byte = 0; byte < BYTES; byte += 1) {
      const row = this.#counts.subarray(byte * this.width, (byte + 1) * this.width);
      if (row.every((count) => count === 0)) continue;
      bytes.push(byte);
      for (let count of row) {
        while (count >= LOW_BITS) {
          bytes.push((count % LOW_BITS) + LOW_BITS);
          count = Math.floor(count / LOW_BITS);
        }
        bytes.push(count);
      }
    }
    return Uint8Array.from(bytes);
  }

  /** @throws RangeError on bytes that are no such record */
  static decode(bytes: Uint8Array): Counts {
    const written = bytes[0];
    if (written === undefined || written === 0) throw new RangeError("no counts");
    const width = written === ONE_PLACE_WIDTH ? MAIN_WIDTH : written;
    const counts = new Counts(width);
    let at = 1;
    const next = (): number => {
      const byte = bytes[at];
      if (byte === undefined) throw new RangeError("counts cut short");
      at += 1;
      return byte;
    };
    while (at < bytes.length) {
      const byte = next();
      for (let column = 0; column < written; column += 1) {
        let count = 0;
        let weight = 1;
        let low = next();
        while (low >= LOW_BITS) {
          count += (low - LOW_BITS) * weight;
          weight *= LOW_BITS;
          low = next();
        }
        counts.#counts[byte * width + column] = count + low * weight;
      }
    }
    return counts;
  }
}

export const countsValue: ValueCodec<Counts> = {
  encode: (counts) => counts.encode(), decode: (bytes) => Counts.decode(bytes),
};
