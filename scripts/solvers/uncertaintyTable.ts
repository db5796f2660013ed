/**
 * By solver, how far its answers stand from the references, in uncertainties that it states itself.
 * Made of the lines of the page, so that solvers that were not run again are in it, too.
 */
import { REFERENCE_NOTES } from "./referenceDigits.js";
import { lineHead, type Row } from "./rows.js";

/** Standard uncertainties within which every reference must lie. */
export const RATIO_MAX = 3;
/** Digits that a double holds: a reference with as many bounds nothing. */
const ALL_DIGITS = 15;

export interface Compared {
  readonly row: Row;
  /** |obtained - expected| / max(uncertainty, half a unit of the reference's last digit). */
  readonly ratio: number;
  readonly uncertainty: number;
  /** Significant digits of the reference. */
  readonly digits: number;
  /** Why the reference is not held to the uncertainty; null where it is. */
  readonly differs: string | null;
}

const HEAD = `## True error over stated uncertainty

The ratio is |obtained - expected| / uncertainty, the uncertainty being one standard uncertainty as the answer states it; a
test holds it to ${RATIO_MAX}. A reference that its source prints with few digits bounds what can be known of the error: there the ratio
uses max(uncertainty, half a unit of the last printed digit). Rows count whose answer states an uncertainty of the number.

| Solver | References | Fewest digits | Worst ratio | Its case |
|---|---|---|---|---|`;

/** What the lines of a solver's part say of each row that has an uncertainty. */
export function comparedRows(
  solver: string,
  part: string,
  rows: readonly Row[],
): readonly Compared[] {
  const lines = part.split("\n");
  const compared: Compared[] = [];
  for (const row of rows) {
    if ("refusal" in row) continue;
    const head = `${lineHead(row)} `;
    const line = lines.find((one) => one.startsWith(head));
    const cells = line?.slice(head.length).split(" | ");
    const [obtained, , , stated] = cells ?? [];
    if (stated === undefined || stated.trim() === "") continue;
    const uncertainty = Number(stated);
    const { expected } = row;
    const { differs, printedTo } = REFERENCE_NOTES[solver]?.[row.case] ?? {};
    const off = Math.abs(Number(obtained) - expected);
    compared.push({
      row,
      ratio: off === 0 ? 0 : off / Math.max(uncertainty, (printedTo ?? 0) / 2),
      uncertainty,
      digits: printedTo === undefined ? ALL_DIGITS : digitsOf(expected, printedTo),
      differs: differs ?? null,
    });
  }
  return compared;
}

function digitsOf(expected: number, printedTo: number): number {
  const digits = Math.floor(Math.log10(Math.abs(expected) / printedTo) + 1e-9) + 1;
  return Math.min(ALL_DIGITS, Math.max(1, digits));
}

/** The table of all solvers, and what it leaves out. */
export function uncertaintyTable(
  parts: ReadonlyMap<string, string>,
  rowsOf: (solver: string) => readonly Row[],
): string {
  const table: string[] = [];
  const apart: string[] = [];
  for (const [solver, part] of parts) {
    const all = comparedRows(solver, part, rowsOf(solver));
    const held = all.filter(({ differs }) => differs === null);
    const worst = held.reduce<Compared | null>(
      (most, one) => (most === null || one.ratio > most.ratio ? one : most),
      null,
    );
    const fewest = Math.min(...held.map(({ digits }) => digits));
    table.push(
      `| ${solver} | ${held.length} | ${fewest === ALL_DIGITS ? "all" : fewest} | ${
        worst === null ? "" : `${worst.ratio.toPrecision(2)} | ${worst.row.case}`
      } |`,
    );
    for (const { differs, row } of all)
      if (differs !== null) apart.push(`- ${solver}, ${row.case}: ${differs}.`);
  }
  const rest =
    apart.length === 0
      ? []
      : [
          "",
          "Not in the table, since the source solves another problem than was asked:",
          "",
          ...apart,
        ];
  return [HEAD, ...table, ...rest, ""].join("\n");
}
