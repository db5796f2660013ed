/** The state of one reading: tokens, limits, and which names are quantities or functions. */
import { EQUATION_DEPTH_MAX, EQUATION_NAMES_MAX, EQUATION_NODES_MAX } from "../../limits.js";
import type { BinaryOp, Expr, RefusalKind, Span } from "./ast.js";
import { functionBySpelling } from "./functions.js";
import { ReadingRefused } from "./lexer.js";
import type { Token } from "./tokens.js";

/** The levels of the grammar that call each other in circles. */
export interface Grammar {
  readonly sum: (cursor: Cursor) => Expr;
  readonly term: (cursor: Cursor) => Expr;
  readonly unary: (cursor: Cursor) => Expr;
  readonly primary: (cursor: Cursor) => Expr;
}

export class Cursor {
  readonly tokens: readonly Token[];
  readonly grammar: Grammar;
  readonly declared: ReadonlySet<string>;
  readonly functionals: ReadonlySet<string>;
  /** Functions the text itself defines, as in `w(p) = ...`. */
  readonly defined: ReadonlySet<string>;
  /** Open `|`: then a `|` after an operand closes. */
  bars = 0;
  /** Integrals whose term is being read, and measures a nested one left over for them. */
  integrals = 0;
  surplus: readonly string[] = [];
  /** Piecewise definitions that are open: then `if` and `otherwise` end an operand. */
  pieces = 0;
  /** On the right of `~` a name before a bracket is a distribution. */
  naming = false;
  #at = 0;
  #depth = 0;
  #nodes = 0;
  readonly #names = new Set<string>();

  constructor(
    tokens: readonly Token[],
    grammar: Grammar,
    declared: ReadonlySet<string>,
    functionals: ReadonlySet<string>,
    defined: ReadonlySet<string>,
  ) {
    this.tokens = tokens;
    this.grammar = grammar;
    this.declared = declared;
    this.functionals = functionals;
    this.defined = defined;
  }

  get position(): number {
    return this.#at;
  }

  get token(): Token {
    return this.tokens[this.#at]!;
  }

  ahead(offset: number): Token {
    return this.tokens[Math.min(this.#at + offset, this.tokens.length - 1)]!;
  }

  get previousEnd(): number {
    return this.#at === 0 ? 0 : this.tokens[this.#at - 1]!.end;
  }

  advance(count = 1): Token {
    const token = this.token;
    this.#at = Math.min(this.#at + count, this.tokens.length - 1);
    return token;
  }

  isOp(text: string, offset = 0): boolean {
    const token = this.ahead(offset);
    return token.kind === "op" && token.text === text;
  }

  /** An undeclared name that reads as this word. */
  isWord(text: string, offset = 0): boolean {
    const token = this.ahead(offset);
    return (
      (token.kind === "name" || token.kind === "word") &&
      token.text === text &&
      !this.declared.has(text)
    );
  }

  accept(text: string): boolean {
    if (!this.isOp(text)) return false;
    this.advance();
    return true;
  }

  expect(text: string, opened?: Token): void {
    if (this.accept(text)) return;
    const found = this.token.kind === "end" ? "the end" : `"${this.token.text}"`;
    const why = opened === undefined ? "" : ` to close the one at column ${opened.start + 1}`;
    this.refuse(
      "syntax",
      `Expected "${text}"${why} but found ${found} at column ${this.token.start + 1}.`,
      this.hereSpan(),
    );
  }

  hereSpan(): Span {
    return { start: this.token.start, end: this.token.end };
  }

  refuse(kind: RefusalKind, message: string, span: Span): never {
    throw new ReadingRefused(kind, message, span);
  }

  /** Counts nesting, so that no text can exhaust the stack. */
  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > EQUATION_DEPTH_MAX) {
      this.refuse(
        "budget",
        `An equation nests at most ${EQUATION_DEPTH_MAX} deep.`,
        this.hereSpan(),
      );
    }
    const result = read();
    this.#depth -= 1;
    return result;
  }

  node<E extends Expr>(expr: E): E {
    this.#nodes += 1;
    if (this.#nodes > EQUATION_NODES_MAX) {
      this.refuse("budget", `An equation has at most ${EQUATION_NODES_MAX} nodes.`, expr.span);
    }
    return expr;
  }

  binary(op: BinaryOp, left: Expr, right: Expr, implicit = false): Expr {
    const span = { start: left.span.start, end: Math.max(right.span.end, left.span.end) };
    return this.node({ type: "binary", op, left, right, ...(implicit ? { implicit } : {}), span });
  }

  name(name: string, span: Span): Expr {
    this.#names.add(name);
    if (this.#names.size > EQUATION_NAMES_MAX) {
      this.refuse("budget", `An equation has at most ${EQUATION_NAMES_MAX} names.`, span);
    }
    return this.node({ type: "name", name, span });
  }

  /** A known function that is not a quantity of this request. */
  isFunction(token: Token): boolean {
    return (
      token.kind === "name" &&
      !this.declared.has(token.text) &&
      functionBySpelling(token.text) !== undefined
    );
  }
}
