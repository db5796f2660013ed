/** Which branch an operation takes that jumps or bends: a number for each of them. */
import type { Node } from "./node.js";
import { valueFunction, type ValueFunction } from "./valueFunction.js";

const ABOVE_0: ReadonlySet<string> = new Set(["abs", "heaviside", "sign"]);

/** Null of an operation that has one branch. */
export function branchOf(node: Node): ValueFunction | null {
  if (node.op !== "call1" && node.op !== "call2") return null;
  const { name } = node.rule;
  const a = valueFunction(node.a);
  if (node.op === "call1") {
    if (name === "floor") return (slots) => Math.floor(a(slots));
    if (name === "ceil") return (slots) => Math.ceil(a(slots));
    return ABOVE_0.has(name) ? (slots) => Number(a(slots) > 0) : null;
  }
  const b = valueFunction(node.b);
  if (name === "mod") return (slots) => Math.floor(a(slots) / b(slots));
  return name === "max" || name === "min" ? (slots) => Number(a(slots) > b(slots)) : null;
}
