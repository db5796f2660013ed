/**
 * An equation as factors, one of which must vanish: products apart, equal terms cancelled, what
 * all terms share drawn out and divisors cleared. A factor that is a polynomial of the unknown with
 * rational coefficients is kept as such; any other as one or two trees with the same zeros.
 */
import type { Interval } from "../enclosures/interval.js";
import type { Node } from "../evaluation/node.js";
import { Expansion } from "./expansion.js";
import { extreme, undone, type Level } from "./inverseFunctions.js";
import { KnownParts } from "./knownParts.js";
import { fromDyadic, negated, over, ZERO } from "./rational.js";
import { isFeasible, realRoots } from "./realRoots.js";
import {
  coefficientsOf,
  constantOf,
  drawnOut,
  negative,
  scaled,
  TERMS_MAX,
  written,
  type Coefficients,
  type Group,
  type Term,
} from "./terms.js";
import { called, difference, isRoot, whole } from "./trees.js";

export type Factor =
  | { readonly kind: "polynomial"; readonly coefficients: Coefficients }
  /** Some of the zeros of the polynomial; the tree tells which. */
  | { readonly kind: "candidates"; readonly coefficients: Coefficients; readonly tree: Node }
  /** Trees with the same zeros; the first is as typed where it can be. */
  | { readonly kind: "trees"; readonly trees: readonly Node[] };

export interface ZeroForm {
  readonly factors: readonly Factor[];
  /** Every value solves it. */
  readonly isIdentity: boolean;
}

/** Divisors inside divisors. */
const CLEARINGS_MAX = 4;
/** Levels of factors inside factors. */
const DEPTH_MAX = 24;
/** Roots of a polynomial of one function that are followed. */
const BRANCHES_MAX = 8;

/** 0 where and only where their argument is. */
const VANISHING_WITH_ARGUMENT: ReadonlySet<string> = new Set([
  "sqrt",
  "cbrt",
  "abs",
  "sinh",
  "tanh",
  "asin",
  "atan",
  "asinh",
  "atanh",
  "erf",
  "expm1",
  "log1p",
  "lambertw",
]);
const NEVER_ZERO: ReadonlySet<string> = new Set([
  "exp",
  "exp2",
  "exp10",
  "cosh",
  "erfc",
  "gamma",
  "i0",
  "k0",
  "k1",
  "e1",
  "ellipk",
]);
/** 0 where and only where their argument is 1. */
const VANISHING_AT_1: ReadonlySet<string> = new Set(["log", "log2", "log10", "acosh", "acos"]);

/**
 * @param values of the slots; the unknown's is not looked at
 * @param enclose value of a tree without the unknown
 */
export function zeroForm(
  left: Node,
  right: Node,
  unknown: number,
  values: ArrayLike<number>,
  enclose: (node: Node) => Interval,
): ZeroForm {
  const known = new KnownParts(unknown, values);
  const former = new Former(known, enclose);
  const whole: Node = { op: "sub", a: left, b: right, expr: left.expr };
  former.split(known.isZero(right) ? left : known.isZero(left) ? right : whole, DEPTH_MAX);
  return { factors: former.factors, isIdentity: former.isIdentity };
}

class Former {
  readonly factors: Factor[] = [];
  isIdentity = false;
  readonly #known: KnownParts;
  readonly #expansion: Expansion;
  /** Value of what holds no unknown. */
  readonly #enclose: (node: Node) => Interval;

  constructor(known: KnownParts, enclose: (node: Node) => Interval) {
    this.#known = known;
    this.#expansion = new Expansion(known);
    this.#enclose = enclose;
  }

  /** Adds the factors of an expression that must vanish. */
  split(node: Node, depth: number): void {
    if (!this.#known.holds(node)) {
      if (this.#known.exactOf(node)?.n === 0n) this.isIdentity = true;
      return;
    }
    if (depth === 0) {
      this.factors.push({ kind: "trees", trees: [node] });
      return;
    }
    const below = depth - 1;
    switch (node.op) {
      case "neg":
        this.split(node.a, below);
        return;
      case "mul":
        this.split(node.a, below);
        this.split(node.b, below);
        return;
      case "div":
        this.split(node.a, below);
        this.#splitPoles(node.b, below);
        return;
      case "powi":
        if (node.n > 0) this.split(node.a, below);
        else this.#splitPoles(node.a, below);
        return;
      case "call1":
        this.#splitCall(node, below);
        return;
      case "call2": {
        const exponent = node.rule.name === "pow" ? this.#known.exactOf(node.b) : null;
        if (exponent !== null && exponent.n > 0n) this.split(node.a, below);
        else if (exponent === null || exponent.n === 0n)
          this.factors.push({ kind: "trees", trees: [node] });
        return;
      }
      default:
        this.#splitSum(node, below);
    }
  }

  /**
   * A divisor makes a quotient 0 where it has a pole: 1/tan x is cot x, and cot x is 0 there. Poles
   * of tangents are zeros of cosines.
   */
  #splitPoles(node: Node, depth: number): void {
    if (depth === 0 || !this.#known.holds(node)) return;
    const below = depth - 1;
    if (node.op === "neg") this.#splitPoles(node.a, below);
    else if (node.op === "mul") {
      this.#splitPoles(node.a, below);
      this.#splitPoles(node.b, below);
    } else if (node.op === "div") {
      this.#splitPoles(node.a, below);
      this.split(node.b, below);
    } else if (node.op === "powi") {
      if (node.n > 0) this.#splitPoles(node.a, below);
      else this.split(node.a, below);
    } else if (node.op === "call1") {
      if (node.rule.name === "tan")
        this.factors.push({ kind: "trees", trees: [called("cos", node.a)] });
      else if (["abs", "sqrt", "cbrt"].includes(node.rule.name)) this.#splitPoles(node.a, below);
    }
  }

  #splitCall(node: Node & { op: "call1" }, depth: number): void {
    const { name } = node.rule;
    if (NEVER_ZERO.has(name)) return;
    if (VANISHING_WITH_ARGUMENT.has(name)) this.split(node.a, depth);
    else if (VANISHING_AT_1.has(name)) this.split(difference(node.a, whole(1, node.expr)), depth);
    // Its zeros are those of the sine; a pole of the tangent is none.
    else if (name === "tan")
      this.factors.push({ kind: "trees", trees: [node, called("sin", node.a)] });
    else this.factors.push({ kind: "trees", trees: [node] });
  }

  #splitSum(node: Node, depth: number): void {
    let terms = this.#expansion.expand(node);
    let isDrawn = false;
    for (let i = 0; i < CLEARINGS_MAX; i += 1) {
      const merged: readonly Term[] | null = terms === null ? null : this.#expansion.merge(terms);
      if (merged === null) {
        if (!isDrawn) this.factors.push({ kind: "trees", trees: [node] });
        return;
      }
      if (merged.length === 0) {
        this.isIdentity = true;
        return;
      }
      const { shared, rest } = drawnOut(scaled(merged));
      for (const atom of shared) {
        if (atom.n <= 0) continue;
        isDrawn = true;
        this.split(atom.node, depth);
      }
      const opened = i + 1 < CLEARINGS_MAX ? this.#expansion.opened(rest) : null;
      if (opened === null) {
        this.#splitRest(node, rest, isDrawn, depth);
        return;
      }
      terms = opened;
    }
  }

  #splitRest(node: Node, rest: readonly Term[], isDrawn: boolean, depth: number): void {
    const groups = this.#expansion.grouped(rest);
    const own = new Map(groups.flatMap(({ atoms }) => [...atoms]));
    const [only, another] = [...own.values()];
    if (only === undefined) return;
    if (another === undefined && this.#splitPolynomial(only.node, groups, depth)) return;
    if (this.#splitRadical(rest, node, isDrawn)) return;
    const tree = written(groups, node.expr);
    const trees = [...(isDrawn ? [] : [node]), ...(tree === null ? [] : [tree])];
    this.factors.push({ kind: "trees", trees: trees.length === 0 ? [node] : trees });
  }

  /**
   * p + q sqrt(u): its zeros are among those of p^2 - q^2 u, where p and q sqrt(u) differ in sign.
   */
  #splitRadical(rest: readonly Term[], node: Node, isDrawn: boolean): boolean {
    const roots = new Map(
      rest.flatMap(({ atoms }) =>
        [...atoms].filter(([, one]) => isRoot(one.node) && this.#known.holds(one.node)),
      ),
    );
    const [only, another] = [...roots];
    if (only === undefined || another !== undefined || isDrawn) return false;
    const [key, { node: root }] = only;
    if (rest.some(({ atoms }) => ![undefined, 1].includes(atoms.get(key)?.n))) return false;
    const [with_, without] = [
      rest.filter(({ atoms }) => atoms.has(key)),
      rest.filter(({ atoms }) => !atoms.has(key)),
    ];
    const bare = with_.map(({ exact, atoms }) => ({
      exact,
      atoms: new Map([...atoms].filter(([atom]) => atom !== key)),
    }));
    const radicand = "a" in root ? this.#expansion.expand(root.a) : null;
    const squared = this.#expansion.product(this.#expansion.product(bare, bare), radicand);
    const own = this.#expansion.product(without, without);
    if (squared === null || own === null || squared.length + own.length > TERMS_MAX) return false;
    let merged = this.#expansion.merge([...own, ...squared.map(negative)]);
    if (merged === null || merged.length === 0) return false;
    const drawn = drawnOut(merged);
    merged = drawn.rest;
    const bared = coefficientsOf(this.#expansion.grouped(merged));
    const holdsZero = drawn.shared.some(({ node: one, n }) => one.op === "slot" && n > 0);
    const coefficients = bared === null ? null : holdsZero ? [ZERO, ...bared] : bared;
    const isPolynomial = merged.every(({ atoms }) =>
      [...atoms.values()].every((atom) => atom.node.op === "slot"),
    );
    if (
      coefficients === null ||
      !isPolynomial ||
      coefficients.length < 2 ||
      !isFeasible(coefficients)
    )
      return false;
    this.factors.push({ kind: "candidates", coefficients, tree: node });
    return true;
  }

  /** A sum of powers of one atom. @returns false where it is left as it is */
  #splitPolynomial(atom: Node, groups: readonly Group[], depth: number): boolean {
    const coefficients = coefficientsOf(groups);
    if (coefficients !== null && isFeasible(coefficients)) {
      if (atom.op === "slot") {
        this.factors.push({ kind: "polynomial", coefficients });
        return true;
      }
      const branches = realRoots(
        coefficients,
        -Number.MAX_VALUE,
        Number.MAX_VALUE,
        BRANCHES_MAX + 1,
      );
      if (branches === null || branches.length > BRANCHES_MAX) return false;
      const linear =
        coefficients.length === 2 ? over(negated(coefficients[0]!), coefficients[1]!) : null;
      for (const { value, isExact } of branches)
        this.#splitLevel(
          atom,
          {
            node: { ...whole(value, atom.expr), exact: isExact },
            exact: isExact ? fromDyadic(value) : linear,
          },
          depth,
        );
      return true;
    }
    if (atom.op === "slot" || groups.length > 2) return false;
    const [constant, linear] = [
      groups.find(({ atoms }) => atoms.size === 0),
      groups.find(({ atoms }) => atoms.size > 0),
    ];
    if (linear === undefined || [...linear.atoms.values()][0]!.n !== 1) return false;
    const [a, b] = [
      constantOf(constant?.parts ?? [], atom.expr),
      constantOf(linear.parts, atom.expr),
    ];
    if (a === null || b === null) return false;
    const quotient: Node = { op: "div", a: { op: "neg", a, expr: atom.expr }, b, expr: atom.expr };
    this.#splitLevel(atom, { node: quotient, exact: null }, depth);
    return true;
  }

  /** A function that must have a value: what its argument must be, where it can be undone. */
  #splitLevel(node: Node, level: Level, depth: number): void {
    if (depth === 0) {
      this.factors.push({ kind: "trees", trees: [difference(node, level.node)] });
      return;
    }
    if (level.exact?.n === 0n) {
      this.split(node, depth - 1);
      return;
    }
    const halved = extreme(node, level);
    if (halved !== null) {
      this.split(halved, depth - 1);
      return;
    }
    const vanishing =
      node.op === "call1" || node.op === "call2"
        ? undone(node, level, this.#known, this.#enclose)
        : null;
    if (vanishing !== null) {
      for (const argument of vanishing) this.split(argument, depth - 1);
      return;
    }
    const sum = difference(node, level.node);
    if (node.op === "add" || node.op === "sub" || node.op === "mul" || node.op === "div")
      this.split(sum, depth - 1);
    else this.factors.push({ kind: "trees", trees: [sum] });
  }
}
