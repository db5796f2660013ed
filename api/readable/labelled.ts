/** Labels with text behind them: what views of several lines are made of. */
import { isObject } from "../../protocol/encoding/json.js";
import { type Fields } from "./fields.js";
import { wrapped } from "./table.js";

const LABEL_CHARS = 10;
const INDENT = "  ";
export const NOTHING = "-";

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function fieldsIn(value: unknown): readonly Fields[] {
  return isList(value) ? value.filter((one) => isObject(one)) : [];
}

export function text(value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A label, and text in as many lines as it needs. */
export function labelled(label: string, what: string, columns: number): string[] {
  const indent = " ".repeat(INDENT.length + LABEL_CHARS);
  const [first = indent, ...rest] = wrapped(what, columns, indent);
  return [INDENT + label.padEnd(LABEL_CHARS) + first.trimStart(), ...rest];
}

/** Rows of two columns under one label. */
export function pairs(
  label: string,
  rows: readonly (readonly string[])[],
  columns: number,
): string[] {
  if (rows.length === 0) return [];
  const room = columns - INDENT.length - LABEL_CHARS;
  const width = Math.min(Math.max(...rows.map(([left = ""]) => left.length)), Math.floor(room / 2));
  return rows.flatMap(([left = "", right = ""], i) => {
    const indent = " ".repeat(INDENT.length + LABEL_CHARS);
    const begin = INDENT + (i === 0 ? label : "").padEnd(LABEL_CHARS);
    if (left.length > width)
      return [begin + left, ...wrapped(right, columns, `${indent}${INDENT}`)];
    const under = indent + " ".repeat(width + INDENT.length);
    const [first = under, ...rest] = wrapped(right, columns, under);
    return [begin + left.padEnd(width) + INDENT + first.trimStart(), ...rest];
  });
}

/** Members copied whole, however long they are. */
export function uncut(label: string, what: string): string {
  return INDENT + label.padEnd(LABEL_CHARS) + what;
}
