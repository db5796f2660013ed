/**
 * A tree of operations run on intervals of its unknown: what it can be there, and how it changes.
 */
import { countWork } from "../../workCount.js";
import * as math from "../../math/index.js";
import type { Node } from "../evaluation/node.js";
import {
  ELEMENTARY,
  EVERYWHERE,
  NOWHERE,
  PARTLY,
  powerOf,
  realPower,
  type Encloser,
  type Enclosure,
} from "./functions.js";
import {
  add,
  around,
  div,
  holdsZero,
  hull,
  meet,
  mul,
  point,
  scaled,
  WHOLE,
  within,
  ZERO,
} from "./interval.js";
import type { Interval } from "./interval.js";
import {
  addJets,
  chain,
  constantJet,
  divJets,
  isFlat,
  mulJets,
  negJet,
  squareJet,
  subJets,
  UNKNOWN,
} from "./jet.js";
import type { Jet } from "./jet.js";
import { encloseMany } from "./many.js";
import { besselOf, monotone, MONOTONE, SPECIAL } from "./special.js";

type Domain = 0 | 1 | 2;

/** What one run says of the function besides its jet. */
export interface Reading {
  readonly jet: Jet;
  /** How much of the interval has a value. */
  readonly domain: Domain;
  /** Analytic inside the interval. */
  readonly isSmooth: boolean;
  /** A step function may jump in the interval: the slope then says nothing. */
  readonly jumps: boolean;
  /** A divisor may be 0 in the interval. */
  readonly divides: boolean;
}

/** Values that one step function takes in the interval. */
export type Options = readonly number[];
const OPTIONS_MAX = 4;
const WHOLE_POWER_MAX = 64;

/** A quarter of a microsecond, in units of an addition with its errors. */
const ENCLOSURE_WORK = 2;

/** Work left to a search, in units of about a quarter of a microsecond. */
export interface Work {
  left: number;
}

interface Step {
  readonly node: Node;
  readonly a: number;
  readonly b: number;
  readonly args: readonly number[];
}

export class EnclosureRun {
  readonly #steps: Step[] = [];
  readonly #jets: Jet[] = [];
  readonly #work: Work;
  /** Work of one run. */
  #cost = 0;
  #domain: Domain = EVERYWHERE;
  #isSmooth = true;
  #jumps = false;
  #divides = false;
  /** Step functions that jump in the interval, in the order they were met; null: not asked for. */
  #crossings: Options[] | null = null;
  #choices: readonly number[] | null = null;
  #chosen = 0;

  constructor(root: Node, work: Work) {
    this.#work = work;
    this.#add(root, new Map());
    for (const { node } of this.#steps) this.#cost += costOf(node);
  }

  /** @param slots jets of all slots, the unknown's among them */
  run(slots: readonly Jet[]): Reading {
    this.#reset();
    const steps = this.#steps;
    const jets = this.#jets;
    countWork(ENCLOSURE_WORK * this.#cost);
    this.#work.left -= this.#cost;
    for (let i = 0; i < steps.length; i += 1) {
      jets[i] = this.#step(steps[i]!, slots);
      if (this.#domain === NOWHERE) break;
    }
    return {
      jet: this.#domain === NOWHERE ? UNKNOWN : jets[steps.length - 1]!,
      domain: this.#domain,
      isSmooth: this.#isSmooth,
      jumps: this.#jumps,
      divides: this.#divides,
    };
  }

  /** The values that each step function that jumps takes; null where they are too many. */
  optionsOn(slots: readonly Jet[]): readonly Options[] | null {
    this.#crossings = [];
    this.run(slots);
    const found = this.#crossings;
    this.#crossings = null;
    return found.some((options) => options.length === 0) ? null : found;
  }

  /** A run in which the step functions have the values given. */
  runWith(slots: readonly Jet[], choices: readonly number[]): Reading {
    this.#choices = choices;
    const reading = this.run(slots);
    this.#choices = null;
    return reading;
  }

  #reset(): void {
    this.#domain = EVERYWHERE;
    this.#isSmooth = true;
    this.#jumps = false;
    this.#divides = false;
    this.#chosen = 0;
  }

  #add(node: Node, known: Map<Node, number>): number {
    const found = known.get(node);
    if (found !== undefined) return found;
    const a = "a" in node ? this.#add(node.a, known) : -1;
    const b = "b" in node ? this.#add(node.b, known) : -1;
    const args = node.op === "many" ? node.args.map((arg) => this.#add(arg, known)) : [];
    this.#steps.push({ node, a, b, args });
    known.set(node, this.#steps.length - 1);
    return this.#steps.length - 1;
  }

  #step({ node, a, b, args }: Step, slots: readonly Jet[]): Jet {
    const jets = this.#jets;
    switch (node.op) {
      case "slot":
        return slots[node.slot]!;
      case "constant":
        return constantJet(node.exact ? point(node.value) : around(node.value));
      case "neg":
        return negJet(jets[a]!);
      case "add":
        return addJets(jets[a]!, jets[b]!);
      case "sub":
        return subJets(jets[a]!, jets[b]!);
      case "mul":
        return a === b ? squareJet(jets[a]!) : mulJets(jets[a]!, jets[b]!);
      case "div":
        this.#divisor(jets[b]!.v);
        return divJets(jets[a]!, jets[b]!);
      case "powi":
        return this.#power(jets[a]!, node.n);
      case "call1":
        return this.#call(jets[a]!, node.rule.name);
      case "call2":
        return this.#call2(jets[a]!, jets[b]!, node.rule.name);
      case "many": {
        const found = encloseMany(
          node.rule,
          args.map((arg) => jets[arg]!),
          (root) => new EnclosureRun(root, this.#work),
        );
        this.#note(found.domain, found.isSmooth, found.jumps);
        return found.jet;
      }
    }
  }

  #note(domain: Domain, isSmooth: boolean, jumps: boolean): void {
    if (domain < this.#domain) this.#domain = domain;
    this.#isSmooth &&= isSmooth;
    this.#jumps ||= jumps;
  }

  #divisor(b: Interval): void {
    if (!holdsZero(b)) return;
    this.#divides = true;
    if (b.lo === 0 && b.hi === 0) this.#domain = NOWHERE;
    else if (this.#domain === EVERYWHERE) this.#domain = PARTLY;
  }

  #power(u: Jet, n: number): Jet {
    if (n === 2) return squareJet(u);
    if (n < 0) this.#divisor(u.v);
    const slope = scaled(powerOf(u.v, n - 1), n);
    const curvature = scaled(powerOf(u.v, n - 2), n * (n - 1));
    return chain(u, powerOf(u.v, n), n === 0 ? ZERO : slope, n === 0 || n === 1 ? ZERO : curvature);
  }

  #applied(u: Jet, f: Encloser): Jet {
    const found: Enclosure = f(u.v);
    this.#note(found.domain, found.isSmooth, false);
    return found.domain === NOWHERE ? UNKNOWN : chain(u, found.g, found.slope, found.curvature);
  }

  #call(u: Jet, name: string): Jet {
    const f = ELEMENTARY.get(name) ?? SPECIAL.get(name);
    if (f !== undefined) return this.#applied(u, f);
    if (name === "floor") return this.#jump(whole(u.v, Math.floor));
    if (name === "ceil") return this.#jump(whole(u.v, Math.ceil));
    if (name === "sign") return this.#jump(around0(u.v, [-1, 0, 1]));
    if (name === "heaviside") return this.#jump(around0(u.v, [0, 0.5, 1]));
    this.#note(PARTLY, false, true);
    return UNKNOWN;
  }

  /** @param values those a step function takes in the interval, ascending; empty for too many */
  #jump({ values, range }: { values: Options; range: Interval }): Jet {
    const [only, another] = values;
    if (only !== undefined && another === undefined) return constantJet(point(only));
    if (this.#choices !== null && this.#chosen < this.#choices.length) {
      const choice = this.#choices[this.#chosen]!;
      this.#chosen += 1;
      return constantJet(point(choice));
    }
    this.#crossings?.push(values);
    this.#jumps = true;
    this.#isSmooth = false;
    return { v: range, d: ZERO, c: ZERO };
  }

  #call2(a: Jet, b: Jet, name: string): Jet {
    switch (name) {
      case "pow":
        return this.#pow(a, b);
      case "min":
        return this.#choice(a, b, -1);
      case "max":
        return this.#choice(a, b, 1);
      case "hypot": {
        const squares = addJets(squareJet(a), squareJet(b));
        return this.#applied(
          { ...squares, v: within(squares.v, 0, Infinity) },
          ELEMENTARY.get("sqrt")!,
        );
      }
      case "atan2":
        return this.#angle(a, b);
      case "mod":
        return this.#remainder(a, b);
      case "jn":
        return isFlat(a) && a.v.lo === a.v.hi
          ? this.#applied(b, (u) => besselOf(a.v.lo, u))
          : this.#unknown();
      default: {
        const rule = MONOTONE.get(name);
        if (rule === undefined) return this.#unknown();
        const { g, slopeA, slopeB, domain } = monotone(rule, a.v, b.v);
        this.#note(domain, domain === EVERYWHERE, false);
        const d = add(mul(slopeA, a.d), mul(slopeB, b.d));
        return isFlat(a) && isFlat(b) ? constantJet(g) : { v: g, d, c: WHOLE };
      }
    }
  }

  #unknown(): Jet {
    this.#note(PARTLY, false, true);
    return UNKNOWN;
  }

  #pow(a: Jet, b: Jet): Jet {
    const { lo, hi } = b.v;
    if (isFlat(b) && lo === hi && Math.trunc(lo) === lo && Math.abs(lo) <= math.POWI_EXPONENT_MAX)
      return this.#power(a, lo);
    const real = realPower(a.v, b.v);
    const isWhole = lo === hi && Math.trunc(lo) === lo && Math.abs(lo) <= WHOLE_POWER_MAX;
    const found = isWhole && a.v.lo > 0 ? { ...real, g: meet(powerOf(a.v, lo), real.g) } : real;
    this.#note(found.domain, found.isSmooth, false);
    if (found.domain === NOWHERE) return UNKNOWN;
    if (isFlat(b)) return chain(a, found.g, found.slope, found.curvature);
    if (!(a.v.lo > 0)) return { v: found.g, d: WHOLE, c: WHOLE };
    const log = ELEMENTARY.get("log")!(a.v);
    const exponent = mulJets(b, chain(a, log.g, log.slope, log.curvature));
    const exp = ELEMENTARY.get("exp")!(exponent.v);
    const both = chain(exponent, meet(found.g, exp.g), exp.slope, exp.curvature);
    return both;
  }

  #choice(a: Jet, b: Jet, sign: 1 | -1): Jet {
    const [larger, smaller] = sign > 0 ? [a, b] : [b, a];
    const [isAbove, isBelow] = [a.v.lo >= b.v.hi, a.v.hi <= b.v.lo];
    if (isAbove !== isBelow) return isAbove ? larger : smaller;
    // At a point where both are equal the slope is that of one on the left, of the other on the right.
    if (isAbove) return { v: a.v, d: hull(a.d, b.d), c: hull(a.c, b.c) };
    this.#isSmooth = false;
    const pick = sign > 0 ? Math.max : Math.min;
    return {
      v: { lo: pick(a.v.lo, b.v.lo), hi: pick(a.v.hi, b.v.hi) },
      d: hull(a.d, b.d),
      c: WHOLE,
    };
  }

  #angle(a: Jet, b: Jet): Jet {
    const atan = ELEMENTARY.get("atan")!;
    if (b.v.lo > 0) return this.#applied(divJets(a, b), atan);
    const quarter = constantJet(around(math.acos(0)));
    if (a.v.lo > 0) return subJets(quarter, this.#applied(divJets(b, a), atan));
    if (a.v.hi < 0) return subJets(negJet(quarter), this.#applied(divJets(b, a), atan));
    return this.#unknown();
  }

  /** a - b floor(a/b) for a divisor that does not change. */
  #remainder(a: Jet, b: Jet): Jet {
    if (!isFlat(b) || holdsZero(b.v)) return this.#unknown();
    const turns = this.#jump(whole(div(a.v, b.v), Math.floor));
    const rest = subJets(a, mulJets(b, turns));
    const range = { lo: Math.min(0, b.v.lo), hi: Math.max(0, b.v.hi) };
    return { ...rest, v: meet(rest.v, range) };
  }
}

const ELEMENTARY_COST = 8;
const SPECIAL_COST = 400;

function costOf(node: Node): number {
  if (node.op === "many") return SPECIAL_COST;
  if (node.op === "slot" || node.op === "constant") return 0;
  if (node.op !== "call1" && node.op !== "call2") return 1;
  return node.rule.loose === true ? SPECIAL_COST : ELEMENTARY_COST;
}

function whole(
  { lo, hi }: Interval,
  round: (x: number) => number,
): { values: Options; range: Interval } {
  const [first, last] = [round(lo), round(hi)];
  const range = { lo: first, hi: last };
  if (!(last - first < OPTIONS_MAX)) return { values: [], range };
  return {
    values: Array.from({ length: last - first + 1 }, (_, i) => first + i),
    range,
  };
}

/** @param values below 0, at 0 and above */
function around0(
  { lo, hi }: Interval,
  values: readonly [number, number, number],
): { values: Options; range: Interval } {
  const met = values.filter((_, i) => (i === 0 ? lo < 0 : i === 1 ? lo <= 0 && hi >= 0 : hi > 0));
  return { values: met, range: { lo: met[0]!, hi: met.at(-1)! } };
}
