/**
 * Exact rationals of dimensional exponents. Their parts stay far below 2^53: anything larger is
 * refused, not rounded.
 */
import {
  addRational,
  divRational,
  isZero,
  mulRational,
  ratio,
  subRational,
} from "../../units/rational.js";
import type { Rational } from "../../units/rational.js";
import type { Expr } from "../reading/ast.js";

/** A literal exponent with larger parts is no exponent a dimension can take. */
const PART_MAX = 1_000_000;

function small(value: Rational): Rational | null {
  return Math.abs(value.num) <= PART_MAX && value.den <= PART_MAX ? value : null;
}

function literal(text: string): Rational | null {
  const parts = /^(\d*)\.?(\d*)$/.exec(text);
  if (parts === null) return null;
  const digits = parts[1]! + parts[2]!;
  if (digits.length === 0 || digits.length > 12) return null;
  let den = 1;
  for (let i = 0; i < parts[2]!.length; i += 1) den *= 10;
  return small(ratio(Number(digits), den));
}

/**
 * The exact value of an expression of plain decimal literals and + - * /, as an exponent is; null
 * for anything else.
 */
export function exactRational(expr: Expr): Rational | null {
  if (expr.type === "number") return literal(expr.text);
  if (expr.type === "unary") {
    const value = exactRational(expr.arg);
    return value === null || expr.op === "+" ? value : ratio(-value.num, value.den);
  }
  if (expr.type !== "binary" || expr.op === "^") return null;
  const left = exactRational(expr.left);
  const right = left === null ? null : exactRational(expr.right);
  if (left === null || right === null) return null;
  if (expr.op === "+") return small(addRational(left, right));
  if (expr.op === "-") return small(subRational(left, right));
  if (expr.op === "*") return small(mulRational(left, right));
  return isZero(right) ? null : small(divRational(left, right));
}

/** An integer, or one of the simple fractions a measured exponent stands for; null otherwise. */
export function rationalOfNumber(value: number): Rational | null {
  return Math.trunc(value) === value && Math.abs(value) <= PART_MAX ? ratio(value, 1) : null;
}
