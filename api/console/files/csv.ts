/** Tables as comma-separated values, and names of files. */

export type Cell = string | number | null | undefined;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  const text = String(cell);
  // A table program runs a text that begins with one of these.
  const said = typeof cell === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(said) ? `"${said.replaceAll('"', '""')}"` : said;
}

/** RFC 4180. Numbers have all their digits; heads state the unit, as in `time [s]`. */
export function csvText(heads: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [heads, ...rows].map((row) => row.map(cellText).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

/** A name of a file out of a title: `Heat conduction` becomes `heat-conduction`. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return `${plain === "" ? "calc" : plain}.${ending}`;
}
