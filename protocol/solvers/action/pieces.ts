/**
 * A written potential in smooth pieces. Every abs, max, min, sign, heaviside, floor, ceil, mod and
 * condition has one of its branches within a piece; its walls are where one of them would take
 * another.
 */
import { ROUGH_FUNCTIONS } from "../../equations/reading/functions.js";
import { dependsOn } from "../../equations/classify/derive.js";
import { IntervalRun } from "../../equations/integrals/interval.js";
import { withIndicators } from "../../equations/pieces/indicators.js";
import type { CallExpr, Expr } from "../../equations/reading/ast.js";
import { holdsPieces } from "../../equations/reading/pieces.js";
import { mapChildren } from "../../equations/reading/walk.js";
import { compiled, derivativeOf, type Expression } from "../expression.js";
import { notConverged, type SolverRefusal } from "../refusal.js";

/** Part of a coordinate, or of a step, within which a place lies on a wall. */
const ON_WALL = 1e-13;
/** Part of a speed below which it has no part across a wall. */
const ALONG = 1e-9;
/** Pieces that an orbit may visit. */
const PIECES_MAX = 1_000;

export type Range = readonly [low: number, high: number];

/** Positive within a piece, and 0 where the piece ends. */
export class Wall {
  readonly #of: Expression;
  readonly #slopes: readonly Expression[];
  readonly #run: IntervalRun;
  readonly #slopeRuns: readonly IntervalRun[];

  constructor(of: Expression, pointer: string) {
    this.#of = of;
    this.#slopes = of.variables.map((name) => derivativeOf(of, name, pointer));
    this.#run = new IntervalRun(of.root);
    this.#slopeRuns = this.#slopes.map(({ root }) => new IntervalRun(root));
  }

  valueAt(q: Float64Array): number {
    return this.#of.value(q);
  }

  slopesAt(q: Float64Array): readonly number[] {
    return this.#slopes.map(({ value }) => value(q));
  }

  rangeOn(low: Float64Array, high: Float64Array): Range {
    this.#run.isCoarseOn(low, high);
    return this.#run.range;
  }

  /** Of its change with time, over places and speeds between these. */
  rateOn(low: Float64Array, high: Float64Array, slow: Float64Array, fast: Float64Array): Range {
    let [least, most] = [0, 0];
    this.#slopeRuns.forEach((run, i) => {
      run.isCoarseOn(low, high);
      const products = run.range.flatMap((slope) => [slope * slow[i]!, slope * fast[i]!]);
      least += Math.min(...products);
      most += Math.max(...products);
    });
    return [least, most];
  }

  /** What rounding may make of it at a place. @param reach of the orbit in a step */
  roundingAt(q: Float64Array, reach: Float64Array): number {
    let sum = 0;
    this.slopesAt(q).forEach((slope, i) => {
      sum += Math.abs(slope) * (Math.abs(q[i]!) + reach[i]!);
    });
    return ON_WALL * sum;
  }
}

/** One smooth part of a potential. */
export interface Piece {
  readonly potential: Expression;
  /** Negative gradient, into `out`. */
  readonly force: (q: Float64Array, out: Float64Array) => void;
  readonly walls: readonly Wall[];
  /** Where an orbit was in it. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** A way through a place: what lies on a wall belongs to the side it goes to. */
export interface Passing {
  readonly q: Float64Array;
  /** Null of a place alone. */
  readonly v: Float64Array | null;
  readonly reach: Float64Array;
}

/** A refusal that names where the orbit is. */
export function stuckAt(q: Float64Array, what: string): SolverRefusal {
  const place = [...q];
  return notConverged("gate", `At q = ${place.join(", ")} ${what}.`, { at: place });
}

export class Pieces {
  readonly #tree: Expr;
  readonly #names: readonly string[];
  readonly #pointer: string;
  readonly #known = new Map<string, Piece>();
  readonly #tests = new Map<string, Wall>();
  readonly #zero: Float64Array;
  #last: Piece | null = null;

  /** @returns null of a potential that has one piece */
  static of({ tree, variables }: Expression, pointer: string): Pieces | null {
    const whole = rooted(holdsPieces(tree) ? withIndicators(tree, "exact") : tree);
    return branches(whole) ? new Pieces(whole, variables, pointer) : null;
  }

  private constructor(tree: Expr, names: readonly string[], pointer: string) {
    [this.#tree, this.#names, this.#pointer] = [tree, names, pointer];
    this.#zero = new Float64Array(names.length);
  }

  get visited(): readonly Piece[] {
    return [...this.#known.values()].filter(({ high, low }) => high.some((x, i) => x >= low[i]!));
  }

  /** The piece of a place; between two, that of the walls' positive sides. */
  near(q: Float64Array): Piece {
    if (this.#last?.walls.every((wall) => wall.valueAt(q) > 0) !== true)
      this.#last = this.at({ q, v: null, reach: this.#zero });
    return this.#last;
  }

  /** @throws SolverRefusal where the way runs along a wall, or there are too many pieces */
  at(passing: Passing): Piece {
    const branch = new Branching(passing, (key, of) => this.#test(key, of), this.#names);
    const potential = branch.frozen(this.#tree);
    const key = branch.key;
    const found = this.#known.get(key);
    if (found !== undefined) return found;
    if (this.#known.size >= PIECES_MAX)
      throw stuckAt(
        passing.q,
        `the orbit has come through ${PIECES_MAX} pieces of the potential, as many as are followed`,
      );
    const piece = this.#pieceOf(potential, branch.walls);
    this.#known.set(key, piece);
    return piece;
  }

  #pieceOf(tree: Expr, walls: readonly Expr[]): Piece {
    const names = this.#names;
    const pointer = this.#pointer;
    const potential = compiled(tree, names, pointer);
    const slopes = names.map((name) => derivativeOf(potential, name, pointer));
    return {
      potential,
      force: (q, out) => {
        for (let i = 0; i < names.length; i += 1) out[i] = -slopes[i]!.value(q);
      },
      walls: walls.map((of) => new Wall(compiled(of, names, pointer), pointer)),
      low: new Float64Array(names.length).fill(Number.POSITIVE_INFINITY),
      high: new Float64Array(names.length).fill(Number.NEGATIVE_INFINITY),
    };
  }

  #test(key: string, of: Expr): Wall {
    const found = this.#tests.get(key);
    if (found !== undefined) return found;
    const wall = new Wall(compiled(of, this.#names, this.#pointer), this.#pointer);
    this.#tests.set(key, wall);
    return wall;
  }
}

function branches(expr: Expr): boolean {
  if (expr.type === "call" && ROUGH_FUNCTIONS.has(expr.fn)) return true;
  let found = false;
  mapChildren(expr, (part) => {
    found ||= branches(part);
    return part;
  });
  return found;
}

/** A root of a square bends as its absolute value does. */
function rooted(expr: Expr): Expr {
  const inner = mapChildren(expr, rooted);
  const square =
    inner.type === "call" && inner.fn === "sqrt"
      ? inner.args[0]
      : inner.type === "binary" && inner.op === "^" && isNumber(inner.right, 0.5)
        ? inner.left
        : undefined;
  return square?.type === "binary" && square.op === "^" && isNumber(square.right, 2)
    ? { type: "call", fn: "abs", args: [square.left], span: inner.span }
    : inner;
}

function isNumber(expr: Expr, value: number): boolean {
  return expr.type === "number" && expr.value === value;
}

/** Branches of every operation at one place, inner ones first. */
class Branching {
  readonly #passing: Passing;
  readonly #test: (key: string, of: Expr) => Wall;
  readonly #names: readonly string[];
  readonly #chosen: string[] = [];
  readonly walls: Expr[] = [];

  constructor(passing: Passing, test: (key: string, of: Expr) => Wall, names: readonly string[]) {
    [this.#passing, this.#test, this.#names] = [passing, test, names];
  }

  get key(): string {
    return this.#chosen.join(" ");
  }

  frozen(expr: Expr): Expr {
    const inner = mapChildren(expr, (part) => this.frozen(part));
    if (inner.type === "call" && ROUGH_FUNCTIONS.has(inner.fn)) return this.#branchOf(inner);
    return inner.type === "binary" ? simpler(inner) : inner;
  }

  #branchOf(call: CallExpr): Expr {
    const [a, b] = call.args;
    if (!this.#varies(call))
      return numberAt(call, compiled(call, this.#names, "").value(this.#passing.q));
    switch (call.fn) {
      case "max":
      case "min":
        return this.#chosenOf(call);
      case "floor":
        return numberAt(call, this.#cellOf(a!));
      case "ceil":
        return numberAt(call, this.#cellOf(a!) + 1);
      case "mod": {
        const cells = this.#cellOf(binary("/", a!, b!));
        return cells === 0 ? a! : binary("-", a!, binary("*", numberAt(call, cells), b!));
      }
      default: {
        const side = this.#sideOf(a!);
        if (call.fn === "abs") return side < 0 ? negated(a!) : a!;
        return numberAt(call, call.fn === "sign" ? side : Math.max(0, side));
      }
    }
  }

  /** The side of 0 that an operand is on, and its wall there. */
  #sideOf(of: Expr): number {
    const side = this.#signOf(of);
    this.#chosen.push(String(side));
    this.walls.push(side < 0 ? negated(of) : of);
    return side;
  }

  /** The integer below an operand. */
  #cellOf(of: Expr): number {
    const nearest = Math.round(this.#valueOf(of, this.#passing.q));
    const cell = this.#signOf(of, nearest) < 0 ? nearest - 1 : nearest;
    this.#chosen.push(String(cell));
    this.walls.push(binary("-", of, numberAt(of, cell)), binary("-", numberAt(of, cell + 1), of));
    return cell;
  }

  /** The argument of max or min that is taken, and its lead over each of the others. */
  #chosenOf({ args, fn }: CallExpr): Expr {
    let best = 0;
    const lead = (i: number, over: number): Expr =>
      fn === "max" ? binary("-", args[i]!, args[over]!) : binary("-", args[over]!, args[i]!);
    for (let i = 1; i < args.length; i += 1) if (this.#signOf(lead(i, best)) > 0) best = i;
    this.#chosen.push(String(best));
    args.forEach((_, i) => {
      if (i !== best && this.#varies(lead(best, i))) this.walls.push(lead(best, i));
    });
    return args[best]!;
  }

  #varies(of: Expr): boolean {
    return this.#names.some((name) => dependsOn(of, name));
  }

  #testOf(of: Expr): Wall {
    return this.#test(JSON.stringify(of, withoutSpans), of);
  }

  #valueOf(of: Expr, q: Float64Array): number {
    const value = this.#testOf(of).valueAt(q);
    if (value !== value) throw stuckAt(q, "a condition of the potential has no value");
    return value;
  }

  /** The side of a number that an operand is on, or goes to. */
  #signOf(of: Expr, number = 0): number {
    const { q, reach, v } = this.#passing;
    const value = this.#valueOf(of, q) - number;
    if (!this.#varies(of)) return Math.sign(value);
    const wall = this.#testOf(of);
    if (Math.abs(value) > wall.roundingAt(q, reach)) return Math.sign(value);
    const slopes = wall.slopesAt(q);
    if (v === null || slopes.every((slope) => slope === 0)) return value < 0 ? -1 : 1;
    const [rate, size] = rateOf(slopes, v);
    if (!(Math.abs(rate) > ALONG * size))
      throw stuckAt(
        q,
        "the orbit runs along a place at which the potential jumps or bends, or rests there",
      );
    return Math.sign(rate);
  }
}

export function rateOf(
  slopes: readonly number[],
  v: Float64Array,
): readonly [rate: number, size: number] {
  let [rate, size] = [0, 0];
  slopes.forEach((slope, i) => {
    rate += slope * v[i]!;
    size += Math.abs(slope * v[i]!);
  });
  return [rate, size];
}

function withoutSpans(key: string, value: unknown): unknown {
  return key === "span" || key === "grouped" ? undefined : value;
}

function numberAt({ span }: Expr, value: number): Expr {
  const size: Expr = {
    type: "number",
    value: Math.abs(value),
    text: String(Math.abs(value)),
    span,
  };
  return value < 0 ? negated(size) : size;
}

function negated(arg: Expr): Expr {
  return { type: "unary", op: "-", arg, span: arg.span };
}

function binary(op: "+" | "-" | "*" | "/", left: Expr, right: Expr): Expr {
  const span = { start: left.span.start, end: right.span.end };
  return { type: "binary", op, left, right, grouped: true, span };
}

/** Terms that are 0 within a piece go, and factors of 1. */
function simpler(expr: Expr & { readonly type: "binary" }): Expr {
  const { left, op, right } = expr;
  if (op === "*" && (isNumber(left, 0) || isNumber(right, 1))) return left;
  if (op === "*" && (isNumber(right, 0) || isNumber(left, 1))) return right;
  if ((op === "+" || op === "-") && isNumber(right, 0)) return left;
  if (op === "+" && isNumber(left, 0)) return right;
  if (op === "-" && left.type === "number" && right.type === "number" && left.value >= right.value)
    return numberAt(expr, left.value - right.value);
  return expr;
}
