/**
 * pi, ln 2, ln 10 and ln of small integers to any number of bits, each computed once per precision.
 */
import { add, ball, divide, fromInteger, multiply, sqrt, type Ball } from "./ball.js";

function cached(compute: (p: number) => Ball): (p: number) => Ball {
  const known = new Map<number, Ball>();
  return (p) => {
    let value = known.get(p);
    if (value === undefined) {
      value = compute(p);
      known.set(p, value);
    }
    return value;
  };
}

/** 2^w * atan(1/n) within 2w units, by Gregory's series. */
function arctanOfInverse(n: bigint, w: number): bigint {
  let power = (1n << BigInt(w)) / n;
  let total = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    total += (k & 2n) === 0n ? power / k : -(power / k);
    power /= n * n;
  }
  return total;
}

/** 2^w * atanh(1/n) within 2w units. */
function artanhOfInverse(n: bigint, w: number): bigint {
  let power = (1n << BigInt(w)) / n;
  let total = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    total += power / k;
    power /= n * n;
  }
  return total;
}

const GUARD = 32;

/** Machin: pi = 16 atan(1/5) - 4 atan(1/239). */
export const pi = cached((p) => {
  const w = p + GUARD;
  const m = 16n * arctanOfInverse(5n, w) - 4n * arctanOfInverse(239n, w);
  return ball(m, -w, BigInt(64 * w), p);
});

/** ln 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749). */
export const ln2 = cached((p) => {
  const w = p + GUARD;
  const m =
    18n * artanhOfInverse(26n, w) - 2n * artanhOfInverse(4801n, w) + 8n * artanhOfInverse(8749n, w);
  return ball(m, -w, BigInt(64 * w), p);
});

/** ln 10 = 3 ln 2 + ln(5/4), and ln(5/4) = 2 atanh(1/9). */
export const ln10 = cached((p) => {
  const w = p + GUARD;
  const rest = ball(2n * artanhOfInverse(9n, w), -w, BigInt(8 * w), p + 8);
  return add(multiply(fromInteger(3), ln2(p + 8), p + 8), rest, p);
});

/** ln(n/128) for 96 <= n <= 192, by 2 atanh((n-128)/(n+128)). */
const lnTables = new Map<number, (Ball | undefined)[]>();

export function lnOf128ths(n: number, p: number): Ball {
  let table = lnTables.get(p);
  if (table === undefined) {
    table = [];
    lnTables.set(p, table);
  }
  return (table[n] ??= lnOf128thsFresh(n, p));
}

function lnOf128thsFresh(n: number, p: number): Ball {
  const w = p + GUARD;
  const a = BigInt(n - 128);
  const b = BigInt(n + 128);
  let power = (a << BigInt(w)) / b;
  let total = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    total += power / k;
    power = (power * a * a) / (b * b);
  }
  return ball(2n * total, -w, BigInt(8 * w), p);
}

/** sqrt(pi). */
export const sqrtPi = cached((p) => sqrt(pi(p + 8), p));

/** ln(2 pi) / 2 needs a logarithm, so the logarithm is an argument. */
export function halfLnTwoPi(p: number, ln: (x: Ball, p: number) => Ball): Ball {
  let value = halves.get(p);
  if (value === undefined) {
    const twoPi = multiply(fromInteger(2), pi(p + 16), p + 16);
    value = divide(ln(twoPi, p + 16), fromInteger(2), p);
    halves.set(p, value);
  }
  return value;
}
const halves = new Map<number, Ball>();
