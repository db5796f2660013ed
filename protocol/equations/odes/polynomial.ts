/** An expression as a polynomial in one name, by its form alone. */
import type { Expr } from "../reading/ast.js";
import { exactRational } from "../dimensions/rational.js";
import { binary, negative, number } from "../reading/expr.js";
import { namesOf } from "../reading/walk.js";

/** By power; null stands for zero. */
export type Coefficients = readonly (Expr | null)[];

/**
 * Coefficients that are free of `name`.
 * @returns null when the expression is no polynomial of at most that degree by its form.
 */
export function coefficientsIn(expr: Expr, name: string, degreeMax: number): Coefficients | null {
  const found = collect(expr, name, degreeMax);
  return found === null ? null : trimmed(found);
}

function collect(expr: Expr, name: string, degreeMax: number): Coefficients | null {
  if (expr.type === "name" && expr.name === name) return [null, number(1, expr)];
  if (!namesOf(expr).includes(name)) return [isZero(expr) ? null : expr];
  if (expr.type === "unary") {
    const inner = collect(expr.arg, name, degreeMax);
    return inner === null || expr.op === "+" ? inner : inner.map(minus);
  }
  if (expr.type !== "binary") return null;
  const left = collect(expr.left, name, degreeMax);
  if (left === null) return null;
  if (expr.op === "^") return raised(left, expr.right, degreeMax);
  const right = collect(expr.right, name, degreeMax);
  if (right === null) return null;
  switch (expr.op) {
    case "+":
      return added(left, right);
    case "-":
      return added(left, right.map(minus));
    case "*":
      return multiplied(left, right, degreeMax);
    default:
      return divided(left, right);
  }
}

function isZero(expr: Expr): boolean {
  return expr.type === "number" && expr.value === 0;
}

function isOne(expr: Expr): boolean {
  return expr.type === "number" && expr.value === 1;
}

function minus(term: Expr | null): Expr | null {
  if (term === null) return null;
  return term.type === "unary" && term.op === "-" ? term.arg : negative(term);
}

/** Sum of two terms, either of which may be zero. */
export function plus(a: Expr | null, b: Expr | null): Expr | null {
  return a === null ? b : b === null ? a : binary("+", a, b);
}

export function times(a: Expr | null, b: Expr | null): Expr | null {
  if (a === null || b === null) return null;
  return isOne(a) ? b : isOne(b) ? a : binary("*", a, b);
}

function added(a: Coefficients, b: Coefficients): Coefficients {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) =>
    plus(a[i] ?? null, b[i] ?? null),
  );
}

function multiplied(a: Coefficients, b: Coefficients, degreeMax: number): Coefficients | null {
  const product: (Expr | null)[] = [];
  a.forEach((x, i) =>
    b.forEach((y, j) => {
      const term = times(x, y);
      if (term !== null) product[i + j] = plus(product[i + j] ?? null, term);
    }),
  );
  return product.length > degreeMax + 1 ? null : Array.from(product, (term) => term ?? null);
}

function divided(a: Coefficients, b: Coefficients): Coefficients | null {
  const [denominator] = b;
  if (trimmed(b).length > 1 || denominator === undefined || denominator === null) return null;
  return a.map((term) => (term === null ? null : binary("/", term, denominator)));
}

function raised(base: Coefficients, exponent: Expr, degreeMax: number): Coefficients | null {
  const power = exactRational(exponent);
  if (power === null || power.den !== 1 || power.num < 1 || power.num > degreeMax) return null;
  let result: Coefficients | null = base;
  for (let i = 1; i < power.num && result !== null; i += 1)
    result = multiplied(result, base, degreeMax);
  return result;
}

function trimmed(coefficients: Coefficients): Coefficients {
  let length = coefficients.length;
  while (length > 0 && (coefficients[length - 1] ?? null) === null) length -= 1;
  return coefficients.slice(0, length);
}
