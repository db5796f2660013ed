/**
 * The integrand as a function of the distance from one end of its range: 1 - x near 1 is then that
 * distance itself and loses nothing, so that a singularity there is as good as one at 0.
 */
import type { BinaryExpr, CallExpr, Expr, IntegralExpr } from "../reading/ast.js";
import { binary, call, nameAt, negative, number } from "../reading/expr.js";
import { PolynomialReader } from "../sums/polynomial.js";
import { holds, mapChildren, namesOf } from "../reading/walk.js";
import { EULER } from "../reading/letters.js";

/**
 * @returns the integrand with the variable as distance from that end; null where nothing is won by
 * it
 */
export function fromEnd(expr: IntegralExpr, end: "start" | "stop"): Expr | null {
  const limit = end === "start" ? expr.from : expr.to;
  const { variable, body } = expr;
  if (variable === null || limit === undefined || !isPlain(limit, variable)) return null;
  const rewriting = new Rewriting(variable, limit, end === "start" ? 1 : -1);
  const rewritten = rewriting.rewrite(body);
  return rewriting.isUseful ? rewritten : null;
}

/** Finite, cheap, and known outside of the integral. */
function isPlain(limit: Expr, variable: string): boolean {
  const isInfinite =
    limit.type === "number"
      ? !Number.isFinite(limit.value)
      : limit.type === "unary" && limit.arg.type === "number" && !Number.isFinite(limit.arg.value);
  return (
    !isInfinite &&
    !namesOf(limit).includes(variable) &&
    !holds(limit, ["integral", "sum", "product", "braket"])
  );
}

function isOne(expr: Expr): boolean {
  return expr.type === "number" && expr.value === 1;
}

function twice(square: Expr): Expr {
  return binary("*", number(2, square), binary("^", square, number(2, square)));
}

/**
 * Differences from 1 of functions that are 1 where their argument vanishes. Source: DLMF 4.21,
 * 4.35.
 */
const BESIDE_ONE: ReadonlyMap<string, (arg: Expr) => Expr> = new Map([
  ["cos", (arg: Expr) => negative(twice(call("sin", half(arg))))],
  ["cosh", (arg: Expr) => twice(call("sinh", half(arg)))],
  ["exp", (arg: Expr) => call("expm1", arg)],
]);

function half(arg: Expr): Expr {
  return binary("/", arg, number(2, arg));
}

class Rewriting {
  isUseful = false;
  readonly #variable: string;
  readonly #reader: PolynomialReader;
  readonly #isAtZero: boolean;

  constructor(variable: string, end: Expr, sign: 1 | -1) {
    this.#variable = variable;
    this.#reader = new PolynomialReader(variable, { end, sign });
    this.#isAtZero = end.type === "number" && end.value === 0;
  }

  rewrite(expr: Expr): Expr {
    if (!namesOf(expr).includes(this.#variable)) return expr;
    const small =
      expr.type === "binary"
        ? this.#besideOne(expr)
        : expr.type === "call"
          ? this.#logarithm(expr)
          : null;
    if (small !== null) return small;
    const simple = expr.type === "binary" || expr.type === "name" ? this.#polynomial(expr) : null;
    return simple ?? mapChildren(expr, (part) => this.rewrite(part));
  }

  /** A polynomial that vanishes at the end, or a sum that may. */
  #polynomial(expr: Expr): Expr | null {
    const coefficients = this.#reader.read(expr);
    if (coefficients === null) return null;
    const degree = Math.max(0, ...coefficients.keys());
    const first = coefficients.get(0);
    if (first !== undefined && degree > 1) return null;
    if (!this.#isAtZero && (first === undefined || [...first.keys()].some((key) => key !== "")))
      this.isUseful = true;
    return this.#horner(coefficients, degree, expr);
  }

  #horner(
    coefficients: NonNullable<ReturnType<PolynomialReader["read"]>>,
    degree: number,
    at: Expr,
  ): Expr {
    const distance = nameAt(this.#variable, at);
    let value: Expr | null = null;
    for (let n = degree; n >= 0; n -= 1) {
      const terms = coefficients.get(n);
      const own = terms === undefined ? null : this.#reader.write(terms, at);
      value = value === null ? own : own === null ? value : binary("+", own, value);
      if (n > 0 && value !== null) value = isOne(value) ? distance : binary("*", value, distance);
    }
    return value ?? number(0, at);
  }

  /** The argument where it vanishes at the end. */
  #vanishing(expr: Expr): Expr | null {
    const coefficients = this.#reader.read(expr);
    return coefficients === null || coefficients.get(0) !== undefined
      ? null
      : this.#horner(coefficients, Math.max(0, ...coefficients.keys()), expr);
  }

  /** `exp(x) - 1`, `1 - cos(x)`: at the end of a range from 0 too. */
  #besideOne({ op, left, right }: BinaryExpr): Expr | null {
    if (op !== "-" || !(isOne(left) || isOne(right))) return null;
    const other = isOne(left) ? right : left;
    const bound =
      other.type === "call"
        ? BESIDE_ONE.get(other.fn)
        : powerOfE(other) === null
          ? undefined
          : BESIDE_ONE.get("exp");
    const [arg] = other.type === "call" ? other.args : [powerOfE(other)];
    const small =
      bound === undefined || arg === undefined || arg === null ? null : this.#vanishing(arg);
    if (small === null) return null;
    this.isUseful = true;
    const difference = bound!(small);
    if (!isOne(left)) return difference;
    return difference.type === "unary" ? difference.arg : negative(difference);
  }

  /** ln of what is 1 at the end. */
  #logarithm({ fn, args: [arg] }: CallExpr): Expr | null {
    if (fn !== "log" || arg === undefined) return null;
    const small = this.#vanishing(binary("-", arg, number(1, arg)));
    if (small === null) return null;
    this.isUseful = true;
    return call("log1p", small);
  }
}

function powerOfE(expr: Expr): Expr | null {
  return expr.type === "binary" &&
    expr.op === "^" &&
    expr.left.type === "name" &&
    expr.left.name === EULER
    ? expr.right
    : null;
}
