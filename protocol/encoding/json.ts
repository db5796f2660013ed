/**
 * Strict JSON reader (RFC 8259, and I-JSON where it matters): what two readers could understand
 * differently is refused.
 */
import { JSON_DEPTH_MAX } from "../limits.js";
import type { JsonObject, JsonValue } from "../ports.js";
import { NUMBER_CHARS_MAX, readDecimal } from "./decimal.js";
import { utf8Decode } from "./utf8.js";
import { countWork } from "../workCount.js";

/** Work of reading a value, a key or an escape; and of any character. */
const PART_WORK = 3;
const CHAR_WORK = 0.1;
/** Beyond it a string is looked through by a pattern. */
const LONG_STRING_CHARS = 256;
/** What ends a run of plain units in a string. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const NOT_PLAIN = /["\\\u0000-\u001f\ud800-\udfff]/g;

interface JsonOptions {
  /** Arrays and objects inside one another; `JSON_DEPTH_MAX` when absent. */
  readonly depthMax?: number;
}

type JsonResult =
  | { readonly ok: true; readonly value: JsonValue }
  /** `offset` counts UTF-16 code units of the text; bytes where the UTF-8 itself is malformed. */
  | { readonly ok: false; readonly message: string; readonly offset: number };

/**
 * Reads one JSON text. Refused: malformed UTF-8, a byte order mark, duplicate keys, the key
 * `__proto__`, lone surrogates, nesting past the limit, numbers past the largest double, literals
 * over 800 characters. -0 becomes 0. Never throws but where the work allowed ends (`within`).
 */
export function parseJson(input: Uint8Array | string, options: JsonOptions = {}): JsonResult {
  let text: string;
  if (typeof input === "string") text = input;
  else {
    const decoded = utf8Decode(input);
    if (!decoded.ok) return { ok: false, message: "malformed UTF-8", offset: decoded.offset };
    text = decoded.text;
  }
  const reader = new Reader(text, options.depthMax ?? JSON_DEPTH_MAX);
  try {
    return { ok: true, value: reader.readText() };
  } catch (error) {
    if (error instanceof JsonError)
      return { ok: false, message: error.message, offset: error.offset };
    throw error;
  }
}

class JsonError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class Reader {
  readonly #text: string;
  readonly #depthMax: number;
  #at = 0;
  #depth = 0;

  constructor(text: string, depthMax: number) {
    this.#text = text;
    this.#depthMax = depthMax;
  }

  readText(): JsonValue {
    countWork(CHAR_WORK * this.#text.length);
    this.#skipSpace();
    const value = this.#readValue();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#failed("text after the end of the value");
    return value;
  }

  #readValue(): JsonValue {
    countWork(PART_WORK);
    const unit = this.#text.charCodeAt(this.#at);
    switch (unit) {
      case QUOTE:
        return this.#readString();
      case 0x7b:
        return this.#readObject();
      case 0x5b:
        return this.#readArray();
      case 0x74:
        return this.#readWord("true", true);
      case 0x66:
        return this.#readWord("false", false);
      case 0x6e:
        return this.#readWord("null", null);
      default:
        if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) return this.#readNumber();
        throw this.#failed(
          this.#at < this.#text.length ? "unexpected character" : "unexpected end of the text",
        );
    }
  }

  #readObject(): JsonValue {
    const text = this.#text;
    const members: Record<string, JsonValue> = {};
    this.#enter();
    if (text.charCodeAt(this.#at) === 0x7d) return this.#leave(members);
    for (;;) {
      const keyAt = this.#at;
      if (text.charCodeAt(keyAt) !== QUOTE) throw this.#failed("expected a key in double quotes");
      countWork(PART_WORK);
      const key = this.#readString();
      if (key === "__proto__") throw new JsonError("the key __proto__ is not accepted", keyAt);
      // Inherited names such as "constructor" are found here too, and only then is the slower
      // question asked.
      if (members[key] !== undefined && Object.hasOwn(members, key)) throw duplicate(key, keyAt);
      this.#skipSpace();
      if (text.charCodeAt(this.#at) !== 0x3a) throw this.#failed("expected a colon after the key");
      this.#at += 1;
      this.#skipSpace();
      members[key] = this.#readValue();
      this.#skipSpace();
      const unit = text.charCodeAt(this.#at);
      if (unit === 0x7d) return this.#leave(members);
      if (unit !== COMMA) throw this.#failed("expected a comma or } in an object");
      this.#at += 1;
      this.#skipSpace();
    }
  }

  #readArray(): JsonValue {
    const items: JsonValue[] = [];
    this.#enter();
    if (this.#text.charCodeAt(this.#at) === 0x5d) return this.#leave(items);
    for (;;) {
      items.push(this.#readValue());
      this.#skipSpace();
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === 0x5d) return this.#leave(items);
      if (unit !== COMMA) throw this.#failed("expected a comma or ] in an array");
      this.#at += 1;
      this.#skipSpace();
    }
  }

  #enter(): void {
    if (this.#depth >= this.#depthMax) throw this.#failed(`nesting deeper than ${this.#depthMax}`);
    this.#depth += 1;
    this.#at += 1;
    this.#skipSpace();
  }

  #leave<T>(value: T): T {
    this.#depth -= 1;
    this.#at += 1;
    return value;
  }

  #readString(): string {
    const text = this.#text;
    const start = this.#at + 1;
    const near = Math.min(text.length, start + LONG_STRING_CHARS);
    for (let i = start; i < near; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit === QUOTE) {
        this.#at = i + 1;
        return text.slice(start, i);
      }
      if (unit === BACKSLASH || unit < 0x20 || (unit >= 0xd800 && unit <= 0xdfff))
        return this.#readHardString(start, i);
    }
    return this.#readLongString(start, near);
  }

  /** A pattern looks through the rest of a file in base64 ten times as fast as a loop. */
  #readLongString(start: number, from: number): string {
    const text = this.#text;
    NOT_PLAIN.lastIndex = from;
    if (!NOT_PLAIN.test(text)) throw new JsonError("a string is not closed", this.#at);
    const end = NOT_PLAIN.lastIndex - 1;
    if (text.charCodeAt(end) !== QUOTE) return this.#readHardString(start, end);
    this.#at = end + 1;
    return text.slice(start, end);
  }

  /** From the first escape, surrogate or control character on. */
  #readHardString(start: number, from: number): string {
    const text = this.#text;
    let value = text.slice(start, from);
    let runStart = from;
    let i = from;
    while (i < text.length) {
      const unit = text.charCodeAt(i);
      if (unit === QUOTE) {
        this.#at = i + 1;
        return value + text.slice(runStart, i);
      }
      if (unit < 0x20) throw new JsonError("a control character must be escaped", i);
      if (unit === BACKSLASH) {
        countWork(PART_WORK);
        value += text.slice(runStart, i);
        const size = this.#escapeLength(i);
        value += this.#unescaped(i, size);
        i += size;
        runStart = i;
      } else if (unit >= 0xd800 && unit <= 0xdfff) {
        const next = text.charCodeAt(i + 1);
        if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff))
          throw new JsonError("a lone surrogate", i);
        i += 2;
      } else i += 1;
    }
    throw new JsonError("a string is not closed", start - 1);
  }

  /** 2 for a short escape, 6 for \uXXXX, 12 for a pair of them. */
  #escapeLength(i: number): number {
    if (this.#text.charCodeAt(i + 1) !== 0x75) return 2;
    const unit = this.#escapedUnit(i);
    if (unit < 0xd800 || unit > 0xdfff) return 6;
    if (
      unit > 0xdbff ||
      this.#text.charCodeAt(i + 6) !== BACKSLASH ||
      this.#text.charCodeAt(i + 7) !== 0x75
    ) {
      throw new JsonError("a lone surrogate", i);
    }
    const low = this.#escapedUnit(i + 6);
    if (low < 0xdc00 || low > 0xdfff) throw new JsonError("a lone surrogate", i);
    return 12;
  }

  #unescaped(i: number, size: number): string {
    if (size === 6) return String.fromCharCode(this.#escapedUnit(i));
    if (size === 12) return String.fromCharCode(this.#escapedUnit(i), this.#escapedUnit(i + 6));
    const letter = this.#text.charAt(i + 1);
    const plain = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (plain === undefined) throw new JsonError("unknown escape", i);
    return plain;
  }

  #escapedUnit(i: number): number {
    let value = 0;
    for (let k = i + 2; k < i + 6; k += 1) {
      const unit = this.#text.charCodeAt(k);
      const low = unit | 0x20;
      const digit =
        unit >= 0x30 && unit <= 0x39 ? unit - 0x30 : low >= 0x61 && low <= 0x66 ? low - 0x57 : -1;
      if (digit < 0) throw new JsonError("\\u needs four hex digits", i);
      value = value * 16 + digit;
    }
    return value;
  }

  #readNumber(): number {
    const text = this.#text;
    const start = this.#at;
    let i = start;
    if (text.charCodeAt(i) === 0x2d) i += 1;
    const firstDigit = i;
    while (isDigit(text.charCodeAt(i))) i += 1;
    if (i === firstDigit) throw new JsonError("a number needs a digit", i);
    if (text.charCodeAt(firstDigit) === 0x30 && i > firstDigit + 1)
      throw new JsonError("a leading zero", firstDigit);
    const wholeEnd = i;
    if (text.charCodeAt(i) === 0x2e) i = this.#skipDigits(i + 1);
    if ((text.charCodeAt(i) | 0x20) === 0x65) {
      i += 1;
      const sign = text.charCodeAt(i);
      i = this.#skipDigits(sign === 0x2b || sign === 0x2d ? i + 1 : i);
    }
    this.#at = i;
    if (i - start > NUMBER_CHARS_MAX)
      throw new JsonError(`a number longer than ${NUMBER_CHARS_MAX} characters`, start);
    const value =
      i === wholeEnd && i - start <= 15
        ? this.#smallInteger(firstDigit, i)
        : readDecimal(text.slice(start, i));
    if (value - value !== 0) throw new JsonError("a number past the largest double", start);
    if (value === 0 && hasSignificantDigit(text, start, i))
      throw new JsonError("a number below the smallest double, which would be read as 0", start);
    if (firstDigit > start && i === wholeEnd && i - start <= 15) return value === 0 ? 0 : -value;
    return value + 0;
  }

  #smallInteger(from: number, to: number): number {
    let value = 0;
    for (let i = from; i < to; i += 1) value = value * 10 + (this.#text.charCodeAt(i) - 0x30);
    return value;
  }

  #skipDigits(from: number): number {
    let i = from;
    while (isDigit(this.#text.charCodeAt(i))) i += 1;
    if (i === from) throw new JsonError("a number needs a digit", i);
    return i;
  }

  #readWord<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#failed("unexpected character");
    this.#at += word.length;
    return value;
  }

  #skipSpace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }

  #failed(message: string): JsonError {
    return new JsonError(message, this.#at);
  }
}

/** Whether a literal that was read as 0 says something else. */
function hasSignificantDigit(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) {
    const unit = text.charCodeAt(i);
    if ((unit | 0x20) === 0x65) return false;
    if (unit > 0x30 && unit <= 0x39) return true;
  }
  return false;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function duplicate(key: string, offset: number): JsonError {
  return new JsonError(`duplicate key ${JSON.stringify(key.slice(0, 64))}`, offset);
}

/** Neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: JsonValue | undefined): value is JsonObject;
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A whole number from 0 that a double holds exactly. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** The object that a text is; null for any other text. */
export function parseObject(text: string): JsonObject | null {
  const read = parseJson(text);
  return read.ok && isObject(read.value) ? read.value : null;
}
