/** The rows of a table as a table of text, and as bare numbers. */
import { csvText, type CsvCell } from "../encoding/csv.js";
import type { Table } from "./columns.js";

/** What an answer says of its rows. */
export interface AnsweredRows {
  readonly unit: string | null;
  readonly values: readonly (number | null)[];
  readonly uncertainties: readonly (number | null)[];
  readonly refused: readonly { readonly kind: string; readonly rows: readonly number[] }[];
}

const DOUBLE_BYTES = 8;

/** RFC 4180: row, inputs by column, value, uncertainty, unit, and the kind of a refusal. */
export function tableCsv(
  table: Pick<Table, "count" | "inputsAt" | "names">,
  { refused, uncertainties, unit, values }: AnsweredRows,
): string {
  const kinds = new Map(
    refused.flatMap(({ kind, rows }) => rows.map((row) => [row, kind] as const)),
  );
  const heads = ["row", ...table.names, "value", "uncertainty", "unit", "refused"];
  const lines: CsvCell[][] = [];
  for (let row = 0; row < table.count; row += 1) {
    const inputs = table.inputsAt(row);
    const value = values[row] ?? null;
    lines.push([
      row,
      ...table.names.map((name) => inputs[name]),
      value,
      value === null ? null : uncertainties[row],
      value === null ? null : unit,
      kinds.get(row),
    ]);
  }
  return csvText(heads, lines);
}

/** Values of all rows, then uncertainties of all rows, as little-endian doubles; NaN where refused. */
export function tableOctets({ uncertainties, values }: AnsweredRows): Uint8Array {
  const bytes = new Uint8Array(2 * values.length * DOUBLE_BYTES);
  const view = new DataView(bytes.buffer);
  [...values, ...uncertainties].forEach((figure, i) =>
    view.setFloat64(i * DOUBLE_BYTES, figure ?? Number.NaN, true),
  );
  return bytes;
}
