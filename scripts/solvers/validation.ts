/** References that nobody here wrote, held against what the solvers answer, row by row. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { executeJob } from "../../protocol/solvers/execute.js";
import { loadSolver } from "../../protocol/solvers/load.js";
import { SolverMissing, SolverRefusal } from "../../protocol/solvers/refusal.js";
import type { SolverResult } from "../../protocol/solvers/solver.js";

const FOLDER = "test/vectors/solvers";
const NEVER = { aborted: false };

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

export interface Outcome {
  readonly row: Row;
  /** Null for a refusal. */
  readonly obtained: number | null;
  /** In the measure of the row: relative, or absolute where it states that. */
  readonly error: number | null;
  readonly told: string;
  readonly ok: boolean;
}

export function validatedSolvers(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}

export function rowsOf(solver: string): readonly Row[] {
  return (
    JSON.parse(readFileSync(join(FOLDER, `${solver}.json`), "utf8")) as {
      readonly rows: readonly Row[];
    }
  ).rows;
}

/** What was solved last: the next row often asks for another number of the same answer. */
let last: { readonly job: string; readonly result: SolverResult } | null = null;

async function solved(id: string, body: Row["body"]): Promise<SolverResult> {
  const job = JSON.stringify([id, body]);
  if (last?.job !== job)
    last = { job, result: executeJob(await loadSolver(id), body, NEVER).result };
  return last.result;
}

export async function runRow(id: string, row: Row): Promise<Outcome> {
  try {
    const result = await solved(id, row.body);
    if ("refusal" in row)
      return {
        row,
        obtained: result.value,
        error: null,
        ok: false,
        told: `${result.value} ${result.unit}`,
      };
    const found = at(result, row.at);
    if (found === null)
      return { row, obtained: null, error: null, ok: false, told: `nothing stands at ${row.at}` };
    const error =
      Math.abs(found - row.expected) / (row.absolute === undefined ? Math.abs(row.expected) : 1);
    const unitFits = row.unit === undefined || row.at !== "value" || row.unit === result.unit;
    return {
      row,
      obtained: found,
      error,
      told: `${found} ${row.at === "value" ? result.unit : ""}`.trim(),
      ok: error <= (row.absolute ?? row.relative ?? 0) && unitFits,
    };
  } catch (error) {
    return refusalOutcome(row, error);
  }
}

function refusalOutcome(row: Row, error: unknown): Outcome {
  if (!(error instanceof SolverRefusal || error instanceof SolverMissing)) throw error;
  const code = error instanceof SolverRefusal ? error.code : "MISSING_INPUT";
  const reason = error instanceof SolverRefusal ? error.members["reason"] : undefined;
  const ok =
    "refusal" in row &&
    code === row.refusal.code &&
    (row.refusal.reason === undefined || row.refusal.reason === reason);
  return {
    row,
    obtained: null,
    error: null,
    ok,
    told: `${code}${typeof reason === "string" ? ` ${reason}` : ""}: ${error.message}`,
  };
}

/** A number inside a result; `fields.0.17` is a sample, an output is its value. */
function at(result: unknown, path: string): number | null {
  let value: unknown = result;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null) return null;
    value = (value as Readonly<Record<string, unknown>>)[part];
    if (
      typeof value === "object" &&
      value !== null &&
      "data" in value &&
      path.startsWith("fields.")
    )
      value = value.data;
  }
  if (typeof value === "object" && value !== null && "value" in value) value = value.value;
  return typeof value === "number" ? value : null;
}

/** The table of docs/validation.md. */
export function tableText(outcomes: ReadonlyMap<string, readonly Outcome[]>): string {
  const parts = [
    "# Validation of the solvers",
    "",
    "Every row is a number that nobody here wrote, or a question without an answer, and what the solver makes of it. A test runs",
    "all rows and compares this page with what they give; `npm run generate` writes it anew.",
    "",
  ];
  for (const [solver, rows] of outcomes) {
    parts.push(
      `## ${solver}`,
      "",
      "| Case | Expected | Obtained | Error | Allowed | Source |",
      "|---|---|---|---|---|---|",
    );
    for (const { error, obtained, row, told } of rows)
      parts.push(lineOf(row, obtained, error, told));
    parts.push("");
  }
  return parts.join("\n");
}

function lineOf(row: Row, obtained: number | null, error: number | null, told: string): string {
  if ("refusal" in row) {
    const { code, reason } = row.refusal;
    return `| ${cell(row.case)} | ${code}${reason === undefined ? "" : ` ${reason}`} | ${cell(told.split(":")[0]!)} | | | no value exists |`;
  }
  const measure = row.absolute === undefined ? `${row.relative}` : `${row.absolute} absolute`;
  const what = row.at === "value" ? "" : ` (${row.at})`;
  return `| ${cell(row.case)}${what} | ${row.expected} ${row.unit ?? ""} | ${obtained ?? cell(told)} | ${
    error === null ? "" : error.toExponential(1)
  } | ${measure} | ${cell(row.source)} |`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
