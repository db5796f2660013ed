/** Trees of rates: what one evaluation costs, and constants read from slots. */
import type { Node } from "../evaluation/node.js";

/**
 * Arithmetic operations a call is counted as: of an elementary function, of a special one, and a
 * power, as measured at their slowest.
 */
const CALL_WORK = 200;
const SPECIAL_WORK = 300_000;
const POWER_WORK = 500;

/** The same operations with uncertain constants read from their slots. */
export function withSlots(node: Node, slots: ReadonlyMap<string, number>): Node {
  if (node.op === "slot") return node;
  if (node.op === "constant") {
    const slot = node.constant === null ? undefined : slots.get(node.constant);
    return slot === undefined ? node : { op: "slot", slot, expr: node.expr };
  }
  if (node.op === "many") return { ...node, args: node.args.map((arg) => withSlots(arg, slots)) };
  const a = withSlots(node.a, slots);
  return "b" in node ? { ...node, a, b: withSlots(node.b, slots) } : { ...node, a };
}

export function workOf(node: Node): number {
  if (node.op === "slot" || node.op === "constant") return 0;
  if (node.op === "many")
    return node.args.reduce(
      (total, arg) => total + workOf(arg),
      Math.max(CALL_WORK, node.rule.cost),
    );
  const isCall = node.op === "call1" || node.op === "call2";
  const own = isCall
    ? "loose" in node.rule && node.rule.loose === true
      ? SPECIAL_WORK
      : CALL_WORK
    : node.op === "powi" && node.n !== 2
      ? POWER_WORK
      : 1;
  return own + workOf(node.a) + ("b" in node ? workOf(node.b) : 0);
}
