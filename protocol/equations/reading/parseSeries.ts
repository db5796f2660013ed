/** SUM, PROD, INT and lim: each takes the term after it. */
import type { Expr, IntegralExpr, SeriesExpr, Span } from "./ast.js";
import type { Cursor } from "./parseCursor.js";
import { startsClauseWord, startsFactor } from "./parseExpression.js";
import { isVariable } from "./parseDerivative.js";
import { namesOf } from "./walk.js";
import type { Token } from "./tokens.js";

type Index = SeriesExpr["indices"][number];

export function parseSeries(cursor: Cursor): Expr {
  return cursor.nested(() => {
    const { text } = cursor.token;
    if (text === "INT") return parseIntegral(cursor);
    return text === "lim" ? parseLimit(cursor) : parseSum(cursor);
  });
}

function parseSum(cursor: Cursor): Expr {
  const word = cursor.advance();
  const indices = parseIndices(cursor);
  const body = cursor.grammar.term(cursor);
  const type = word.text === "SUM" ? "sum" : "product";
  const span = { start: word.start, end: cursor.previousEnd };
  return cursor.node({ type, indices: indices ?? [inferIndex(cursor, body, word)], body, span });
}

/** A bare SUM runs over the one free index letter of its term. */
function inferIndex(cursor: Cursor, body: Expr, word: Token): Index {
  const names = namesOf(body);
  const free = lettersOf(names.filter((name) => !cursor.declared.has(name)));
  // A record declares the family under its index.
  const letters = free.size > 0 ? free : lettersOf(names);
  if (letters.size === 1) return { name: [...letters][0]! };
  const found =
    letters.size === 0
      ? "no index letter"
      : `the index letters ${[...letters].sort().join(" and ")}`;
  return cursor.refuse(
    "syntax",
    `${word.text} at column ${word.start + 1} has ${found} in its term: write ${word.text}_i or ${word.text}_{i=1..n}.`,
    { start: word.start, end: word.end },
  );
}

function lettersOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(
    names.map((name) => /_([i-n])$/.exec(name)?.[1]).filter((letter) => letter !== undefined),
  );
}

/** `_i`, `_{k=1..42}`, `_{k=1}^n`, `_{j>i}`, `_{j!=i}`, `_{i,j}`; null when there is none. */
function parseIndices(cursor: Cursor): Index[] | null {
  if (!cursor.accept("_")) return null;
  const indices: Index[] = [];
  const { token } = cursor;
  if (cursor.accept("{")) {
    do indices.push(parseIndex(cursor));
    while (cursor.accept(","));
    cursor.expect("}", token);
  } else if (token.kind === "name") {
    cursor.advance();
    for (const name of isIndexPair(token.text) ? token.text.split("") : [token.text])
      indices.push({ name });
  } else {
    cursor.refuse(
      "syntax",
      `An index is expected at column ${token.start + 1}.`,
      cursor.hereSpan(),
    );
  }
  if (!cursor.accept("^")) return indices;
  const to = parseBound(cursor);
  const last = indices.at(-1)!;
  return [...indices.slice(0, -1), { ...last, to }];
}

function isIndexPair(text: string): boolean {
  return /^[i-n]{2,3}$/.test(text);
}

function parseIndex(cursor: Cursor): Index {
  const { token } = cursor;
  if (token.kind !== "name")
    cursor.refuse(
      "syntax",
      `An index name is expected at column ${token.start + 1}.`,
      cursor.hereSpan(),
    );
  cursor.advance();
  const relation = cursor.token.kind === "op" ? cursor.token.text : "";
  if (relation === "=" || relation === "in") {
    cursor.advance();
    const from = cursor.nested(() => cursor.grammar.sum(cursor));
    if (!cursor.accept("..")) return { name: token.text, from };
    return { name: token.text, from, to: cursor.nested(() => cursor.grammar.sum(cursor)) };
  }
  if (["<", "<=", ">", ">=", "!="].includes(relation)) {
    cursor.advance();
    const other = cursor.advance();
    if (other.kind !== "name" && other.kind !== "number") {
      cursor.refuse("syntax", `An index is expected at column ${other.start + 1}.`, {
        start: other.start,
        end: other.end,
      });
    }
    return { name: token.text, relation: { op: relation, other: other.text } };
  }
  return { name: token.text };
}

/** One limit: a bracketed expression or one signed number or name. */
function parseBound(cursor: Cursor): Expr {
  return cursor.nested(() => {
    const { token } = cursor;
    if (token.kind === "op" && (token.text === "-" || token.text === "+")) {
      cursor.advance();
      const arg = cursor.grammar.primary(cursor);
      return cursor.node({
        type: "unary",
        op: token.text,
        arg,
        span: { start: token.start, end: arg.span.end },
      });
    }
    return cursor.grammar.primary(cursor);
  });
}

function parseIntegral(cursor: Cursor): Expr {
  const word = cursor.advance();
  if (isFieldMeasure(cursor)) return parsePathIntegral(cursor, word);
  const limits = parseLimits(cursor);
  const outer = cursor.surplus;
  cursor.surplus = [];
  cursor.integrals += 1;
  const term = cursor.grammar.term(cursor);
  cursor.integrals -= 1;
  const found: string[] = [];
  const body = withoutMeasures(term, found) ?? one(term.span);
  const [variable, ...rest] = [...cursor.surplus, ...found];
  const span = { start: word.start, end: cursor.previousEnd };
  const base: IntegralExpr = {
    type: "integral",
    variable: variable ?? null,
    ...limits,
    body,
    span,
  };
  const isNested = cursor.integrals > 0;
  cursor.surplus = isNested ? [...outer, ...rest] : outer;
  return cursor.node(isNested ? base : nestMeasures(base, rest));
}

interface Limits {
  readonly from?: Expr;
  readonly to?: Expr;
}

function parseLimits(cursor: Cursor): Limits {
  let limits: Limits = {};
  if (cursor.accept("_")) {
    const open = cursor.token;
    if (cursor.isOp("{")) {
      cursor.advance();
      const from = cursor.nested(() => cursor.grammar.sum(cursor));
      limits = cursor.accept("..")
        ? { from, to: cursor.nested(() => cursor.grammar.sum(cursor)) }
        : { from };
      cursor.expect("}", open);
    } else {
      limits = { from: parseBound(cursor) };
    }
  }
  return cursor.accept("^") ? { ...limits, to: parseBound(cursor) } : limits;
}

/** `D phi` or `D[phi]` right after INT: integration over all fields. */
function isFieldMeasure(cursor: Cursor): boolean {
  if (!cursor.isWord("D")) return false;
  const next = cursor.ahead(1);
  return (
    (next.kind === "name" && !startsClauseWord(cursor, 1)) ||
    (next.kind === "op" && next.text === "[")
  );
}

function parsePathIntegral(cursor: Cursor, word: Token): Expr {
  cursor.advance();
  const field = cursor.grammar.primary(cursor);
  const body = startsFactor(cursor) ? cursor.grammar.term(cursor) : one(field.span);
  const span = { start: word.start, end: cursor.previousEnd };
  return cursor.node({ type: "opaque", what: "path-integral", args: [field, body], span });
}

/** The rest of a product whose every factor was a measure. */
function one({ start }: Span): Expr {
  return { type: "number", value: 1, text: "1", span: { start, end: start } };
}

function measureOf(expr: Expr): string | null {
  const variable =
    expr.type === "name" ? /^d([A-Za-z][A-Za-z0-9_']*)$/.exec(expr.name)?.[1] : undefined;
  return variable !== undefined && isVariable(variable) ? variable : null;
}

/**
 * The product without its measures `dx`, which are added to `variables`, the innermost integral's
 * first; null when nothing else is left.
 */
function withoutMeasures(expr: Expr, variables: string[]): Expr | null {
  const own = measureOf(expr);
  if (own !== null) {
    variables.push(own);
    return null;
  }
  if (expr.type === "sum" || expr.type === "product") {
    // The term of a sum reaches up to the measure, which is the integral's.
    const body = withoutMeasures(expr.body, variables);
    return body === expr.body ? expr : { ...expr, body: body ?? one(expr.body.span) };
  }
  if (
    expr.type === "integral" ||
    expr.type !== "binary" ||
    (expr.op !== "*" && expr.op !== "/") ||
    expr.grouped === true
  )
    return expr;
  const volume = volumeElement(expr);
  if (volume !== null) {
    variables.push(volume.variable);
    return volume.left === null ? null : withoutMeasures(volume.left, variables);
  }
  const left = withoutMeasures(expr.left, variables);
  const right = expr.op === "*" ? withoutMeasures(expr.right, variables) : expr.right;
  if (left === expr.left && right === expr.right) return expr;
  if (right === null) return left;
  if (left !== null) return { ...expr, left, right };
  if (expr.op === "*") return right;
  return { ...expr, left: one(expr.span), right };
}

/** `... d^3 r`: a power of d followed by its variable. */
function volumeElement(
  expr: Expr & { type: "binary" },
): { variable: string; left: Expr | null } | null {
  if (expr.op !== "*" || expr.implicit !== true || expr.right.type !== "name") return null;
  const variable = expr.right.name;
  const power = expr.left.type === "binary" && expr.left.op === "*" ? expr.left.right : expr.left;
  if (
    power.type !== "binary" ||
    power.op !== "^" ||
    power.left.type !== "name" ||
    power.left.name !== "d"
  )
    return null;
  if (power.right.type !== "number") return null;
  const left = expr.left === power || expr.left.type !== "binary" ? null : expr.left.left;
  return { variable: `^${power.right.text} ${variable}`, left };
}

/** Further measures without an integral sign of their own, as in INT f dx dy. */
function nestMeasures(inner: IntegralExpr, rest: readonly string[]): IntegralExpr {
  return rest.reduce<IntegralExpr>(
    (body, variable) => ({ type: "integral", variable, body, span: inner.span }),
    inner,
  );
}

/** `lim_{x -> a} term`. */
function parseLimit(cursor: Cursor): Expr {
  const word = cursor.advance();
  cursor.expect("_");
  const open = cursor.token;
  const args: Expr[] = [];
  if (cursor.accept("{")) {
    args.push(cursor.grammar.sum(cursor));
    if (cursor.accept("->")) args.push(cursor.grammar.sum(cursor));
    cursor.expect("}", open);
  } else {
    args.push(cursor.grammar.primary(cursor));
  }
  args.push(cursor.grammar.term(cursor));
  const span: Span = { start: word.start, end: cursor.previousEnd };
  return cursor.node({ type: "opaque", what: "lim", args, span });
}
