/** Tokens of a case file: the part of the MATLAB language that case files are written in. */
import { badInput } from "../../refusal.js";

export type TokenKind = "number" | "name" | "text" | "sign" | "table" | "break" | "end";

export interface Token {
  readonly kind: TokenKind;
  /** Spelling; of a text its characters, of a break `;`, `,` or a newline. */
  readonly text: string;
  readonly value: number;
  /** Rows of a table of plain numbers, which is read at once. */
  readonly rows: readonly (readonly number[])[] | null;
  readonly line: number;
  readonly spaced: boolean;
  readonly spacedAfter: boolean;
}

const SIGNS = [
  "...",
  "&&",
  "||",
  "==",
  "~=",
  "!=",
  "<=",
  ">=",
  ".*",
  "./",
  ".^",
  ".'",
  "+=",
  "-=",
  "*=",
  "/=",
  ...Array.from("+-*/^=<>&|~!()[]{}:.@'\\"),
];
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eEdD][-+]?\d+)?/y;
const NAME = /[A-Za-z]\w*/y;
const TABLE = /\[([-+\d.eEdDinfINF\s,;]|%[^\n]*\n|\.\.\.[^\n]*\n)*\]/y;
const PLAIN = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][-+]?\d+)?$/;

/** @throws SolverRefusal INVALID_BODY that names the line */
export function tokensOf(source: string): Token[] {
  const text = withoutBlocks(source);
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  let spaced = false;
  const nesting: string[] = [];
  const put = (
    kind: TokenKind,
    spelt: string,
    length: number,
    value = 0,
    rows: Token["rows"] = null,
  ): void => {
    const next = text[at + length];
    tokens.push({
      kind,
      text: spelt,
      value,
      rows,
      line,
      spaced,
      spacedAfter: next === " " || next === "\t" || next === "\n" || next === undefined,
    });
    at += length;
    spaced = false;
  };
  while (at < text.length) {
    const c = text[at]!;
    if (c === " " || c === "\t" || c === "\r") {
      at += 1;
      spaced = true;
    } else if (c === "%" || c === "#") {
      while (at < text.length && text[at] !== "\n") at += 1;
    } else if (text.startsWith("...", at)) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end + 1;
      line += 1;
      spaced = true;
    } else if (c === "\n") {
      if (nesting.at(-1) !== "(") put("break", "\n", 1);
      else at += 1;
      line += 1;
      spaced = true;
    } else if (c === ";" || c === ",") put("break", c, 1);
    else if (c === "[" && readTable()) continue;
    else if (isQuote(c)) readText(c);
    else if (/[\d]/.test(c) || (c === "." && /\d/.test(text[at + 1] ?? ""))) {
      NUMBER.lastIndex = at;
      const [spelt] = NUMBER.exec(text)!;
      put("number", spelt, spelt.length, numberOf(spelt));
    } else if (/[A-Za-z]/.test(c)) {
      NAME.lastIndex = at;
      const [spelt] = NAME.exec(text)!;
      put("name", spelt, spelt.length);
    } else {
      const sign = SIGNS.find((one) => text.startsWith(one, at));
      if (sign === undefined)
        throw badInput("/case", `line ${line}: "${c}" is no part of a case file`);
      if ("([{".includes(sign)) nesting.push(sign);
      if (")]}".includes(sign)) nesting.pop();
      put("sign", sign, sign.length);
    }
  }
  tokens.push({
    kind: "end",
    text: "",
    value: 0,
    rows: null,
    line,
    spaced: true,
    spacedAfter: true,
  });
  return tokens;

  /** A quote that follows a value without a space turns rows into columns. */
  function isQuote(c: string): boolean {
    if (c === '"') return true;
    if (c !== "'") return false;
    const last = tokens.at(-1);
    const isValue =
      last !== undefined &&
      (last.kind === "number" ||
        last.kind === "name" ||
        last.kind === "table" ||
        (last.kind === "sign" && [")", "]", "}", "'", ".'"].includes(last.text)));
    return !isValue || spaced;
  }

  function readText(quote: string): void {
    let end = at + 1;
    while (end < text.length && text[end] !== "\n") {
      if (text[end] !== quote) end += 1;
      else if (text[end + 1] === quote) end += 2;
      else break;
    }
    if (text[end] !== quote) throw badInput("/case", `line ${line}: a text does not end`);
    put("text", text.slice(at + 1, end), end + 1 - at);
  }

  /** Tables of plain numbers are most of a file. */
  function readTable(): boolean {
    TABLE.lastIndex = at;
    const found = TABLE.exec(text);
    if (found === null) return false;
    const rows = plainRows(found[0].slice(1, -1));
    if (rows === null) return false;
    const lines = found[0].split("\n").length - 1;
    put("table", "[...]", found[0].length, 0, rows);
    line += lines;
    return true;
  }
}

function numberOf(spelt: string): number {
  return Number(spelt.replace(/[dD]/, "e"));
}

function plainRows(inside: string): number[][] | null {
  const rows: number[][] = [];
  const joined = inside.replace(/\.\.\.[^\n]*\n/g, " ").replace(/%[^\n]*/g, "");
  for (const part of joined.split(/[;\n]/)) {
    const row: number[] = [];
    for (const word of part.split(/[\s,]+/)) {
      if (word === "") continue;
      if (/^[-+]?inf$/i.test(word)) row.push(word.startsWith("-") ? -Infinity : Infinity);
      else if (PLAIN.test(word)) row.push(numberOf(word));
      else return null;
    }
    if (row.length > 0) rows.push(row);
  }
  return rows;
}

/** Block comments stand on lines of their own; the lines are kept, so that they can be named. */
function withoutBlocks(source: string): string {
  let depth = 0;
  return source
    .split(/\r\n|\n|\r/)
    .map((line) => {
      const word = line.trim();
      if (word === "%{" || word === "#{") {
        depth += 1;
        return "";
      }
      if (depth > 0 && (word === "%}" || word === "#}")) {
        depth -= 1;
        return "";
      }
      return depth > 0 ? "" : line;
    })
    .join("\n");
}
