/**
 * An equation as factors, one of which must vanish: products apart, equal terms cancelled, what
 * all terms share drawn out and divisors cleared. A factor that is a polynomial of the unknown with
 * rational coefficients is kept as such; any other as one or two trees with the same zeros.
 */
import type { Interval } from "../enclosures/interval.js";
import { FUNCTION_RULES, POW } from "../evaluation/functions.js";
import type { Node } from "../evaluation/node.js";
import { acos, nextUp } from "../../math/index.js";
import type { Expr } from "../reading/ast.js";
import {
  fromDecimal,
  fromDouble,
  fromDyadic,
  negated,
  ONE,
  over,
  plus,
  power,
  times,
  toDouble,
  ZERO,
  type Rational,
} from "./rational.js";
import { isFeasible, realRoots } from "./realRoots.js";

/** Coefficients of the powers of the unknown, from the constant one upwards. */
export type Coefficients = readonly Rational[];

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

/** A sum with more terms is left as it was typed. */
const TERMS_MAX = 64;
const POWER_MAX = 12;
/** Divisors inside divisors. */
const CLEARINGS_MAX = 4;
const DEGREE_MAX = 200;
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

interface Atom {
  readonly node: Node;
  readonly n: number;
}
/** What holds no unknown and is no rational number, as pi, is an atom, too. */
interface Term {
  readonly exact: Rational;
  /** By key; no power is 0. */
  readonly atoms: ReadonlyMap<number, Atom>;
}

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
  const former = new Former(unknown, values, enclose);
  const whole: Node = { op: "sub", a: left, b: right, expr: left.expr };
  former.split(former.isZero(right) ? left : former.isZero(left) ? right : whole, DEPTH_MAX);
  return { factors: former.factors, isIdentity: former.isIdentity };
}

/** Terms whose atoms that hold the unknown are the same; the rest of each is its part. */
interface Group {
  readonly atoms: ReadonlyMap<number, Atom>;
  readonly parts: readonly Term[];
}

/** What a function must be, as a tree without the unknown. */
interface Level {
  readonly node: Node;
  readonly exact: Rational | null;
}

/** Doubles around pi. */
const PI_BELOW = acos(-1);
const PI_ABOVE = nextUp(PI_BELOW);

const INVERSES: ReadonlyMap<string, string> = new Map([
  ["exp", "log"],
  ["exp2", "log2"],
  ["exp10", "log10"],
  ["log", "exp"],
  ["log2", "exp2"],
  ["log10", "exp10"],
  ["log1p", "expm1"],
  ["sinh", "asinh"],
  ["asinh", "sinh"],
  ["atanh", "tanh"],
]);

class Former {
  readonly factors: Factor[] = [];
  isIdentity = false;
  private readonly unknown: number;
  private readonly values: ArrayLike<number>;
  private readonly held = new Map<Node, boolean>();
  private readonly keys = new Map<Node, number>();
  private readonly texts = new Map<string, number>();

  /** Value of what holds no unknown. */
  private readonly enclose: (node: Node) => Interval;

  constructor(unknown: number, values: ArrayLike<number>, enclose: (node: Node) => Interval) {
    this.unknown = unknown;
    this.values = values;
    this.enclose = enclose;
  }

  isZero(node: Node): boolean {
    return !this.holds(node) && this.exactOf(node)?.n === 0n;
  }

  /** Whether the unknown stands in it. */
  private holds(node: Node): boolean {
    const known = this.held.get(node);
    if (known !== undefined) return known;
    const found =
      node.op === "slot"
        ? node.slot === this.unknown
        : partsOf(node).some((part) => this.holds(part));
    this.held.set(node, found);
    return found;
  }

  /** Adds the factors of an expression that must vanish. */
  split(node: Node, depth: number): void {
    if (!this.holds(node)) {
      if (this.exactOf(node)?.n === 0n) this.isIdentity = true;
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
        return;
      case "powi":
        if (node.n > 0) this.split(node.a, below);
        return;
      case "call1":
        this.splitCall(node, below);
        return;
      case "call2": {
        const exponent = node.rule.name === "pow" ? this.exactOf(node.b) : null;
        if (exponent !== null && exponent.n > 0n) this.split(node.a, below);
        else if (exponent === null || exponent.n === 0n)
          this.factors.push({ kind: "trees", trees: [node] });
        return;
      }
      default:
        this.splitSum(node, below);
    }
  }

  private splitCall(node: Node & { op: "call1" }, depth: number): void {
    const { name } = node.rule;
    if (NEVER_ZERO.has(name)) return;
    if (VANISHING_WITH_ARGUMENT.has(name)) this.split(node.a, depth);
    else if (VANISHING_AT_1.has(name)) this.split(difference(node.a, whole(1, node.expr)), depth);
    // Its zeros are those of the sine; a pole of the tangent is none.
    else if (name === "tan")
      this.factors.push({ kind: "trees", trees: [node, called("sin", node.a)] });
    else this.factors.push({ kind: "trees", trees: [node] });
  }

  private splitSum(node: Node, depth: number): void {
    let terms = this.expand(node);
    let isDrawn = false;
    for (let i = 0; i < CLEARINGS_MAX; i += 1) {
      const merged: readonly Term[] | null = terms === null ? null : this.merge(terms);
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
      const opened = i + 1 < CLEARINGS_MAX ? this.opened(rest) : null;
      if (opened === null) {
        this.splitRest(node, rest, isDrawn, depth);
        return;
      }
      terms = opened;
    }
  }

  /** With the divisors that were cleared written out; null where there are none. */
  private opened(terms: readonly Term[]): readonly Term[] | null {
    let any = false;
    let found: readonly Term[] | null = [];
    for (const { exact, atoms } of terms) {
      let parts: readonly Term[] | null = [
        { exact, atoms: new Map([...atoms].filter(([, { node, n }]) => !isSum(node) || n < 0)) },
      ];
      for (const { node, n } of atoms.values()) {
        if (!isSum(node) || n < 0) continue;
        any = true;
        parts = this.product(parts, this.raised(node, n, node));
      }
      if (parts === null || found === null || found.length + parts.length > TERMS_MAX) return null;
      found = [...found, ...parts];
    }
    return any ? found : null;
  }

  private splitRest(node: Node, rest: readonly Term[], isDrawn: boolean, depth: number): void {
    const groups = this.grouped(rest);
    const own = new Map(groups.flatMap(({ atoms }) => [...atoms]));
    const [only, another] = [...own.values()];
    if (only === undefined) return;
    if (another === undefined && this.splitPolynomial(only.node, groups, depth)) return;
    if (this.splitRadical(rest, node, isDrawn)) return;
    const tree = written(groups, node.expr);
    const trees = [...(isDrawn ? [] : [node]), ...(tree === null ? [] : [tree])];
    this.factors.push({ kind: "trees", trees: trees.length === 0 ? [node] : trees });
  }

  /**
   * p + q sqrt(u): its zeros are among those of p^2 - q^2 u, where p and q sqrt(u) differ in sign.
   */
  private splitRadical(rest: readonly Term[], node: Node, isDrawn: boolean): boolean {
    const roots = new Map(
      rest.flatMap(({ atoms }) =>
        [...atoms].filter(([, one]) => isRoot(one.node) && this.holds(one.node)),
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
    const radicand = "a" in root ? this.expand(root.a) : null;
    const squared = this.product(this.product(bare, bare), radicand);
    const own = this.product(without, without);
    if (squared === null || own === null || squared.length + own.length > TERMS_MAX) return false;
    let merged = this.merge([...own, ...squared.map(negative)]);
    if (merged === null || merged.length === 0) return false;
    const drawn = drawnOut(merged);
    merged = drawn.rest;
    const bared = coefficientsOf(this.grouped(merged));
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
  private splitPolynomial(atom: Node, groups: readonly Group[], depth: number): boolean {
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
        this.splitLevel(
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
    this.splitLevel(atom, { node: quotient, exact: null }, depth);
    return true;
  }

  /** A function that must have a value: what its argument must be, where it can be undone. */
  private splitLevel(node: Node, level: Level, depth: number): void {
    if (depth === 0) {
      this.factors.push({ kind: "trees", trees: [difference(node, level.node)] });
      return;
    }
    if (level.exact?.n === 0n) {
      this.split(node, depth - 1);
      return;
    }
    const halved = this.extreme(node, level);
    if (halved !== null) {
      this.split(halved, depth - 1);
      return;
    }
    const undone = node.op === "call1" || node.op === "call2" ? this.undone(node, level) : null;
    if (undone !== null) {
      for (const argument of undone) this.split(argument, depth - 1);
      return;
    }
    const sum = difference(node, level.node);
    if (node.op === "add" || node.op === "sub" || node.op === "mul" || node.op === "div")
      this.split(sum, depth - 1);
    else this.factors.push({ kind: "trees", trees: [sum] });
  }

  /** What must vanish instead; empty where the function never has that value. */
  private undone(node: Node & { op: "call1" | "call2" }, level: Level): readonly Node[] | null {
    const value = this.enclose(level.node);
    const { expr, a } = node;
    const constant = (made: Node): Node[] => [difference(a, made)];
    if (node.op === "call2") {
      if (node.rule.name !== "pow" || this.holds(node.b)) return null;
      const exponent = this.exactOf(node.b);
      if (exponent === null || exponent.d === 1n) return null;
      if (value.hi < 0) return [];
      if (!(value.lo > 0)) return null;
      const inverse = over(ONE, exponent)!;
      const n = Number(inverse.n);
      if (inverse.d === 1n && Math.abs(n) <= POWER_MAX)
        return constant({ op: "powi", a: level.node, n, expr });
      const made = toDouble(inverse);
      if (made === null) return null;
      const power: Node = { ...whole(made.value, expr), exact: made.isExact };
      return constant({ op: "call2", rule: POW, a: level.node, b: power, expr });
    }
    switch (node.rule.name) {
      case "sqrt":
        if (value.hi < 0) return [];
        return value.lo >= 0 ? constant({ op: "powi", a: level.node, n: 2, expr }) : null;
      case "cbrt":
        return constant({ op: "powi", a: level.node, n: 3, expr });
      case "abs":
        if (value.hi < 0) return [];
        return value.lo > 0
          ? [difference(a, level.node), { op: "add", a, b: level.node, expr }]
          : null;
      case "exp":
      case "exp2":
      case "exp10":
        if (value.hi <= 0) return [];
        return value.lo > 0 ? constant(called(INVERSES.get(node.rule.name)!, level.node)) : null;
      case "tanh":
      case "erf":
        if (value.lo >= 1 || value.hi <= -1) return [];
        return node.rule.name === "tanh" && value.lo > -1 && value.hi < 1
          ? constant(called("atanh", level.node))
          : null;
      case "atan":
      case "asin":
        if (value.lo > 1.5707963267948968 || value.hi < -1.5707963267948968) return [];
        return value.lo > -1.5707963 && value.hi < 1.5707963
          ? constant(called(node.rule.name === "atan" ? "tan" : "sin", level.node))
          : null;
      case "acos":
      case "acosh":
      case "cosh":
        return this.undoneFolded(node.rule.name, a, level, value);
      default: {
        const inverse = INVERSES.get(node.rule.name);
        return inverse === undefined ? null : constant(called(inverse, level.node));
      }
    }
  }

  private undoneFolded(
    name: string,
    a: Node,
    { node }: Level,
    value: Interval,
  ): readonly Node[] | null {
    const least = name === "cosh" ? 1 : 0;
    if (value.hi < least || (name === "acos" && value.lo > PI_ABOVE)) return [];
    if (!(value.lo > least) || (name === "acos" && value.hi > PI_BELOW)) return null;
    if (name !== "cosh") return [difference(a, called(name === "acos" ? "cos" : "cosh", node))];
    const size = called("acosh", node);
    return [difference(a, size), { op: "add", a, b: size, expr: a.expr }];
  }

  /** What vanishes where a function touches its extreme: 1 - cos u = 2 sin^2(u/2). */
  private extreme(node: Node, { exact }: Level): Node | null {
    if (node.op !== "call1" || exact === null || exact.d !== 1n) return null;
    const value = Number(exact.n);
    if (Math.abs(value) !== 1) return null;
    const { expr, a } = node;
    if (node.rule.name === "cosh") return value === 1 ? a : null;
    if (node.rule.name !== "cos" && node.rule.name !== "sin") return null;
    const half: Node = { op: "div", a, b: whole(2, expr), expr };
    if (node.rule.name === "cos") return called(value === 1 ? "sin" : "cos", half);
    // sin u - 1 = -2 sin^2(u/2 - pi/4)
    const eighth: Node = { ...whole(0.7853981633974483, expr), exact: false };
    return called("sin", { op: value === 1 ? "sub" : "add", a: half, b: eighth, expr });
  }

  /** Null where it would have too many terms. */
  private expand(node: Node): readonly Term[] | null {
    const exact = this.holds(node) ? null : this.exactOf(node);
    if (exact !== null) return [{ exact, atoms: new Map() }];
    switch (node.op) {
      case "neg":
        return this.expand(node.a)?.map(negative) ?? null;
      case "add":
      case "sub": {
        const [a, b] = [this.expand(node.a), this.expand(node.b)];
        if (a === null || b === null || a.length + b.length > TERMS_MAX) return null;
        return [...a, ...(node.op === "add" ? b : b.map(negative))];
      }
      case "mul":
        return this.product(this.expand(node.a), this.expand(node.b));
      case "div":
        return this.product(this.expand(node.a), this.inverse(node.b));
      case "powi":
        return this.raised(node.a, node.n, node);
      case "call1":
        return node.rule.name === "tan" ? this.tangent(node) : this.atom(node, 1);
      default:
        return this.atom(node, 1);
    }
  }

  private atom(node: Node, n: number): readonly Term[] {
    return [{ exact: ONE, atoms: new Map([[this.keyOf(node), { node, n }]]) }];
  }

  /** With its poles in a divisor, which is cleared. */
  private tangent({ a }: Node & { op: "call1" }): readonly Term[] | null {
    return this.product(this.atom(called("sin", a), 1), this.atom(called("cos", a), -1));
  }

  private product(a: readonly Term[] | null, b: readonly Term[] | null): readonly Term[] | null {
    if (a === null || b === null || a.length * b.length > TERMS_MAX) return null;
    const found = a.flatMap((x) => b.map((y) => multiplied(x, y)));
    return found.every((term) => term !== null) ? found : null;
  }

  private inverse(node: Node): readonly Term[] | null {
    const terms = this.expand(node);
    const merged = terms === null ? null : this.merge(terms);
    const [only, another] = merged ?? [];
    if (only === undefined || another !== undefined) return this.atom(node, -1);
    const inverse = over(ONE, only.exact);
    if (inverse === null) return this.atom(node, -1);
    const atoms = [...only.atoms].map(([key, atom]) => [key, { ...atom, n: -atom.n }] as const);
    return [{ exact: inverse, atoms: new Map(atoms) }];
  }

  private raised(base: Node, n: number, node: Node): readonly Term[] | null {
    if (n === 0) return this.atom(node, 1);
    const terms = n < 0 ? this.inverse(base) : this.expand(base);
    const size = Math.abs(n);
    if (terms === null) return this.atom(base, n);
    if (terms.length > 1 && size > POWER_MAX) return this.atom(base, n);
    const [only, another] = terms;
    if (only !== undefined && another === undefined) return poweredTerm(only, size);
    let found: readonly Term[] | null = terms;
    for (let i = 1; i < size && found !== null; i += 1) {
      const next: readonly Term[] | null = this.product(found, terms);
      found = next === null ? null : this.merge(next);
    }
    return found ?? this.atom(base, n);
  }

  /** Terms with the same atoms together; those that cancel are gone. */
  private merge(terms: readonly Term[]): readonly Term[] | null {
    const byAtoms = new Map<string, Term>();
    for (const term of terms) {
      const key = [...term.atoms]
        .map(([atom, { n }]) => `${atom}^${n}`)
        .sort()
        .join(" ");
      const exact = plus(byAtoms.get(key)?.exact ?? ZERO, term.exact);
      if (exact === null) return null;
      byAtoms.set(key, { ...term, exact });
    }
    return [...byAtoms.values()].filter(({ exact }) => exact.n !== 0n);
  }

  private grouped(terms: readonly Term[]): readonly Group[] {
    const groups = new Map<string, { atoms: Map<number, Atom>; parts: Term[] }>();
    for (const { exact, atoms } of terms) {
      const own = new Map([...atoms].filter(([, { node }]) => this.holds(node)));
      const rest = new Map([...atoms].filter(([, { node }]) => !this.holds(node)));
      const key = [...own]
        .map(([atom, { n }]) => `${atom}^${n}`)
        .sort()
        .join(" ");
      const group = groups.get(key) ?? { atoms: own, parts: [] };
      groups.set(key, group);
      group.parts.push({ exact, atoms: rest });
    }
    return [...groups.values()];
  }

  /** Value of what holds no unknown, where it is a rational number. */
  private exactOf(node: Node): Rational | null {
    switch (node.op) {
      case "constant":
        if (node.exact) return fromDouble(node.value);
        return node.constant === null && node.expr.type === "number"
          ? fromDecimal(node.expr.text)
          : null;
      case "slot":
        return node.slot === this.unknown ? null : fromDouble(this.values[node.slot]!);
      case "neg":
        return negated(this.exactOf(node.a));
      case "add":
        return plus(this.exactOf(node.a), this.exactOf(node.b));
      case "sub":
        return plus(this.exactOf(node.a), negated(this.exactOf(node.b)));
      case "mul":
        return times(this.exactOf(node.a), this.exactOf(node.b));
      case "div":
        return over(this.exactOf(node.a), this.exactOf(node.b));
      case "powi":
        return power(this.exactOf(node.a), node.n);
      case "call1":
        return node.rule.name === "abs" ? absolute(this.exactOf(node.a)) : null;
      case "call2":
      case "many":
        return null;
    }
  }

  /** Equal trees have equal keys. */
  private keyOf(node: Node): number {
    const known = this.keys.get(node);
    if (known !== undefined) return known;
    const parts = partsOf(node).map((part) => this.keyOf(part));
    const own =
      node.op === "slot"
        ? node.slot
        : node.op === "constant"
          ? `${node.value} ${node.exact ? "" : node.expr.type === "number" ? node.expr.text : ""}`
          : node.op === "powi"
            ? node.n
            : node.op === "call1" || node.op === "call2"
              ? node.rule.name
              : node.op === "many"
                ? `${this.texts.size}`
                : "";
    const text = `${node.op} ${own} ${parts.join(" ")}`;
    const key = this.texts.get(text) ?? this.texts.size;
    this.texts.set(text, key);
    this.keys.set(node, key);
    return key;
  }
}

function isRoot(node: Node): boolean {
  return (
    (node.op === "call1" && node.rule.name === "sqrt") ||
    (node.op === "call2" &&
      node.rule.name === "pow" &&
      node.b.op === "constant" &&
      node.b.value === 0.5)
  );
}

function isSum(node: Node): boolean {
  return node.op === "add" || node.op === "sub";
}

function partsOf(node: Node): readonly Node[] {
  if (node.op === "many") return node.args;
  if (node.op === "slot" || node.op === "constant") return [];
  return "b" in node ? [node.a, node.b] : [node.a];
}

function whole(value: number, expr: Expr): Node & { op: "constant" } {
  return { op: "constant", value, constant: null, exact: true, expr };
}

function difference(a: Node, b: Node): Node {
  return { op: "sub", a, b, expr: a.expr };
}

function called(name: string, a: Node): Node {
  const rule = FUNCTION_RULES.get(name);
  if (rule === undefined || rule.arity !== 1) throw new RangeError(`${name} has one argument.`);
  return { op: "call1", rule, a, expr: a.expr };
}

function absolute(a: Rational | null): Rational | null {
  return a !== null && a.n < 0n ? negated(a) : a;
}

function negative(term: Term): Term {
  return { ...term, exact: { n: -term.exact.n, d: term.exact.d } };
}

function multiplied(a: Term, b: Term): Term | null {
  const exact = times(a.exact, b.exact);
  if (exact === null) return null;
  const atoms = new Map(a.atoms);
  for (const [key, atom] of b.atoms) {
    const n = atom.n + (atoms.get(key)?.n ?? 0);
    if (Math.abs(n) > DEGREE_MAX) return null;
    if (n === 0) atoms.delete(key);
    else atoms.set(key, { ...atom, n });
  }
  return { exact, atoms };
}

function poweredTerm(term: Term, n: number): readonly Term[] | null {
  const exact = power(term.exact, n);
  const atoms = [...term.atoms].map(([key, atom]) => [key, { ...atom, n: atom.n * n }] as const);
  return exact === null || atoms.some(([, atom]) => Math.abs(atom.n) > DEGREE_MAX)
    ? null
    : [{ exact, atoms: new Map(atoms) }];
}

/** Divided by the largest coefficient: what scales both sides is gone. */
function scaled(terms: readonly Term[]): readonly Term[] {
  let unit = terms[0]!.exact;
  for (const { exact } of terms) {
    const [a, b] = [exact.n * unit.d, unit.n * exact.d];
    if (a * a > b * b) unit = exact;
  }
  const found: Term[] = [];
  for (const { exact, atoms } of terms) {
    const part = over(exact, unit);
    if (part === null) return terms;
    found.push({ exact: part, atoms });
  }
  return found;
}

/** The powers that all terms share; a negative one is a divisor. */
function drawnOut(terms: readonly Term[]): {
  readonly shared: readonly Atom[];
  readonly rest: readonly Term[];
} {
  const least = new Map<number, Atom>();
  for (const { atoms } of terms)
    for (const [key, atom] of atoms) {
      const known = least.get(key);
      if (known === undefined || atom.n < known.n) least.set(key, atom);
    }
  for (const [key, atom] of least) {
    const isEverywhere = terms.every(({ atoms }) => atoms.has(key));
    if (!isEverywhere && atom.n > 0) least.delete(key);
  }
  const rest = terms.map((term) => {
    const atoms = new Map(term.atoms);
    for (const [key, { node, n }] of least) {
      const left = (atoms.get(key)?.n ?? 0) - n;
      if (left === 0) atoms.delete(key);
      else atoms.set(key, { node, n: left });
    }
    return { ...term, atoms };
  });
  return { shared: [...least.values()], rest };
}

/** As a polynomial of the one atom there is; null where a coefficient is no rational number. */
function coefficientsOf(groups: readonly Group[]): Coefficients | null {
  const found: Rational[] = [];
  for (const { atoms, parts } of groups) {
    const [part, another] = parts;
    if (part === undefined || another !== undefined || part.atoms.size > 0) return null;
    const n = [...atoms.values()][0]?.n ?? 0;
    while (found.length <= n) found.push(ZERO);
    found[n] = part.exact;
  }
  return found;
}

/** Null where a coefficient is beyond the doubles. */
function written(groups: readonly Group[], expr: Expr): Node | null {
  return summed(
    groups.map(({ atoms, parts }) => {
      const own = constantOf(parts, expr);
      if (own === null) return null;
      const isOne = own.op === "constant" && own.exact && own.value === 1;
      return multipliedOut(isOne && atoms.size > 0 ? null : own, atoms, expr);
    }),
    expr,
  );
}

/** The sum of some terms without the unknown. */
function constantOf(parts: readonly Term[], expr: Expr): Node | null {
  if (parts.length === 0) return whole(0, expr);
  return summed(
    parts.map(({ exact, atoms }) => {
      const number = toDouble(exact);
      if (number === null) return null;
      const isOne = number.isExact && number.value === 1 && atoms.size > 0;
      const own: Node = { ...whole(number.value, expr), exact: number.isExact };
      return multipliedOut(isOne ? null : own, atoms, expr);
    }),
    expr,
  );
}

function summed(found: readonly (Node | null)[], expr: Expr): Node | null {
  const [first, ...others] = found;
  if (first === undefined || found.includes(null)) return null;
  return others.reduce<Node | null>(
    (a, b) => (a === null || b === null ? null : { op: "add", a, b, expr }),
    first,
  );
}

function multipliedOut(own: Node | null, atoms: ReadonlyMap<number, Atom>, expr: Expr): Node {
  const factors = [...atoms.values()].map(({ node, n }): Node =>
    n === 1 ? node : { op: "powi", a: node, n, expr },
  );
  const [first, ...others] = own === null ? factors : [own, ...factors];
  return others.reduce<Node>((a, b) => ({ op: "mul", a, b, expr }), first!);
}
