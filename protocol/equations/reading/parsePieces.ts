/** Piecewise definitions: `{x^2 if x < 1; 2x - 1 otherwise}`. */
import type { CallExpr, Expr } from "./ast.js";
import type { Cursor } from "./parseCursor.js";
import { PIECES } from "./pieces.js";
import type { Token } from "./tokens.js";

/** Words before a condition, and those for all that is left. */
const WHEN: ReadonlySet<string> = new Set(["if", "when", "for"]);
const OTHERWISE: ReadonlySet<string> = new Set(["otherwise", "else"]);
const COMPARED: ReadonlyMap<string, string> = new Map([
  ["<", "<"],
  ["<=", "<="],
  [">", ">"],
  [">=", ">="],
  ["=", "=="],
  ["==", "=="],
  ["!=", "!="],
]);
const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}"]);

/** A word of a piecewise definition, where no quantity is called so. */
export function isPieceMark(cursor: Cursor, token: Token): boolean {
  return (
    token.kind === "name" &&
    !cursor.declared.has(token.text) &&
    (WHEN.has(token.text) || OTHERWISE.has(token.text))
  );
}

/** Whether the brace at the cursor opens pieces and no group. */
export function startsPieces(cursor: Cursor): boolean {
  let depth = 0;
  for (let i = 0; ; i += 1) {
    const token = cursor.ahead(i);
    if (token.kind === "end") return false;
    if (token.kind === "op" && OPENING.has(token.text)) depth += 1;
    if (token.kind === "op" && CLOSING.has(token.text)) depth -= 1;
    if (depth === 0) return false;
    if (depth === 1 && isPieceMark(cursor, token)) return true;
  }
}

/** The cursor is at the opening brace. */
export function parsePieces(cursor: Cursor): Expr {
  const open = cursor.advance();
  const { bars, integrals } = cursor;
  cursor.bars = 0;
  cursor.integrals = 0;
  cursor.pieces += 1;
  const args = cursor.nested(() => parseList(cursor));
  cursor.pieces -= 1;
  cursor.expect("}", open);
  cursor.bars = bars;
  cursor.integrals = integrals;
  const span = { start: open.start, end: cursor.previousEnd };
  return cursor.node({ type: "call", fn: PIECES, args, span });
}

function parseList(cursor: Cursor): Expr[] {
  const args: Expr[] = [];
  for (;;) {
    const value = cursor.grammar.sum(cursor);
    const mark = cursor.token;
    if (!isPieceMark(cursor, mark))
      cursor.refuse(
        "syntax",
        `A piece at column ${value.span.start + 1} needs its condition, as in x^2 if x < 1, or "otherwise" behind it.`,
        value.span,
      );
    cursor.advance();
    args.push(value);
    if (OTHERWISE.has(mark.text)) {
      cursor.accept(";");
      return args;
    }
    args.push(parseJoined(cursor, "or"));
    const isMore = cursor.accept(";") || cursor.accept(",");
    if (!isMore || cursor.isOp("}")) return args;
  }
}

/** `or` binds looser than `and`. */
function parseJoined(cursor: Cursor, word: "or" | "and"): CallExpr {
  const part = (): CallExpr =>
    word === "or" ? parseJoined(cursor, "and") : parseComparison(cursor);
  let left = part();
  while (cursor.isWord(word)) {
    cursor.advance();
    left = joined(cursor, word, left, part());
  }
  return left;
}

function joined(cursor: Cursor, fn: string, left: Expr, right: Expr): CallExpr {
  const span = { start: left.span.start, end: right.span.end };
  return cursor.node({ type: "call", fn, args: [left, right], span });
}

/** `0 <= x < 1` is both at once. */
function parseComparison(cursor: Cursor): CallExpr {
  let left = cursor.grammar.sum(cursor);
  let whole: CallExpr | null = null;
  for (;;) {
    const { token } = cursor;
    const fn = token.kind === "op" ? COMPARED.get(token.text) : undefined;
    if (fn === undefined) break;
    cursor.advance();
    const right = cursor.grammar.sum(cursor);
    const one = joined(cursor, fn, left, right);
    whole = whole === null ? one : joined(cursor, "and", whole, one);
    left = right;
  }
  if (whole !== null) return whole;
  return cursor.refuse(
    "syntax",
    `A condition at column ${left.span.start + 1} compares two sides, as in x < 1.`,
    left.span,
  );
}
