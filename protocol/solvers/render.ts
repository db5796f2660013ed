/** A field as a document: a table, a picture, or its bare numbers. */
import { utf8Encode } from "../encoding/utf8.js";
import { badInput } from "./refusal.js";
import type { Axis, Field } from "./solver.js";
import { floatBytes } from "./state.js";

/** Media types an answer with a field can be asked for beside JSON. */
export const CSV_TYPE = "text/csv";
export const OCTETS_TYPE = "application/octet-stream";
export const FIELD_MEDIA: readonly string[] = [CSV_TYPE, OCTETS_TYPE];

/**
 * @param at which field
 * @throws SolverRefusal INVALID_BODY where the answer has no such field
 */
export function renderField(fields: readonly Field[], at: number, media: string): Uint8Array {
  const field = fields[at];
  if (field === undefined) {
    throw badInput("/field", fields.length === 0 ? "this answer is one number and has no field to show"
      : `this answer has ${fields.length} fields, numbered from 0`);
  }
  return media === CSV_TYPE ? utf8Encode(csvOf(field)) : floatBytes(field.data);
}

/** Where point `i` of an axis stands. */
export function coordinate({ n, start = 0, step, values }: Axis, i: number): number {
  return values?.[i] ?? start + i * (step ?? (n > 1 ? 1 / (n - 1) : 0));
}

/** One row a point: its coordinates, then the value; the first row names them with their units. */
export function csvOf({ axes, data, name, shape, unit }: Field): string {
  const head = [...axes.map((axis) => label(axis.name, axis.unit)), label(name, unit)];
  const rows = [head.map(quoted).join(",")];
  const places = axes.map((axis) => Array.from({ length: axis.n }, (_, i) => String(coordinate(axis, i))));
  const index = shape.map(() => 0);
  for (let i = 0; i < data.length; i += 1) {
    rows.push([...index.map((k, a) => places[a]![k]!), String(data[i]!)].join(","));
    for (let a = index.length - 1; a >= 0; a -= 1) {
      index[a] = index[a]! + 1;
      if (index[a]! < shape[a]!) break;
      index[a] = 0;
    }
  }
  return `${rows.join("\r\n")}\r\n`;
}

export function label(name: string, unit: string): string {
  return unit === "" ? name : `${name} [${unit}]`;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text;
}
