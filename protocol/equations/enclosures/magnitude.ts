/**
 * Far out, and close to zero, numbers by their sign and the binary logarithm of their size: there
 * nothing overflows, and what dominates a sum decides its sign.
 */
import * as math from "../../math/index.js";
import type { Node } from "../evaluation/node.js";
import type { Interval } from "./interval.js";

/** -1, 0 or 1; 2 where it is not settled. */
type Sign = -1 | 0 | 1 | 2;

/** |v| lies between 2^low and 2^high; of an unsettled sign it may be 0. */
interface Size {
  readonly sign: Sign;
  readonly low: number;
  readonly high: number;
}

const INFINITY = Number.POSITIVE_INFINITY;
const NOTHING: Size = { sign: 2, low: -INFINITY, high: INFINITY };
const NONE: Size = { sign: 0, low: -INFINITY, high: -INFINITY };
/** What a logarithm here may be off, relative and absolute. */
const ROOM = 1e-14;
const LN_2 = math.log(2);
const LOG2_E = 1 / LN_2;
const EXPONENT_MAX = 1_023;
/** Closer sizes are not told apart. */
const APART_MIN = 1e-6;

function size(sign: Sign, low: number, high: number): Size {
  if (low !== low || high !== high) return { ...NOTHING, sign };
  return {
    sign,
    low: sign === 2 ? -INFINITY : low - ROOM * (1 + Math.abs(low)),
    high: high + ROOM * (1 + Math.abs(high)),
  };
}

function log2Of(x: number): number {
  return x === 0 ? -INFINITY : math.log2(Math.abs(x));
}

function ofInterval({ lo, hi }: Interval): Size {
  if (lo > 0) return size(1, log2Of(lo), log2Of(hi));
  if (hi < 0) return size(-1, log2Of(hi), log2Of(lo));
  if (lo === 0 && hi === 0) return NONE;
  return size(2, -INFINITY, log2Of(Math.max(-lo, hi)));
}

/** Two to a power that may be past the doubles, rounded outwards. */
function power(exponent: number, isLow: boolean): number {
  if (exponent > EXPONENT_MAX) return isLow ? 8.98e307 : INFINITY;
  const y = math.exp2(exponent);
  return isLow ? y * (1 - 1e-15) : y * (1 + 1e-15) + Number.MIN_VALUE;
}

function linear({ sign, low, high }: Size): Interval {
  const top = power(high, false);
  if (sign === 0) return { lo: 0, hi: 0 };
  if (sign === 2) return { lo: -top, hi: top };
  const bottom = power(low, true);
  return sign === 1 ? { lo: bottom, hi: top } : { lo: -top, hi: -bottom };
}

function negative(a: Size): Size {
  return a.sign === 2 || a.sign === 0 ? a : { ...a, sign: a.sign === 1 ? -1 : 1 };
}

function product(a: Size, b: Size): Size {
  if (a.sign === 0 || b.sign === 0) return NONE;
  const sign: Sign = a.sign === 2 || b.sign === 2 ? 2 : a.sign === b.sign ? 1 : -1;
  return size(sign, a.low + b.low, a.high + b.high);
}

function inverse(a: Size): Size {
  return a.sign === 0 || a.sign === 2 ? NOTHING : size(a.sign, -a.high, -a.low);
}

function sum(a: Size, b: Size): Size {
  if (a.sign === 0) return b;
  if (b.sign === 0) return a;
  const high = Math.max(a.high, b.high) + 1;
  if (a.sign === b.sign && a.sign !== 2) return size(a.sign, Math.max(a.low, b.low), high);
  for (const [larger, smaller] of [
    [a, b],
    [b, a],
  ] as const) {
    const apart = larger.low - smaller.high;
    if (larger.sign === 2 || !(apart > APART_MIN)) continue;
    // At least twice as large: at least half of it is left.
    const left = apart > 1 ? -1 : math.log2(1 - math.exp2(-apart)) - 1e-9;
    return size(larger.sign, larger.low + left, smaller.sign === 2 ? high : larger.high);
  }
  return size(2, -INFINITY, high);
}

/** e^a for a rate of 1. */
function exponential(a: Size, rate: number): Size {
  const { lo, hi } = linear(a);
  return size(1, lo * rate, hi * rate);
}

function logarithm(a: Size, factor: number): Size {
  if (a.sign !== 1) return NOTHING;
  return ofInterval(outward(a.low * factor, a.high * factor));
}

function outward(lo: number, hi: number): Interval {
  return { lo: lo - ROOM * Math.abs(lo), hi: hi + ROOM * Math.abs(hi) };
}

/** A function whose values at the ends of an interval enclose it. */
function rising(a: Size, f: (x: number) => number): Size {
  const { lo, hi } = linear(a);
  const ends = outward(f(lo), f(hi));
  if (ends.lo !== ends.lo || ends.hi !== ends.hi) return NOTHING;
  return a.sign === 2 || a.sign === 0 ? ofInterval(ends) : { ...ofInterval(ends), sign: a.sign };
}

/** Like its argument near 0, where linear bounds are lost. */
const SMALL = -60;

function odd(a: Size, f: (x: number) => number): Size {
  if (a.sign === 0) return NONE;
  if (a.high < SMALL) return { ...a, low: a.low - 1e-9, high: a.high + 1e-9 };
  return rising(a, f);
}

function call(name: string, a: Size): Size {
  switch (name) {
    case "exp":
      return exponential(a, LOG2_E);
    case "exp2":
      return exponential(a, 1);
    case "exp10":
      return exponential(a, 3.3219280948873626);
    case "expm1":
      return a.sign === 1 && a.low > 1
        ? sum(exponential(a, LOG2_E), { sign: -1, low: 0, high: 0 })
        : odd(a, math.expm1);
    case "log":
      return logarithm(a, LN_2);
    case "log2":
      return logarithm(a, 1);
    case "log10":
      return logarithm(a, 0.30102999566398114);
    case "log1p":
      if (a.high < SMALL) return odd(a, math.log1p);
      // ln(1 + a) lies between ln a and ln a + ln 2 from 1 on.
      return a.sign === 1 && a.low > 2
        ? ofInterval(outward(a.low * LN_2, a.high * LN_2 + LN_2))
        : NOTHING;
    case "sqrt":
      return a.sign === 1 || a.sign === 0 ? size(a.sign, a.low / 2, a.high / 2) : NOTHING;
    case "cbrt":
      return size(a.sign, a.low / 3, a.high / 3);
    case "abs":
      return a.sign === -1 ? negative(a) : a;
    case "sinh":
    case "cosh":
      return hyperbolic(name, a);
    case "tanh":
      return odd(a, math.tanh);
    case "atan":
      return odd(a, math.atan);
    case "asinh":
      return a.sign === 1 && a.low > EXPONENT_MAX - 1
        ? ofInterval(outward((a.low + 1) * LN_2, (a.high + 1) * LN_2 + 1e-9))
        : odd(a, math.asinh);
    case "erf":
      return odd(a, math.erf);
    case "sin":
      return a.high < SMALL ? odd(a, math.sin) : size(2, -INFINITY, 0);
    case "cos":
      return a.high < SMALL ? size(1, -1e-9, 0) : size(2, -INFINITY, 0);
    case "tan":
      return a.high < SMALL ? odd(a, math.tan) : NOTHING;
    default:
      return NOTHING;
  }
}

function hyperbolic(name: "sinh" | "cosh", a: Size): Size {
  if (name === "sinh" && a.high < SMALL) return odd(a, math.sinh);
  const { lo, hi } = linear(a.sign === -1 ? negative(a) : a);
  if (name === "cosh") return size(1, Math.max(0, lo * LOG2_E - 1), Math.max(-lo, hi) * LOG2_E);
  if (a.sign === 2 || a.sign === 0 || !(lo > 1)) return rising(a, math.sinh);
  return size(a.sign, lo * LOG2_E - 1.3, hi * LOG2_E - 1 + 1e-9);
}

/** Sign of a tree far out. */
export class MagnitudeRun {
  readonly #root: Node;
  readonly #slot: number;

  readonly #enclose: (node: Node) => Interval;
  readonly #held = new Map<Node, boolean>();
  readonly #known = new Map<Node, Size>();

  /** @param slot of the unknown @param enclose value of a tree without it */
  constructor(root: Node, slot: number, enclose: (node: Node) => Interval) {
    this.#root = root;
    this.#slot = slot;
    this.#enclose = enclose;
  }

  /**
   * Sign of the function where the unknown lies between two doubles of one sign, neither of them 0.
   * @returns NaN where it is not settled
   */
  sign(x: Interval): number {
    const { sign } = this.#size(this.#root, ofInterval(x));
    return sign === 2 ? Number.NaN : sign;
  }

  #holds(node: Node): boolean {
    const known = this.#held.get(node);
    if (known !== undefined) return known;
    const found =
      node.op === "slot"
        ? node.slot === this.#slot
        : node.op === "many"
          ? node.args.some((arg) => this.#holds(arg))
          : ("a" in node && this.#holds(node.a)) || ("b" in node && this.#holds(node.b));
    this.#held.set(node, found);
    return found;
  }

  #constant(node: Node): Size {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const found = ofInterval(this.#enclose(node));
    this.#known.set(node, found);
    return found;
  }

  #size(node: Node, x: Size): Size {
    if (!this.#holds(node)) return this.#constant(node);
    switch (node.op) {
      case "slot":
        return x;
      case "constant":
      case "many":
        return NOTHING;
      case "neg":
        return negative(this.#size(node.a, x));
      case "powi":
        return powered(this.#size(node.a, x), node.n);
      case "call1":
        return call(node.rule.name, this.#size(node.a, x));
      default: {
        const a = this.#size(node.a, x);
        const b = this.#size(node.b, x);
        if (node.op === "add") return sum(a, b);
        if (node.op === "sub") return sum(a, negative(b));
        if (node.op === "mul") return product(a, b);
        if (node.op === "div") return product(a, inverse(b));
        if (node.op === "call2" && node.rule.name === "pow" && a.sign === 1)
          return raised(a, linear(b));
        return NOTHING;
      }
    }
  }
}

function powered(a: Size, n: number): Size {
  if (n === 0) return { sign: 1, low: 0, high: 0 };
  if (n < 0) return inverse(powered(a, -n));
  const sign: Sign = (n & 1) === 0 ? (a.sign === 0 ? 0 : a.sign === 2 ? 2 : 1) : a.sign;
  return a.sign === 0 ? NONE : size(sign, a.low * n, a.high * n);
}

function raised(a: Size, { lo, hi }: Interval): Size {
  const ends = [a.low * lo, a.low * hi, a.high * lo, a.high * hi];
  return size(1, Math.min(...ends), Math.max(...ends));
}
