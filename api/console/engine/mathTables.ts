/** Tables of the fast exponential, logarithm, arctangent and arcsine; the build puts them in the place of those. */
import { double, oddSeries, ONE, over, pair, root, rounded, short, times } from "./fixedPoint.js";

/** 2^(i/128): 26 bits, then the rest. */
function powers(): Float64Array {
  let step = 2n * ONE;
  for (let i = 0; i < 7; i += 1) step = root(step);
  let power = ONE;
  return Float64Array.from(
    Array.from({ length: 128 }, () => {
      const numbers = pair(power, short(power, 26));
      power = times(power, step);
      return numbers;
    }).flat(),
  );
}

/** Where cell i of the logarithm begins. */
function edge(i: number): number {
  const word = 0x3fe6a000 + i * 4_096;
  return (1 + (word & 0xfffff) / 2 ** 20) * (word >> 20 === 1_022 ? 0.5 : 1);
}

/** 12-bit factor f near 1/m; -ln f to a multiple of 2^-42; the rest. */
function logarithms(): Float64Array {
  return Float64Array.from(
    Array.from({ length: 256 }, (_, i) => {
      const f = Math.round(4_096 / (edge(i) + edge(i + 1)));
      const y = over(BigInt(2_048 - f), BigInt(2_048 + f));
      const logarithm = 2n * oddSeries(y, () => [1n, 1n]);
      return [f / 2_048, ...pair(logarithm, rounded(logarithm, -42))];
    }).flat(),
  );
}

/** @param slopes coefficients of the derivative, from that of h^0 on */
function cell(value: bigint, slopes: readonly bigint[]): readonly number[] {
  const terms = slopes.map((one, n) => one / BigInt(n + 1));
  const [slope = 0n, ...rest] = terms;
  const digits = (at: number): number => (at < 3 ? 17 : at < 4 ? 12 : 9);
  return [
    ...pair(value, double(value)),
    ...pair(slope, short(slope, 26)),
    ...rest.map((one, i) => Number(double(one).toPrecision(digits(i)))),
  ];
}

/** @param next coefficient n + 1 out of n and the one before */
function slopesOf(first: bigint, next: (n: bigint, b: bigint, before: bigint) => bigint): bigint[] {
  const slopes = [first];
  for (let n = 0; n < 8; n += 1) slopes.push(next(BigInt(n), slopes[n]!, slopes[n - 1] ?? 0n));
  return slopes;
}

const at = (i: number): bigint => (BigInt(i) * ONE) / 128n;

/** f' (1 + x^2) = 1, about i/128. */
function arctangents(): Float64Array {
  let value = 0n;
  return Float64Array.from(
    Array.from({ length: 129 }, (_, i) => {
      const c = at(i);
      const square = ONE + times(c, c);
      if (i > 0) value += oddSeries(over(at(1), ONE + times(c, at(i - 1))), () => [-1n, 1n]);
      const slopes = slopesOf(over(ONE, square), (_n, b, before) =>
        over(-2n * times(c, b) - before, square),
      );
      return cell(value, slopes);
    }).flat(),
  );
}

/** f'' (1 - x^2) = x f', about i/128. */
function arcsines(): Float64Array {
  let value = 0n;
  let cosine = ONE;
  return Float64Array.from(
    Array.from({ length: 65 }, (_, i) => {
      const c = at(i);
      const square = ONE - times(c, c);
      const before = cosine;
      cosine = root(square);
      if (i > 0)
        value += oddSeries(times(c, before) - times(at(i - 1), cosine), (k) => {
          const odd = 2n * k + 1n;
          return [odd, odd + 1n];
        });
      const slopes = slopesOf(over(ONE, cosine), (n, b, last) =>
        over((2n * n + 1n) * times(c, b) + n * last, square * (n + 1n)),
      );
      return cell(value, slopes);
    }).flat(),
  );
}

export const POWERS = powers();
export const CELLS = logarithms();
export const ARCTANGENT_CELLS = arctangents();
export const ARCSINE_CELLS = arcsines();
