/**
 * Whether a rule of 21 points can see all of an integrand on a panel.
 *
 * Samples alone miss a narrow spike. Here every operation of the integrand is run on intervals: a
 * panel is resolved when the argument of each function spans no more than the rule can follow. What
 * is not resolved is bounded by how much the operation can vary on the panel times how much the
 * integrand can change with it; a tail of a spike is harmless by that bound, its peak is not.
 * Ends are rounded to nearest, not outwards: the bound steers the refinement, it is not a proof.
 */
import * as math from "../../math/index.js";
import { countWork } from "../../workCount.js";
import type { Node } from "../evaluation/node.js";

/** Span of an argument the rule follows: about two periods of a sine, e^12 of an exponential. */
const SPAN_MAX = 12;
/** The same for functions with poles a distance of about 1 from the real line. */
const NARROW_SPAN_MAX = 4;
/** Largest ratio of a divisor or a logarithm's argument over a panel. */
const RATIO_MAX = 32;
const INFINITY = Number.POSITIVE_INFINITY;
const HALF_PI = math.acos(0);

const ENTIRE: ReadonlySet<string> = new Set([
  "exp",
  "expm1",
  "exp2",
  "exp10",
  "sin",
  "cos",
  "sinh",
  "cosh",
]);
const STEPS: ReadonlySet<string> = new Set(["floor", "ceil", "sign", "heaviside"]);
const RISING: ReadonlySet<string> = new Set([
  "exp",
  "expm1",
  "exp2",
  "exp10",
  "log",
  "log1p",
  "log2",
  "log10",
  "sqrt",
  "cbrt",
  "sinh",
  "tanh",
  "asin",
  "atan",
  "asinh",
  "acosh",
  "atanh",
  "erf",
  "floor",
  "ceil",
  "sign",
  "heaviside",
]);
const FALLING: ReadonlySet<string> = new Set(["acos", "erfc"]);
/** Those that begin where their argument is 0. */
const BEGINNING: ReadonlySet<string> = new Set(["sqrt", "cbrt", "log", "log2", "log10"]);
const LOGARITHMS: ReadonlySet<string> = new Set(["log", "log1p", "log2", "log10"]);
/** Slopes that never exceed this; absent where the slope has no bound. */
const SLOPE_MAX: ReadonlyMap<string, number> = new Map([
  ["sin", 1],
  ["cos", 1],
  ["tanh", 1],
  ["atan", 1],
  ["asinh", 1],
  ["erf", 1.13],
  ["erfc", 1.13],
  ["abs", 1],
  ["sinpi", 3.15],
  ["cospi", 3.15],
]);

interface Step {
  readonly node: Node;
  readonly a: number;
  readonly b: number;
}

export interface IntervalOptions {
  /** Part of the spans above that counts as followed; 1 for a rule of 21 points. */
  readonly reach?: number;
  /** Kinks count, too: an argument of abs across 0, operands of min and max that cross. */
  readonly kinks?: boolean;
  /** Kinks count that only touch an end: one at a double is the end of both intervals beside it. */
  readonly touching?: boolean;
  /** Steps and remainders do not count: whoever asks knows where they are. */
  readonly stepsKnown?: boolean;
  /** Roots, powers and logarithms do not count where they begin: whoever asks knows where that is. */
  readonly rootsKnown?: boolean;
}

/** Interval run of one expression; slot 0 is the variable of `unresolved`. */
export class IntervalRun {
  readonly #stepsKnown: boolean;
  readonly #rootsKnown: boolean;
  readonly #steps: Step[] = [];
  readonly #reach: number;
  readonly #kinks: boolean;
  readonly #touching: boolean;
  /** Intervals of the slots. */
  #boxLow: Float64Array;
  #boxHigh: Float64Array;
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #effect: Float64Array;
  /** 1 where an operation spans more than the rule follows. */
  readonly #coarse: Uint8Array;

  constructor(root: Node, options: IntervalOptions = {}) {
    const { kinks = false, reach = 1, touching = false } = options;
    const { rootsKnown = false, stepsKnown = false } = options;
    const known = new Map<Node, number>();
    this.#stepsKnown = stepsKnown;
    this.#rootsKnown = rootsKnown;
    this.#reach = reach;
    this.#kinks = kinks;
    this.#touching = touching;
    this.#add(root, known);
    const slots = this.#steps.reduce(
      (most, { node }) => (node.op === "slot" ? Math.max(most, node.slot + 1) : most),
      1,
    );
    this.#boxLow = new Float64Array(slots);
    this.#boxHigh = new Float64Array(slots);
    this.#low = new Float64Array(this.#steps.length);
    this.#high = new Float64Array(this.#steps.length);
    this.#effect = new Float64Array(this.#steps.length);
    this.#coarse = new Uint8Array(this.#steps.length);
  }

  get length(): number {
    return this.#steps.length;
  }

  #add(node: Node, known: Map<Node, number>): number {
    const found = known.get(node);
    if (found !== undefined) return found;
    const a = "a" in node ? this.#add(node.a, known) : -1;
    const b = "b" in node ? this.#add(node.b, known) : -1;
    this.#steps.push({ node, a, b });
    known.set(node, this.#steps.length - 1);
    return this.#steps.length - 1;
  }

  /** Whether any operation can vary between samples more than they show. */
  get canHide(): boolean {
    return this.#steps.some(
      ({ node }) =>
        node.op === "div" ||
        node.op === "call1" ||
        node.op === "call2" ||
        (node.op === "powi" && node.n < 0),
    );
  }

  /** Whether the whole expression itself jumps, bends or spans too much on the last panel. */
  get isCoarse(): boolean {
    return this.#coarse[this.#steps.length - 1] === 1;
  }

  /** Whether a root, a power or a logarithm spans too much on the last panel. */
  get isRootCoarse(): boolean {
    return this.#steps.some(({ node }, i) => {
      if (this.#coarse[i] === 0) return false;
      if (node.op === "call2") return node.rule.name === "pow";
      return node.op === "call1" && BEGINNING.has(node.rule.name);
    });
  }

  /** Of the whole expression on the last panel. */
  get range(): readonly [low: number, high: number] {
    return [this.#low[this.#steps.length - 1]!, this.#high[this.#steps.length - 1]!];
  }

  /** Largest |integrand| on the panel; NaN where it is not known. */
  magnitude(): number {
    const at = this.#steps.length - 1;
    return Math.max(Math.abs(this.#low[at]!), Math.abs(this.#high[at]!));
  }

  /**
   * @param slots values of the other slots
   * @returns bound of what the rule may miss in the integrand: 0 when all of it is resolved
   */
  unresolved(from: number, to: number, slots: Float64Array): number {
    const boxHigh = this.#boxHigh;
    const boxLow = this.#boxLow;
    for (let i = 1; i < boxLow.length; i += 1) {
      const value = slots[i]!;
      boxLow[i] = value;
      boxHigh[i] = value;
    }
    boxLow[0] = from;
    boxHigh[0] = to;
    return this.#missed();
  }

  /** The same where every slot has an interval. */
  unresolvedBox(low: Float64Array, high: Float64Array): number {
    const boxHigh = this.#boxHigh;
    const boxLow = this.#boxLow;
    for (let i = 0; i < boxLow.length; i += 1) {
      boxLow[i] = low[i]!;
      boxHigh[i] = high[i]!;
    }
    return this.#missed();
  }

  /** The same; a jump has no slope that bounds it, and hides no more than the expression spans. */
  missedOnBox(low: Float64Array, high: Float64Array): number {
    const missed = this.unresolvedBox(low, high);
    if (missed < INFINITY) return missed;
    const [least, most] = this.range;
    return most - least >= 0 ? most - least : missed;
  }

  /** Whether the whole expression jumps, bends or spans too much on a box; no bound is found. */
  isCoarseOn(low: Float64Array, high: Float64Array): boolean {
    const boxHigh = this.#boxHigh;
    const boxLow = this.#boxLow;
    const steps = this.#steps;
    countWork(steps.length);
    for (let i = 0; i < boxLow.length; i += 1) {
      boxLow[i] = low[i]!;
      boxHigh[i] = high[i]!;
    }
    for (let i = 0; i < steps.length; i += 1) this.#forward(i);
    return this.isCoarse;
  }

  #missed(): number {
    const steps = this.#steps;
    const effect = this.#effect;
    const coarse = this.#coarse;
    let isResolved = true;
    for (let i = 0; i < steps.length; i += 1) {
      this.#forward(i);
      if (coarse[i] === 1) isResolved = false;
    }
    // Only what is coarse is missed.
    if (isResolved) return 0;
    effect.fill(0);
    effect[steps.length - 1] = 1;
    let bound = 0;
    for (let i = steps.length - 1; i >= 0; i -= 1) {
      if (effect[i] === 0) continue;
      if (coarse[i] === 1) {
        const missed = effect[i]! * (this.#high[i]! - this.#low[i]!);
        bound = Math.max(bound, missed === missed ? missed : INFINITY);
      }
      this.#backward(i);
    }
    return bound;
  }

  #forward(i: number): void {
    const { node, a, b } = this.#steps[i]!;
    this.#coarse[i] = 0;
    switch (node.op) {
      case "slot":
        this.#set(i, this.#boxLow[node.slot]!, this.#boxHigh[node.slot]!);
        return;
      case "constant":
        this.#set(i, node.value, node.value);
        return;
      case "many":
        this.#set(i, Number.NaN, Number.NaN);
        return;
      case "neg":
        this.#set(i, -this.#high[a]!, -this.#low[a]!);
        return;
      case "add":
        this.#set(i, this.#low[a]! + this.#low[b]!, this.#high[a]! + this.#high[b]!);
        return;
      case "sub":
        this.#difference(i, a, b);
        return;
      case "mul":
        this.#product(i, a, b);
        return;
      case "div":
        this.#quotient(i, a, b);
        return;
      case "powi":
        this.#power(i, a, node.n);
        return;
      case "call1":
        this.#call(i, a, node.rule.name, node.rule.value);
        return;
      default:
        this.#call2(i, a, b, node.rule.name);
    }
  }

  #set(i: number, low: number, high: number): void {
    this.#low[i] = low;
    this.#high[i] = high;
  }

  #difference(i: number, a: number, b: number): void {
    const [first, second] = [this.#steps[a]!, this.#steps[b]!];
    // exp(x) - 1 near 0 would otherwise reach down to a zero it does not have.
    if (
      first.node.op === "call1" &&
      first.node.rule.name === "exp" &&
      second.node.op === "constant" &&
      second.node.value === 1
    ) {
      this.#set(i, math.expm1(this.#low[first.a]!), math.expm1(this.#high[first.a]!));
      return;
    }
    this.#set(i, this.#low[a]! - this.#high[b]!, this.#high[a]! - this.#low[b]!);
  }

  #product(i: number, a: number, b: number): void {
    const [al, ah, bl, bh] = [this.#low[a]!, this.#high[a]!, this.#low[b]!, this.#high[b]!];
    if (a === b && al === al) {
      const [p, q] = [al * al, ah * ah];
      this.#set(i, al <= 0 && ah >= 0 ? 0 : Math.min(p, q), Math.max(p, q));
      return;
    }
    const [p, q, r, s] = [times(al, bl), times(al, bh), times(ah, bl), times(ah, bh)];
    this.#set(i, Math.min(p, q, r, s), Math.max(p, q, r, s));
  }

  #ratioMax(): number {
    return Math.max(2, RATIO_MAX * this.#reach);
  }

  #quotient(i: number, a: number, b: number): void {
    const [al, ah, bl, bh] = [this.#low[a]!, this.#high[a]!, this.#low[b]!, this.#high[b]!];
    if (!(al === al && bl === bl)) {
      this.#set(i, Number.NaN, Number.NaN);
      return;
    }
    this.#coarse[i] = isWide(bl, bh, this.#ratioMax()) ? 1 : 0;
    if (bl <= 0 && bh >= 0) {
      // Nought alone may be what is left of a number of either sign.
      const isOpen = (bl === 0) !== (bh === 0);
      const sign = bl === 0 ? 1 : -1;
      const size = Math.max(Math.abs(bl), Math.abs(bh));
      // One-sided: the quotient keeps its sign.
      if (isOpen && al >= 0) this.#set(i, ...ordered((sign * al) / size, sign * INFINITY));
      else if (isOpen && ah <= 0) this.#set(i, ...ordered((sign * ah) / size, -sign * INFINITY));
      else this.#set(i, -INFINITY, INFINITY);
      return;
    }
    const [p, q, r, s] = [over(al, bl), over(al, bh), over(ah, bl), over(ah, bh)];
    this.#set(i, Math.min(p, q, r, s), Math.max(p, q, r, s));
  }

  #power(i: number, a: number, n: number): void {
    const [al, ah] = [this.#low[a]!, this.#high[a]!];
    const [p, q] = [math.powi(al, n), math.powi(ah, n)];
    const crosses = al <= 0 && ah >= 0;
    if (n < 0) this.#coarse[i] = isWide(al, ah, Math.max(2, this.#ratioMax() / -n)) ? 1 : 0;
    if (n < 0 && crosses) this.#set(i, (n & 1) === 0 ? Math.min(p, q) : -INFINITY, INFINITY);
    else if ((n & 1) === 0 && crosses) this.#set(i, 0, Math.max(p, q));
    else this.#set(i, Math.min(p, q), Math.max(p, q));
  }

  #call(i: number, a: number, name: string, value: (x: number) => number): void {
    const [al, ah] = [this.#low[a]!, this.#high[a]!];
    const span = ah - al;
    if (name === "abs") {
      const [p, q] = [Math.abs(al), Math.abs(ah)];
      this.#set(i, al <= 0 && ah >= 0 ? 0 : Math.min(p, q), Math.max(p, q));
      const isInside = al < 0 && ah > 0;
      const isTouched = this.#touching && al <= 0 && ah >= 0 && al < ah;
      if (this.#kinks && (isInside || isTouched)) this.#coarse[i] = 1;
      return;
    }
    if (RISING.has(name)) this.#set(i, value(clampedTo(name, al)), value(clampedTo(name, ah)));
    else if (FALLING.has(name)) this.#set(i, value(ah), value(al));
    else if (name === "tan") {
      const isBranch =
        Math.floor(al / (2 * HALF_PI) + 0.5) === Math.floor(ah / (2 * HALF_PI) + 0.5);
      if (isBranch) this.#set(i, value(al), value(ah));
      else this.#set(i, -INFINITY, INFINITY);
      const [p, q] = [1 + Math.abs(this.#low[i]!), 1 + Math.abs(this.#high[i]!)];
      this.#coarse[i] = isBranch && Math.max(p, q) <= this.#ratioMax() * Math.min(p, q) ? 0 : 1;
      return;
    } else if (name === "cosh")
      this.#set(
        i,
        al <= 0 && ah >= 0 ? 1 : Math.min(value(al), value(ah)),
        Math.max(value(al), value(ah)),
      );
    else if (name === "sin" || name === "cos")
      this.#wave(i, al, ah, name === "sin" ? 0 : HALF_PI, value);
    else this.#set(i, Number.NaN, Number.NaN);
    this.#coarse[i] = this.#spansTooMuch(i, name, al, ah, span) ? 1 : 0;
  }

  #spansTooMuch(i: number, name: string, al: number, ah: number, span: number): boolean {
    if (STEPS.has(name)) return !this.#stepsKnown && this.#low[i] !== this.#high[i];
    if (this.#rootsKnown && BEGINNING.has(name) && al <= 0 && ah >= 0) return false;
    if (LOGARITHMS.has(name))
      return name === "log1p"
        ? isWide(al + 1, ah + 1, this.#ratioMax())
        : isWide(al, ah, this.#ratioMax());
    if (name === "sqrt" || name === "cbrt") return isWide(al, ah, this.#ratioMax());
    return span > this.#reach * (ENTIRE.has(name) ? SPAN_MAX : NARROW_SPAN_MAX);
  }

  /** Range of a sine shifted by `lead`, from the ends and the turning points between them. */
  #wave(i: number, al: number, ah: number, lead: number, value: (x: number) => number): void {
    if (!(ah - al < 4 * HALF_PI)) {
      this.#set(i, -1, 1);
      return;
    }
    const [p, q] = [value(al), value(ah)];
    const holds = (phase: number): boolean => {
      const turns = (phase - lead - al) / (4 * HALF_PI);
      return al + 4 * HALF_PI * (turns - Math.floor(turns)) <= ah;
    };
    this.#set(i, holds(-HALF_PI) ? -1 : Math.min(p, q), holds(HALF_PI) ? 1 : Math.max(p, q));
  }

  #call2(i: number, a: number, b: number, name: string): void {
    const [al, ah, bl, bh] = [this.#low[a]!, this.#high[a]!, this.#low[b]!, this.#high[b]!];
    if (name === "min" || name === "max") {
      const pick = name === "min" ? Math.min : Math.max;
      this.#set(i, pick(al, bl), pick(ah, bh));
      const isCrossed = al < bh && bl < ah;
      const isPoint = al === ah && bl === bh;
      const isTouched = this.#touching && a !== b && al <= bh && bl <= ah && !isPoint;
      if (this.#kinks && (isCrossed || isTouched)) this.#coarse[i] = 1;
    } else if (name === "pow" && al >= 0) {
      const ends = [math.pow(al, bl), math.pow(al, bh), math.pow(ah, bl), math.pow(ah, bh)];
      this.#set(i, Math.min(...ends), Math.max(...ends));
      const [p, q] = [math.log(al) * bl, math.log(ah) * bh];
      const [r, s] = [math.log(al) * bh, math.log(ah) * bl];
      const isFollowed = Math.max(p, q, r, s) - Math.min(p, q, r, s) <= this.#reach * SPAN_MAX;
      this.#coarse[i] = isFollowed || (this.#rootsKnown && al === 0) ? 0 : 1;
    } else if (name === "hypot" && this.#kinks) {
      const nearest = (low: number, high: number): number =>
        low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(low), Math.abs(high));
      const farthest = (low: number, high: number): number =>
        Math.max(Math.abs(low), Math.abs(high));
      const least = math.hypot(nearest(al, ah), nearest(bl, bh));
      this.#set(i, least, math.hypot(farthest(al, ah), farthest(bl, bh)));
    } else if (name === "hypot" || name === "atan2") {
      this.#set(i, Number.NaN, Number.NaN);
    } else if (name === "mod") {
      const turn = Math.floor(al / bl);
      const isOne = bl === bh && turn === Math.floor(ah / bl);
      if (isOne && (this.#kinks || this.#reach < 1)) this.#set(i, al - turn * bl, ah - turn * bl);
      else this.#set(i, Math.min(0, bl), Math.max(0, bh));
      this.#coarse[i] = isOne || this.#stepsKnown ? 0 : 1;
    } else this.#set(i, Number.NaN, Number.NaN);
  }

  /** How much the integrand changes with each operand, from how much it does with the result. */
  #backward(i: number): void {
    const { node, a, b } = this.#steps[i]!;
    const weight = this.#effect[i]!;
    switch (node.op) {
      case "slot":
      case "constant":
      case "many":
        return;
      case "neg":
        this.#put(a, weight);
        return;
      case "add":
      case "sub":
        this.#put(a, weight);
        this.#put(b, weight);
        return;
      case "mul":
        this.#put(a, times(weight, this.#size(b)));
        this.#put(b, times(weight, this.#size(a)));
        return;
      case "div": {
        const inverse =
          this.#low[b]! <= 0 && this.#high[b]! >= 0
            ? INFINITY
            : 1 / Math.min(Math.abs(this.#low[b]!), Math.abs(this.#high[b]!));
        this.#put(a, times(weight, inverse));
        this.#put(b, times(times(weight, this.#size(i)), inverse));
        return;
      }
      case "powi":
        this.#put(
          a,
          node.n > 0 ? times(weight, node.n * math.powi(this.#size(a), node.n - 1)) : INFINITY,
        );
        return;
      case "call1":
        this.#put(a, times(weight, this.#slopeOf(node.rule.name, i, a)));
        return;
      default: {
        const isChoice = this.#kinks && (node.rule.name === "min" || node.rule.name === "max");
        this.#put(a, isChoice ? weight : INFINITY);
        this.#put(b, isChoice ? weight : INFINITY);
      }
    }
  }

  #size(at: number): number {
    return Math.max(Math.abs(this.#low[at]!), Math.abs(this.#high[at]!));
  }

  #put(at: number, effect: number): void {
    this.#effect[at]! += effect === effect ? effect : INFINITY;
  }

  #slopeOf(name: string, i: number, a: number): number {
    const size = Math.max(Math.abs(this.#low[i]!), Math.abs(this.#high[i]!));
    const argument = Math.min(Math.abs(this.#low[a]!), Math.abs(this.#high[a]!));
    if (name === "exp" || name === "cosh") return size;
    if (name === "expm1" || name === "sinh") return size + 1;
    if (LOGARITHMS.has(name) && this.#low[a]! > 0)
      return name === "log10" ? 0.5 / argument : 1.5 / argument;
    if (name === "sqrt" && this.#low[a]! > 0) return 0.5 / Math.sqrt(argument);
    return SLOPE_MAX.get(name) ?? INFINITY;
  }
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

function over(a: number, b: number): number {
  return a === 0 ? 0 : a / b;
}

function ordered(a: number, b: number): [number, number] {
  return a <= b ? [a, b] : [b, a];
}

/** Contains 0, or spans more than the ratio. */
function isWide(low: number, high: number, ratio: number): boolean {
  if (!(low === low && high === high)) return false;
  if (low <= 0 && high >= 0) return low !== high;
  const [p, q] = [Math.abs(low), Math.abs(high)];
  return Math.max(p, q) > ratio * Math.min(p, q);
}

/** Ends of a domain that an interval may overstep where the integrand itself does not. */
function clampedTo(name: string, x: number): number {
  if (name === "sqrt" || name === "log" || name === "log2" || name === "log10")
    return Math.max(x, 0);
  if (name === "asin") return Math.max(-1, Math.min(1, x));
  if (name === "acosh") return Math.max(1, x);
  return x;
}
