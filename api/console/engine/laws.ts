/** An equation typed by hand that is one of the registry: it can be sealed under its operator. */
import type { Expr, Statement } from "../../../protocol/equations/reading/ast.js";
import { parseStatement } from "../../../protocol/equations/reading/parse.js";
import { childrenOf } from "../../../protocol/equations/reading/walk.js";
import type { OperatorEntry } from "../../../protocol/operators/entry.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import type { Question } from "./messages.js";
import { evaluateEquation } from "./equations.js";
import { evaluateChain } from "./registry.js";

type Rename = (name: string) => string;

/** The same text for trees that differ in the order of terms and factors alone. */
function formOf(expr: Expr, rename: Rename): string {
  switch (expr.type) {
    case "number":
      return String(expr.value);
    case "name":
      return rename(expr.name);
    case "unary":
      return expr.op === "+" ? formOf(expr.arg, rename) : `(-1 * ${formOf(expr.arg, rename)})`;
    case "binary":
      if (expr.op === "*" || expr.op === "/") return productOf(expr, rename);
      if (expr.op === "^") return `(${formOf(expr.left, rename)}^${formOf(expr.right, rename)})`;
      return listed(terms(expr, rename, false), " + ");
    default: {
      const parts = childrenOf(expr).map((part) => formOf(part, rename));
      return `${expr.type === "call" ? expr.fn : JSON.stringify({ ...expr, span: null })}(${parts.join()})`;
    }
  }
}

function listed(parts: readonly string[], sign: string): string {
  return `(${parts.toSorted().join(sign)})`;
}

/** Numbers are one factor: `1/2 m` is `m/2` and `0.5 m`. */
function productOf(expr: Expr, rename: Rename): string {
  const parts = factors(expr, false);
  const number = parts.reduce((product, { factor, isBelow }) => {
    if (factor.type !== "number") return product;
    return isBelow ? product / factor.value : product * factor.value;
  }, 1);
  const others = parts
    .filter(({ factor }) => factor.type !== "number")
    .map(({ factor, isBelow }) => `${isBelow ? "1/" : ""}${formOf(factor, rename)}`);
  return listed(number === 1 ? others : [String(number), ...others], " * ");
}

interface Factor {
  readonly factor: Expr;
  readonly isBelow: boolean;
}

function factors(factor: Expr, isBelow: boolean): readonly Factor[] {
  if (factor.type !== "binary" || (factor.op !== "*" && factor.op !== "/"))
    return [{ factor, isBelow }];
  const isRightBelow = factor.op === "/" ? !isBelow : isBelow;
  return [...factors(factor.left, isBelow), ...factors(factor.right, isRightBelow)];
}

function terms(expr: Expr, rename: Rename, isTaken: boolean): readonly string[] {
  if (expr.type !== "binary" || (expr.op !== "+" && expr.op !== "-"))
    return [`${isTaken ? "-" : ""}${formOf(expr, rename)}`];
  const isRightTaken = expr.op === "-" ? !isTaken : isTaken;
  return [...terms(expr.left, rename, isTaken), ...terms(expr.right, rename, isRightTaken)];
}

/** Of the right side of `name = expression`; null for anything else. */
function formOfStatement({ clauses }: Statement, rename: Rename): string | null {
  const [clause, another] = clauses;
  if (clause === undefined || another !== undefined || clause.qualifier !== undefined) return null;
  const [left, right, more] = clause.sides;
  if (left?.type !== "name" || right === undefined || more !== undefined) return null;
  return clause.ops[0] === "=" ? formOf(right, rename) : null;
}

const ENTRIES_MAX = Number.MAX_SAFE_INTEGER;

/** Names of an operator's inputs by each name that they have. */
function symbolsOf({ record }: OperatorEntry): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(record.symbols).flatMap(([name, { aliases }]) =>
      [name, ...aliases].map((one) => [one, name]),
    ),
  );
}

function parsedOf({ record }: OperatorEntry) {
  const declared = new Set(Object.keys(record.symbols));
  return parseStatement(record.form ?? record.equation, { declared });
}

/** The operator that has this equation with these names, and the same value to the last bit. */
export function lawOf(
  registry: Registry,
  question: Question,
): { readonly id: string; readonly name: string } | null {
  const { equation = "", inputs } = question;
  const typed = parseStatement(equation, { declared: new Set(Object.keys(inputs)) });
  const value = evaluateEquation(question);
  if (!typed.ok || value.status !== "value") return null;
  const given = Object.keys(inputs);
  if (given.length === 0) return null;
  for (const entry of registry.search(undefined, { limit: ENTRIES_MAX }).entries) {
    const symbols = symbolsOf(entry);
    if (!given.every((name) => symbols.has(name))) continue;
    const own = parsedOf(entry);
    const rename: Rename = (name) => symbols.get(name) ?? name;
    const form = formOfStatement(typed.statement, rename);
    if (form === null || !own.ok) continue;
    if (form !== formOfStatement(own.statement, (name) => name)) continue;
    const sealed = evaluateChain(registry, { operators: [entry.id], inputs });
    if (sealed.status === "value" && sealed.bits === value.bits && sealed.unit === value.unit)
      return { id: entry.id, name: entry.record.name };
  }
  return null;
}
