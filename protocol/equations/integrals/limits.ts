/** The limits of an integral as typed, as the inputs `from` and `to`, or infinite. */
import type { Expr } from "../reading/ast.js";
import { find, mapChildren } from "../reading/walk.js";

/** Inputs that limit an integral written without limits. */
const [LOW = "", HIGH = ""] = "from to".split(" ");
export const LIMIT_INPUTS: readonly string[] = [LOW, HIGH];
const INFINITE = /^(inf|infinity|oo)$/i;

/** @param declared names that are quantities, whatever else they could mean */
export function withLimits(expr: Expr, declared: ReadonlySet<string>): Expr {
  const inner = mapChildren(expr, (part) => withLimits(part, declared));
  if (inner.type !== "integral" || inner.variable === null) return inner;
  if (inner.from === undefined && inner.to === undefined) {
    const name = (text: string): Expr => ({ type: "name", name: text, span: inner.span });
    return { ...inner, from: name(LOW), to: name(HIGH) };
  }
  const limit = (bound: Expr | undefined): Expr | undefined =>
    bound === undefined ? undefined : infinite(bound, declared);
  const [from, to] = [limit(inner.from), limit(inner.to)];
  return { ...inner, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Whether an integral is written without limits, which are then inputs. */
export function hasOpenIntegral(expr: Expr): boolean {
  return (
    find(
      expr,
      (node) =>
        node.type === "integral" &&
        node.variable !== null &&
        node.from === undefined &&
        node.to === undefined,
    ) !== null
  );
}

function infinite(bound: Expr, declared: ReadonlySet<string>): Expr {
  if (bound.type === "unary") return { ...bound, arg: infinite(bound.arg, declared) };
  if (bound.type !== "name" || declared.has(bound.name) || !INFINITE.test(bound.name)) return bound;
  return { type: "number", value: Number.POSITIVE_INFINITY, text: "oo", span: bound.span };
}
