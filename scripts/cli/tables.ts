/** Columns for people, out of answers whose shape is open. */
import { isFields, numberText } from "../../api/cli/render.js";

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** A text or number member as text; "" for anything else. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "number") return numberText(value);
  return typeof value === "string" ? value : "";
}

/** Columns padded to their widest cell; the last one is left ragged. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell + " ".repeat(widths[column]! - cell.length),
      )
      .join("  ")
      .trimEnd(),
  );
}
