/**
 * How many tokens of a set stand below each next byte of their ids: one such record at the root of
 * an account's vault and one below each first byte, so that the place of any token, and the token
 * at any place, is found in two of them and one leaf. For all tokens three numbers are counted, for
 * a folder one. With the first of them stands where each leaf is.
 */
import type { ValueCodec } from "../../kv/codecs.js";

const BYTES = 256;
const LOW_BITS = 128;
/** Eight groups of seven bits hold any exact integer. */
const COUNT_BYTES_MAX = 8;

/** Columns of the record about all tokens of an account. */
export const ALL = 0;
export const MOVABLE = 1;
export const UNFILED = 2;
/**
 * In which of its two places a leaf stands: 0 or 1, and 0 where there is none. At the root nothing.
 */
export const PLACE = 3;

/** Columns of the record about all tokens, and of one about a folder. */
export const MAIN_WIDTH = 4;
export const FOLDER_WIDTH = 1;
/** From when leaves had one place. */
const ONE_PLACE_WIDTH = 3;

const ZEROS: readonly number[] = Array.from({ length: BYTES * MAIN_WIDTH }, () => 0);

/** A copy of zeros is made at once, which a list that is filled is not. */
function zeros(length: number): number[] {
  return length <= ZEROS.length ? ZEROS.slice(0, length) : Array.from({ length }, () => 0);
}

export class Counts {
  readonly width: number;
  /**
   * In the engine's heap: a page of a list decodes half a dozen of these, and what a typed array
   * holds is given back one by one, in the pause of a collection.
   */
  readonly #counts: number[];

  constructor(width: number) {
    this.width = width;
    this.#counts = zeros(BYTES * width);
  }

  at(byte: number, column: number): number {
    return this.#counts[byte * this.width + column]!;
  }

  /** @throws RangeError when less than nothing would be left: the records contradict each other */
  add(byte: number, column: number, change: number): void {
    const place = byte * this.width + column;
    const count = this.#counts[place]! + change;
    if (count < 0) throw new RangeError("a count of the vault would fall below zero");
    this.#counts[place] = count;
  }

  set(byte: number, column: number, value: number): void {
    this.#counts[byte * this.width + column] = value;
  }

  get isEmpty(): boolean {
    return this.#counts.every((count) => count === 0);
  }

  /** The bytes in use: each with its numbers as groups of seven bits, the lowest first. */
  encode(): Uint8Array {
    const { width } = this;
    const counts = this.#counts;
    const bytes = Buffer.allocUnsafe(1 + BYTES * (1 + width * COUNT_BYTES_MAX));
    let end = bytes.writeUInt8(width, 0);
    for (let byte = 0; byte < BYTES; byte += 1) {
      let used = false;
      for (let at = byte * width; at < (byte + 1) * width; at += 1) used ||= counts[at] !== 0;
      if (!used) continue;
      bytes[end] = byte;
      end += 1;
      for (let at = byte * width; at < (byte + 1) * width; at += 1) {
        let count = counts[at]!;
        while (count >= LOW_BITS) {
          bytes[end] = (count % LOW_BITS) + LOW_BITS;
          end += 1;
          count = Math.floor(count / LOW_BITS);
        }
        bytes[end] = count;
        end += 1;
      }
    }
    return Buffer.from(bytes.subarray(0, end));
  }

  /** @throws RangeError on bytes that are no such record */
  static decode(bytes: Uint8Array): Counts {
    const written = bytes[0];
    if (written === undefined || written === 0) throw new RangeError("no counts");
    const width = written === ONE_PLACE_WIDTH ? MAIN_WIDTH : written;
    const counts = new Counts(width);
    for (let at = 1; at < bytes.length;) {
      const byte = bytes[at]!;
      at += 1;
      for (let column = 0; column < written; column += 1) {
        let count = 0;
        let weight = 1;
        // Past the end there is nothing to compare: the loop ends, and what was read is cut short.
        for (; bytes[at]! >= LOW_BITS; at += 1) {
          count += (bytes[at]! - LOW_BITS) * weight;
          weight *= LOW_BITS;
        }
        const high = bytes[at];
        if (high === undefined) throw new RangeError("counts cut short");
        at += 1;
        counts.#counts[byte * width + column] = count + high * weight;
      }
    }
    return counts;
  }
}

export const countsValue: ValueCodec<Counts> = {
  encode: (counts) => counts.encode(),
  decode: (bytes) => Counts.decode(bytes),
};
