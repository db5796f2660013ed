/**
 * Reads JSON only in its canonical form (RFC 8785): one pass instead of reading, writing again and
 * comparing. It takes exactly the texts that the strict reader takes and `canonicalize` gives back.
 */
import { JSON_DEPTH_MAX } from "../limits.js";
import type { JsonValue } from "../ports.js";
import { NUMBER_CHARS_MAX, readDecimal } from "./decimal.js";
import { countWork } from "../workCount.js";
import { canonicalNumber, canonicalString } from "./jcs.js";

interface CanonicalOptions {
  /** Arrays and objects inside one another; `JSON_DEPTH_MAX` when absent. */
  readonly depthMax?: number;
}

type CanonicalResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string; readonly offset: number };

/** Work of reading a value or a key; and of any character. */
const PART_WORK = 3;
const CHAR_WORK = 0.1;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const NOT_CANONICAL = "not in canonical form";

/** Never throws but where the work allowed ends (`within`). */
export function parseCanonical(text: string, options: CanonicalOptions = {}): CanonicalResult {
  const reader = new CanonicalReader(text, options.depthMax ?? JSON_DEPTH_MAX);
  try {
    return { ok: true, value: reader.readText() };
  } catch (error) {
    if (error instanceof CanonicalFault)
      return { ok: false, message: error.message, offset: error.offset };
    throw error;
  }
}

class CanonicalFault extends Error {
  readonly offset: number;
  constructor(offset: number, message = NOT_CANONICAL) {
    super(message);
    this.offset = offset;
  }
}

class CanonicalReader {
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
    const value = this.#readValue();
    if (this.#at < this.#text.length) throw new CanonicalFault(this.#at);
    return value;
  }

  #readValue(): JsonValue {
    countWork(PART_WORK);
    switch (this.#text.charCodeAt(this.#at)) {
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
        return this.#readNumber();
    }
  }

  #readObject(): JsonValue {
    const text = this.#text;
    const members: Record<string, JsonValue> = {};
    this.#enter();
    if (text.charCodeAt(this.#at) === 0x7d) return this.#leave(members);
    let before: string | null = null;
    for (;;) {
      const keyAt = this.#at;
      if (text.charCodeAt(keyAt) !== QUOTE) throw new CanonicalFault(keyAt);
      countWork(PART_WORK);
      const key = this.#readString();
      // Sorted by code units, so that no key comes twice either.
      if ((before !== null && before >= key) || key === "__proto__")
        throw new CanonicalFault(keyAt);
      before = key;
      if (text.charCodeAt(this.#at) !== 0x3a) throw new CanonicalFault(this.#at);
      this.#at += 1;
      members[key] = this.#readValue();
      const unit = text.charCodeAt(this.#at);
      if (unit === 0x7d) return this.#leave(members);
      if (unit !== COMMA) throw new CanonicalFault(this.#at);
      this.#at += 1;
    }
  }

  #readArray(): JsonValue {
    const items: JsonValue[] = [];
    this.#enter();
    if (this.#text.charCodeAt(this.#at) === 0x5d) return this.#leave(items);
    for (;;) {
      items.push(this.#readValue());
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === 0x5d) return this.#leave(items);
      if (unit !== COMMA) throw new CanonicalFault(this.#at);
      this.#at += 1;
    }
  }

  #enter(): void {
    if (this.#depth >= this.#depthMax)
      throw new CanonicalFault(this.#at, `nesting deeper than ${this.#depthMax}`);
    this.#depth += 1;
    this.#at += 1;
  }

  #leave<T>(value: T): T {
    this.#depth -= 1;
    this.#at += 1;
    return value;
  }

  #readString(): string {
    const text = this.#text;
    const start = this.#at + 1;
    for (let i = start; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit === QUOTE) {
        this.#at = i + 1;
        return text.slice(start, i);
      }
      if (unit === BACKSLASH || unit < 0x20 || (unit >= 0xd800 && unit <= 0xdfff))
        return this.#readHardString(i);
    }
    throw new CanonicalFault(this.#at);
  }

  /** One with an escape or a surrogate. @param from the first of them */
  #readHardString(from: number): string {
    const text = this.#text;
    let value = "";
    let plain = this.#at + 1;
    for (let i = from; i < text.length;) {
      const unit = text.charCodeAt(i);
      if (unit === QUOTE) {
        this.#at = i + 1;
        return value + text.slice(plain, i);
      }
      if (unit === BACKSLASH) {
        const escape = canonicalEscape(text, i);
        if (escape === null) break;
        value += text.slice(plain, i) + escape.read;
        i += escape.length;
        plain = i;
      } else if (unit < 0x20) break;
      else if (unit < 0xd800 || unit > 0xdfff) i += 1;
      else if (unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) i += 2;
      else break;
    }
    throw new CanonicalFault(this.#at);
  }

  #readNumber(): number {
    const text = this.#text;
    const start = this.#at;
    let i = start;
    while (isNumberUnit(text.charCodeAt(i))) i += 1;
    const literal = text.slice(start, i);
    if (literal === "" || literal.length > NUMBER_CHARS_MAX) throw new CanonicalFault(start);
    const value = readDecimal(literal);
    // A text that is no number reads as NaN, and "-0" is written as "0".
    if (value - value !== 0 || canonicalNumber(value) !== literal) throw new CanonicalFault(start);
    this.#at = i;
    return value;
  }

  #readWord<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw new CanonicalFault(this.#at);
    this.#at += word.length;
    return value;
  }
}

interface Escape {
  readonly read: string;
  readonly length: number;
}

/**
 * What RFC 8785 escapes, by its one form: `\\b` and its like where there is a short one, else
 * `\\u00` and lower case.
 */
const ESCAPES: ReadonlyMap<string, Escape> = new Map(
  Array.from([...Array.from({ length: 0x20 }, (_, unit) => unit), QUOTE, BACKSLASH], (unit) => {
    const read = String.fromCharCode(unit);
    const form = canonicalString(read).slice(1, -1);
    return [form, { read, length: form.length }];
  }),
);
const SHORT_CHARS = 2;
const LONG_CHARS = 6;

/** The escape that begins at a backslash, or null when it is not the one form. */
function canonicalEscape(text: string, at: number): Escape | null {
  return (
    ESCAPES.get(text.slice(at, at + SHORT_CHARS)) ??
    ESCAPES.get(text.slice(at, at + LONG_CHARS)) ??
    null
  );
}

/** Digits, `+ - . E e`. */
function isNumberUnit(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x2d ||
    unit === 0x2b ||
    unit === 0x2e ||
    (unit | 0x20) === 0x65
  );
}
