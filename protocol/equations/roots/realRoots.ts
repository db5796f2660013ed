/**
 * All real roots of a polynomial with rational coefficients, each counted once and rounded
 * correctly: Sturm's theorem on integers. Nothing is estimated.
 */
import { gcd } from "../../units/exact.js";
import type { Rational } from "./rational.js";
import { bitsOf } from "./rational.js";

/** Coefficients from the constant one upwards; the last is not 0. */
type Polynomial = readonly bigint[];

/** Degree and size of coefficients that a chain is made for: its work grows with their product. */
const DEGREE_MAX = 48;
const WORK_MAX = 4_000_000;

export interface RealRoot {
  /** Nearest double. */
  readonly value: number;
  readonly isExact: boolean;
  readonly isMultiple: boolean;
}

/** Polynomial with the real roots of another, and its Sturm chain. */
interface Chain {
  readonly simple: Polynomial;
  readonly chain: readonly Polynomial[];
  /** What the repeated roots are roots of; constant where there are none. */
  readonly repeated: Polynomial;
}

export function isFeasible(coefficients: readonly Rational[]): boolean {
  const degree = coefficients.length - 1;
  if (degree > DEGREE_MAX) return false;
  const bits = Math.max(...coefficients.map(({ n, d }) => bitsOf(n) + bitsOf(d)));
  return bits * degree * degree * degree <= WORK_MAX;
}

/**
 * Roots in [min, max], ascending; null where the polynomial is 0 everywhere.
 * @param count so many are enough
 */
export function realRoots(
  coefficients: readonly Rational[],
  min: number,
  max: number,
  count: number,
): RealRoot[] | null {
  const whole = integers(coefficients);
  if (whole.length === 0) return null;
  if (whole.length === 1) return [];
  const found: RealRoot[] = [];
  const chain = chainOf(whole);
  const low = ordinal(min);
  const high = ordinal(max);
  const offer = (value: number, isExact: boolean): void => {
    found.push({
      value,
      isExact,
      isMultiple: chain.repeated.length > 1 && nearRepeated(chain, value),
    });
  };
  if (signAt(chain.simple, min) === 0) offer(min, true);
  new Isolation(chain, offer, () => found.length >= count).run(low, high);
  return found;
}

/** Whether a root of the repeated part lies within half a unit of the double. */
function nearRepeated({ repeated }: Chain, value: number): boolean {
  const chain = chainOf(repeated);
  const at = ordinal(value);
  return (
    signAt(chain.simple, value) === 0 ||
    variations(chain.chain, doubleOf(at - 1n)) !== variations(chain.chain, doubleOf(at + 1n))
  );
}

class Isolation {
  readonly #chain: Chain;
  readonly #offer: (value: number, isExact: boolean) => void;
  readonly #isEnough: () => boolean;
  readonly #known = new Map<bigint, number>();

  constructor(
    chain: Chain,
    offer: (value: number, isExact: boolean) => void,
    isEnough: () => boolean,
  ) {
    this.#chain = chain;
    this.#offer = offer;
    this.#isEnough = isEnough;
  }

  /** Roots in (low, high]. */
  run(low: bigint, high: bigint): void {
    if (low >= high || this.#isEnough()) return;
    const inside = this.#at(low) - this.#at(high);
    if (inside === 0) return;
    if (inside === 1) {
      this.#narrow(low, high);
      return;
    }
    const middle = (low + high) >> 1n;
    if (middle === low) {
      // Several between two neighbours: one double stands for them all.
      for (let i = 0; i < inside; i += 1) this.#offer(doubleOf(high), false);
      return;
    }
    this.run(low, middle);
    this.run(middle, high);
  }

  #at(x: bigint): number {
    const known = this.#known.get(x);
    if (known !== undefined) return known;
    const count = variations(this.#chain.chain, doubleOf(x));
    this.#known.set(x, count);
    return count;
  }

  /** One root lies in (low, high]. */
  #narrow(low: bigint, high: bigint): void {
    const { simple } = this.#chain;
    const side = signAt(simple, doubleOf(high));
    if (side === 0) {
      this.#offer(doubleOf(high), true);
      return;
    }
    let [a, b] = [low, high];
    while (b - a > 1n) {
      const middle = (a + b) >> 1n;
      const sign = signAt(simple, doubleOf(middle));
      if (sign === 0) {
        this.#offer(doubleOf(middle), true);
        return;
      }
      if (sign === side) b = middle;
      else a = middle;
    }
    const [below, above] = [doubleOf(a), doubleOf(b)];
    const sign = signBetween(simple, below, above);
    this.#offer(sign === side ? below : above, false);
  }
}

/** Without their common divisor, and without zeros at the top. */
function integers(coefficients: readonly Rational[]): Polynomial {
  let common = 1n;
  for (const { d } of coefficients) common = (common / gcd(common, d)) * d;
  return primitive(trimmed(coefficients.map(({ n, d }) => n * (common / d))));
}

function trimmed(p: readonly bigint[]): bigint[] {
  let length = p.length;
  while (length > 0 && p[length - 1] === 0n) length -= 1;
  return p.slice(0, length);
}

function primitive(p: Polynomial): Polynomial {
  let common = 0n;
  for (const a of p) {
    common = gcd(common, a);
    if (common === 1n) return p;
  }
  return common === 0n ? p : p.map((a) => a / common);
}

function derivative(p: Polynomial): Polynomial {
  return p.slice(1).map((a, i) => a * BigInt(i + 1));
}

/** Remainder times a positive number. */
function remainder(a: Polynomial, b: Polynomial): Polynomial {
  const lead = b.at(-1)!;
  const size = lead < 0n ? -lead : lead;
  let rest = [...a];
  while (rest.length >= b.length) {
    const factor = rest.at(-1)! * (lead < 0n ? -1n : 1n);
    const shift = rest.length - b.length;
    rest = rest.map((value, i) => value * size - (i < shift ? 0n : factor * b[i - shift]!));
    rest = trimmed(rest);
  }
  return rest;
}

/** Exact quotient, up to a positive factor. */
function quotient(a: Polynomial, b: Polynomial): Polynomial {
  const lead = b.at(-1)!;
  const size = lead < 0n ? -lead : lead;
  let rest = [...a];
  let out = Array.from({ length: a.length - b.length + 1 }, () => 0n);
  while (rest.length >= b.length) {
    const factor = rest.at(-1)! * (lead < 0n ? -1n : 1n);
    const shift = rest.length - b.length;
    out = out.map((value) => value * size);
    out[shift]! += factor;
    rest = rest.map((value, i) => value * size - (i < shift ? 0n : factor * b[i - shift]!));
    rest = trimmed(rest);
  }
  return primitive(out);
}

function chainOf(p: Polynomial): Chain {
  const chain: Polynomial[] = [p];
  let next = primitive(derivative(p));
  while (next.length > 0) {
    chain.push(next);
    const before = chain.at(-2)!;
    next = primitive(remainder(before, next).map((a) => -a));
  }
  const repeated = chain.at(-1)!;
  if (repeated.length === 1) return { simple: p, chain, repeated };
  const divided = chain.map((member) => quotient(member, repeated));
  return { simple: divided[0]!, chain: divided, repeated };
}

function variations(chain: readonly Polynomial[], x: number): number {
  let count = 0;
  let last = 0;
  for (const p of chain) {
    const sign = signAt(p, x);
    if (sign === 0) continue;
    if (last !== 0 && sign !== last) count += 1;
    last = sign;
  }
  return count;
}

/** x = m 2^-k. */
interface Dyadic {
  readonly m: bigint;
  readonly k: bigint;
}

function dyadic(x: number): Dyadic {
  VIEW.setFloat64(0, x);
  const bits = VIEW.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 2047n);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const m = exponent === 0 ? fraction : fraction | 0x10_0000_0000_0000n;
  const k = 1075 - Math.max(exponent, 1);
  const signed = bits >> 63n === 0n ? m : -m;
  return reduced(signed, BigInt(k));
}

function reduced(m: bigint, k: bigint): Dyadic {
  let [a, b] = [m, k];
  if (a === 0n) return { m: 0n, k: 0n };
  if (b < 0n) return { m: a << -b, k: 0n };
  while (b > 0n && (a & 1n) === 0n) {
    a >>= 1n;
    b -= 1n;
  }
  return { m: a, k: b };
}

function signOf(p: Polynomial, { m, k }: Dyadic): number {
  let value = 0n;
  let scale = 0n;
  for (let i = p.length - 1; i >= 0; i -= 1) {
    value = value * m + (p[i]! << scale);
    scale += k;
  }
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

function signAt(p: Polynomial, x: number): number {
  return signOf(p, dyadic(x));
}

/** Sign half way between two neighbours. */
function signBetween(p: Polynomial, below: number, above: number): number {
  const [a, b] = [dyadic(below), dyadic(above)];
  const k = a.k > b.k ? a.k : b.k;
  return signOf(p, reduced((a.m << (k - a.k)) + (b.m << (k - b.k)), k + 1n));
}

const VIEW = new DataView(new ArrayBuffer(8));
const SIGN_BIT = 1n << 63n;

/** Doubles in their order as whole numbers: neighbours differ by 1. */
function ordinal(x: number): bigint {
  VIEW.setFloat64(0, x + 0);
  const bits = VIEW.getBigUint64(0);
  return bits < SIGN_BIT ? bits : SIGN_BIT - bits;
}

function doubleOf(at: bigint): number {
  VIEW.setBigUint64(0, at >= 0n ? at : SIGN_BIT - at);
  return VIEW.getFloat64(0);
}
