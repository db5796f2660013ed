/**
 * What the tests of the front share: reading, a plain walk that gives a number, trees without their
 * columns.
 */
import { expect } from "chai";
import type { Expr, Statement } from "../../../../protocol/equations/reading/ast.js";
import { parseStatement } from "../../../../protocol/equations/reading/parse.js";

export function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(/[ ,]+/).filter((name) => name !== ""));
}

export function read(text: string, declared: ReadonlySet<string> = new Set()): Statement {
  const parsed = parseStatement(text, { declared });
  if (!parsed.ok) throw new Error(`${text}: ${parsed.refusal.message}`);
  return parsed.statement;
}

export function readExpr(text: string, declared: ReadonlySet<string> = new Set()): Expr {
  const { clauses } = read(text, declared);
  expect(clauses, text).to.have.length(1);
  expect(clauses[0]!.sides, text).to.have.length(1);
  return clauses[0]!.sides[0]!;
}

/** Structure only: no columns, no memory of brackets. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !["span", "grouped", "implicit"].includes(key))
      .map(([key, part]) => [key, bare(part)]),
  );
}

function factorial(n = 0): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

const FUNCTIONS: Readonly<Record<string, (...args: number[]) => number>> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  atan2: Math.atan2,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  exp: Math.exp,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  abs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  min: Math.min,
  max: Math.max,
  hypot: Math.hypot,
  factorial,
  gamma: (x = 1) => factorial(x - 1),
  binomial: (n = 0, k = 0) => factorial(n) / (factorial(k) * factorial(n - k)),
  mod: (a = 0, b = 1) => a - b * Math.floor(a / b),
  erf: (x = 0) => {
    // Series of Abramowitz and Stegun 7.1.5; enough terms for |x| below 4.
    let sum = 0;
    for (let n = 0, term = x; n < 120; n += 1, term *= (-x * x) / n) sum += term / (2 * n + 1);
    return (2 / Math.sqrt(Math.PI)) * sum;
  },
};

/** The number a tree stands for, by the platform's own arithmetic. */
export function walk(expr: Expr, values: Readonly<Record<string, number>>): number {
  switch (expr.type) {
    case "number":
      return expr.value;
    case "name": {
      const value = expr.name === "pi" ? Math.PI : values[expr.name];
      if (value === undefined) throw new Error(`No value for ${expr.name}.`);
      return value;
    }
    case "unary":
      return expr.op === "-" ? -walk(expr.arg, values) : walk(expr.arg, values);
    case "binary": {
      const left = walk(expr.left, values);
      const right = walk(expr.right, values);
      if (expr.op === "+") return left + right;
      if (expr.op === "-") return left - right;
      if (expr.op === "*") return left * right;
      return expr.op === "/" ? left / right : left ** right;
    }
    case "call":
      return FUNCTIONS[expr.fn]!(...expr.args.map((arg) => walk(arg, values)));
    default:
      throw new Error(`${expr.type} has no number.`);
  }
}
