/**
 * A piecewise definition in the tree: a call of `pieces` whose arguments are value, condition, value,
 * condition and, where something holds otherwise, one value more. Conditions are calls of a relation,
 * of `and` or of `or`; they stand nowhere else.
 */
import type { CallExpr, Expr } from "./ast.js";
import { find } from "./walk.js";

export const PIECES = "pieces";
/** As `pieces`, and without a value where two sides of a condition are equal: a derivative. */
export const OPEN_PIECES = "pieces'";

const COMPARISONS: ReadonlySet<string> = new Set(["<", "<=", ">", ">=", "==", "!="]);
export const JOINTS: ReadonlySet<string> = new Set(["and", "or"]);

export interface Piece {
  readonly value: Expr;
  /** Null for what holds otherwise. */
  readonly when: CallExpr | null;
}

export type PiecesExpr = CallExpr & { readonly fn: typeof PIECES | typeof OPEN_PIECES };

export function isPieces(expr: Expr): expr is PiecesExpr {
  return expr.type === "call" && (expr.fn === PIECES || expr.fn === OPEN_PIECES);
}

/** A part of a piecewise definition that is no function: `pieces`, `<`, `and`. */
export function isPieceWord(fn: string): boolean {
  return fn === PIECES || fn === OPEN_PIECES || COMPARISONS.has(fn) || JOINTS.has(fn);
}

export function holdsPieces(expr: Expr): boolean {
  return find(expr, isPieces) !== null;
}

export function piecesOf({ args }: PiecesExpr): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let i = 0; i < args.length; i += 2) {
    const when = args[i + 1];
    pieces.push({ value: args[i]!, when: when?.type === "call" ? when : null });
  }
  return pieces;
}

/** The same node with other pieces. */
export function withPieces(expr: PiecesExpr, pieces: readonly Piece[]): PiecesExpr {
  return {
    ...expr,
    args: pieces.flatMap(({ value, when }) => (when === null ? [value] : [value, when])),
  };
}
