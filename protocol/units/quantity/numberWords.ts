/** Numbers in words: `twenty-five`, `two and a half million`, `half a dozen`, `three quarters`. */
import { addExact, exact, multiplyExact } from "../exact.js";
import type { Exact } from "../exact.js";

export const MULTIPLES: ReadonlyMap<string, bigint> = new Map([
  ["dozen", 12n],
  ["hundred", 100n],
  ["thousand", 1_000n],
  ["million", 1_000_000n],
  ["billion", 1_000_000_000n],
  ["trillion", 1_000_000_000_000n],
]);

const SMALL: ReadonlyMap<string, bigint> = new Map(
  (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
    "sixteen seventeen eighteen nineteen"
  )
    .split(" ")
    .map((word, i) => [word, BigInt(i)] as const),
);
const TENS: ReadonlyMap<string, bigint> = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, i) => [word, BigInt(10 * (i + 2))] as const),
);
const ONES: ReadonlyMap<string, bigint> = new Map([...SMALL].slice(1, 10));
const DIGITS: ReadonlyMap<string, bigint> = new Map([...SMALL].slice(0, 10));
/** Parts of one. */
export const PARTS: ReadonlyMap<string, bigint> = new Map([
  ["half", 2n],
  ["halves", 2n],
  ["third", 3n],
  ["thirds", 3n],
  ["quarter", 4n],
  ["quarters", 4n],
  ["tenth", 10n],
  ["tenths", 10n],
]);

export interface InWords {
  readonly value: Exact;
  readonly end: number;
}

const WORD = /[A-Za-z]+/y;
const JOINT = /\s+|-/y;

class Words {
  readonly text: string;
  at: number;
  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** The word at the place, lower case; empty where none begins. */
  peek(): string {
    WORD.lastIndex = this.at;
    return WORD.exec(this.text)?.[0].toLowerCase() ?? "";
  }

  take(): void {
    this.at += this.peek().length;
  }

  /** Runs over a space or a hyphen to what is read next; stays where it is not. */
  next<T>(read: () => T | null): T | null {
    const before = this.at;
    JOINT.lastIndex = this.at;
    const joint = JOINT.exec(this.text);
    if (joint === null) return null;
    this.at += joint[0].length;
    const found = read();
    if (found === null) this.at = before;
    return found;
  }

  word(words: ReadonlyMap<string, bigint>): bigint | null {
    const found = words.get(this.peek());
    if (found === undefined) return null;
    this.take();
    return found;
  }

  is(...words: readonly string[]): true | null {
    if (!words.includes(this.peek())) return null;
    this.take();
    return true;
  }
}

/** A number in words begins with one of them. */
const FIRST: ReadonlySet<string> = new Set(["half", "a", "an", ...SMALL.keys(), ...TENS.keys()]);

/** @returns null where the text at the place is no number in words */
export function wordsAt(text: string, start: number): InWords | null {
  if (start > 0 && /[A-Za-z0-9_.'-]/.test(text.charAt(start - 1))) return null;
  const words = new Words(text, start);
  if (!FIRST.has(words.peek())) return null;
  const value = halfOf(words) ?? article(words) ?? cardinal(words);
  if (value === null || /[A-Za-z0-9_']/.test(text.charAt(words.at))) return null;
  return { value, end: words.at };
}

/** `half a dozen`, `half a kilogram`, `half of`, `half`: what is halved is read as the unit. */
function halfOf(words: Words): Exact | null {
  if (words.is("half") === null) return null;
  const article = words.next(() => words.is("a", "an"));
  const times = words.next(() => words.word(MULTIPLES));
  if (times !== null) return exact(times, 2n);
  // The article belongs to the unit: `half a kilogram`, `half an hour`.
  return article === null && words.next(() => words.is("of")) !== null ? null : exact(1n, 2n);
}

/** `a hundred`, `a dozen`, `a quarter`, `an eighth`. */
function article(words: Words): Exact | null {
  const before = words.at;
  if (words.is("a", "an") === null) return null;
  const times = words.next(() => words.word(MULTIPLES));
  if (times !== null) return multiples(words, exact(times));
  const part = words.next(() => words.word(PARTS));
  if (part !== null && words.next(() => ofA(words)) !== null) return exact(1n, part);
  if (part === 2n) return exact(1n, 2n);
  words.at = before;
  return null;
}

/** `of a`, `of an`: what follows is the unit. */
function ofA(words: Words): true | null {
  if (words.is("of") === null) return null;
  return words.next(() => words.is("a", "an"));
}

function cardinal(words: Words): Exact | null {
  const first = underThousand(words);
  if (first === null) return null;
  let value = exact(first);
  const point = words.next(() => (words.is("point") === null ? null : digits(words)));
  if (point !== null) value = addExact(value, point);
  const part = point === null ? words.next(() => words.word(PARTS)) : null;
  if (part !== null) {
    // Three quarters of an hour.
    words.next(() => ofA(words));
    return exact(first, part);
  }
  const more = words.next(() => andAPart(words));
  return multiples(words, more === null ? value : addExact(value, more));
}

function andAPart(words: Words): Exact | null {
  if (words.is("and") === null) return null;
  if (words.next(() => words.is("a", "one")) === null) return null;
  const part = words.next(() => words.word(PARTS));
  return part === null ? null : exact(1n, part);
}

/** `million`, `hundred thousand`, and what is added below: `two thousand five hundred`. */
function multiples(words: Words, start: Exact): Exact {
  let value = start;
  let largest = 0n;
  for (;;) {
    const times = words.next(() => words.word(MULTIPLES));
    if (times === null) break;
    value = multiplyExact(value, exact(times));
    largest = times;
  }
  if (largest < 1_000n) return value;
  const below = words.next(() => lower(words, largest));
  return below === null ? value : addExact(value, below);
}

function lower(words: Words, largest: bigint): Exact | null {
  const number = underThousand(words);
  if (number === null) return null;
  const times = words.next(() => words.word(MULTIPLES));
  const value = number * (times ?? 1n);
  return value < largest ? exact(value) : null;
}

/** `twenty-five`, `three hundred and five`. */
function underThousand(words: Words): bigint | null {
  const first = belowHundred(words);
  if (first === null || first > 9n) return first;
  if (words.next(() => words.is("hundred")) === null) return first;
  const below =
    words.next(() => belowHundred(words)) ??
    words.next(() => (words.is("and") === null ? null : words.next(() => belowHundred(words))));
  return first * 100n + (below ?? 0n);
}

function belowHundred(words: Words): bigint | null {
  const tens = words.word(TENS);
  return tens === null ? words.word(SMALL) : tens + (words.next(() => words.word(ONES)) ?? 0n);
}

/** `five`, `two five`: decimals one by one. */
function digits(words: Words): Exact | null {
  let text = "";
  for (;;) {
    const digit = words.next(() => words.word(DIGITS));
    if (digit === null) return text === "" ? null : exact(BigInt(text), 10n ** BigInt(text.length));
    text += String(digit);
  }
}
