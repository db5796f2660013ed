/** Derivatives by their shape, and field operators before their operand. */
import type { Expr, Span } from "./ast.js";
import { functionBySpelling } from "./functions.js";
import type { Cursor } from "./parseCursor.js";
import { CLAUSE_WORDS, GREEK_NAMES, type Token } from "./tokens.js";

const FIELD_OPERATORS: ReadonlySet<string> = new Set(["lap", "div", "grad", "curl", "box"]);
const ORDER_MAX = 9;

interface Differential {
  readonly name: string;
  readonly order: number;
  readonly tokens: number;
}

export function isFieldOperator(name: string): boolean {
  return (
    FIELD_OPERATORS.has(name) ||
    name === "partial" ||
    name.startsWith("partial_") ||
    /^[Tt]r(_|$)/.test(name)
  );
}

/** Names that are not words of the grammar can be differentiated. */
function isPlain(name: string): boolean {
  return (
    !isFieldOperator(name) && !CLAUSE_WORDS.has(name) && functionBySpelling(name)?.prefix !== true
  );
}

/** A short name: one or two letters or a Greek letter, with any subscript. */
export function isVariable(name: string): boolean {
  const [stem] = name.split(/[_'*]/);
  return stem !== undefined && (/^[A-Za-z][A-Za-z]?[0-9]?$/.test(stem) || GREEK_NAMES.has(stem));
}

/** `dx`, `d2x`, `d^2 x`, `partial x`, `partial^2 x`, `dx^2` below the line. */
function differentialAt(cursor: Cursor, offset: number, partial: boolean): Differential | null {
  const token = cursor.ahead(offset);
  if (token.kind !== "name") return null;
  if (partial) {
    if (token.text !== "partial") return null;
    const raised = raisedOrder(cursor, offset + 1);
    const at = offset + 1 + (raised === null ? 0 : 2);
    const of = cursor.ahead(at);
    return of.kind === "name" && isPlain(of.text)
      ? { name: of.text, order: raised ?? 1, tokens: at - offset + 1 }
      : null;
  }
  if (token.text === "d") {
    const raised = raisedOrder(cursor, offset + 1);
    const of = cursor.ahead(offset + 3);
    if (raised === null || of.kind !== "name" || !isVariable(of.text) || !isPlain(of.text))
      return null;
    return { name: of.text, order: raised, tokens: 4 };
  }
  const fused = /^d([2-9]?)([A-Za-z].*)$/.exec(token.text);
  if (
    fused === null ||
    isFieldOperator(token.text) ||
    !isVariable(fused[2]!) ||
    !isPlain(fused[2]!)
  )
    return null;
  return { name: fused[2]!, order: fused[1] === "" ? 1 : Number(fused[1]), tokens: 1 };
}

function raisedOrder(cursor: Cursor, offset: number): number | null {
  if (!cursor.isOp("^", offset)) return null;
  const order = cursor.ahead(offset + 1);
  if (
    order.kind !== "number" ||
    !Number.isInteger(order.value) ||
    order.value < 1 ||
    order.value > ORDER_MAX
  )
    return null;
  return order.value;
}

interface Below {
  readonly variable: string;
  readonly tokens: number;
}

/** `/ dt`, `/ dt^2`, `/ dt2`, `/ partial x^2`, of the order that stands above. */
function belowAt(cursor: Cursor, offset: number, partial: boolean, order: number): Below | null {
  if (!cursor.isOp("/", offset)) return null;
  const bottom = differentialAt(cursor, offset + 1, partial);
  if (bottom === null || bottom.order !== 1) return null;
  const after = offset + 1 + bottom.tokens;
  const raised = raisedOrder(cursor, after);
  if (raised !== null)
    return raised === order ? { variable: bottom.name, tokens: 1 + bottom.tokens + 2 } : null;
  if (order === 1) return { variable: bottom.name, tokens: 1 + bottom.tokens };
  const fused = /^([A-Za-z]+)([2-9])$/.exec(bottom.name);
  return fused !== null && Number(fused[2]) === order
    ? { variable: fused[1]!, tokens: 1 + bottom.tokens }
    : null;
}

/** @returns null when the tokens here have no shape of a derivative. */
export function parseDerivative(cursor: Cursor): Expr | null {
  const { token } = cursor;
  const partial = token.text === "partial";
  if (!partial && !token.text.startsWith("d")) return null;
  return (
    derivativeOfName(cursor, partial) ??
    operatorForm(cursor, partial) ??
    derivativeOfGroup(cursor, partial)
  );
}

function derivativeOfName(cursor: Cursor, partial: boolean): Expr | null {
  const top = differentialAt(cursor, 0, partial);
  if (top === null) return null;
  const exponent =
    cursor.isOp("^", top.tokens) && GREEK_NAMES.has(cursor.ahead(top.tokens + 1).text) ? 2 : 0;
  const argument = closingOffset(cursor, top.tokens + exponent);
  const below = belowAt(cursor, argument, partial, top.order);
  if (below === null) return null;
  const written = cursor.token.text;
  const bottom = cursor.ahead(argument + 1).text;
  if (!partial && cursor.declared.has(written) && cursor.declared.has(bottom)) return null;
  const start = cursor.token.start;
  const nameToken = cursor.ahead(top.tokens - 1);
  const name = cursor.name(top.name, { start: nameToken.start, end: nameToken.end });
  const index = cursor.ahead(top.tokens + 1);
  const of =
    exponent === 0
      ? name
      : cursor.binary("^", name, cursor.name(index.text, { start: index.start, end: index.end }));
  cursor.advance(argument + below.tokens);
  return derivative(cursor, partial, top.order, of, below.variable, start);
}

/** Past a bracketed argument list, as in `dN(t)/dt`; the offset itself when there is none. */
function closingOffset(cursor: Cursor, offset: number): number {
  if (!cursor.isOp("(", offset)) return offset;
  let depth = 0;
  for (let i = offset; cursor.ahead(i).kind !== "end"; i += 1) {
    if (cursor.isOp("(", i)) depth += 1;
    if (cursor.isOp(")", i)) depth -= 1;
    if (depth === 0) return i + 1;
  }
  return offset;
}

/** `d/dt (expr)`, `d^2/dx^2 psi`, `partial/partial t f`. */
function operatorForm(cursor: Cursor, partial: boolean): Expr | null {
  if (!partial && cursor.token.text !== "d") return null;
  const raised = raisedOrder(cursor, 1);
  const order = raised ?? 1;
  const slash = raised === null ? 1 : 3;
  const below = belowAt(cursor, slash, partial, order);
  if (below === null) return null;
  const { start } = cursor.token;
  const operand = cursor.ahead(slash + below.tokens);
  if (operand.kind === "end" || (operand.kind === "op" && !"([{|".includes(operand.text)))
    return null;
  cursor.advance(slash + below.tokens);
  const of = cursor.nested(() => cursor.grammar.primary(cursor));
  return derivative(cursor, partial, order, of, below.variable, start);
}

/**
 * `d(expr)/dt`; without the denominator it is d times a bracket, or one of a differential relation.
 */
function derivativeOfGroup(cursor: Cursor, partial: boolean): Expr | null {
  if (!partial && cursor.token.text !== "d") return null;
  const raised = raisedOrder(cursor, 1);
  const open = raised === null ? 1 : 3;
  if (!cursor.isOp("(", open)) return null;
  const close = closingOffset(cursor, open);
  const below = belowAt(cursor, close, partial, raised ?? 1);
  if (below === null) return null;
  const { start } = cursor.token;
  cursor.advance(open);
  const of = cursor.nested(() => cursor.grammar.primary(cursor));
  cursor.advance(below.tokens);
  return derivative(cursor, partial, raised ?? 1, of, below.variable, start);
}

function derivative(
  cursor: Cursor,
  partial: boolean,
  order: number,
  of: Expr,
  variable: string,
  start: number,
): Expr {
  return cursor.node({
    type: "derivative",
    partial,
    order,
    of,
    variable,
    span: { start, end: cursor.previousEnd },
  });
}

/** `lap(u)`, `grad N`, `partial_t u`, `Tr(rho)`; null when the name is none of them. */
export function parseFieldOperator(cursor: Cursor): Expr | null {
  const { token } = cursor;
  const what = FIELD_OPERATORS.has(token.text)
    ? token.text
    : isFieldOperator(token.text)
      ? token.text
      : null;
  if (what === null) return null;
  const next = cursor.ahead(1);
  const isOperand = next.kind === "op" ? "([{|".includes(next.text) : next.kind !== "end";
  if (!isOperand) {
    if (!what.startsWith("partial") && !FIELD_OPERATORS.has(what)) return null;
    cursor.refuse(
      "syntax",
      `${token.text} at column ${token.start + 1} stands without the field it acts on.`,
      { start: token.start, end: token.end },
    );
  }
  return opaqueOperator(cursor, what, token);
}

function opaqueOperator(cursor: Cursor, what: string, token: Token): Expr {
  cursor.advance();
  const arg = cursor.nested(() => cursor.grammar.primary(cursor));
  const span: Span = { start: token.start, end: cursor.previousEnd };
  return cursor.node({ type: "opaque", what, args: [arg], span });
}
