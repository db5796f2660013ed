/** Tables of the fast sine and cosine; the build puts them in the place of those. */
import { ONE, pair, root, short, times } from "./fixedPoint.js";

const LOST_BITS = 32n;

/** sin(i pi/256) up to pi/2: 26 bits, then the rest. */
function sines(): Float64Array {
  let cosine = 0n;
  for (let i = 0; i < 7; i += 1) cosine = root((ONE + cosine) / 2n);
  const sine = root(ONE - times(cosine, cosine));
  let [x, y] = [ONE, 0n];
  return Float64Array.from(
    Array.from({ length: 129 }, (_, i) => {
      // Without what the products rounded: the last sine is 1.
      const value = ((y + (1n << (LOST_BITS - 1n))) >> LOST_BITS) << LOST_BITS;
      const numbers = i === 0 ? [0, 0] : pair(value, short(value, 26));
      [x, y] = [times(x, cosine) - times(y, sine), times(x, sine) + times(y, cosine)];
      return numbers;
    }).flat(),
  );
}

const DIGIT_BITS = 26n;
const DIGITS = 46;
const TURN_BITS = DIGIT_BITS * BigInt(DIGITS);
const GUARD_BITS = 64n;

/** arctan(1/n) in fixed point. */
function arctangentOf(n: bigint): bigint {
  let power = (1n << (TURN_BITS + GUARD_BITS)) / n;
  let sum = 0n;
  for (let k = 0n; power !== 0n; k += 1n) {
    sum += (k % 2n === 0n ? power : -power) / (2n * k + 1n);
    power /= n * n;
  }
  return sum;
}

/** 1/(2 pi) in digits of 26 bits, after two zeros. */
function inverseTurn(): Float64Array {
  const turn = 8n * (4n * arctangentOf(5n) - arctangentOf(239n));
  const inverse = (1n << (2n * TURN_BITS + GUARD_BITS)) / turn;
  const digit = (i: number): number =>
    Number(BigInt.asUintN(Number(DIGIT_BITS), inverse >> (DIGIT_BITS * BigInt(DIGITS - 1 - i))));
  return Float64Array.from([0, 0, ...Array.from({ length: DIGITS }, (_, i) => digit(i))]);
}

export const SINES = sines();
export const INVERSE_TURN = inverseTurn();
