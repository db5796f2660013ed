/** Text to tokens, in one pass, with the columns of the text as typed. */
import { EQUATION_CHARS_MAX } from "../../limits.js";
import type { Refusal, RefusalKind, Span } from "./ast.js";
import {
  FRACTIONS,
  GREEK,
  LATIN,
  MARKS,
  NAME_SIGNS,
  OPERATOR_NAMES,
  OPERATORS,
  SIGNS,
  SUBSCRIPTS,
  SUPERSCRIPTS,
  WORD_SIGNS,
  type Token,
  type TokenKind,
} from "./tokens.js";
import { mayBeginQuantity } from "./quantityStart.js";

/** Ends the reading of a text; caught where the public functions begin. */
export class ReadingRefused extends Error {
  readonly refusal: Refusal;
  constructor(kind: RefusalKind, message: string, span: Span) {
    super(message);
    this.refusal = { kind, message, span };
  }
}

/**
 * Engines may ignore decimal digits after the 20th, so a longer literal could mean different
 * numbers.
 */
const SIGNIFICANT_DIGITS_MAX = 20;
const SERIES_WORDS: ReadonlySet<string> = new Set(["SUM", "PROD", "INT"]);
const SERIES_WORDS_SMALL: ReadonlyMap<string, string> = new Map([
  ["sum", "SUM"],
  ["prod", "PROD"],
  ["int", "INT"],
  ["Sum", "SUM"],
  ["Int", "INT"],
]);
const LABEL = /^[A-Za-z0-9_+\-'\u0370-\u03ff↑↓]{1,24}$/;

function isLetter(c: string): boolean {
  return (c >= "a" && c <= "z") || (c >= "A" && c <= "Z");
}

function isDigit(c: string): boolean {
  return c >= "0" && c <= "9" && c.length === 1;
}

class Lexer {
  readonly tokens: Token[] = [];
  #at = 0;
  #spaced = true;
  readonly #text: string;
  readonly #declared: ReadonlySet<string>;
  /** Declared names that are numbers with their units, longest first. */
  readonly #quantities: readonly string[];

  constructor(text: string, declared: ReadonlySet<string>) {
    this.#text = text;
    this.#declared = declared;
    this.#quantities = quantitiesAmong(declared);
  }

  run(): Token[] {
    while (this.#at < this.#text.length) {
      const c = this.#text[this.#at]!;
      if (isSpace(c)) {
        this.#at += 1;
        this.#spaced = true;
        continue;
      }
      this.#token(c);
      this.#spaced = false;
    }
    this.#push("end", "", this.#at, this.#at);
    return this.tokens;
  }

  #token(c: string): void {
    if (this.#quantities.length > 0 && this.#quantity()) return;
    if (isDigit(c) || (c === "." && isDigit(this.#peek(1)))) return this.#number();
    if (isLetter(c) || GREEK.has(c) || LATIN.has(c)) return this.#name();
    if (this.#markedLetter(c)) return;
    if (SUPERSCRIPTS.has(c)) return this.#superscript();
    if (SUBSCRIPTS.has(c)) return this.#limitSubscript();
    if (c === "<" || c === "|" || c === "⟨") {
      if (this.#braket()) return;
    }
    const fraction = FRACTIONS.get(c);
    if (fraction !== undefined) return this.#single("number", String(fraction), fraction);
    const word = WORD_SIGNS.get(c);
    if (word !== undefined) return this.#single("word", word);
    const name = NAME_SIGNS.get(c);
    if (name !== undefined) return this.#single("name", name);
    if (c === "∇") return this.#nabla();
    const sign = SIGNS.get(c);
    if (sign !== undefined) return this.#single("op", sign);
    this.#operator(c);
  }

  /** `5 km`, where that is declared. */
  #quantity(): boolean {
    if (!mayBeginQuantity(this.#text, this.#at)) return false;
    const name = this.#quantities.find(
      (one) => this.#text.startsWith(one, this.#at) && !goesOn(this.#text, this.#at + one.length),
    );
    if (name === undefined) return false;
    this.#push("name", name, this.#at, this.#at + name.length);
    this.#at += name.length;
    return true;
  }

  #operator(c: string): void {
    const operator = OPERATORS.find((candidate) => this.#text.startsWith(candidate, this.#at));
    if (operator === undefined) {
      const width = (this.#text.codePointAt(this.#at) ?? 0) > 0xffff ? 2 : 1;
      throw new ReadingRefused(
        "syntax",
        `The character ${printable(c, this.#text, this.#at)} at column ${this.#at + 1} is not part of an equation.`,
        { start: this.#at, end: this.#at + width },
      );
    }
    const isDoubleStar = operator === "*" && this.#peek(1) === "*";
    const width = isDoubleStar ? 2 : operator.length;
    this.#push(
      "op",
      isDoubleStar ? "^" : (OPERATOR_NAMES.get(operator) ?? operator),
      this.#at,
      this.#at + width,
    );
    this.#at += width;
  }

  #peek(offset: number): string {
    return this.#text[this.#at + offset] ?? "";
  }

  #push(
    kind: TokenKind,
    text: string,
    start: number,
    end: number,
    value = 0,
    parts: Partial<Token> = {},
  ): void {
    this.tokens.push({ kind, text, value, start, end, spaced: this.#spaced, ...parts });
    this.#spaced = false;
  }

  #single(kind: TokenKind, text: string, value = 0): void {
    this.#push(kind, text, this.#at, this.#at + 1, value);
    this.#at += 1;
  }

  /** An exponent part is taken only if a digit really follows: `2e` is 2 times e. */
  #number(): void {
    const start = this.#at;
    let at = this.#digitsFrom(start);
    if (this.#text[at] === "." && this.#text[at + 1] !== ".") at = this.#digitsFrom(at + 1);
    const mantissa = this.#text.slice(start, at);
    const letter = this.#text[at];
    if (letter === "e" || letter === "E") {
      const sign = this.#text[at + 1] === "+" || this.#text[at + 1] === "-" ? 1 : 0;
      if (isDigit(this.#text[at + 1 + sign] ?? "")) at = this.#digitsFrom(at + 1 + sign);
    }
    this.#at = at;
    const text = this.#text.slice(start, at);
    const span = { start, end: at };
    const digits = mantissa.replace(".", "").replace(/^0+/, "");
    if (digits.length > SIGNIFICANT_DIGITS_MAX) {
      throw new ReadingRefused(
        "syntax",
        `The number at column ${start + 1} has more than ${SIGNIFICANT_DIGITS_MAX} significant digits; write fewer.`,
        span,
      );
    }
    const value = Number(text);
    if (!Number.isFinite(value)) {
      throw new ReadingRefused(
        "overflow",
        `The number at column ${start + 1} is larger than any double.`,
        span,
      );
    }
    if (value === 0 && digits !== "") {
      throw new ReadingRefused(
        "underflow",
        `The number at column ${start + 1} is smaller than any double but not zero.`,
        span,
      );
    }
    this.#push("number", text.replace(/\.(?![0-9])/, ""), start, at, value);
  }

  #digitsFrom(from: number): number {
    let at = from;
    while (isDigit(this.#text[at] ?? "")) at += 1;
    return at;
  }

  #name(): void {
    const start = this.#at;
    const first = this.#text[start]!;
    const greek = GREEK.get(first);
    let name = greek ?? LATIN.get(first) ?? "";
    if (name !== "") this.#at += 1;
    if (greek === undefined) name += this.#letters();
    if (name === "d" && !this.#declared.has("d")) name += this.#differential();
    if (greek === "Delta") name += this.#changed();
    if (this.#isSeriesWord(name)) {
      this.#push("word", SERIES_WORDS_SMALL.get(name) ?? name, start, this.#at);
      return;
    }
    if (name === "lim" && this.#peek(0) === "_") {
      this.#push("word", name, start, this.#at);
      return;
    }
    if (name === "nabla") {
      this.#at = start;
      return this.#nabla(name.length);
    }
    name += this.#marks();
    name += this.#subscripts();
    while (this.#peek(0) === "'" || this.#peek(0) === "′") {
      name += "'";
      this.#at += 1;
    }
    if (this.#peek(0) === "*" && (this.#peek(1) === "," || this.#peek(1) === ")")) {
      name += "*";
      this.#at += 1;
    }
    this.#push("name", this.#spelling(name), start, this.#at);
  }

  /** `dθ` is one differential, as `dx` is. */
  #differential(): string {
    const greek = GREEK.get(this.#peek(0));
    if (greek === undefined) return "";
    this.#at += 1;
    return greek === "Delta" ? `Delta${this.#changed()}` : greek;
  }

  /** What changes: a capital delta and the letters behind it are one quantity. */
  #changed(): string {
    if (isLetter(this.#peek(0))) return `_${this.#letters()}`;
    const greek = GREEK.get(this.#peek(0));
    if (greek === undefined) return "";
    this.#at += 1;
    return `_${greek}`;
  }

  /** One character that is a letter with a mark, such as a y with a macron. */
  #markedLetter(c: string): boolean {
    const parts = c.normalize("NFD");
    const base = parts[0] ?? "";
    const mark = parts.length === 2 ? MARKS.get(parts[1]!) : undefined;
    if (mark === undefined || (!isLetter(base) && !GREEK.has(base))) return false;
    const start = this.#at;
    this.#at += 1;
    const name = `${GREEK.get(base) ?? base}${mark}${this.#subscripts()}`;
    this.#push("name", this.#spelling(name), start, this.#at);
    return true;
  }

  #letters(): string {
    const from = this.#at;
    while (isLetter(this.#peek(0)) || isDigit(this.#peek(0))) this.#at += 1;
    return this.#text.slice(from, this.#at);
  }

  /** Marks above the last letter: a mean is `xbar`, as it is written in ASCII. */
  #marks(): string {
    let name = "";
    for (let mark = MARKS.get(this.#peek(0)); mark !== undefined; mark = MARKS.get(this.#peek(0))) {
      name += mark;
      this.#at += 1;
    }
    return name;
  }

  #isSeriesWord(name: string): boolean {
    if (this.#declared.has(name)) return false;
    const next = this.#peek(0);
    if (SERIES_WORDS.has(name)) return true;
    return (
      SERIES_WORDS_SMALL.has(name) &&
      next === "_" &&
      (this.#peek(1) === "{" || name === "int" || name === "Int")
    );
  }

  /** `_x`, `_{...}`, `_-i` and Unicode subscripts, any number of them. */
  #subscripts(): string {
    let name = "";
    for (;;) {
      const c = this.#peek(0);
      if (SUBSCRIPTS.has(c)) {
        name += "_";
        while (SUBSCRIPTS.has(this.#peek(0))) {
          name += SUBSCRIPTS.get(this.#peek(0))!;
          this.#at += 1;
        }
        continue;
      }
      if (c !== "_") return name;
      const part = this.#subscript();
      if (part === null) return name;
      name += part;
    }
  }

  #subscript(): string | null {
    const next = this.#peek(1);
    if (next === "{") return this.#bracedSubscript();
    const sign = (next === "-" || next === "+") && isLetter(this.#peek(2)) ? next : "";
    let at = this.#at + 1 + sign.length;
    let part = "";
    for (; at < this.#text.length; at += 1) {
      const c = this.#text[at]!;
      const greek = GREEK.get(c);
      const letter = isLetter(c) || isDigit(c) ? c : (greek ?? LATIN.get(c));
      if (letter === undefined) break;
      // Two letters in a subscript are two indices where one is Greek.
      const isApart =
        part !== "" && (greek !== undefined || GREEK.has(this.#text[at - 1]!)) && !isDigit(c);
      part += isApart ? `_${letter}` : letter;
    }
    if (part === "") return null;
    this.#at = at;
    return `_${sign}${part}`;
  }

  #bracedSubscript(): string {
    const open = this.#at + 1;
    const close = this.#text.indexOf("}", open);
    if (close < 0) {
      throw new ReadingRefused("syntax", `The bracket { at column ${open + 1} is not closed.`, {
        start: open,
        end: open + 1,
      });
    }
    const inside = spelled(this.#text.slice(open + 1, close));
    if (!/^[A-Za-z0-9 ,+\-_]+$/.test(inside) || inside.trim() === "") {
      throw new ReadingRefused("syntax", `The subscript at column ${open + 1} is not readable.`, {
        start: open,
        end: close + 1,
      });
    }
    this.#at = close + 1;
    const plain = inside.trim();
    if (/^[A-Za-z0-9]+$/.test(plain)) return `_${plain}`;
    if (/^[A-Za-z0-9]+([ _,]+[A-Za-z0-9]+)+$/.test(plain))
      return `_${plain.split(/[ _,]+/).join("_")}`;
    return `_{${plain.replace(/ +/g, "")}}`;
  }

  /** The reserved permittivity has one spelling; a declared name keeps its own. */
  #spelling(name: string): string {
    if (this.#declared.has(name)) return name;
    if (name === "epsilon_0" || name === "eps0" || name === "epsilon0") return "eps_0";
    if (name.startsWith("eps") && this.#declared.has(`epsilon${name.slice(3)}`))
      return `epsilon${name.slice(3)}`;
    return name;
  }

  #superscript(): void {
    const start = this.#at;
    let run = "";
    while (SUPERSCRIPTS.has(this.#peek(0))) {
      run += SUPERSCRIPTS.get(this.#peek(0))!;
      this.#at += 1;
    }
    const end = this.#at;
    this.#push("op", "^", start, end);
    const simple = /^[+-]?([0-9]+|[a-z])$/.test(run);
    if (!simple) this.#push("op", "(", start, end);
    for (const part of run.match(/[0-9]+|[a-z]|[-+()]/g) ?? []) {
      if (isDigit(part[0]!)) this.#push("number", part, start, end, Number(part));
      else if (isLetter(part)) this.#push("name", part, start, end);
      else this.#push("op", part, start, end);
    }
    if (!simple) this.#push("op", ")", start, end);
  }

  /** A subscript that follows no name: the lower limit of a sum or an integral. */
  #limitSubscript(): void {
    const start = this.#at;
    let run = "";
    while (SUBSCRIPTS.has(this.#peek(0))) {
      run += SUBSCRIPTS.get(this.#peek(0))!;
      this.#at += 1;
    }
    this.#push("op", "_", start, this.#at);
    if (/^[0-9]+$/.test(run)) this.#push("number", run, start, this.#at, Number(run));
    else this.#push("name", run, start, this.#at);
  }

  #nabla(width = 1): void {
    const start = this.#at;
    this.#at += width;
    const square = /^\s*(\^2|²)/.exec(this.#text.slice(this.#at, this.#at + 8));
    const rest =
      square === null ? /^\s*([·⋅×])/.exec(this.#text.slice(this.#at, this.#at + 8)) : null;
    this.#at += square?.[0].length ?? rest?.[0].length ?? 0;
    const name =
      square !== null ? "lap" : rest === null ? "grad" : rest[1] === "×" ? "curl" : "div";
    this.#push("name", name, start, this.#at);
  }

  /** `<a|b>`, `<a|O|b>`, `<a|` and `|b>`, tried before `<` and `|` are read as signs. */
  #braket(): boolean {
    const line = this.#text
      .slice(this.#at, this.#at + 80)
      .replace(/⟨/g, "<")
      .replace(/⟩/g, ">");
    const previous = this.tokens.at(-1);
    const operandBefore =
      previous !== undefined &&
      (previous.kind === "number" ||
        previous.kind === "name" ||
        previous.kind === "braket" ||
        previous.text === ")" ||
        previous.text === "]");
    const closed = /^<([^<>|\s=]{1,24})\|(?:([^<>|=;]{0,24})\|)?([^<>|\s=]{1,24})>/.exec(line);
    // What lies between the outer products of a sum is a sign and a factor, no operator.
    const isSum = /^\s*[+-]|[+-]\s*$/.test(closed?.[2] ?? "");
    if (closed !== null && !isSum && LABEL.test(closed[1]!) && LABEL.test(closed[3]!)) {
      return this.#pushBraket(closed[0].length, {
        bra: closed[1]!,
        operator: closed[2]?.trim() || undefined,
        ket: closed[3]!,
      });
    }
    const ket = /^\|([^<>|\s=,]{1,24})>(?!=)/.exec(line);
    if (ket !== null && LABEL.test(ket[1]!))
      return this.#pushBraket(ket[0].length, { ket: ket[1]! });
    const bra = /^<([^<>|\s=]{1,24})\|/.exec(line);
    const afterKet = previous?.kind === "braket" || !operandBefore || this.#spaced;
    if (bra !== null && afterKet && LABEL.test(bra[1]!))
      return this.#pushBraket(bra[0].length, { bra: bra[1]! });
    return false;
  }

  #pushBraket(width: number, parts: { bra?: string; operator?: string; ket?: string }): boolean {
    const start = this.#at;
    this.#at += width;
    const named = Object.fromEntries(
      Object.entries(parts)
        .filter(([, label]) => label !== undefined)
        .map(([part, label]) => [part, spelled(label, "")]),
    );
    this.#push("braket", this.#text.slice(start, this.#at), start, this.#at, 0, named);
    return true;
  }
}

/** A declared name that begins with a digit is a number with its unit. @returns longest first */
export function quantitiesAmong(declared: Iterable<string>): readonly string[] {
  const found: string[] = [];
  for (const name of declared) if (/^[.\d]/.test(name)) found.push(name);
  return found.length < 2 ? found : found.sort((one, other) => other.length - one.length);
}

function goesOn(text: string, at: number): boolean {
  return /^[\p{L}\p{N}_]/u.test(text.slice(at, at + 2));
}

/** Greek and script letters by their ASCII names; all of them are single UTF-16 units. */
function spelled(text: string, between = " "): string {
  return text
    .split("")
    .map((c, i) => {
      const isApart = i > 0 && GREEK.has(c) && GREEK.has(text[i - 1]!);
      return `${isApart ? between : ""}${GREEK.get(c) ?? LATIN.get(c) ?? c}`;
    })
    .join("");
}

function isSpace(c: string): boolean {
  return (
    c === " " ||
    c === "\t" ||
    c === "\n" ||
    c === "\r" ||
    c === "\u00a0" ||
    c === "\u2009" ||
    c === "\u202f" ||
    c === "\u2061"
  );
}

function printable(c: string, text: string, at: number): string {
  const point = text.codePointAt(at) ?? 0;
  const isControl =
    point < 0x20 || (point >= 0x7f && point < 0xa0) || (point >= 0xd800 && point <= 0xdfff);
  return isControl
    ? `U+${point.toString(16).toUpperCase().padStart(4, "0")}`
    : `"${point > 0xffff ? String.fromCodePoint(point) : c}"`;
}

/** @throws ReadingRefused with a span inside the text. */
export function tokenize(text: string, declared: ReadonlySet<string>): Token[] {
  if (text.length > EQUATION_CHARS_MAX) {
    throw new ReadingRefused(
      "budget",
      `An equation has at most ${EQUATION_CHARS_MAX} characters, this one has ${text.length}.`,
      { start: EQUATION_CHARS_MAX, end: text.length },
    );
  }
  return new Lexer(text, declared).run();
}

const NONE: ReadonlySet<string> = new Set();

/**
 * A name as equations spell it: `λ_x` is `lambda_x`, `m₁` is `m_1`; null when the text is not one
 * name.
 */
export function asciiName(text: string): string | null {
  try {
    const [first, second] = tokenize(text, NONE);
    return first?.kind === "name" && second?.kind === "end" && first.start === 0
      ? first.text
      : null;
  } catch (error) {
    if (error instanceof ReadingRefused) return null;
    throw error;
  }
}
