/** log, log1p, log2, log10: the double nearest to the exact value. */
import { correctlyRounded, divide, fromDouble } from "./ball/ball.js";
import * as big from "./ball/elementary.js";
import { ln10, ln2 } from "./ball/constants.js";
import { decompose } from "./bits.js";
import { exp10 } from "./exponential.js";

/** Natural logarithm: -Infinity at 0, NaN below. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  if (x === 1) return 0;
  const a = fromDouble(x);
  return correctlyRounded((p) => big.log(a, p));
}

/** ln(1 + x) without cancellation; -0 stays -0, -Infinity at -1. */
export function log1p(x: number): number {
  if (x === 0 || x === Infinity) return x;
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  const a = fromDouble(x);
  return correctlyRounded((p) => big.log1p(a, p));
}

/** Logarithm to base 2; exact for powers of two. */
export function log2(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  const { m, e } = decompose(x);
  if (m === 1n) return e;
  const a = fromDouble(x);
  return correctlyRounded((p) => divide(big.log(a, p + 16), ln2(p + 16), p));
}

/** Logarithm to base 10; exact for the powers of ten that are doubles. */
export function log10(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  if (x >= 1 && x <= 1e22) {
    const n = exactTens.get(x);
    if (n !== undefined) return n;
  }
  const a = fromDouble(x);
  return correctlyRounded((p) => divide(big.log(a, p + 16), ln10(p + 16), p));
}

/** 10^22 is the last power of ten that a double holds. */
const exactTens = new Map<number, number>(Array.from({ length: 23 }, (_, n) => [exp10(n), n]));
