/** What the statements of a case are made of: values, operators, and functions of words. */
import { pow } from "../../../math/index.js";
import type { Matrix } from "./values.js";

/** A text, or names in braces: kept, and refused where numbers are wanted. */
export type Value = Matrix | { readonly words: string | null };

export function isMatrix(value: Value | undefined): value is Matrix {
  return value !== undefined && "data" in value;
}

/** What `error(...)` raises: the only error that a `catch` answers. */
export class CaseError extends Error {
  override readonly name = "CaseError";
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** What prints or sets how something is printed: it changes no number of a case. */
export const PRINTS: ReadonlySet<string> = new Set([
  "clc",
  "disp",
  "display",
  "fprintf",
  "format",
  "printf",
  "warning",
]);
/** Functions of texts and names. */
export const WORDS: ReadonlySet<string> = new Set([
  "exist",
  "ischar",
  "isfield",
  "isnumeric",
  "strcmp",
  "strcmpi",
]);

export const COMPARE: Readonly<Record<string, (x: number, y: number) => number>> = {
  "<": (x, y) => (x < y ? 1 : 0),
  "<=": (x, y) => (x <= y ? 1 : 0),
  ">": (x, y) => (x > y ? 1 : 0),
  ">=": (x, y) => (x >= y ? 1 : 0),
  "==": (x, y) => (x === y ? 1 : 0),
  "~=": (x, y) => (x !== y ? 1 : 0),
  "!=": (x, y) => (x !== y ? 1 : 0),
  "&": (x, y) => (x !== 0 && y !== 0 ? 1 : 0),
  "|": (x, y) => (x !== 0 || y !== 0 ? 1 : 0),
  "+": (x, y) => x + y,
  "-": (x, y) => x - y,
  ".*": (x, y) => x * y,
  "./": (x, y) => x / y,
  ".^": pow,
};
/** Conditions: as an index they choose where they are not 0. */
export const LOGICAL: ReadonlySet<string> = new Set([
  "<",
  "<=",
  ">",
  ">=",
  "==",
  "~=",
  "!=",
  "&",
  "|",
  "&&",
  "||",
  "~",
]);
export const LOGICAL_CALLS: ReadonlySet<string> = new Set([
  "all",
  "any",
  "isfinite",
  "isinf",
  "ismember",
  "isnan",
  "logical",
  "not",
  "exist",
  "ischar",
  "isfield",
  "isnumeric",
  "strcmp",
  "strcmpi",
]);

export function sizeOf(value: Value): number {
  return isMatrix(value) ? value.data.length : 1;
}

/** Whether a case meets the value of its `switch`: equal numbers, or equal texts. */
export function isSame(a: Value, b: Value): boolean {
  if (!isMatrix(a) || !isMatrix(b))
    return !isMatrix(a) && !isMatrix(b) && a.words !== null && a.words === b.words;
  return a.data.length === 1 && b.data.length === 1 && a.data[0] === b.data[0];
}
