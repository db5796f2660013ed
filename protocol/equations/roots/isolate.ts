/**
 * Every zero of a function in a range, shown to be all there are: boxes are dropped where the
 * function has no zero, kept where its slope or its curvature shows how many it has, and halved
 * elsewhere. What cannot be decided is handed back as such.
 */
import type { Node } from "../evaluation/node.js";
import { EVERYWHERE, NOWHERE } from "../enclosures/functions.js";
import { add, holdsZero, meet, mul, point, signOf, sub, WHOLE } from "../enclosures/interval.js";
import type { Interval } from "../enclosures/interval.js";
import { variableJet } from "../enclosures/jet.js";
import type { Jet } from "../enclosures/jet.js";
import { MagnitudeRun } from "../enclosures/magnitude.js";
import { EnclosureRun, type Reading, type Work } from "../enclosures/run.js";
import { nextUp } from "../../math/index.js";

export interface Isolated {
  readonly lo: number;
  readonly hi: number;
  /** Where the zero is exactly this double. */
  readonly exact: number | null;
  /** The function only touches zero. */
  readonly isMultiple: boolean;
  /** Tree whose sign changes between `lo` and `hi`. */
  readonly tree: Node;
}

export interface Isolation {
  readonly roots: readonly Isolated[];
  /** Where zeros may be that are not told apart from rounding, or that nothing is known of. */
  readonly undecided: readonly Interval[];
  /** An interval all of which solves the equation. */
  readonly continuum: Interval | null;
  /** Nothing was left unsearched. */
  readonly isComplete: boolean;
}

/** Inner edges of the parts a range is first cut into. */
const NEAR = 1_024;
/** Sizes of the first box around 0. */
const AROUND_ZERO = [1, 1e-3, 1e-8, 1e-16, 1e-40, 1e-100, 1e-200, 1e-300];
const UNDECIDED_MAX = 16;
/** Further ratios of the ends are halved on a logarithmic scale. */
const RATIO_MAX = 4;
/** Where a box is cut, as parts of it. */
const CUTS = [0.5, 0.4375, 0.5625, 0.375, 0.625, 0.25, 0.75];
const TINY_ULPS = 4;
const COMBINATIONS_MAX = 81;
const TURNING_STEPS = 120;
/** A box whose cuts are all drowned in rounding is given up below this relative width. */
const DROWNED = 1e-3;

interface Tree {
  readonly node: Node;
  readonly run: EnclosureRun;
  readonly far: MagnitudeRun;
  readonly thin: Map<number, Reading>;
}

type Verdict = readonly Isolated[] | { readonly touch: Interval } | { readonly continuum: true };
const NONE: readonly Isolated[] = [];

export class Isolator {
  readonly #trees: readonly Tree[];
  readonly #slots: Jet[];
  readonly #unknown: number;
  readonly #work: Work;
  readonly #roots: Isolated[] = [];
  readonly #undecided: Interval[] = [];
  #continuum: Interval | null = null;

  /** @param slots jets of all slots; that of the unknown is set here */
  constructor(trees: readonly Node[], slots: readonly Jet[], unknown: number, work: Work) {
    this.#work = work;
    this.#unknown = unknown;
    this.#slots = [...slots];
    this.#trees = trees.map((tree) => ({
      node: tree,
      run: new EnclosureRun(tree, work),
      far: new MagnitudeRun(tree, unknown, (node) => {
        const { jet, domain } = new EnclosureRun(node, work).run(slots);
        return domain === EVERYWHERE ? jet.v : WHOLE;
      }),
      thin: new Map(),
    }));
  }

  /** @param enough so many zeros end the search */
  search(min: number, max: number, enough: number): Isolation {
    const low = Math.max(min, -Number.MAX_VALUE);
    const high = Math.min(max, Number.MAX_VALUE);
    const parts = low > high ? [] : this.#parts(low, high);
    const left: Interval[] = [];
    // No part takes the work of those after it; what is left goes to those not settled.
    for (const [i, part] of parts.entries())
      left.push(
        ...this.#settle([part], this.#work.left - this.#work.left / (parts.length - i + 1), enough),
      );
    const boxes = this.#settle(left.reverse(), 0, enough);
    return {
      roots: this.#roots,
      undecided: joined([...this.#undecided, ...boxes]),
      continuum: this.#continuum,
      isComplete: boxes.length === 0,
    };
  }

  /** Works off a stack of boxes, until so much work is left. @returns those not settled */
  #settle(boxes: Interval[], work: number, enough: number): Interval[] {
    while (boxes.length > 0) {
      if (this.#work.left < work || this.#work.left < 0 || this.#isOver(enough)) break;
      const box = boxes.pop()!;
      const verdict = this.#prove(box);
      if (verdict === null) {
        const halves = this.#halves(box);
        if (halves === null) this.#terminal(box);
        else boxes.push(halves[1], halves[0]);
      } else this.#take(verdict, box);
    }
    return boxes;
  }

  #isOver(enough: number): boolean {
    return (
      this.#roots.length >= enough ||
      this.#continuum !== null ||
      this.#undecided.length > UNDECIDED_MAX
    );
  }

  #take(verdict: Verdict, box: Interval): void {
    if ("touch" in verdict) this.#undecided.push(verdict.touch);
    else if ("continuum" in verdict) this.#continuum = box;
    else
      for (const root of verdict)
        if (!this.#roots.some((other) => other.exact !== null && other.exact === root.exact))
          this.#roots.push(root);
  }

  /** The range in parts: what is nearest to 1 comes first. */
  #parts(low: number, high: number): Interval[] {
    if (low === high) return [{ lo: low, hi: low }];
    const inner = this.#aroundZero(low, high);
    const sides: Interval[] = [];
    if (high > 0) sides.push(...side(Math.max(low, inner.hi), high));
    if (low < 0) sides.push(...side(Math.max(-high, -inner.lo), -low).map(mirrored));
    const rank = ({ lo, hi }: Interval): number =>
      Math.min(Math.abs(lo), Math.abs(hi)) >= NEAR
        ? 2
        : Math.max(Math.abs(lo), Math.abs(hi)) <= 1 / NEAR
          ? 1
          : 0;
    const ranked = sides.map((box, i) => ({ box, key: rank(box) * sides.length + i }));
    return ranked.sort((a, b) => a.key - b.key).map(({ box }) => box);
  }

  /** Settles a box around 0. @returns where the sides begin */
  #aroundZero(low: number, high: number): Interval {
    const least = { lo: -Number.MIN_VALUE, hi: Number.MIN_VALUE };
    if (low > 0 || high < 0) return least;
    if (this.#thin(this.#trees[0]!, 0).domain !== NOWHERE) {
      for (const size of AROUND_ZERO) {
        const box = { lo: Math.max(low, -size), hi: Math.min(high, size) };
        const verdict = this.#prove(box);
        if (verdict === null || "touch" in verdict) continue;
        this.#take(verdict, box);
        return { lo: Math.min(box.lo, least.lo), hi: Math.max(box.hi, least.hi) };
      }
      const isRoot = this.#trees.some((tree) => this.#signAt(tree, 0) === 0);
      if (isRoot) this.#roots.push(exactly(0, true, this.#trees[0]!));
      else if (this.#trees.every((tree) => holdsZero(this.#thin(tree, 0).jet.v)))
        this.#undecided.push(point(0));
    }
    return least;
  }

  #read({ run }: Tree, box: Interval): Reading {
    this.#slots[this.#unknown] = variableJet(box);
    return run.run(this.#slots);
  }

  #thin(tree: Tree, x: number): Reading {
    const known = tree.thin.get(x);
    if (known !== undefined) return known;
    const reading = this.#read(tree, point(x));
    tree.thin.set(x, reading);
    return reading;
  }

  /** NaN where the sign is drowned in rounding, or there is no value. */
  #signAt(tree: Tree, x: number): number {
    const { jet, domain } = this.#thin(tree, x);
    return domain === EVERYWHERE ? signOf(jet.v) : Number.NaN;
  }

  #prove(box: Interval): Verdict | null {
    const isFar =
      box.lo >= NEAR ||
      box.hi <= -NEAR ||
      (box.lo > 0 && box.hi <= 1 / NEAR) ||
      (box.hi < 0 && box.lo >= -1 / NEAR);
    if (isFar && this.#dominates(box)) return NONE;
    const readings: Reading[] = [];
    for (const tree of this.#trees) {
      const reading = this.#read(tree, box);
      if (reading.domain === NOWHERE || !holdsZero(reading.jet.v)) return NONE;
      readings.push(reading);
    }
    if (!isFar && (box.lo > 0 || box.hi < 0) && this.#dominates(box)) return NONE;
    let touch: Verdict | null = null;
    for (const [i, tree] of this.#trees.entries()) {
      const verdict = this.#certified(tree, box, readings[i]!);
      // Another tree may round less.
      if (verdict !== null && "touch" in verdict) touch = verdict;
      else if (verdict !== null) return verdict;
    }
    return touch;
  }

  /** Whether the larger terms decide the sign on the whole box. */
  #dominates(box: Interval): boolean {
    this.#work.left -= 1;
    return this.#trees.some(({ far }) => Math.abs(far.sign(box)) === 1);
  }

  /** By slope and curvature of one tree. */
  #certified(tree: Tree, box: Interval, reading: Reading): Verdict | null {
    const { jet, domain, jumps, isSmooth } = reading;
    if (domain !== EVERYWHERE) return null;
    if (jet.v.lo === 0 && jet.v.hi === 0 && box.lo < box.hi) return { continuum: true };
    if (jumps) return null;
    const { lo, hi } = box;
    const bend = signOf(jet.c);
    const isOpen = jet.d.lo === -Infinity && jet.d.hi === Infinity;
    if (isOpen && bend !== 1 && bend !== -1) return null;
    let { d } = jet;
    if (bend === 1 || bend === -1) {
      const ends = [this.#thin(tree, lo), this.#thin(tree, hi)];
      const [least, most] = bend === 1 ? ends : ends.toReversed();
      if (ends.every((end) => end.domain === EVERYWHERE))
        d = meet(d, { lo: least!.jet.d.lo, hi: most!.jet.d.hi });
    }
    const middle = lo + (hi - lo) / 2;
    if (middle - middle === 0 && lo < hi) {
      const at = this.#thin(tree, middle).jet.v;
      if (!holdsZero(add(at, mul(d, sub(box, point(middle)))))) return NONE;
      if (d.lo === 0 && d.hi === 0 && at.lo === 0 && at.hi === 0) return { continuum: true };
    }
    const slope = d.lo > 0 ? 1 : d.hi < 0 ? -1 : 0;
    const weak =
      slope !== 0 ? slope : isSmooth && lo < hi ? (d.lo >= 0 ? 1 : d.hi <= 0 ? -1 : 0) : 0;
    if (weak !== 0) return this.#monotone(tree, box, weak);
    return bend === 1 || bend === -1 ? this.#curved(tree, box, bend) : null;
  }

  #monotone(tree: Tree, box: Interval, slope: number): Verdict | null {
    const { lo, hi } = box;
    const [a, b] = [this.#signAt(tree, lo) * slope, this.#signAt(tree, hi) * slope];
    if (a === 0) return [exactly(lo, false, tree)];
    if (b === 0) return [exactly(hi, false, tree)];
    if (a > 0 || b < 0) return NONE;
    if (lo < 0 && hi > 0 && this.#signAt(tree, 0) === 0) return [exactly(0, false, tree)];
    if (a < 0 && b > 0) return [{ lo, hi, exact: null, isMultiple: false, tree: tree.node }];
    return null;
  }

  /** A convex function, or the negative of one: two zeros at most. */
  #curved(tree: Tree, box: Interval, bend: number): Verdict | null {
    const { lo, hi } = box;
    const sign = (x: number): number => this.#signAt(tree, x) * bend;
    const [a, b] = [sign(lo), sign(hi)];
    if (a < 0 && b < 0) return NONE;
    if (a * b === -1) return [{ lo, hi, exact: null, isMultiple: false, tree: tree.node }];
    if (!(a > 0 && b > 0)) return null;
    let [p, q] = [lo, hi];
    for (let i = 0; i < TURNING_STEPS; i += 1) {
      const x = between(p, q);
      if (x <= p || x >= q) break;
      const { jet } = this.#thin(tree, x);
      if (signOf(jet.v) * bend < 0)
        return [
          { lo, hi: x, exact: null, isMultiple: false, tree: tree.node },
          { lo: x, hi, exact: null, isMultiple: false, tree: tree.node },
        ];
      const slope = signOf(jet.d) * bend;
      if (slope === 0 && signOf(jet.v) === 0) return [exactly(x, true, tree)];
      if (slope < 0) p = x;
      else if (slope > 0) q = x;
      else {
        // The slope is drowned: its zero lies in what is left on both sides.
        p = this.#lastSlope(tree, p, x, -bend);
        q = this.#lastSlope(tree, q, x, bend);
        break;
      }
    }
    for (const x of [p, q, between(p, q)])
      if (this.#signAt(tree, x) === 0 && signOf(this.#thin(tree, x).jet.d) === 0)
        return [exactly(x, true, tree)];
    const { jet } = this.#read(tree, { lo: p, hi: q });
    return holdsZero(jet.v) ? { touch: { lo: p, hi: q } } : NONE;
  }

  /** The point nearest to `drowned` whose slope still has its sign. */
  #lastSlope(tree: Tree, from: number, drowned: number, sign: number): number {
    let [a, b] = [from, drowned];
    for (let i = 0; i < TURNING_STEPS; i += 1) {
      const x = between(Math.min(a, b), Math.max(a, b));
      if (x === a || x === b) break;
      if (signOf(this.#thin(tree, x).jet.d) === sign) a = x;
      else b = x;
    }
    return a;
  }

  /** Two halves that meet where the function is not 0; null where no such point is found. */
  #halves({ lo, hi }: Interval): readonly [Interval, Interval] | null {
    if (this.#isTiny(lo, hi)) return null;
    const isOneSided = lo > 0 || hi < 0;
    const [small, large] = lo > 0 ? [lo, hi] : [-hi, -lo];
    for (const part of CUTS) {
      const x =
        isOneSided && large / RATIO_MAX > small
          ? (lo > 0 ? 1 : -1) * geometric(small, large, lo > 0 ? part : 1 - part)
          : lo + (hi - lo) * part;
      if (!(x > lo && x < hi)) continue;
      const isClear = this.#trees.some((tree) => {
        const { domain, jet } = this.#thin(tree, x);
        return domain === NOWHERE || (domain === EVERYWHERE && !holdsZero(jet.v));
      });
      if (isClear)
        return [
          { lo, hi: x },
          { lo: x, hi },
        ];
    }
    const width = (hi - lo) / Math.max(Math.abs(lo), Math.abs(hi));
    if (width < DROWNED) return null;
    // Wide, and no cut is clear: the zero at the cut is found on both sides as one.
    const x =
      isOneSided && large / RATIO_MAX > small
        ? (lo > 0 ? 1 : -1) * geometric(small, large, 0.5)
        : lo + (hi - lo) / 2;
    return [
      { lo, hi: x },
      { lo: x, hi },
    ];
  }

  #isTiny(lo: number, hi: number): boolean {
    let x = lo;
    for (let i = 0; i < TINY_ULPS; i += 1) x = nextUp(x);
    return x >= hi;
  }

  /** A box too small to cut: a jump, the end of a domain, or zeros drowned in rounding. */
  #terminal(box: Interval): void {
    const [tree] = this.#trees;
    const points = new Set([box.lo, box.hi]);
    for (let x = box.lo, i = 0; x < box.hi && i < TINY_ULPS; x = nextUp(x), i += 1) points.add(x);
    for (const x of points) {
      if (this.#trees.some((one) => this.#signAt(one, x) === 0)) {
        this.#take([exactly(x, false, this.#trees[0]!)], box);
        return;
      }
    }
    if (!this.#isEdge(points) && !this.#isJump(tree!, box)) this.#undecided.push(box);
  }

  /**
   * Whether the domain ends among these points and every one that has a value has the same sign:
   * no double solves it.
   */
  #isEdge(points: ReadonlySet<number>): boolean {
    return this.#trees.some((tree) => {
      const readings = [...points].map((x) => this.#thin(tree, x));
      const met = readings.filter(({ domain }) => domain !== NOWHERE);
      const [first] = met;
      if (met.length === readings.length || first === undefined) return met.length === 0;
      const sign = signOf(first.jet.v);
      return Math.abs(sign) === 1 && met.every(({ jet }) => signOf(jet.v) === sign);
    });
  }

  /** Whether with each choice of its step functions the function has no zero here. */
  #isJump(tree: Tree, box: Interval): boolean {
    this.#slots[this.#unknown] = variableJet(box);
    const options = tree.run.optionsOn(this.#slots);
    if (options === null || options.length === 0) return false;
    let count = 1;
    for (const { length } of options) count *= length;
    if (count > COMBINATIONS_MAX) return false;
    for (let index = 0; index < count; index += 1) {
      let rest = index;
      const choices = options.map((values) => {
        const choice = values[rest % values.length]!;
        rest = Math.floor(rest / values.length);
        return choice;
      });
      const { jet, domain } = tree.run.runWith(this.#slots, choices);
      if (domain !== NOWHERE && holdsZero(jet.v)) return false;
    }
    return true;
  }
}

function exactly(x: number, isMultiple: boolean, { node }: Tree): Isolated {
  return { lo: x, hi: x, exact: x, isMultiple, tree: node };
}

function mirrored({ lo, hi }: Interval): Interval {
  return { lo: -hi, hi: -lo };
}

/** From a positive number on, in parts of comparable size. */
function side(from: number, to: number): Interval[] {
  const inner = [1 / NEAR, NEAR].filter((edge) => edge > NEAR * from && edge * NEAR < to);
  const edges = [from, ...inner, to];
  const boxes: Interval[] = [];
  for (let i = 1; i < edges.length; i += 1)
    if (edges[i - 1]! < edges[i]!) boxes.push({ lo: edges[i - 1]!, hi: edges[i]! });
  return boxes;
}

function geometric(low: number, high: number, part: number): number {
  const middle = Math.sqrt(low) * Math.sqrt(high);
  if (part === 0.5) return middle;
  return part < 0.5 ? middle * (0.5 + part) : middle * (0.5 + part);
}

/** Middle of two doubles of any size. */
function between(low: number, high: number): number {
  const isOneSided = low > 0 || high < 0;
  if (isOneSided) {
    const [small, large] = low > 0 ? [low, high] : [-high, -low];
    if (large / RATIO_MAX > small) return (low > 0 ? 1 : -1) * geometric(small, large, 0.5);
  }
  return low / 2 + high / 2;
}

/** Neighbours as one, ascending. */
function joined(boxes: readonly Interval[]): Interval[] {
  const sorted = [...boxes].sort((a, b) => a.lo - b.lo);
  const found: Interval[] = [];
  for (const box of sorted) {
    const last = found.at(-1);
    if (last !== undefined && box.lo <= nextUp(last.hi))
      found[found.length - 1] = { lo: last.lo, hi: Math.max(last.hi, box.hi) };
    else found.push(box);
  }
  return found;
}
