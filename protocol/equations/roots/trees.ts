/** Trees that a search for zeros makes and looks at. */
import { FUNCTION_RULES } from "../evaluation/functions.js";
import type { Node } from "../evaluation/node.js";
import type { Expr } from "../reading/ast.js";

export function isRoot(node: Node): boolean {
  return (
    (node.op === "call1" && node.rule.name === "sqrt") ||
    (node.op === "call2" &&
      node.rule.name === "pow" &&
      node.b.op === "constant" &&
      node.b.value === 0.5)
  );
}

export function isSum(node: Node): boolean {
  return node.op === "add" || node.op === "sub";
}

export function partsOf(node: Node): readonly Node[] {
  if (node.op === "many") return node.args;
  if (node.op === "slot" || node.op === "constant") return [];
  return "b" in node ? [node.a, node.b] : [node.a];
}

export function whole(value: number, expr: Expr): Node & { op: "constant" } {
  return { op: "constant", value, constant: null, exact: true, expr };
}

export function difference(a: Node, b: Node): Node {
  return { op: "sub", a, b, expr: a.expr };
}

export function called(name: string, a: Node): Node {
  const rule = FUNCTION_RULES.get(name);
  if (rule === undefined || rule.arity !== 1) throw new RangeError(`${name} has one argument.`);
  return { op: "call1", rule, a, expr: a.expr };
}

/** A cotangent is read as 1/tan: as cos/sin it is 0 where the tangent has its poles. */
export function withCotangents(node: Node): Node {
  if (node.op === "slot" || node.op === "constant" || node.op === "many") return node;
  const a = withCotangents(node.a);
  if (node.op === "powi" && node.n < 0 && isTangent(a))
    return { ...node, a: cotangent(a, whole(1, node.expr)), n: -node.n };
  if (!("b" in node)) return a === node.a ? node : { ...node, a };
  const b = withCotangents(node.b);
  if (node.op === "div" && isTangent(b)) return cotangent(b, a);
  return a === node.a && b === node.b ? node : { ...node, a, b };
}

function isTangent(node: Node): node is Node & { op: "call1" } {
  return node.op === "call1" && node.rule.name === "tan";
}

/** `above` over a tangent. */
function cotangent({ a, expr }: Node & { op: "call1" }, above: Node): Node {
  return {
    op: "div",
    a: { op: "mul", a: above, b: called("cos", a), expr },
    b: called("sin", a),
    expr,
  };
}
