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
