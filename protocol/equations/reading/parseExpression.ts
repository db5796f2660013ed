/** Sums, terms, signs and powers: levels 10 to 40 of the grammar. */
import type { Expr } from "./ast.js";
import type { Cursor } from "./parseCursor.js";
import { isPieceMark } from "./parsePieces.js";
import { CLAUSE_WORDS } from "./tokens.js";

export function parseSum(cursor: Cursor): Expr {
  let left = parseTerm(cursor);
  for (;;) {
    const op = cursor.token.kind === "op" ? cursor.token.text : "";
    if (op === "+" || op === "-") {
      cursor.advance();
      left = cursor.binary(op, left, parseTerm(cursor));
    } else if (op === "+-") {
      cursor.advance();
      const right = parseTerm(cursor);
      left = cursor.node({
        type: "opaque",
        what: "+-",
        args: [left, right],
        span: { start: left.span.start, end: right.span.end },
      });
    } else {
      return left;
    }
  }
}

/** `*`, `/` and juxtaposition bind equally, from the left. */
export function parseTerm(cursor: Cursor): Expr {
  let left = parseUnary(cursor);
  for (;;) {
    if (cursor.isOp("*") || cursor.isOp("/")) {
      const op = cursor.advance().text === "*" ? "*" : "/";
      left = cursor.binary(op, left, parseUnary(cursor));
      continue;
    }
    if (!startsFactor(cursor)) return left;
    if (cursor.isWord("mod") && !cursor.isOp("(", 1)) {
      cursor.refuse(
        "syntax",
        `Write mod(a, b) for the remainder at column ${cursor.token.start + 1}.`,
        cursor.hereSpan(),
      );
    }
    if (cursor.token.kind === "number" && left.type === "number") {
      cursor.refuse(
        "syntax",
        `Two numbers stand side by side at column ${cursor.token.start + 1}; write * between them.`,
        cursor.hereSpan(),
      );
    }
    left = cursor.binary("*", left, parsePower(cursor), true);
  }
}

/** Whether the next token continues a product without a sign. */
export function startsFactor(cursor: Cursor): boolean {
  const { token } = cursor;
  switch (token.kind) {
    case "number":
    case "word":
    case "braket":
      return true;
    case "name":
      return !startsClauseWord(cursor);
    case "op":
      return (
        token.text === "(" ||
        token.text === "[" ||
        token.text === "{" ||
        (token.text === "|" && cursor.bars === 0)
      );
    default:
      return false;
  }
}

export function startsClauseWord(cursor: Cursor, offset = 0): boolean {
  const token = cursor.ahead(offset);
  if (token.kind !== "name" || cursor.declared.has(token.text)) return false;
  if (CLAUSE_WORDS.has(token.text)) return true;
  if (cursor.pieces > 0 && isPieceMark(cursor, token)) return true;
  return isProportionalTo(cursor, offset);
}

/** `prop to`, `proportional to`. */
export function isProportionalTo(cursor: Cursor, offset = 0): boolean {
  return (
    (cursor.isWord("prop", offset) || cursor.isWord("proportional", offset)) &&
    cursor.isWord("to", offset + 1)
  );
}

/** A sign is looser than `^`: -x^2 is -(x^2). */
export function parseUnary(cursor: Cursor): Expr {
  const { token } = cursor;
  const isSign =
    token.kind === "op" && (token.text === "-" || token.text === "+" || token.text === "+-");
  if (!isSign) return parsePower(cursor);
  cursor.advance();
  const arg = cursor.nested(() => parseUnary(cursor));
  const span = { start: token.start, end: arg.span.end };
  if (token.text === "+-") return cursor.node({ type: "opaque", what: "+-", args: [arg], span });
  return cursor.node({ type: "unary", op: token.text === "-" ? "-" : "+", arg, span });
}

/** Right-associative; the exponent is one power, with a sign if need be. */
function parsePower(cursor: Cursor): Expr {
  const base = parsePostfix(cursor);
  if (!cursor.isOp("^")) return base;
  cursor.advance();
  const exponent = cursor.nested(() => parseExponent(cursor));
  return cursor.binary("^", base, exponent);
}

export function parseExponent(cursor: Cursor): Expr {
  return cursor.nested(() => {
    const { token } = cursor;
    if (token.kind !== "op" || (token.text !== "-" && token.text !== "+"))
      return parsePower(cursor);
    cursor.advance();
    const arg = parseExponent(cursor);
    return cursor.node({
      type: "unary",
      op: token.text,
      arg,
      span: { start: token.start, end: arg.span.end },
    });
  });
}

function parsePostfix(cursor: Cursor): Expr {
  let expr = cursor.grammar.primary(cursor);
  while (cursor.isOp("!")) {
    const { start, end } = cursor.advance();
    if (cursor.isOp("!") && cursor.token.start === end)
      cursor.refuse(
        "syntax",
        "n!! may be the double factorial or the factorial of a factorial: write (n!)! or the product.",
        { start, end: cursor.token.end },
      );
    expr = cursor.node({
      type: "call",
      fn: "factorial",
      args: [expr],
      span: { start: expr.span.start, end },
    });
  }
  return expr;
}
