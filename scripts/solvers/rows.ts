/** References of solvers, and how their lines of the page begin. */
interface ValueRow {
  readonly case: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** `value`, or a path as `outputs.NAME`, `named.table.3.x`, `fields.0.17`. */
  readonly at: string;
  readonly expected: number;
  readonly unit?: string;
  readonly relative?: number;
  readonly absolute?: number;
  readonly source: string;
  /** Takes longer than a test of the short suite may. */
  readonly long?: boolean;
}

interface RefusalRow {
  readonly case: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly refusal: { readonly code: string; readonly reason?: string };
  readonly long?: boolean;
}

export type Row = ValueRow | RefusalRow;

/** How the line of a row begins, whatever the solver answers. */
export function lineHead(row: Row): string {
  if ("refusal" in row) {
    const { code, reason } = row.refusal;
    return `| ${cell(row.case)} | ${code}${reason === undefined ? "" : ` ${reason}`} |`;
  }
  const what = row.at === "value" ? "" : ` (${row.at})`;
  return `| ${cell(row.case)}${what} | ${row.expected} ${row.unit ?? ""} |`;
}

export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
