/**
 * Piecewise definitions as sums of their pieces, each times 1 where its condition holds and 0
 * elsewhere. For terms of sums, integrands and rates, where the condition changes on the way.
 */
import { EQUATION_NODES_MAX } from "../../limits.js";
import type { CallExpr, Expr } from "../reading/ast.js";
import { isPieces, piecesOf, type PiecesExpr } from "../reading/pieces.js";
import { refuse } from "../reading/refuse.js";
import { childrenOf, mapChildren } from "../reading/walk.js";

/**
 * exact: right on the boundary, too. steps: by steps whose places integrals and differential
 * equations look for; on the boundary itself their value counts nothing.
 */
export type Indicators = "exact" | "steps";

/**
 * @throws EquationRefusal where nothing is said of what holds otherwise, or pieces of pieces become
 *   more than is evaluated
 */
export function withIndicators(expr: Expr, how: Indicators): Expr {
  return ofFewNodes(summed(ofFewNodes(expr), how));
}

/** @throws EquationRefusal above the nodes that an equation may have */
export function ofFewNodes(expr: Expr): Expr {
  if (nodesOf(expr, new Map()) <= EQUATION_NODES_MAX) return expr;
  return refuse(
    "budget",
    `With all its pieces the equation has more than ${EQUATION_NODES_MAX} nodes.`,
    expr,
  );
}

function summed(expr: Expr, how: Indicators): Expr {
  const inner = mapChildren(expr, (part) => summed(part, how));
  return isPieces(inner) ? sumOf(inner, how) : inner;
}

/** As they will be walked: both indicators of a condition share its sides, and count them twice. */
function nodesOf(expr: Expr, known: Map<Expr, number>): number {
  const before = known.get(expr);
  if (before !== undefined) return before;
  let nodes = 1;
  for (const part of childrenOf(expr)) nodes += nodesOf(part, known);
  known.set(expr, nodes);
  return nodes;
}

function sumOf(expr: PiecesExpr, how: Indicators): Expr {
  const pieces = piecesOf(expr);
  if (pieces.at(-1)?.when !== null)
    refuse("syntax", "Here a piecewise definition needs a last piece with otherwise.", expr);
  const make = maker(expr);
  let rest: Expr | null = null;
  let sum: Expr | null = null;
  for (const { value, when } of pieces) {
    const holds = when === null ? null : indicator(when, how);
    const share =
      holds === null ? rest : rest === null ? holds : make.binary("*", rest, grouped(holds));
    const term = share === null ? value : make.binary("*", grouped(value), grouped(share));
    if (!isZero(value)) sum = sum === null ? term : make.binary("+", sum, term);
    if (holds === null) break;
    const not = grouped(make.binary("-", make.number(1), grouped(holds)));
    rest = rest === null ? not : make.binary("*", rest, not);
  }
  return grouped(sum ?? make.number(0));
}

function isZero(expr: Expr): boolean {
  return expr.type === "number" && expr.value === 0;
}

function grouped(expr: Expr): Expr {
  return expr.type === "binary" ? { ...expr, grouped: true } : expr;
}

function indicator(when: CallExpr, how: Indicators): Expr {
  const make = maker(when);
  const [left, right] = when.args;
  if (when.fn === "and" || when.fn === "or") {
    const [a, b] = [part(left), part(right)].map((one) => indicator(one, how));
    if (when.fn === "and") return make.binary("*", grouped(a!), grouped(b!));
    const [notA, notB] = [a!, b!].map((one) =>
      grouped(make.binary("-", make.number(1), grouped(one))),
    );
    return grouped(make.binary("-", make.number(1), make.binary("*", notA!, notB!)));
  }
  const below = grouped(difference(right!, left!));
  const above = grouped(difference(left!, right!));
  const not = (one: Expr): Expr => grouped(make.binary("-", make.number(1), one));
  const equal = (): Expr =>
    how === "steps" ? make.number(0) : not(make.call("abs", make.call("sign", above)));
  if (when.fn === "==") return equal();
  if (when.fn === "!=") return not(equal());
  if (how === "steps")
    return make.call("heaviside", when.fn === "<" || when.fn === "<=" ? below : above);
  const positive = (side: Expr): Expr => make.call("max", make.call("sign", side), make.number(0));
  switch (when.fn) {
    case "<":
      return positive(below);
    case ">":
      return positive(above);
    case "<=":
      return not(positive(above));
    default:
      return not(positive(below));
  }
}

function part(expr: Expr | undefined): CallExpr {
  if (expr?.type === "call") return expr;
  throw new RangeError("A joint of conditions holds conditions.");
}

/** The sides of a comparison, less each other; a zero says nothing of its unit. */
export function difference(left: Expr, right: Expr): Expr {
  if (isZero(right)) return left;
  const span = { start: left.span.start, end: right.span.end };
  return { type: "binary", op: "-", left, right: grouped(right), span };
}

interface Maker {
  number(value: number): Expr;
  call(fn: string, ...args: readonly Expr[]): Expr;
  binary(op: "+" | "-" | "*", left: Expr, right: Expr): Expr;
}

function maker({ span }: Expr): Maker {
  return {
    number: (value) => ({ type: "number", value, text: String(value), span }),
    call: (fn, ...args) => ({ type: "call", fn, args, span }),
    binary: (op, left, right) => ({ type: "binary", op, left, right, span }),
  };
}
