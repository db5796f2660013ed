/** cbrt and hypot, decided with integers: a truncated root and whether anything is left over. */
import { integerCbrt, integerSqrt } from "./ball/ball.js";
import { bitLength, decompose, exponentOf, roundToDouble } from "./bits.js";

/** Cube root, odd; -0 stays -0. */
export function cbrt(x: number): number {
  if (!(Math.abs(x) < Infinity) || x === 0) return x;
  return x < 0 ? -cbrtExactly(-x) : cbrtExactly(x);
}

function cbrtExactly(x: number): number {
  const { m, e } = decompose(x);
  // At least 58 bits of root, and an exponent that three divides.
  let up = Math.max(0, 174 - bitLength(m));
  up += (((e - up) % 3) + 3) % 3;
  const scaled = m << BigInt(up);
  const root = integerCbrt(scaled);
  return roundToDouble(root, (e - up) / 3, root * root * root !== scaled);
}

/** sqrt(x^2 + y^2) without overflow on the way; infinite if either is, even beside NaN. */
export function hypot(x: number, y: number): number {
  const a = Math.abs(x);
  const b = Math.abs(y);
  if (a === Infinity || b === Infinity) return Infinity;
  if (a !== a || b !== b) return NaN;
  if (a === 0) return b;
  if (b === 0) return a;
  // The smaller adds less than 2^-121 of the larger, which is a double: it cannot reach a midpoint.
  if (Math.abs(exponentOf(a) - exponentOf(b)) > 60) return Math.max(a, b);
  return hypotExactly(a, b);
}

function hypotExactly(a: number, b: number): number {
  const p = decompose(a);
  const q = decompose(b);
  const e = Math.min(p.e, q.e);
  const u = p.m << BigInt(p.e - e);
  const v = q.m << BigInt(q.e - e);
  const total = u * u + v * v;
  const up = Math.max(0, 116 - bitLength(total));
  const even = up + (up & 1);
  const scaled = total << BigInt(even);
  const root = integerSqrt(scaled);
  return roundToDouble(root, e - even / 2, root * root !== scaled);
}
