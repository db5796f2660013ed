/** The derivative of an expression, as an expression. */
import type { CallExpr, Expr, IntegralExpr } from "../reading/ast.js";
import { NotOneValue } from "../reading/definitions.js";
import { EULER } from "../reading/letters.js";
import { isPieces, OPEN_PIECES, piecesOf, withPieces, type PiecesExpr } from "../reading/pieces.js";
import { find, namesOf } from "../reading/walk.js";

type Slope = (u: Expr, whole: Expr) => Expr;

function num(value: number, at: Expr): Expr {
  const size: Expr = {
    type: "number",
    value: Math.abs(value),
    text: String(Math.abs(value)),
    span: at.span,
  };
  return value < 0 ? { type: "unary", op: "-", arg: size, span: at.span } : size;
}

function fn(name: string, ...args: readonly Expr[]): Expr {
  return { type: "call", fn: name, args, span: args[0]!.span };
}

function isNumber(expr: Expr, value: number): boolean {
  return expr.type === "number" && expr.value === value;
}

function plus(a: Expr, b: Expr, op: "+" | "-" = "+"): Expr {
  if (isNumber(b, 0)) return a;
  if (isNumber(a, 0)) return op === "+" ? b : minus(b);
  return { type: "binary", op, left: a, right: b, span: a.span };
}

function minus(a: Expr): Expr {
  return isNumber(a, 0) ? a : { type: "unary", op: "-", arg: a, span: a.span };
}

function times(a: Expr, b: Expr): Expr {
  if (isNumber(a, 0) || isNumber(b, 1)) return a;
  if (isNumber(b, 0) || isNumber(a, 1)) return b;
  return { type: "binary", op: "*", left: a, right: b, span: a.span };
}

function over(a: Expr, b: Expr): Expr {
  return isNumber(a, 0) || isNumber(b, 1)
    ? a
    : { type: "binary", op: "/", left: a, right: b, span: a.span };
}

function power(a: Expr, n: Expr): Expr {
  return isNumber(n, 1) ? a : { type: "binary", op: "^", left: a, right: n, span: a.span };
}

function square(a: Expr): Expr {
  return power(a, num(2, a));
}

const one = (at: Expr): Expr => num(1, at);

/** Derivative of each function by its argument. Source: Abramowitz and Stegun, chapters 4 to 9. */
const SLOPES: Readonly<Record<string, Slope>> = {
  exp: (_u, y) => y,
  expm1: (u) => fn("exp", u),
  exp2: (u, y) => times(y, fn("log", num(2, u))),
  exp10: (u, y) => times(y, fn("log", num(10, u))),
  log: (u) => over(one(u), u),
  log1p: (u) => over(one(u), plus(one(u), u)),
  log2: (u) => over(one(u), times(u, fn("log", num(2, u)))),
  log10: (u) => over(one(u), times(u, fn("log", num(10, u)))),
  sqrt: (u, y) => over(one(u), times(num(2, u), y)),
  cbrt: (u, y) => over(one(u), times(num(3, u), square(y))),
  sin: (u) => fn("cos", u),
  cos: (u) => minus(fn("sin", u)),
  tan: (u, y) => plus(one(u), square(y)),
  asin: (u) => over(one(u), fn("sqrt", plus(one(u), square(u), "-"))),
  acos: (u) => over(num(-1, u), fn("sqrt", plus(one(u), square(u), "-"))),
  atan: (u) => over(one(u), plus(one(u), square(u))),
  sinh: (u) => fn("cosh", u),
  cosh: (u) => fn("sinh", u),
  tanh: (u) => over(one(u), square(fn("cosh", u))),
  asinh: (u) => over(one(u), fn("sqrt", plus(square(u), one(u)))),
  acosh: (u) => over(one(u), fn("sqrt", plus(square(u), one(u), "-"))),
  atanh: (u) => over(one(u), plus(one(u), square(u), "-")),
  erf: (u) =>
    times(
      over(num(2, u), fn("sqrt", { type: "name", name: "pi", span: u.span })),
      fn("exp", minus(square(u))),
    ),
  erfc: (u) => minus(SLOPES["erf"]!(u, u)),
  gamma: (u, y) => times(y, fn("digamma", u)),
  lgamma: (u) => fn("digamma", u),
  // No slope at 0: the quotient is refused there.
  abs: (u, y) => over(u, y),
  j0: (u) => minus(fn("j1", u)),
  j1: (u) => plus(fn("j0", u), over(fn("j1", u), u), "-"),
  y0: (u) => minus(fn("y1", u)),
  y1: (u) => plus(fn("y0", u), over(fn("y1", u), u), "-"),
  i0: (u) => fn("i1", u),
  i1: (u) => plus(fn("i0", u), over(fn("i1", u), u), "-"),
  k0: (u) => minus(fn("k1", u)),
  k1: (u) => minus(plus(fn("k0", u), over(fn("k1", u), u))),
  ei: (u) => over(fn("exp", u), u),
  e1: (u) => minus(over(fn("exp", minus(u)), u)),
  si: (u) => over(fn("sin", u), u),
  ci: (u) => over(fn("cos", u), u),
  lambertw: (_u, y) => over(fn("exp", minus(y)), plus(one(y), y)),
};

/**
 * Names of parts that were asked about: each is asked again for every variable and by every sum
 * around it.
 */
const known = new WeakMap<Expr, ReadonlySet<string>>();

/** Whether the name stands free in the expression. */
export function dependsOn(expr: Expr, name: string): boolean {
  return freeNames(expr).has(name);
}

/**
 * Put together from those of the parts, so that a long sum is not walked anew for each of its
 * terms.
 */
function freeNames(expr: Expr): ReadonlySet<string> {
  const found = known.get(expr);
  if (found !== undefined) return found;
  const names =
    expr.type === "binary"
      ? union(freeNames(expr.left), freeNames(expr.right))
      : expr.type === "unary"
        ? freeNames(expr.arg)
        : new Set(namesOf(expr));
  known.set(expr, names);
  return names;
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  let both: Set<string> | null = null;
  for (const name of b) {
    if (a.has(name)) continue;
    both ??= new Set(a);
    both.add(name);
  }
  return both ?? a;
}

/**
 * @param expr free of definitions
 * @throws NotOneValue where a part has no derivative in the set of functions
 */
export function derive(expr: Expr, by: string): Expr {
  if (!dependsOn(expr, by)) return num(0, expr);
  switch (expr.type) {
    case "name":
      return one(expr);
    case "unary":
      return expr.op === "-" ? minus(derive(expr.arg, by)) : derive(expr.arg, by);
    case "binary":
      return deriveBinary(expr, by);
    case "call":
      return deriveCall(expr, by);
    case "sum":
      return { ...expr, body: derive(expr.body, by) };
    case "integral":
      return deriveIntegral(expr, by);
    case "derivative":
      return derive(repeated(expr.of, expr.variable, expr.order), by);
    default:
      throw new NotOneValue(
        "ode",
        "This part has no derivative that can be written down; give it.",
        expr.span,
      );
  }
}

export function repeated(expr: Expr, by: string, order: number): Expr {
  return order === 0 ? expr : repeated(derive(expr, by), by, order - 1);
}

function deriveBinary(expr: Expr & { type: "binary" }, by: string): Expr {
  const { left: u, right: v } = expr;
  if (expr.op === "^") return derivePower(expr, by);
  const [du, dv] = [derive(u, by), derive(v, by)];
  if (expr.op === "+" || expr.op === "-") return plus(du, dv, expr.op);
  if (expr.op === "*") return plus(times(du, v), times(u, dv));
  if (isNumber(dv, 0)) return over(du, v);
  return plus(over(du, v), over(times(u, dv), square(v)), "-");
}

function derivePower(expr: Expr & { type: "binary" }, by: string): Expr {
  const { left: u, right: v } = expr;
  const isEuler = u.type === "name" && (u.name === "e" || u.name === EULER);
  if (isEuler) return times(expr, derive(v, by));
  if (!dependsOn(v, by)) {
    const lowered = v.type === "number" ? num(v.value - 1, v) : plus(v, one(v), "-");
    return times(times(v, isNumber(lowered, 0) ? one(v) : power(u, lowered)), derive(u, by));
  }
  const growth = times(derive(v, by), fn("log", u));
  return times(expr, dependsOn(u, by) ? plus(growth, over(times(v, derive(u, by)), u)) : growth);
}

/** Piece by piece; where a piece ends the derivative has no value. */
function derivePieces(expr: PiecesExpr, by: string): Expr {
  const pieces = piecesOf(expr).map(({ value, when }) => ({ value: derive(value, by), when }));
  return { ...withPieces(expr, pieces), fn: OPEN_PIECES };
}

function deriveCall(expr: CallExpr, by: string): Expr {
  if (isPieces(expr)) return derivePieces(expr, by);
  const [u, ...others] = expr.args;
  const slope = SLOPES[expr.fn];
  if (u === undefined || others.length > 0 || slope === undefined) {
    throw new NotOneValue(
      "ode",
      `The derivative of ${expr.fn} is not in the set of functions; give it.`,
      expr.span,
    );
  }
  return times(slope(u, expr), derive(u, by));
}

/** Leibniz's rule: the limits move, and the integrand changes under the sign. */
function deriveIntegral(expr: IntegralExpr, by: string): Expr {
  const { variable, from, to, body } = expr;
  if (variable === null || from === undefined || to === undefined) {
    throw new NotOneValue(
      "integral",
      "Only an integral with its limits has a derivative.",
      expr.span,
    );
  }
  const at = (limit: Expr): Expr => times(replace(body, variable, limit), derive(limit, by));
  const edges = plus(at(to), at(from), "-");
  if (variable !== by && movesPieces(body, by))
    throw new NotOneValue(
      "integral",
      `Where the pieces of the integrand end moves with ${by}: write the integral of each piece.`,
      expr.span,
    );
  if (variable === by || !dependsOn(body, by)) return edges;
  return plus(edges, { ...expr, body: derive(body, by) });
}

/** Whether a condition inside depends on the name. */
function movesPieces(expr: Expr, name: string): boolean {
  const moved = find(
    expr,
    (node) =>
      isPieces(node) && piecesOf(node).some(({ when }) => when !== null && dependsOn(when, name)),
  );
  return moved !== null;
}

function replace(expr: Expr, name: string, value: Expr): Expr {
  if (
    find(
      expr,
      (node) => node.type === "sum" || node.type === "product" || node.type === "integral",
    ) !== null
  ) {
    throw new NotOneValue(
      "integral",
      "The derivative of an integral of sums or integrals is not written down.",
      expr.span,
    );
  }
  return substitute(expr, name, value);
}

/** @param expr binds no names itself */
export function substitute(expr: Expr, name: string, value: Expr): Expr {
  if (expr.type === "name") return expr.name === name ? value : expr;
  if (expr.type === "unary") return { ...expr, arg: substitute(expr.arg, name, value) };
  if (expr.type === "binary") {
    return {
      ...expr,
      left: substitute(expr.left, name, value),
      right: substitute(expr.right, name, value),
    };
  }
  if (expr.type === "call")
    return { ...expr, args: expr.args.map((arg) => substitute(arg, name, value)) };
  return expr;
}
