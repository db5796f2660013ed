/** Every solution of an equation of one unknown in a range, or what is not known about them. */
import { ULP } from "../../math/constants.js";
import type { Node } from "../evaluation/node.js";
import { closures } from "../evaluation/valueFunction.js";
import type { ValueFunction } from "../evaluation/valueFunction.js";
import { EVERYWHERE, NOWHERE } from "../enclosures/functions.js";
import { around, holdsZero, hull, magnitude, point, WHOLE } from "../enclosures/interval.js";
import type { Interval } from "../enclosures/interval.js";
import { constantJet, variableJet } from "../enclosures/jet.js";
import type { Jet } from "../enclosures/jet.js";
import { EnclosureRun, type Work } from "../enclosures/run.js";
import { isExactDecimal } from "../reading/bindExact.js";
import { nextDown, nextUp } from "../../math/index.js";
import { Isolator, type Isolated } from "./isolate.js";
import { plus, times, ZERO } from "./rational.js";
import { isFeasible, realRoots } from "./realRoots.js";
import { fixedPoints, refine } from "./search.js";
import type { Coefficients } from "./terms.js";
import { withCotangents } from "./trees.js";
import { zeroForm } from "./zeroForm.js";

export interface Solution {
  readonly value: number;
  /** The value is the nearest double to the solution, or the solution itself. */
  readonly isRounded: boolean;
  readonly isExact: boolean;
  /** Both sides touch there without crossing, or cross with equal slopes. */
  readonly isMultiple: boolean;
  /** How far the value may be off, from the factor that vanishes there. */
  readonly bound: number;
}

export interface Solutions {
  /** Ascending. */
  readonly found: readonly Solution[];
  /** Where more may be: drowned in rounding, beyond the work, or not understood. */
  readonly undecided: readonly Interval[];
  /** In each of `undecided` both sides were seen to agree as far as their rounding tells. */
  readonly isDrowned: boolean;
  /** An interval all of which solves the equation. */
  readonly continuum: Interval | null;
  /** The found roots are all there is. */
  readonly isComplete: boolean;
  /** Larger values were not looked at; null for nothing. */
  readonly reach: number | null;
}

export interface Question {
  readonly left: Node;
  readonly right: Node;
  /** Slot of the unknown. */
  readonly unknown: number;
  /** Values of the slots; the unknown's is not looked at. */
  readonly values: ArrayLike<number>;
  /** Half-widths of the slots beyond what their decimals say; null for none. */
  readonly reaches: ArrayLike<number> | null;
  readonly min: number;
  readonly max: number;
  /** So many solutions end the search. */
  readonly enough: number;
  readonly work: Work;
}

/** Candidates nearer than this are one solution. */
const SAME_ULPS = 8;
const RATIO_MAX = 4;
const CANDIDATES_MAX = 40;
/** An unknown without a range is looked for up to this size: no quantity is larger. */
export const SEARCH_MAX = 1e150;
/** Part of its terms below which a sum has cancelled. */
const CANCELLED = 1e-6;
const BESIDE_POLE_ULPS = 64;
/** So far around a computed zero an exact one is looked for. */
const EXACT_ULPS = 4;
/** So far around a computed zero its slope is enclosed. */
const SLOPE_ULPS = 1_000_000;

export function solutionsOf(question: Question): Solutions {
  const { unknown, values, min, max } = question;
  const [left, right] = [withCotangents(question.left), withCotangents(question.right)];
  if (!(min <= max))
    return {
      found: [],
      undecided: [],
      isDrowned: false,
      continuum: null,
      isComplete: true,
      reach: null,
    };
  const slots = slotJets(question);
  const form = zeroForm(left, right, unknown, values, (node) => {
    const { jet, domain } = new EnclosureRun(node, question.work).run(slots);
    return domain === EVERYWHERE ? jet.v : WHOLE;
  });
  const range = { lo: Math.max(min, -Number.MAX_VALUE), hi: Math.min(max, Number.MAX_VALUE) };
  if (form.isIdentity) return allOf(range);
  const domain = new Domain({ ...question, left, right }, slots);
  const found: Solution[] = [];
  const undecided: Interval[] = [];
  let isComplete = true;
  let isClipped = false;
  const offer = (solution: Solution): void => {
    const kind = domain.of(solution);
    if (kind === "outside" || found.some((other) => isSame(other, solution))) return;
    if (kind === "unknown") undecided.push(around(solution.value, 2));
    else found.push(solution);
  };
  for (const coefficients of joined(
    form.factors.flatMap((factor) => (factor.kind === "polynomial" ? [factor.coefficients] : [])),
  )) {
    const roots = realRoots(coefficients, range.lo, range.hi, question.enough);
    if (roots === null) return allOf(range);
    for (const { value, isExact, isMultiple } of roots) offer(rounded(value, isExact, isMultiple));
  }
  for (const factor of form.factors) {
    if (factor.kind === "polynomial") continue;
    if (factor.kind === "candidates") {
      const roots = realRoots(factor.coefficients, range.lo, range.hi, CANDIDATES_MAX);
      if (roots === null || roots.length >= CANDIDATES_MAX) undecided.push(range);
      for (const { value, isExact } of roots ?? []) {
        const verdict = domain.solves(factor.tree, value, isExact);
        // A root of the square that is a double one may touch in the equation itself.
        if (verdict === "yes") offer(rounded(value, isExact, false));
        else if (verdict === "unknown") undecided.push(around(value, 2));
      }
      continue;
    }
    if (found.length >= question.enough) {
      isComplete = false;
      break;
    }
    const isolator = new Isolator(factor.trees, slots, unknown, question.work);
    const isolation = isolator.search(
      Math.max(range.lo, -SEARCH_MAX),
      Math.min(range.hi, SEARCH_MAX),
      question.enough - found.length,
    );
    isClipped ||= range.lo < -SEARCH_MAX || range.hi > SEARCH_MAX;
    if (isolation.continuum !== null)
      return {
        found: [],
        undecided: [],
        isDrowned: false,
        continuum: isolation.continuum,
        isComplete: false,
        reach: null,
      };
    for (const root of isolation.roots) offer(settled(root, question, domain));
    undecided.push(...isolation.undecided.filter((box) => !domain.isBesidePole(box)));
    isComplete &&= isolation.isComplete;
  }
  return {
    found: [...found].sort((a, b) => a.value - b.value),
    undecided,
    isDrowned: undecided.length > 0 && undecided.every((box) => domain.agreesIn(box)),
    continuum: null,
    isComplete: isComplete && undecided.length === 0,
    reach: isClipped ? SEARCH_MAX : null,
  };
}

/** Every value of the range solves it. */
function allOf(range: Interval): Solutions {
  return {
    found: [],
    undecided: [],
    isDrowned: false,
    continuum: range,
    isComplete: false,
    reach: null,
  };
}

function rounded(value: number, isExact: boolean, isMultiple: boolean): Solution {
  const bound = isExact ? 0 : ULP * Math.abs(value);
  return { value: value + 0, isRounded: true, isExact, isMultiple, bound };
}

function isSame(a: Solution, b: Solution): boolean {
  if (a.value === b.value) return true;
  if (a.isRounded && b.isRounded) return false;
  return (
    Math.abs(a.value - b.value) <= SAME_ULPS * ULP * Math.max(Math.abs(a.value), Math.abs(b.value))
  );
}

function slotJets({ unknown, values, reaches }: Question): Jet[] {
  return Array.from({ length: Math.max(values.length, unknown + 1) }, (_, i) => {
    if (i === unknown) return constantJet(point(0));
    const value = values[i]!;
    const own = isExactDecimal(value) ? point(value) : around(value);
    const reach = reaches?.[i] ?? 0;
    return constantJet(
      reach === 0 ? own : hull(own, { lo: nextDown(value - reach), hi: nextUp(value + reach) }),
    );
  });
}

/** Polynomials whose product can be dealt with as one. */
function joined(all: readonly Coefficients[]): Coefficients[] {
  const found: Coefficients[] = [];
  for (const one of all) {
    const last = found.at(-1);
    const both = last === undefined ? null : product(last, one);
    if (both !== null && isFeasible(both)) found[found.length - 1] = both;
    else found.push(one);
  }
  return found;
}

function product(a: Coefficients, b: Coefficients): Coefficients | null {
  const out = Array.from({ length: a.length + b.length - 1 }, () => ZERO);
  for (const [i, x] of a.entries())
    for (const [j, y] of b.entries()) {
      const next = plus(out[i + j]!, times(x, y));
      if (next === null) return null;
      out[i + j] = next;
    }
  return out;
}

/** A solution as a double: the sign of the tree changes there. */
function settled(root: Isolated, question: Question, domain: Domain): Solution {
  const { exact, isMultiple, tree } = root;
  if (exact !== null)
    return { value: exact + 0, isRounded: true, isExact: true, isMultiple, bound: 0 };
  const { left, right, unknown, values } = question;
  const slots = new Float64Array(Math.max(values.length, unknown + 1));
  slots.set(Array.from(values));
  const at = (node: Node): ((x: number) => number) => {
    const side = closures(node);
    return (x) => {
      slots[unknown] = x;
      return side(slots);
    };
  };
  const { lo, hi } = narrowed(at(tree), root);
  // As typed where that changes its sign there, too: the value then makes the sides agree best.
  const typed = at({ op: "sub", a: left, b: right, expr: left.expr });
  const isTyped = Math.sign(typed(lo)) * Math.sign(typed(hi)) === -1;
  let value = lo === hi ? lo : inCell(isTyped ? typed : at(tree), { lo, hi }, question);
  // Where it grows towards the sign change, that is a pole, and the zero of the factor is another.
  if (isTyped && Math.abs(typed(value)) > Math.max(Math.abs(typed(lo)), Math.abs(typed(hi))))
    value = inCell(at(tree), { lo, hi }, question);
  const whole = domain.exactNear(tree, value);
  return whole === null
    ? {
        value: value + 0,
        isRounded: false,
        isExact: false,
        isMultiple,
        bound: domain.boundOf(tree, value),
      }
    : { value: whole + 0, isRounded: true, isExact: true, isMultiple, bound: 0 };
}

/**
 * Refined from the cell of fixed points around it where that holds it alone: the bits then do not
 * depend on how it was isolated.
 */
function inCell(f: (x: number) => number, { lo, hi }: Interval, { min, max }: Question): number {
  const below = Math.sign(f(lo));
  const points = fixedPoints(min, max);
  let [first, last] = [0, points.length - 1];
  while (last - first > 1) {
    const middle = (first + last) >> 1;
    const x = points[middle]!;
    const isLower = x <= lo || (x < hi && Math.sign(f(x)) === below);
    if (isLower) first = middle;
    else last = middle;
  }
  const [a, b] = [points[first]!, points[last]!];
  if (Math.sign(f(a)) === below && Math.sign(f(b)) === -below) {
    const value = refine(f, a, b, below, f(b));
    if (value >= lo && value <= hi) return value;
  }
  return refine(f, lo, hi, below, f(hi));
}

/** Brackets that span many magnitudes are halved on a logarithmic scale first. */
function narrowed(f: (x: number) => number, { lo, hi }: Isolated): Interval {
  const below = Math.sign(f(lo));
  let [a, b] = [lo, hi];
  if (a < 0 && b > 0) {
    const at = Math.sign(f(0));
    if (at === 0) return point(0);
    if (at === below) a = Number.MIN_VALUE;
    else b = -Number.MIN_VALUE;
  }
  if (a === 0) a = Number.MIN_VALUE;
  if (b === 0) b = -Number.MIN_VALUE;
  const sign = a > 0 ? 1 : -1;
  while (Math.max(Math.abs(a), Math.abs(b)) / RATIO_MAX > Math.min(Math.abs(a), Math.abs(b))) {
    const middle = sign * Math.sqrt(Math.abs(a)) * Math.sqrt(Math.abs(b));
    if (!(middle > a && middle < b)) break;
    if (Math.sign(f(middle)) === below) a = middle;
    else b = middle;
  }
  return { lo: a, hi: b };
}

/** Whether the equation has values at a solution of one of its factors. */
class Domain {
  readonly #run: EnclosureRun;
  readonly #slots: Jet[];
  readonly #unknown: number;
  readonly #work: Work;
  readonly #difference: ValueFunction;
  readonly #values: ArrayLike<number>;

  constructor({ left, right, unknown, values, work }: Question, slots: readonly Jet[]) {
    const whole: Node = { op: "sub", a: left, b: right, expr: left.expr };
    this.#run = new EnclosureRun(whole, work);
    this.#difference = closures(whole);
    this.#values = values;
    this.#slots = [...slots];
    this.#unknown = unknown;
    this.#work = work;
  }

  /** A double beside a computed one at which the tree is 0 without any doubt. */
  exactNear(tree: Node, value: number): number | null {
    const run = new EnclosureRun(tree, this.#work);
    let [low, high] = [value, value];
    const candidates = [Math.round(value), value];
    for (let i = 0; i < EXACT_ULPS; i += 1) {
      low = nextDown(low);
      high = nextUp(high);
      candidates.push(low, high);
    }
    for (const x of candidates) {
      if (!(Math.abs(x - value) <= EXACT_ULPS * ULP * Math.abs(value))) continue;
      this.#slots[this.#unknown] = variableJet(point(x));
      const { jet, domain } = run.run(this.#slots);
      if (domain === EVERYWHERE && jet.v.lo === 0 && jet.v.hi === 0) return x;
    }
    return null;
  }

  /**
   * Whether a divisor vanishes within rounding of a box: a solution there is not told from a point
   * at which the equation has no value.
   */
  isBesidePole(box: Interval): boolean {
    const size = Math.max(Math.abs(box.lo), Math.abs(box.hi));
    if (!(box.hi - box.lo <= BESIDE_POLE_ULPS * ULP * size)) return false;
    this.#slots[this.#unknown] = variableJet(box);
    return this.#run.run(this.#slots).divides;
  }

  /** Whether both sides have values at the middle of a box, and differ by no more than rounding. */
  agreesIn({ lo, hi }: Interval): boolean {
    this.#slots[this.#unknown] = variableJet(point(lo / 2 + hi / 2));
    const { domain, jet } = this.#run.run(this.#slots);
    return domain === EVERYWHERE && holdsZero(jet.v) && Number.isFinite(magnitude(jet.v));
  }

  /** Whether a candidate makes the tree vanish. */
  solves(tree: Node, value: number, isExact: boolean): "yes" | "no" | "unknown" {
    const box = isExact ? point(value) : around(value, 2);
    this.#slots[this.#unknown] = variableJet(box);
    const { jet, domain } = new EnclosureRun(tree, this.#work).run(this.#slots);
    if (domain === NOWHERE || !holdsZero(jet.v)) return "no";
    if (jet.v.lo === 0 && jet.v.hi === 0) return "yes";
    // The rest is far below the terms when they cancel, and twice a term when they do not.
    const size = this.#termsOf(tree);
    return size > 0 && magnitude(jet.v) <= CANCELLED * size ? "yes" : "unknown";
  }

  /** Size of the larger side of a difference, in the last box that was set. */
  #termsOf(tree: Node): number {
    if (tree.op !== "sub" && tree.op !== "add") return 0;
    const { jet } = new EnclosureRun(tree.a, this.#work).run(this.#slots);
    return magnitude(jet.v);
  }

  /** The value of the tree over its slope, and the rounding of the number itself. */
  boundOf(tree: Node, value: number): number {
    const run = new EnclosureRun(tree, this.#work);
    this.#slots[this.#unknown] = variableJet(point(value));
    const residual = magnitude(run.run(this.#slots).jet.v);
    const own = ULP * Math.abs(value);
    const near = SLOPE_ULPS * own;
    this.#slots[this.#unknown] = variableJet({ lo: value - near, hi: value + near });
    const { d } = run.run(this.#slots).jet;
    const slope = d.lo > 0 ? d.lo : d.hi < 0 ? -d.hi : 0;
    const bound = residual / slope + own;
    return bound <= near ? bound : Number.POSITIVE_INFINITY;
  }

  of({ value, isExact }: Solution): "inside" | "outside" | "unknown" {
    const box = isExact ? point(value) : around(value, 2);
    this.#slots[this.#unknown] = variableJet(box);
    const { domain, divides } = this.#run.run(this.#slots);
    if (domain === EVERYWHERE) return "inside";
    if (domain === NOWHERE || (isExact && this.#isNaNAt(value))) return "outside";
    return divides ? "unknown" : "inside";
  }

  /** 0 times a pole is no value. */
  #isNaNAt(x: number): boolean {
    const values = new Float64Array(this.#slots.length);
    values.set(Array.from(this.#values));
    values[this.#unknown] = x;
    return Number.isNaN(this.#difference(values));
  }
}
