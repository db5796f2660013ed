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
  if (node.op === "div") {
    const parts = tangentParts(b);
    if (parts !== null) return quotient(a, parts);
  }
  return a === node.a && b === node.b ? node : { ...node, a, b };
}

interface Quotient {
  readonly above: Node;
  readonly below: Node;
}

/** A divisor that holds tangents as factors, as the quotient of what has no poles. */
function tangentParts(node: Node): Quotient | null {
  const { expr } = node;
  if (isTangent(node)) return { above: called("sin", node.a), below: called("cos", node.a) };
  if (node.op === "mul") {
    const [one, other] = [tangentParts(node.a), tangentParts(node.b)];
    if (one === null && other === null) return null;
    const [a, b] = [one ?? { above: node.a }, other ?? { above: node.b }];
    const belows = [one, other].filter((part) => part !== null).map(({ below }) => below);
    return {
      above: { op: "mul", a: a.above, b: b.above, expr },
      below: belows.reduce((x, y) => ({ op: "mul", a: x, b: y, expr })),
    };
  }
  if (node.op !== "neg" && node.op !== "powi" && node.op !== "call1") return null;
  const inner = tangentParts(node.a);
  if (inner === null) return null;
  if (node.op === "neg") return { ...inner, above: { ...node, a: inner.above } };
  const isKept = node.op === "powi" ? node.n > 0 : node.rule.name === "abs";
  return isKept ? { above: { ...node, a: inner.above }, below: { ...node, a: inner.below } } : null;
}

/** `above` over a divisor that is such a quotient. */
function quotient(above: Node, divisor: Quotient): Node {
  const { expr } = divisor.above;
  const product: Node = { op: "mul", a: above, b: divisor.below, expr };
  return { op: "div", a: product, b: divisor.above, expr };
}

function isTangent(node: Node): node is Node & { op: "call1" } {
  return node.op === "call1" && node.rule.name === "tan";
}

/** `above` over a tangent. */
function cotangent({ a }: Node & { op: "call1" }, above: Node): Node {
  return quotient(above, { above: called("sin", a), below: called("cos", a) });
}
