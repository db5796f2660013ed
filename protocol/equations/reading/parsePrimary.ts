/** Numbers, names, calls, brackets, bars: levels 50 and 60 of the grammar. */
import type { Expr, Span } from "./ast.js";
import { AMBIGUOUS_LOG, RECIPROCALS, functionBySpelling, type FunctionInfo } from "./functions.js";
import { formHere } from "./otherForms.js";
import type { Cursor } from "./parseCursor.js";
import { parseDerivative, parseFieldOperator } from "./parseDerivative.js";
import { parseExponent, startsClauseWord } from "./parseExpression.js";
import { parsePieces, startsPieces } from "./parsePieces.js";
import { parseSeries } from "./parseSeries.js";
import { CLAUSE_WORDS, GREEK_NAMES, type Token } from "./tokens.js";

const GROWTH: ReadonlySet<string> = new Set(["O", "o", "Theta", "Omega"]);
const CLOSING: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

export function parsePrimary(cursor: Cursor): Expr {
  const { token } = cursor;
  switch (token.kind) {
    case "number":
      cursor.advance();
      return cursor.node({
        type: "number",
        value: token.value,
        text: token.text,
        span: spanOf(token),
      });
    case "name":
      if (startsClauseWord(cursor)) break;
      return parseNamed(cursor);
    case "word":
      return parseSeries(cursor);
    case "braket":
      cursor.advance();
      return cursor.node({
        type: "braket",
        ...(token.bra === undefined ? {} : { bra: token.bra }),
        ...(token.operator === undefined ? {} : { operator: token.operator }),
        ...(token.ket === undefined ? {} : { ket: token.ket }),
        span: spanOf(token),
      });
    case "op":
      if (token.text === "{" && startsPieces(cursor)) return parsePieces(cursor);
      if (CLOSING.has(token.text)) return parseGroup(cursor);
      if (token.text === "|") return parseBars(cursor);
      break;
    case "end":
      break;
  }
  const found = token.kind === "end" ? "The equation ends" : `"${token.text}" stands`;
  return cursor.refuse(
    "syntax",
    `${found} at column ${token.start + 1} where a number, a name or a bracket is expected.`,
    spanOf(token),
  );
}

function spanOf(token: Token): Span {
  return { start: token.start, end: token.end };
}

/** Brackets group; with a comma they are a pair, which is never one number. */
function parseGroup(cursor: Cursor): Expr {
  const open = cursor.advance();
  const inside = parseEnclosed(cursor, open);
  const span = { start: open.start, end: cursor.previousEnd };
  if (inside.length > 1) {
    const what = open.text === "(" ? "tuple" : open.text === "[" ? "commutator" : "anticommutator";
    return cursor.node({ type: "opaque", what, args: inside, span });
  }
  const expr = inside[0]!;
  return expr.type === "binary" ? { ...expr, grouped: true, span } : { ...expr, span };
}

/** Inside brackets, bars and integrals outside do not count. */
function parseEnclosed(cursor: Cursor, open: Token): Expr[] {
  const { bars, integrals } = cursor;
  cursor.bars = 0;
  cursor.integrals = 0;
  const items = cursor.nested(() => parseList(cursor));
  cursor.expect(CLOSING.get(open.text)!, open);
  cursor.bars = bars;
  cursor.integrals = integrals;
  return items;
}

function parseList(cursor: Cursor): Expr[] {
  const items = [cursor.grammar.sum(cursor)];
  while (cursor.accept(",")) items.push(cursor.grammar.sum(cursor));
  return items;
}

function parseBars(cursor: Cursor): Expr {
  const open = cursor.advance();
  cursor.bars += 1;
  const inside = cursor.nested(() => cursor.grammar.sum(cursor));
  cursor.expect("|", open);
  cursor.bars -= 1;
  return cursor.node({
    type: "call",
    fn: "abs",
    args: [inside],
    span: { start: open.start, end: cursor.previousEnd },
  });
}

function parseNamed(cursor: Cursor): Expr {
  const { token } = cursor;
  if (!cursor.declared.has(token.text)) {
    const special = parseDerivative(cursor) ?? parseFieldOperator(cursor);
    if (special !== null) return special;
  }
  if (cursor.defined.has(token.text) && cursor.isOp("(", 1) && !cursor.ahead(1).spaced)
    return parseCall(cursor, token.text);
  if (cursor.functionals.has(token.text) && cursor.isOp("[", 1))
    return parseCall(cursor, token.text);
  if (!cursor.declared.has(token.text)) {
    const call = parseFunction(cursor);
    if (call !== null) return call;
  }
  refuseConditional(cursor);
  if (isUnknownCall(cursor)) return parseCall(cursor, token.text);
  cursor.advance();
  return cursor.name(token.text, spanOf(token));
}

/**
 * An undeclared name before an adjacent bracket is a call when it cannot be a quantity: several
 * arguments, a growth rate, or a word of three letters or more.
 */
function isUnknownCall(cursor: Cursor): boolean {
  const { token } = cursor;
  if (cursor.declared.has(token.text) || !cursor.isOp("(", 1) || cursor.ahead(1).spaced)
    return false;
  if (cursor.naming || GROWTH.has(token.text) || hasComma(cursor)) return true;
  return /^[A-Za-z]{3,}$/.test(token.text) && !GREEK_NAMES.has(token.text) && token.text !== "hbar";
}

/** `P(B|A)` on the right is the name of a quantity that the grammar cannot hold. */
function refuseConditional(cursor: Cursor): void {
  const { token } = cursor;
  if (
    !/^(P|p|Pr|prob)$/.test(token.text) ||
    !cursor.isOp("(", 1) ||
    cursor.ahead(2).kind !== "name" ||
    !cursor.isOp("|", 3)
  )
    return;
  const name = `${token.text}_${cursor.ahead(2).text}${cursor.ahead(4).text}`;
  cursor.refuse(
    "syntax",
    `A conditional probability at column ${token.start + 1} needs a name of its own, such as ${name}.`,
    spanOf(token),
  );
}

/** Whether the bracket after the name holds more than one argument. */
function hasComma(cursor: Cursor): boolean {
  return hasInBracket(cursor, ",");
}

/** `integrate(x^2, x = 0..1)` of other programs, and `solve(x^2 = 2)`. */
function refuseOtherForm(cursor: Cursor, fn: string): void {
  const form = formHere(fn);
  if (form === null || !hasInBracket(cursor, "=")) return;
  const { token } = cursor;
  cursor.refuse(
    "unknown-function",
    `${fn} at column ${token.start + 1} is not a function, nor a quantity that was given.${form}`,
    spanOf(token),
  );
}

/** Whether a sign stands in the bracket after the name, and in no bracket within. */
function hasInBracket(cursor: Cursor, sign: string): boolean {
  let depth = 0;
  for (let i = 1; ; i += 1) {
    const token = cursor.ahead(i);
    if (token.kind === "end") return false;
    if (token.kind !== "op") continue;
    if (CLOSING.has(token.text)) depth += 1;
    if (token.text === ")" || token.text === "]" || token.text === "}") depth -= 1;
    if (depth === 0) return false;
    if (depth === 1 && token.text === sign) return true;
  }
}

function parseCall(cursor: Cursor, fn: string): Expr {
  refuseOtherForm(cursor, fn);
  const name = cursor.advance();
  const args = parseArguments(cursor);
  return cursor.node({
    type: "call",
    fn,
    args,
    span: { start: name.start, end: cursor.previousEnd },
  });
}

function parseArguments(cursor: Cursor): Expr[] {
  return parseEnclosed(cursor, cursor.advance());
}

/** Known as a function, a reciprocal of one, or some logarithm. */
export function isFunctionName(spelling: string): boolean {
  return calleeOf(spelling) !== null;
}

interface Callee {
  readonly name: string;
  readonly reciprocal: boolean;
  readonly info: FunctionInfo;
}

function calleeOf(spelling: string): Callee | null {
  const inverted = RECIPROCALS.get(spelling);
  const info = functionBySpelling(inverted ?? spelling);
  if (info !== undefined) return { name: info.name, reciprocal: inverted !== undefined, info };
  const isLog = spelling === "log" || spelling.startsWith("log_");
  if (!isLog) return null;
  const based =
    spelling === "log_2"
      ? "log2"
      : spelling === "log_10"
        ? "log10"
        : spelling === "log_e"
          ? "log"
          : AMBIGUOUS_LOG;
  const log = functionBySpelling(based === "log" || based === AMBIGUOUS_LOG ? "ln" : based)!;
  return { name: based, reciprocal: false, info: log };
}

/** `sin(x)`, `sin^2(x)`, `sin theta`; null when the name is no function here. */
function parseFunction(cursor: Cursor): Expr | null {
  const callee = calleeOf(cursor.token.text);
  if (callee === null) return parseFusedLogarithm(cursor);
  const next = cursor.ahead(1);
  const isBracket = next.kind === "op" && CLOSING.has(next.text);
  const isQuantityLike = GREEK_NAMES.has(cursor.token.text);
  if (isBracket && !(isQuantityLike && next.spaced)) return parseBracketed(cursor, callee);
  if (!callee.info.prefix) return null;
  if (next.kind === "op" && next.text === "^") return parsePoweredFunction(cursor, callee);
  if (!startsOperand(next) || startsClauseWord(cursor, 1)) {
    cursor.refuse(
      "syntax",
      `${cursor.token.text} at column ${cursor.token.start + 1} needs its argument in brackets.`,
      spanOf(cursor.token),
    );
  }
  const name = cursor.advance();
  return finish(cursor, callee, [parseBareOperand(cursor, name)], name.start);
}

function startsOperand(token: Token): boolean {
  return (
    token.kind === "number" ||
    token.kind === "name" ||
    (token.kind === "op" && (token.text === "|" || token.text === "-"))
  );
}

/** `ln2` is the natural logarithm of 2, as texts write it. */
function parseFusedLogarithm(cursor: Cursor): Expr | null {
  const { token } = cursor;
  const digits = /^ln([0-9]{1,3})$/.exec(token.text);
  if (digits === null) return null;
  cursor.advance();
  const span = { start: token.start + 2, end: token.end };
  const arg = cursor.node({ type: "number", value: Number(digits[1]), text: digits[1]!, span });
  return cursor.node({ type: "call", fn: "log", args: [arg], span: spanOf(token) });
}

function parseBracketed(cursor: Cursor, callee: Callee): Expr | null {
  const name = cursor.token;
  const count = hasComma(cursor) ? 2 : 1;
  // With one argument `beta(...)` cannot be the function of two: it is a product.
  if (count === 1 && callee.info.arityMin > 1 && GREEK_NAMES.has(name.text)) return null;
  cursor.advance();
  const args = parseArguments(cursor);
  return finish(cursor, callee, args, name.start);
}

/** In brackets, too: `sin^{-1}`. */
function refuseInverse(
  cursor: Cursor,
  { start, text }: Span & { text: string },
  end: number,
): never {
  return cursor.refuse(
    "ambiguous-function",
    `${text}^-1 may be the inverse function or the reciprocal: write arc${text}(x) or 1/${text}(x).`,
    { start, end },
  );
}

/** `sin^2(x)` and `sin^2 x` are (sin(x))^2; `sin^-1` could be an inverse or a reciprocal. */
function parsePoweredFunction(cursor: Cursor, callee: Callee): Expr {
  const name = cursor.advance();
  cursor.advance();
  if (cursor.isOp("-")) {
    refuseInverse(cursor, name, cursor.token.end);
  }
  const isName =
    cursor.token.kind === "name" &&
    calleeOf(cursor.token.text) === null &&
    cursor.token.text !== "partial" &&
    !startsClauseWord(cursor);
  const exponent =
    cursor.token.kind === "number" || isName ? parseSimple(cursor) : parseExponent(cursor);
  if (exponent.type === "unary" && exponent.op === "-")
    refuseInverse(cursor, name, cursor.previousEnd);
  const isBracket = cursor.token.kind === "op" && CLOSING.has(cursor.token.text);
  const args = isBracket ? parseArguments(cursor) : [parseBareOperand(cursor, name)];
  const call = finish(cursor, callee, args, name.start);
  const span = { start: name.start, end: cursor.previousEnd };
  return cursor.node({ type: "binary", op: "^", left: call, right: exponent, grouped: true, span });
}

/** The exponent of `sin^2`: the bracket after it is the argument. */
function parseSimple(cursor: Cursor): Expr {
  const token = cursor.advance();
  if (token.kind === "number")
    return cursor.node({
      type: "number",
      value: token.value,
      text: token.text,
      span: spanOf(token),
    });
  return cursor.name(token.text, spanOf(token));
}

/** `ln 2/k` and `sqrt 2/2` have one reading, `sin 1/2` has two. */
function endsBeforeSlash(name: Token, arg: Expr): boolean {
  return arg.type === "number" && BEFORE_SLASH.has(calleeOf(name.text)?.info.name ?? "");
}

const BEFORE_SLASH: ReadonlySet<string> = new Set(["log", "log2", "log10", "sqrt", "cbrt"]);

/** One power without brackets; what follows it must make clear that the argument has ended. */
function parseBareOperand(cursor: Cursor, name: Token): Expr {
  const { token } = cursor;
  if (token.kind === "end") return parsePrimary(cursor);
  const arg = cursor.nested(() => parseExponent(cursor));
  const next = cursor.token;
  const continues =
    next.kind === "number" ||
    next.kind === "braket" ||
    (next.kind === "name" && calleeOf(next.text) === null && !CLAUSE_WORDS.has(next.text)) ||
    (next.kind === "op" &&
      (CLOSING.has(next.text) || (next.text === "/" && !endsBeforeSlash(name, arg))));
  if (continues) {
    const text = arg.type === "name" ? arg.name : "...";
    cursor.refuse(
      "syntax",
      `The argument of ${name.text} at column ${name.start + 1} needs brackets: write ` +
        `${name.text}(${text}) or ${name.text}(${text} ...).`,
      { start: name.start, end: next.end },
    );
  }
  return arg;
}

function finish(cursor: Cursor, callee: Callee, args: readonly Expr[], start: number): Expr {
  const span = { start, end: cursor.previousEnd };
  const { arityMin, arityMax } = callee.info;
  if (args.length < arityMin || args.length > arityMax) {
    const count = arityMin === arityMax ? String(arityMin) : `${arityMin} to ${arityMax}`;
    cursor.refuse(
      "syntax",
      `${callee.info.name} takes ${count} argument${count === "1" ? "" : "s"}, not ${args.length}.`,
      span,
    );
  }
  const call = cursor.node({ type: "call" as const, fn: callee.name, args, span });
  if (!callee.reciprocal) return call;
  const one = cursor.node({
    type: "number" as const,
    value: 1,
    text: "1",
    span: { start, end: start },
  });
  return cursor.node({ type: "binary", op: "/", left: one, right: call, grouped: true, span });
}
