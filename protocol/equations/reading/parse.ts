/** Text to tree: clauses, relations and qualifiers. */
import type { Clause, Expr, Refusal, RelationOp, Span, Statement } from "./ast.js";
import { ReadingRefused, tokenize } from "./lexer.js";
import { Cursor, type Grammar } from "./parseCursor.js";
import { isFieldOperator } from "./parseDerivative.js";
import {
  isProportionalTo,
  parseSum,
  parseTerm,
  parseUnary,
  startsClauseWord,
} from "./parseExpression.js";
import { isFunctionName, parsePrimary } from "./parsePrimary.js";
import { GREEK_NAMES, RELATIONS, type Token } from "./tokens.js";

export interface ParseOptions {
  /** Names that are quantities of this request or record, whatever else they could mean. */
  readonly declared: ReadonlySet<string>;
  /** Names whose square bracket is an argument: `Z[J]`. */
  readonly functionals?: ReadonlySet<string>;
}
export type Parsed =
  | { readonly ok: true; readonly statement: Statement }
  | { readonly ok: false; readonly refusal: Refusal };

const NONE: ReadonlySet<string> = new Set();
const GRAMMAR: Grammar = {
  sum: parseSum,
  term: parseTerm,
  unary: parseUnary,
  primary: parsePrimary,
};

/** Total: any text gives a statement or a refusal whose span lies inside the text. */
export function parseStatement(text: string, options: ParseOptions): Parsed {
  try {
    const tokens = tokenize(text, options.declared);
    if (tokens.length === 1) {
      return {
        ok: false,
        refusal: { kind: "empty", message: "The equation is empty.", span: { start: 0, end: 0 } },
      };
    }
    const cursor = new Cursor(
      tokens,
      GRAMMAR,
      options.declared,
      options.functionals ?? NONE,
      definedFunctions(tokens, options.declared),
    );
    return { ok: true, statement: { text, clauses: parseClauses(cursor, text) } };
  } catch (error) {
    if (error instanceof ReadingRefused) return { ok: false, refusal: error.refusal };
    throw error;
  }
}

/**
 * `sin(x) = 0.5` states something about x, whereas `gamma(v) = ...` names a quantity after its
 * Greek letter.
 */
function isComputed(name: string, declared: ReadonlySet<string>): boolean {
  return !declared.has(name) && !GREEK_NAMES.has(name) && isFunctionName(name);
}

/** Functions the text defines: `name(arg, ...) =` at the beginning of a clause. */
function definedFunctions(
  tokens: readonly Token[],
  declared: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = new Set<string>();
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    const opens = before === undefined || before.text === ";" || before.text === "where";
    if (
      token.kind === "name" &&
      opens &&
      !isComputed(token.text, declared) &&
      parameterEnd(tokens, i) !== null
    ) {
      names.add(token.text);
      // Primes of a later definition are its derivatives.
      if (before !== undefined)
        for (const primes of ["'", "''", "'''"]) names.add(token.text + primes);
    }
  });
  return names;
}

/** Index of the relation after `name(a, b)`, when the arguments are plain names; else null. */
function parameterEnd(tokens: readonly Token[], at: number): number | null {
  const open = tokens[at + 1];
  if (open?.text !== "(" || open.spaced) return null;
  for (let i = at + 2; ; i += 2) {
    const name = tokens[i];
    const next = tokens[i + 1];
    if (name?.kind !== "name" || next?.kind !== "op") return null;
    if (next.text === ")") return isEquality(tokens[i + 2]) ? i + 2 : null;
    if (next.text !== ",") return null;
  }
}

function isEquality(token: Token | undefined): boolean {
  return token?.kind === "op" && (token.text === "=" || token.text === ":=" || token.text === "==");
}

function parseClauses(cursor: Cursor, text: string): Clause[] {
  const clauses: Clause[] = [];
  for (;;) {
    clauses.push(parseClause(cursor, text));
    const separated = cursor.accept(";") || acceptSeparator(cursor);
    if (cursor.token.kind === "end") return clauses;
    if (!separated) {
      const { token } = cursor;
      cursor.refuse(
        "syntax",
        `"${token.text}" at column ${token.start + 1} is not expected here.`,
        cursor.hereSpan(),
      );
    }
  }
}

/** A comma, `and` or `where` before a further equation. */
function acceptSeparator(cursor: Cursor): boolean {
  const separates =
    cursor.isOp(",") || cursor.isWord("where") || cursor.isWord("and") || cursor.isWord("or");
  if (!separates || cursor.ahead(1).kind === "end") return false;
  cursor.advance();
  cursor.accept(":");
  return true;
}

function parseClause(cursor: Cursor, text: string): Clause {
  const { start } = cursor.token;
  const sides: Expr[] = [parseLabel(cursor, text) ?? cursor.grammar.sum(cursor)];
  const ops: RelationOp[] = [];
  for (let op = relationHere(cursor); op !== null; op = relationHere(cursor)) {
    ops.push(op);
    if (cursor.token.kind === "end") {
      cursor.refuse("syntax", `The equation ends after "${op}": a right side is missing.`, {
        start: Math.max(0, cursor.previousEnd - 1),
        end: cursor.previousEnd,
      });
    }
    cursor.naming = op === "~";
    sides.push(cursor.grammar.sum(cursor));
    cursor.naming = false;
  }
  const qualifier = parseQualifier(cursor, text);
  return {
    sides,
    ops,
    ...(qualifier === null ? {} : { qualifier }),
    span: { start, end: cursor.previousEnd },
  };
}

const RELATION_SIGNS: ReadonlyMap<string, RelationOp> = new Map(RELATIONS.map((op) => [op, op]));
const RELATION_WORDS: ReadonlyMap<string, RelationOp> = new Map([
  ["implies", "=>"],
  ["iff", "iff"],
  ["approx", "~="],
  ["in", "in"],
  ["propto", "prop to"],
]);

/** Reads the relation at the cursor, if there is one. */
function relationHere(cursor: Cursor): RelationOp | null {
  const { token } = cursor;
  const sign = token.kind === "op" ? RELATION_SIGNS.get(token.text) : undefined;
  if (sign !== undefined) {
    cursor.advance();
    return sign;
  }
  if (token.kind !== "name" || cursor.declared.has(token.text)) return null;
  if (isProportionalTo(cursor)) {
    cursor.advance(2);
    return "prop to";
  }
  const relation = RELATION_WORDS.get(token.text);
  if (relation === undefined) return null;
  cursor.advance();
  return relation;
}

const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}"]);

/** `P(A = 1) =`: a name whose bracket holds a statement or a number is a label, not arithmetic. */
function parseLabel(cursor: Cursor, text: string): Expr | null {
  const name = cursor.token;
  const open = cursor.ahead(1);
  if (name.kind !== "name" || open.kind !== "op" || open.text !== "(" || open.spaced) return null;
  if (!cursor.declared.has(name.text) && (isFunctionName(name.text) || isFieldOperator(name.text)))
    return null;
  let depth = 0;
  let states = false;
  for (let i = 1; ; i += 1) {
    const token = cursor.ahead(i);
    if (token.kind === "end") return null;
    if (token.kind !== "op") continue;
    if (OPENING.has(token.text)) depth += 1;
    else if (CLOSING.has(token.text)) depth -= 1;
    else if (depth > 1) continue;
    else if (RELATION_SIGNS.has(token.text) || token.text === "|") states = true;
    if (depth > 0) continue;
    if (!states || !isEquality(cursor.ahead(i + 1))) return null;
    const span: Span = { start: name.start, end: token.end };
    cursor.advance(i + 1);
    const label = text.slice(span.start, span.end).replace(/\s+/g, " ");
    const parts = [label, name.text].map((part): Expr => ({ type: "name", name: part, span }));
    return cursor.node({ type: "opaque", what: "label", args: parts, span });
  }
}

/** `for all i`, `where x is large`, `as x -> 0`, verbatim up to the next clause. */
function parseQualifier(cursor: Cursor, text: string): Clause["qualifier"] | null {
  if (!startsClauseWord(cursor)) return null;
  const word = cursor.token.text;
  if (word !== "for" && word !== "where" && word !== "as") return null;
  if (word === "where" && definesNext(cursor)) return null;
  const first = cursor.advance();
  while (cursor.token.kind !== "end" && !cursor.isOp(";")) cursor.advance();
  const end = cursor.previousEnd;
  return { word, text: text.slice(first.end, end).trim(), span: { start: first.start, end } };
}

/** `where a = ...` and `where f(x) = ...` are definitions like those after `;`. */
function definesNext(cursor: Cursor): boolean {
  if (cursor.ahead(1).kind !== "name") return false;
  return isEquality(cursor.ahead(2)) || parameterEnd(cursor.tokens, cursor.position + 1) !== null;
}
