/** The functions of programs: what each takes, what it gives, and how it is computed. */
import { isObject } from "../encoding/json.js";
import { cos, exp, hypot, log, log10, pow, sin } from "../math/index.js";
import type { CelValue } from "./ast.js";

/** How the dimension of the result follows from those of the arguments. */
export type DimensionRule =
  /** All arguments and the result have one dimension. */
  | "same"
  /** Arguments and result are pure numbers. */
  | "pure"
  | "root"
  | "power";

export interface NumberFunction {
  readonly least: number;
  readonly most: number;
  readonly rule: DimensionRule;
  readonly signature: string;
  /** NaN and infinities are refused by the caller. */
  readonly run: (args: readonly number[]) => number;
}

const ARGUMENTS_MAX = 8;

function one(rule: DimensionRule, name: string, run: (x: number) => number): NumberFunction {
  return { least: 1, most: 1, rule, signature: `${name}(x)`, run: (args) => run(args[0]!) };
}

export const NUMBER_FUNCTIONS: ReadonlyMap<string, NumberFunction> = new Map([
  ["abs", one("same", "abs", Math.abs)],
  ["floor", one("same", "floor", Math.floor)],
  ["ceil", one("same", "ceil", Math.ceil)],
  ["sqrt", one("root", "sqrt", Math.sqrt)],
  ["exp", one("pure", "exp", exp)],
  ["ln", one("pure", "ln", log)],
  ["log10", one("pure", "log10", log10)],
  ["sin", one("pure", "sin", sin)],
  ["cos", one("pure", "cos", cos)],
  [
    "pow",
    { least: 2, most: 2, rule: "power", signature: "pow(x, y)", run: (a) => pow(a[0]!, a[1]!) },
  ],
  [
    "hypot",
    { least: 2, most: 2, rule: "same", signature: "hypot(x, y)", run: (a) => hypot(a[0]!, a[1]!) },
  ],
  [
    "min",
    {
      least: 2,
      most: ARGUMENTS_MAX,
      rule: "same",
      signature: "min(x, y, ...)",
      run: (a) => a.reduce((least, x) => Math.min(least, x)),
    },
  ],
  [
    "max",
    {
      least: 2,
      most: ARGUMENTS_MAX,
      rule: "same",
      signature: "max(x, y, ...)",
      run: (a) => a.reduce((most, x) => Math.max(most, x)),
    },
  ],
  [
    "clamp",
    {
      least: 3,
      most: 3,
      rule: "same",
      signature: "clamp(x, least, most)",
      // An empty interval holds no number.
      run: ([x, least, most]) =>
        least! > most! ? Number.NaN : Math.min(Math.max(x!, least!), most!),
    },
  ],
]);

/** Methods of a text with one text as argument. */
export const TEXT_METHODS: ReadonlyMap<string, (text: string, part: string) => boolean> = new Map([
  ["startsWith", (text: string, part: string) => text.startsWith(part)],
  ["endsWith", (text: string, part: string) => text.endsWith(part)],
  ["contains", (text: string, part: string) => text.includes(part)],
]);

/** Names of everything that can be called, for messages. */
export const FUNCTION_NAMES: readonly string[] = [
  "size",
  "double",
  "has",
  "all",
  "exists",
  "exists_one",
  "map",
  "filter",
  ...TEXT_METHODS.keys(),
  ...NUMBER_FUNCTIONS.keys(),
];

export interface Members {
  readonly [name: string]: CelValue;
}

export function isList(value: CelValue): value is readonly CelValue[] {
  return Array.isArray(value);
}

/** Code points of a text, items of a list, members of an object; null for what has no size. */
export function sizeOf(value: CelValue): number | null {
  if (typeof value === "string") {
    let count = 0;
    for (let i = 0; i < value.length; i++) {
      // The second half of a pair belongs to the code point before it.
      if ((value.charCodeAt(i) & 0xfc00) !== 0xdc00) count++;
    }
    return count;
  }
  if (isList(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : null;
}

const NUMBER_TEXT = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** NaN for a text that is no number. */
export function doubleOf(value: CelValue): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMBER_TEXT.test(value) ? Number(value) : Number.NaN;
}

/** By code points, as CEL orders texts: UTF-16 units order those past U+FFFF differently. */
export function compareTexts(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  for (let i = 0; i < most; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    // Surrogates stand for code points above all others.
    if (x >= 0xd800 && x <= 0xdfff) x += 0x10000;
    if (y >= 0xd800 && y <= 0xdfff) y += 0x10000;
    return x - y;
  }
  return a.length - b.length;
}

/** Deep equality of JSON values; values of different kinds differ. */
export function equalValues(a: CelValue, b: CelValue): boolean {
  if (a === b) return true;
  if (isList(a)) {
    return isList(b) && a.length === b.length && a.every((item, i) => equalValues(item, b[i]!));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && equalValues(a[name]!, b[name]!))
  );
}
