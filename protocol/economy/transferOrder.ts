/**
 * Orders about envelopes that change their owner: which are drawn, and the digest that names a list
 * of them. Both can be checked by whoever has the list and the journal.
 */
import { concatBytes } from "../encoding/bytes.js";
import { utf8Encode } from "../encoding/utf8.js";
import { Philox } from "../math/random/philox.js";
import type { Crypto } from "../ports.js";

export const TOKEN_ID_BYTES = 32;

const LIST_TAG = utf8Encode("calc-token-list/1\u0000");
/** Hex digits of a seed that make one number below 2^52. */
const SEED_DIGITS = 13;

/**
 * What SHA-256 goes over to name a list of envelopes: a tag, then their ids of 32 bytes each,
 * ascending.
 */
export function tokenListTag(): Uint8Array {
  return LIST_TAG;
}

/** @param ids of 32 bytes, ascending, one behind the other. @returns 64 hex digits */
export function tokenListHash(crypto: Crypto, ids: Uint8Array): string {
  return crypto.sha256Hex(concatBytes(LIST_TAG, ids));
}

/**
 * Draws `count` of the places 0 to `total` - 1, each set of them equally likely, by Floyd's method:
 * for j from total - count to total - 1 a number t from 0 to j is drawn, and t is taken, or j where
 * t is taken already. Numbers come from Philox4x32-10, whose seed and stream are the first and the
 * second 13 hex digits of the seed.
 * @param seed 64 hex digits
 * @returns the places, ascending
 * Source: Bentley and Floyd, A sample of brilliance, Communications of the ACM 30 (1987) 754.
 */
export function* drawnPlaces(
  seed: string,
  total: number,
  count: number,
): Generator<number, undefined> {
  const numbers = new Philox(
    Number.parseInt(seed.slice(0, SEED_DIGITS), 16),
    Number.parseInt(seed.slice(SEED_DIGITS, 2 * SEED_DIGITS), 16),
  );
  const taken = new Uint8Array(Math.ceil(total / 8));
  const isTaken = (place: number): boolean => ((taken[place >>> 3]! >>> (place & 7)) & 1) === 1;
  for (let j = total - count; j < total; j += 1) {
    const drawn = Math.floor(numbers.uniform() * (j + 1));
    const place = isTaken(drawn) ? j : drawn;
    taken[place >>> 3]! |= 1 << (place & 7);
  }
  for (let byte = 0; byte < taken.length; byte += 1) {
    if (taken[byte] === 0) continue;
    for (let bit = 0; bit < 8; bit += 1)
      if (((taken[byte]! >>> bit) & 1) === 1) yield 8 * byte + bit;
  }
}
