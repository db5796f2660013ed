/**
 * Reads an expression by precedence. What CEL has and programs do not is refused at its place, with
 * the reason.
 */
import { CEL_LIMITS } from "./ast.js";
import type { BinaryOperator, CelLimits, CelNode, CelProblem, MacroName } from "./ast.js";
import { Unreadable, tokensOf } from "./tokens.js";
import type { Token } from "./tokens.js";

export type Parsed =
  | { readonly ok: true; readonly ast: CelNode; readonly nodes: number }
  | { readonly ok: false; readonly problems: readonly CelProblem[] };

/** How strongly each binds; all are read from the left. */
const LEVELS: ReadonlyMap<string, readonly [level: number, operator: BinaryOperator]> = new Map(
  (
    [["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">=", "in"], ["+", "-"], ["*", "/"]] as const
  ).flatMap((operators, level) =>
    operators.map((operator) => [operator, [level, operator]] as const),
  ),
);

const MACROS: readonly MacroName[] = ["all", "exists", "exists_one", "map", "filter"];

/** Words that CEL keeps for later; a name that is one reads differently elsewhere. */
const KEPT_WORDS: ReadonlySet<string> = new Set(
  (
    "as break const continue else for function if import let loop package namespace return var " +
    "void while in"
  ).split(" "),
);

export function parseExpression(source: string, limits: CelLimits = CEL_LIMITS): Parsed {
  try {
    if (source.length > limits.chars) {
      throw new Unreadable(
        "TOO_LONG",
        `An expression has at most ${limits.chars} characters; this one has ${source.length}.`,
        limits.chars,
      );
    }
    const parser = new Parser(tokensOf(source), limits);
    return { ok: true, ast: parser.whole(), nodes: parser.nodes };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problems: [error.problem] };
    throw error;
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #limits: CelLimits;
  #at = 0;
  #depth = 0;
  nodes = 0;

  constructor(tokens: readonly Token[], limits: CelLimits) {
    this.#tokens = tokens;
    this.#limits = limits;
  }

  whole(): CelNode {
    const root = this.#expression();
    if (this.#next.kind !== "end") throw this.#unexpected("an operator or the end");
    return root;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #is(sign: string): boolean {
    return this.#next.kind === "sign" && this.#next.text === sign;
  }

  #take(): Token {
    const token = this.#next;
    this.#at++;
    return token;
  }

  #expect(sign: string): Token {
    if (!this.#is(sign)) throw this.#unexpected(`"${sign}"`);
    return this.#take();
  }

  #unexpected(wanted: string): Unreadable {
    const { kind, text, position } = this.#next;
    const found = kind === "end" ? "the end" : text.length > 40 ? "a text" : text;
    return new Unreadable("SYNTAX", `${wanted} is expected here, and there is ${found}.`, position);
  }

  #node(node: CelNode): CelNode {
    this.nodes++;
    if (this.nodes > this.#limits.nodes) {
      const message = `An expression has at most ${this.#limits.nodes} parts.`;
      throw new Unreadable("TOO_MANY_NODES", message, node.position);
    }
    return node;
  }

  #nested<T>(read: () => T): T {
    if (this.#depth >= this.#limits.depth) {
      const message = `An expression is nested at most ${this.#limits.depth} deep.`;
      throw new Unreadable("TOO_DEEP", message, this.#next.position);
    }
    this.#depth++;
    const value = read();
    this.#depth--;
    return value;
  }

  #expression(): CelNode {
    return this.#nested(() => {
      const test = this.#binary(0);
      if (!this.#is("?")) return test;
      const { position } = this.#take();
      const yes = this.#nested(() => this.#binary(0));
      this.#expect(":");
      return this.#node({ kind: "choice", test, yes, no: this.#expression(), position });
    });
  }

  /** @param least how strongly an operator must bind to be read here */
  #binary(least: number): CelNode {
    let left = this.#unary();
    for (;;) {
      const { kind, text, position } = this.#next;
      const found = kind === "sign" || kind === "name" ? LEVELS.get(text) : undefined;
      if (found === undefined || found[0] < least) return left;
      this.#take();
      const right = this.#binary(found[0] + 1);
      left = this.#node({ kind: "binary", operator: found[1], left, right, position });
    }
  }

  #unary(): CelNode {
    if (!this.#is("!") && !this.#is("-")) return this.#member();
    const { text, position } = this.#take();
    const operand = this.#nested(() => this.#unary());
    const operator = text === "!" ? "!" : "-";
    return this.#node({ kind: "unary", operator, operand, position });
  }

  #member(): CelNode {
    let node = this.#primary();
    for (;;) {
      if (this.#is(".")) {
        this.#take();
        node = this.#behindDot(node);
      } else if (this.#is("[")) {
        const { position } = this.#take();
        const index = this.#expression();
        this.#expect("]");
        node = this.#node({ kind: "index", of: node, index, position });
      } else if (this.#is("{")) {
        throw new Unreadable(
          "NOT_IN_SUBSET",
          "Messages are not part of programs.",
          this.#next.position,
        );
      } else {
        return node;
      }
    }
  }

  #behindDot(of: CelNode): CelNode {
    if (this.#next.kind !== "name") throw this.#unexpected("the name of a field");
    const { text: name, position } = this.#take();
    if (!this.#is("(")) return this.#node({ kind: "field", of, name, position });
    const args = this.#arguments();
    const macro = MACROS.find((one) => one === name);
    return macro !== undefined
      ? this.#macro(macro, of, args, position)
      : this.#node({ kind: "call", name, target: of, args, position });
  }

  #arguments(): readonly CelNode[] {
    this.#expect("(");
    return this.#until(")", () => this.#expression());
  }

  #until<T>(close: string, read: () => T): readonly T[] {
    const all: T[] = [];
    while (!this.#is(close)) {
      all.push(read());
      if (this.#is(close)) break;
      this.#expect(",");
      // As in CEL a list and a map may end with a comma, a call may not.
      if (close === ")" && this.#is(close)) throw this.#unexpected("an argument");
    }
    this.#take();
    return all;
  }

  #macro(macro: MacroName, range: CelNode, args: readonly CelNode[], position: number): CelNode {
    const [variable, first, second] = args;
    const most = macro === "map" ? 3 : 2;
    if (variable === undefined || first === undefined || args.length > most) {
      const message = `${macro} takes a variable and an expression: list.${macro}(x, x > 0.0).`;
      throw new Unreadable("SYNTAX", message, position);
    }
    if (variable.kind !== "name") {
      throw new Unreadable("SYNTAX", `The first argument of ${macro} is a name.`, position);
    }
    return this.#node({
      kind: "macro",
      macro,
      range,
      variable: variable.name,
      filter: second === undefined ? null : first,
      body: second ?? first,
      position,
    });
  }

  #primary(): CelNode {
    const token = this.#next;
    const { position } = token;
    if (token.kind === "number" || token.kind === "string") {
      this.#take();
      return this.#node({ kind: "literal", value: token.value, position });
    }
    if (token.kind === "name") return this.#named();
    if (this.#is("(")) {
      this.#take();
      const inner = this.#expression();
      this.#expect(")");
      return inner;
    }
    if (this.#is("[")) {
      this.#take();
      const items = this.#until("]", () => this.#expression());
      return this.#node({ kind: "list", items, position });
    }
    if (this.#is("{")) {
      this.#take();
      const entries = this.#until("}", () => {
        const key = this.#expression();
        this.#expect(":");
        return { key, value: this.#expression() };
      });
      return this.#node({ kind: "map", entries, position });
    }
    throw this.#unexpected("an expression");
  }

  #named(): CelNode {
    const { text, position } = this.#take();
    if (text === "true" || text === "false")
      return this.#node({ kind: "literal", value: text === "true", position });
    if (text === "null") return this.#node({ kind: "literal", value: null, position });
    if (KEPT_WORDS.has(text)) {
      throw new Unreadable("SYNTAX", `${text} is a word of the language, and no name.`, position);
    }
    if (!this.#is("(")) return this.#node({ kind: "name", name: text, position });
    const args = this.#arguments();
    if (text !== "has") {
      return this.#node({ kind: "call", name: text, target: null, args, position });
    }
    const [field] = args;
    if (field?.kind !== "field" || args.length !== 1) {
      throw new Unreadable("SYNTAX", "has takes one field: has(input.name).", position);
    }
    return this.#node({ kind: "has", of: field.of, name: field.name, position });
  }
}
