/** From tokens to statements. What is not understood is refused at its line. */
import { badInput } from "../../refusal.js";
import type { Token } from "./tokens.js";
import type { Expr, Routine, Script, Statement } from "./tree.js";

/** Binding strengths of operators between two operands, loosest first. */
const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["&"],
  ["<", "<=", ">", ">=", "==", "~=", "!="],
  [":"],
  ["+", "-"],
  ["*", "/", ".*", "./"],
];
const POWERS: ReadonlySet<string> = new Set(["^", ".^"]);
const BLOCK_ENDS: ReadonlySet<string> = new Set([
  "end",
  "endif",
  "endfor",
  "endwhile",
  "endfunction",
  "endswitch",
  "end_try_catch",
  "else",
  "elseif",
  "case",
  "otherwise",
  "catch",
]);
const DEPTH_MAX = 60;

export function parseScript(tokens: readonly Token[]): Script {
  return new Parser(tokens).script();
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  /** Inside brackets spaces separate. */
  #inMatrix = false;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get #token(): Token {
    return this.#tokens[this.#at]!;
  }

  #refuse(what: string, line = this.#token.line): never {
    throw badInput("/case", `line ${line}: ${what}`);
  }

  #is(text: string, kind: Token["kind"] = "sign"): boolean {
    return this.#token.kind === kind && this.#token.text === text;
  }

  #take(text: string): void {
    if (!this.#is(text))
      this.#refuse(
        `"${this.#token.text === "\n" ? "the end of the line" : this.#token.text}" where "${text}" is expected`,
      );
    this.#at += 1;
  }

  #skipBreaks(): void {
    while (this.#token.kind === "break") this.#at += 1;
  }

  script(): Script {
    this.#skipBreaks();
    const first = this.#routine();
    const others: Routine[] = [];
    while (this.#is("function", "name")) others.push(this.#routine());
    if (this.#token.kind !== "end") this.#refuse(`"${this.#token.text}" has no beginning`);
    return { ...first, others };
  }

  /** A function with its heading; the statements of a file that has none. */
  #routine(): Routine {
    const heading = { name: "", parameters: [] as string[], results: [] as readonly string[] };
    if (this.#is("function", "name")) {
      this.#at += 1;
      this.#heading(heading);
    }
    const body = this.#block();
    if (this.#is("end", "name") || this.#is("endfunction", "name")) this.#at += 1;
    this.#skipBreaks();
    return { ...heading, body };
  }

  /** `[a, b] = name(x, y)`, `a = name`, or `name`. */
  #heading(into: { name: string; parameters: string[]; results: readonly string[] }): void {
    const names: string[] = [];
    if (this.#is("[")) {
      this.#at += 1;
      while (!this.#is("]")) {
        if (this.#token.kind === "name") names.push(this.#token.text);
        else if (this.#token.kind !== "break")
          this.#refuse("the results of the function are no names");
        this.#at += 1;
      }
      this.#at += 1;
    } else if (this.#token.kind === "name") {
      names.push(this.#token.text);
      this.#at += 1;
    }
    if (this.#is("=")) {
      into.results = names;
      this.#at += 1;
      into.name = this.#token.text;
      if (this.#token.kind === "name") this.#at += 1;
    } else into.name = names[0] ?? "";
    if (this.#is("(")) {
      for (this.#at += 1; !this.#is(")"); this.#at += 1) {
        if (this.#token.kind === "name") into.parameters.push(this.#token.text);
        else if (!this.#is(",", "break"))
          this.#refuse("the arguments of the function are no names");
      }
      this.#at += 1;
    }
    if (this.#token.kind !== "break" && this.#token.kind !== "end")
      this.#refuse(`"${this.#token.text}" is not understood in the heading of a function`);
  }

  #block(): Statement[] {
    const body: Statement[] = [];
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) this.#refuse("statements stand too deep in each other");
    for (;;) {
      this.#skipBreaks();
      const { kind, text } = this.#token;
      if (kind === "end" || (kind === "name" && (BLOCK_ENDS.has(text) || text === "function")))
        break;
      body.push(this.#statement());
      if (this.#token.kind !== "break" && this.#token.kind !== "end")
        this.#refuse(`"${this.#token.text}" is not understood here`);
    }
    this.#depth -= 1;
    return body;
  }

  #close(): void {
    if (this.#token.kind !== "name" || !this.#token.text.startsWith("end"))
      this.#refuse("a block does not end");
    this.#at += 1;
  }

  #statement(): Statement {
    const { kind, line, text } = this.#token;
    if (kind === "name") {
      switch (text) {
        case "for":
          return this.#loop(line);
        case "while": {
          this.#at += 1;
          const when = this.#expression();
          const body = this.#block();
          this.#close();
          return { kind: "while", when, body, line };
        }
        case "if":
          return this.#choice(line);
        case "break":
        case "continue":
        case "return":
          this.#at += 1;
          return { kind: "leave", how: text, line };
        case "switch":
          return this.#selection(line);
        case "try":
          return this.#attempt(line);
        case "global":
        case "persistent":
        case "do":
        case "parfor":
          return this.#refuse(`"${text}" is not executed`);
        default:
      }
    }
    return this.#is("[") ? this.#several(line) : this.#plain(line);
  }

  #loop(line: number): Statement {
    this.#at += 1;
    const isOpen = this.#is("(");
    if (isOpen) this.#at += 1;
    if (this.#token.kind !== "name") this.#refuse("a loop has no variable");
    const name = this.#token.text;
    this.#at += 1;
    this.#take("=");
    const over = this.#expression();
    if (isOpen && this.#is(")")) this.#at += 1;
    const body = this.#block();
    this.#close();
    return { kind: "for", name, over, body, line };
  }

  #choice(line: number): Statement {
    this.#at += 1;
    const branches: { when: Expr | null; body: Statement[] }[] = [];
    branches.push({ when: this.#expression(), body: this.#block() });
    while (this.#is("elseif", "name")) {
      this.#at += 1;
      branches.push({ when: this.#expression(), body: this.#block() });
    }
    if (this.#is("else", "name")) {
      this.#at += 1;
      branches.push({ when: null, body: this.#block() });
    }
    this.#close();
    return { kind: "if", branches, line };
  }

  #selection(line: number): Statement {
    this.#at += 1;
    const of = this.#expression();
    this.#skipBreaks();
    const branches: { values: Expr[] | null; body: Statement[] }[] = [];
    while (this.#is("case", "name") || this.#is("otherwise", "name")) {
      const isCase = this.#token.text === "case";
      this.#at += 1;
      branches.push({ values: isCase ? this.#caseValues() : null, body: this.#block() });
    }
    this.#close();
    return { kind: "switch", of, branches, line };
  }

  /** One value, or several in braces. */
  #caseValues(): Expr[] {
    if (!this.#is("{")) return [this.#expression()];
    const outside = this.#inMatrix;
    this.#inMatrix = true;
    const values: Expr[] = [];
    for (this.#at += 1; !this.#is("}");) {
      if (this.#token.kind === "end") this.#refuse("a list in braces does not end");
      if (this.#token.kind === "break") this.#at += 1;
      else values.push(this.#expression());
    }
    this.#at += 1;
    this.#inMatrix = outside;
    return values;
  }

  #attempt(line: number): Statement {
    this.#at += 1;
    const body = this.#block();
    let otherwise: Statement[] = [];
    if (this.#is("catch", "name")) {
      this.#at += 1;
      if (this.#token.kind === "name" && this.#token.line === this.#tokens[this.#at - 1]!.line)
        this.#refuse("what is caught is not given a name here");
      otherwise = this.#block();
    }
    this.#close();
    return { kind: "try", body, otherwise, line };
  }

  /** `[a, b] = f`, where a name may be `~`; else an expression that begins with a bracket. */
  #several(line: number): Statement {
    const from = this.#at;
    const names: (string | null)[] = [];
    this.#at += 1;
    for (; !this.#is("]") && this.#token.kind !== "end"; this.#at += 1) {
      if (this.#token.kind === "name") names.push(this.#token.text);
      else if (this.#is("~")) names.push(null);
      else if (this.#token.kind !== "break") break;
    }
    if (this.#is("]")) {
      this.#at += 1;
      if (this.#is("=")) {
        this.#at += 1;
        return { kind: "names", names, value: this.#expression(), line };
      }
    }
    this.#at = from;
    return { kind: "run", value: this.#expression(), line };
  }

  #plain(line: number): Statement {
    const value = this.#expression();
    const op = this.#token.kind === "sign" ? this.#token.text : "";
    if (op !== "=" && !["+=", "-=", "*=", "/="].includes(op)) return { kind: "run", value, line };
    this.#at += 1;
    const right = this.#expression();
    const [of, at] = value.kind === "call" ? [value.of, value.args] : [value, null];
    if (of.kind !== "name") this.#refuse("this cannot be assigned to", line);
    const all: Expr = op === "=" ? right : { kind: "binary", op: op[0]!, left: value, right, line };
    return { kind: "assign", name: of.name, at, value: all, line };
  }

  #expression(): Expr {
    return this.#level(0);
  }

  #level(k: number): Expr {
    const ops = LEVELS[k];
    if (ops === undefined) return this.#unary();
    if (ops[0] === ":") return this.#range(k);
    let left = this.#level(k + 1);
    while (this.#token.kind === "sign" && ops.includes(this.#token.text) && !this.#separates()) {
      const { line, text: op } = this.#token;
      this.#at += 1;
      left = { kind: "binary", op, left, right: this.#level(k + 1), line };
    }
    return left;
  }

  /** In a matrix `a -b` are two entries, `a - b` and `a-b` one. */
  #separates(): boolean {
    const { spaced, spacedAfter, text } = this.#token;
    return this.#inMatrix && spaced && !spacedAfter && (text === "+" || text === "-");
  }

  #range(k: number): Expr {
    const { line } = this.#token;
    const from = this.#level(k + 1);
    if (!this.#is(":")) return from;
    const next = this.#tokens[this.#at + 1]!;
    if (next.kind === "break" || next.text === ")") return from;
    this.#at += 1;
    const second = this.#level(k + 1);
    if (!this.#is(":")) return { kind: "range", from, step: null, to: second, line };
    this.#at += 1;
    return { kind: "range", from, step: second, to: this.#level(k + 1), line };
  }

  #unary(): Expr {
    const { line, text } = this.#token;
    if (this.#token.kind === "sign" && ["-", "+", "~", "!"].includes(text)) {
      this.#at += 1;
      return { kind: "unary", op: text === "!" ? "~" : text, of: this.#unary(), line };
    }
    return this.#power();
  }

  #power(): Expr {
    let left = this.#postfix();
    while (this.#token.kind === "sign" && POWERS.has(this.#token.text)) {
      const { line, text: op } = this.#token;
      this.#at += 1;
      const { line: at, text } = this.#token;
      const isSigned = this.#token.kind === "sign" && (text === "-" || text === "+");
      if (isSigned) this.#at += 1;
      const plain = this.#postfix();
      const right: Expr = isSigned ? { kind: "unary", op: text, of: plain, line: at } : plain;
      left = { kind: "binary", op, left, right, line };
    }
    return left;
  }

  #postfix(): Expr {
    let of = this.#primary();
    for (;;) {
      const { line, spaced } = this.#token;
      if (this.#inMatrix && spaced) return of;
      if (this.#is("(")) {
        this.#at += 1;
        of = { kind: "call", of, args: this.#args(), line };
      } else if (this.#is("'") || this.#is(".'")) {
        this.#at += 1;
        of = { kind: "unary", op: "'", of, line };
      } else if (this.#is(".") && of.kind === "name") {
        this.#at += 1;
        if (this.#token.kind !== "name") this.#refuse("a member has no name");
        of = { kind: "name", name: `${of.name}.${this.#token.text}`, line };
        this.#at += 1;
      } else return of;
    }
  }

  #args(): Expr[] {
    const outside = this.#inMatrix;
    this.#inMatrix = false;
    const args: Expr[] = [];
    while (!this.#is(")")) {
      const { line } = this.#token;
      const next = this.#tokens[this.#at + 1]!;
      if (this.#is(":") && (next.text === "," || next.text === ")")) {
        this.#at += 1;
        args.push({ kind: "all", line });
      } else args.push(this.#expression());
      if (this.#is(",", "break")) this.#at += 1;
      else if (!this.#is(")")) this.#take(")");
    }
    this.#at += 1;
    this.#inMatrix = outside;
    return args;
  }

  #primary(): Expr {
    const { kind, line, rows, text, value } = this.#token;
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) this.#refuse("brackets stand too deep in each other");
    const node = this.#first(kind, line, rows, text, value);
    this.#depth -= 1;
    return node;
  }

  #first(
    kind: Token["kind"],
    line: number,
    rows: Token["rows"],
    text: string,
    value: number,
  ): Expr {
    if (kind === "number" || kind === "name" || kind === "text" || kind === "table") {
      this.#at += 1;
      if (kind === "number") return { kind, value, line };
      if (kind === "text") return { kind, text, line };
      if (kind === "table") return { kind, rows: rows!, line };
      return text === "end" ? { kind: "last", line } : { kind: "name", name: text, line };
    }
    if (this.#is("(")) {
      const outside = this.#inMatrix;
      this.#inMatrix = false;
      this.#at += 1;
      const inner = this.#expression();
      this.#take(")");
      this.#inMatrix = outside;
      return inner;
    }
    if (this.#is("[")) return this.#matrix(line);
    if (this.#is("{")) return this.#cell(line);
    return this.#refuse(
      text === "\n" || kind === "end"
        ? "an expression ends too early"
        : `"${text}" is not understood here`,
    );
  }

  #matrix(line: number): Expr {
    const outside = this.#inMatrix;
    this.#inMatrix = true;
    this.#at += 1;
    const rows: Expr[][] = [];
    let row: Expr[] = [];
    while (!this.#is("]")) {
      if (this.#token.kind === "end") this.#refuse("a table does not end", line);
      if (this.#token.kind !== "break") row.push(this.#expression());
      else {
        if (this.#token.text !== "," && row.length > 0) {
          rows.push(row);
          row = [];
        }
        this.#at += 1;
      }
    }
    if (row.length > 0) rows.push(row);
    this.#at += 1;
    this.#inMatrix = outside;
    return { kind: "matrix", rows, line };
  }

  /** Names of buses and the like: nothing that is computed with. */
  #cell(line: number): Expr {
    let open = 0;
    do {
      if (this.#token.kind === "end") this.#refuse("a list in braces does not end", line);
      if (this.#is("{")) open += 1;
      if (this.#is("}")) open -= 1;
      this.#at += 1;
    } while (open > 0);
    return { kind: "cell", line };
  }
}
