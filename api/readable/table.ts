/** Columns that fit a width: the widest give way, cut with an ellipsis. */

const GAP = "  ";
const ELLIPSIS = "…";
/** A column is not cut below this. */
const COLUMN_MIN = 8;

/** Widths of the columns, together with the gaps at most `columns`. */
function widthsOf(rows: readonly (readonly string[])[], columns: number): number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_one, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const room = columns - GAP.length * (count - 1);
  while (widths.reduce((sum, width) => sum + width, 0) > room) {
    const widest = Math.max(...widths);
    if (widest <= COLUMN_MIN) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  return widths;
}

/** @param columns characters a line may have; without a bound nothing is cut */
export function tableLines(
  rows: readonly (readonly string[])[],
  columns = Number.MAX_SAFE_INTEGER,
): string[] {
  const widths = widthsOf(rows, columns);
  return rows.map((row) =>
    row
      .map((cell, column) => cutTo(cell, widths[column]!).padEnd(widths[column]!))
      .join(GAP)
      .trimEnd(),
  );
}

function cutTo(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}${ELLIPSIS}`;
}

/** Words in lines of at most `columns`, each with the indent in front. */
export function wrapped(text: string, columns: number, indent = ""): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (word === "") continue;
    if (line !== "" && indent.length + line.length + 1 + word.length > columns) {
      lines.push(indent + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, indent + line];
}
