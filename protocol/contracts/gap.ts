/**
 * The gap in front of an event: the calconds since the one before that the program took. Only a
 * program that names `tick.gap` is told it, and only its rows record it.
 */
import type { CelNode } from "../cel/index.js";

/** Whether an expression names `tick.gap`, of the scope and not of a macro's own variable. */
export function namesGap(node: CelNode): boolean {
  switch (node.kind) {
    case "literal":
    case "name":
      return false;
    case "field":
    case "has":
      return isGap(node.of, node.name) || namesGap(node.of);
    case "index": {
      const { index, of } = node;
      const isNamed = index.kind === "literal" && isGap(of, index.value);
      return isNamed || namesGap(of) || namesGap(index);
    }
    case "unary":
      return namesGap(node.operand);
    case "binary":
      return namesGap(node.left) || namesGap(node.right);
    case "choice":
      return namesGap(node.test) || namesGap(node.yes) || namesGap(node.no);
    case "list":
      return node.items.some(namesGap);
    case "map":
      return node.entries.some(({ key, value }) => namesGap(key) || namesGap(value));
    case "call":
      return (node.target !== null && namesGap(node.target)) || node.args.some(namesGap);
    case "macro": {
      const { body, filter, range, variable } = node;
      if (namesGap(range)) return true;
      return variable !== "tick" && (namesGap(body) || (filter !== null && namesGap(filter)));
    }
  }
}

function isGap(of: CelNode, name: unknown): boolean {
  return name === "gap" && of.kind === "name" && of.name === "tick";
}

/** 0 in front of the first event, and of one that is said to be earlier than the one before. */
export function gapBefore(taken: number | undefined, calcond: number): number {
  return taken === undefined ? 0 : Math.max(0, calcond - taken);
}
