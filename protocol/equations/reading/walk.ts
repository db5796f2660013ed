/** Walks over equation trees. */
import { countWork } from "../../workCount.js";
import type { Expr } from "./ast.js";

/** A look at one part of an equation. */
const PART_WORK = 4;

/** Direct parts of a node in the order of the text. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.type) {
    case "number":
    case "name":
    case "braket":
      return [];
    case "unary":
      return [expr.arg];
    case "binary":
      return [expr.left, expr.right];
    case "call":
    case "opaque":
      return expr.args;
    case "sum":
    case "product":
      return [
        ...expr.indices.flatMap((index) =>
          [index.from, index.to].filter((limit) => limit !== undefined),
        ),
        expr.body,
      ];
    case "integral":
      return [...[expr.from, expr.to].filter((limit) => limit !== undefined), expr.body];
    default:
      return [expr.of];
  }
}

/** The same node with its direct parts replaced. */
export function mapChildren(expr: Expr, f: (part: Expr) => Expr): Expr {
  countWork(PART_WORK);
  switch (expr.type) {
    case "number":
    case "name":
    case "braket":
      return expr;
    case "unary":
      return { ...expr, arg: f(expr.arg) };
    case "binary":
      return { ...expr, left: f(expr.left), right: f(expr.right) };
    case "call":
      return { ...expr, args: expr.args.map(f) };
    case "opaque":
      return expr.what === "label" ? expr : { ...expr, args: expr.args.map(f) };
    case "sum":
    case "product":
      return {
        ...expr,
        indices: expr.indices.map((index) => ({
          ...index,
          ...(index.from === undefined ? {} : { from: f(index.from) }),
          ...(index.to === undefined ? {} : { to: f(index.to) }),
        })),
        body: f(expr.body),
      };
    case "integral":
      return {
        ...expr,
        ...(expr.from === undefined ? {} : { from: f(expr.from) }),
        ...(expr.to === undefined ? {} : { to: f(expr.to) }),
        body: f(expr.body),
      };
    default:
      return { ...expr, of: f(expr.of) };
  }
}

/** First node, in text order, that meets the test. */
export function find(expr: Expr, test: (node: Expr) => boolean): Expr | null {
  countWork(PART_WORK);
  if (test(expr)) return expr;
  for (const part of childrenOf(expr)) {
    const found = find(part, test);
    if (found !== null) return found;
  }
  return null;
}

/** Free names in order of first use; indices of sums and variables of integrals are not free. */
export function namesOf(expr: Expr): string[] {
  const names = new Set<string>();
  collect(expr, new Set(), names);
  return [...names];
}

function collect(expr: Expr, bound: ReadonlySet<string>, names: Set<string>): void {
  countWork(PART_WORK);
  if (expr.type === "name") {
    const members = expr.members?.entries ?? [];
    for (const { name } of members) names.add(name);
    if (members.length === 0 && !bound.has(expr.name)) names.add(expr.name);
    return;
  }
  if (expr.type === "opaque" && expr.what === "label") return;
  if (expr.type === "braket") {
    for (const state of [expr.bra, expr.ket]) if (state !== undefined) names.add(`${state}_i`);
    if (expr.operator !== undefined) names.add(`${expr.operator}_ij`);
    return;
  }
  const inner = boundBy(expr);
  const scope = inner.length === 0 ? bound : new Set([...bound, ...inner]);
  for (const part of childrenOf(expr)) {
    const isBody = !("body" in expr) || part === expr.body;
    collect(part, isBody ? scope : bound, names);
  }
  if (expr.type === "derivative" && !bound.has(expr.variable)) names.add(expr.variable);
}

/** Names a node binds for its body. */
export function boundBy(expr: Expr): readonly string[] {
  if (expr.type === "sum" || expr.type === "product")
    return expr.indices.map((index) => index.name);
  if (expr.type !== "integral" || expr.variable === null) return [];
  return [expr.variable.split(" ").at(-1)!];
}

/** Whether the expression holds a node of one of these types. */
export function holds(expr: Expr, types: readonly Expr["type"][]): boolean {
  return find(expr, (node) => types.includes(node.type)) !== null;
}
