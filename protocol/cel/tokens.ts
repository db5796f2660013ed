/** Reads the source into tokens, as the CEL language definition has them. */
import type { CelProblem, CelProblemCode } from "./ast.js";

export interface Token {
  readonly kind: "number" | "string" | "name" | "sign" | "end";
  /** A name or a sign as written. */
  readonly text: string;
  readonly value: number | string;
  readonly position: number;
}

/** A place where reading stops. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly problem: CelProblem;

  constructor(code: CelProblemCode, message: string, position: number) {
    super(message);
    this.problem = { code, message, position };
  }
}

const SIGNS_OF_TWO = ["==", "!=", "<=", ">=", "&&", "||"];
const SIGNS_OF_ONE = "+-*/!<>?:.,()[]{}";

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const HEX = /0[xX][0-9a-fA-F]+/y;
const DECIMAL = /(?:[0-9]+\.[0-9]+|\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const TEXT_PREFIX = /[rRbB]/;
const STRING_START = /([rRbB]{0,2})("""|'''|"|')/y;

export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const first = source[at]!;
    if (first === " " || first === "\t" || first === "\r" || first === "\n" || first === "\f") {
      at++;
      continue;
    }
    if (first === "/" && source[at + 1] === "/") {
      const end = source.indexOf("\n", at);
      at = end < 0 ? source.length : end;
      continue;
    }
    const token =
      first === '"' || first === "'" || TEXT_PREFIX.test(first)
        ? (stringAt(source, at) ?? nameAt(source, at))
        : (nameAt(source, at) ?? numberAt(source, at));
    if (token !== null) {
      tokens.push(token.token);
      at = token.end;
      continue;
    }
    const sign = signAt(source, at);
    tokens.push({ kind: "sign", text: sign, value: sign, position: at });
    at += sign.length;
  }
  tokens.push({ kind: "end", text: "", value: "", position: source.length });
  return tokens;
}

interface Read {
  readonly token: Token;
  readonly end: number;
}

function matchAt(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

function signAt(source: string, at: number): string {
  const two = source.slice(at, at + 2);
  if (SIGNS_OF_TWO.includes(two)) return two;
  const one = source[at]!;
  if (SIGNS_OF_ONE.includes(one)) return one;
  const hint: Readonly<Record<string, string>> = {
    "=": " Write == to compare.",
    "&": " Write && for and.",
    "|": " Write || for or.",
    "%": " There is no remainder here: numbers are doubles.",
    "^": " Write pow(x, y) for a power.",
  };
  const shown = String.fromCodePoint(source.codePointAt(at)!);
  throw new Unreadable("SYNTAX", `"${shown}" has no meaning here.${hint[one] ?? ""}`, at);
}

function nameAt(source: string, at: number): Read | null {
  const text = matchAt(NAME, source, at);
  if (text === null) return null;
  return { token: { kind: "name", text, value: text, position: at }, end: at + text.length };
}

function numberAt(source: string, at: number): Read | null {
  const hex = matchAt(HEX, source, at);
  const text = hex ?? matchAt(DECIMAL, source, at);
  if (text === null) return null;
  const end = at + text.length;
  const behind = source[end] ?? "";
  if (behind === "u" || behind === "U") {
    throw new Unreadable("NOT_IN_SUBSET", "Unsigned integers are not part of programs.", end);
  }
  if (/[A-Za-z0-9_]/.test(behind) || (behind === "." && /[0-9]/.test(source[end + 1] ?? ""))) {
    throw new Unreadable("SYNTAX", `"${text}${behind}" is no number.`, at);
  }
  const value = Number(text);
  if (!Number.isFinite(value)) {
    throw new Unreadable("SYNTAX", `${text} is past the largest double.`, at);
  }
  if ((hex !== null || /^[0-9]+$/.test(text)) && !Number.isSafeInteger(value)) {
    throw new Unreadable("SYNTAX", `${text} is no exact double; write it with a point.`, at);
  }
  return { token: { kind: "number", text, value, position: at }, end };
}

function stringAt(source: string, at: number): Read | null {
  STRING_START.lastIndex = at;
  const start = STRING_START.exec(source);
  if (start === null) return null;
  const [whole, prefix = "", quote = ""] = start;
  if (/b/i.test(prefix)) {
    throw new Unreadable("NOT_IN_SUBSET", "Bytes are not part of programs.", at);
  }
  if (prefix.length > 1) throw new Unreadable("SYNTAX", `"${prefix}" is no prefix of a text.`, at);
  const isRaw = prefix.length === 1;
  let value = "";
  let i = at + whole.length;
  while (!source.startsWith(quote, i)) {
    const char = source[i];
    if (char === undefined || (quote.length === 1 && (char === "\n" || char === "\r"))) {
      throw new Unreadable("SYNTAX", "The text is not closed.", at);
    }
    if (char !== "\\") {
      value += char;
      i++;
    } else if (isRaw) {
      // A quote behind a backslash does not close a raw text, and the backslash stays.
      value += char + (source[i + 1] ?? "");
      i += 2;
    } else {
      const [read, length] = escapeAt(source, i);
      value += read;
      i += length;
    }
  }
  if (/\p{Surrogate}/u.test(value)) {
    throw new Unreadable("SYNTAX", "The text holds half of a surrogate pair.", at);
  }
  const end = i + quote.length;
  return { token: { kind: "string", text: source.slice(at, end), value, position: at }, end };
}

const PLAIN_ESCAPES: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "`": "`",
  "?": "?",
};

const CODE_ESCAPES: readonly (readonly [RegExp, number])[] = [
  [/\\[xX]([0-9a-fA-F]{2})/y, 16],
  [/\\u([0-9a-fA-F]{4})/y, 16],
  [/\\U([0-9a-fA-F]{8})/y, 16],
  [/\\([0-3][0-7]{2})/y, 8],
];

function escapeAt(source: string, at: number): readonly [text: string, length: number] {
  const next = source[at + 1] ?? "";
  if (Object.hasOwn(PLAIN_ESCAPES, next)) return [PLAIN_ESCAPES[next]!, 2];
  for (const [pattern, base] of CODE_ESCAPES) {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match === null) continue;
    const code = Number.parseInt(match[1]!, base);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) break;
    return [String.fromCodePoint(code), match[0].length];
  }
  throw new Unreadable("SYNTAX", `"\\${next}" is no escape.`, at);
}
