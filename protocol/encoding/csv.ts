/** Tables as comma-separated values (RFC 4180). */

export type CsvCell = string | number | boolean | null | undefined;

/** A spreadsheet takes a text that begins so for a formula; a number that begins so is a number. */
export const FORMULA = /^\s*[=+\-@\t\r]/;

/** Numbers have all their digits; a text that a spreadsheet would run begins with an apostrophe. */
export function csvCell(cell: CsvCell): string {
  const text = String(cell ?? "");
  const shown = typeof cell === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

export function csvText(heads: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  return [heads, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}
