/** References that nobody here wrote, held against what the solvers answer, row by row. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executeJob } from "../../protocol/solvers/execute.js";
import { numericalUncertainty } from "../../protocol/solvers/gate.js";
import { loadSolver } from "../../protocol/solvers/load.js";
import { SolverMissing, SolverRefusal } from "../../protocol/solvers/refusal.js";
import type { SolverResult } from "../../protocol/solvers/solver.js";
import { digestsOf, sha256Hex } from "./digests.js";
import { cell, lineHead, type Row } from "./rows.js";
import { roughTable } from "./rough.js";
import { uncertaintyTable } from "./uncertaintyTable.js";

const FOLDER = "test/vectors/solvers";
const PAGE = "docs/validation.md";
/** With what code the page was written, by solver. */
const VALIDATED = "test/vectors/validated.json";
const NEVER = { aborted: false };

export interface Outcome {
  readonly row: Row;
  /** Null for a refusal. */
  readonly obtained: number | null;
  /** In the measure of the row: relative, or absolute where it states that. */
  readonly error: number | null;
  /** One standard uncertainty that the answer states of this number; null where it states none. */
  readonly uncertainty: number | null;
  readonly shown: string;
  readonly ok: boolean;
}

export function validatedSolvers(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}

const rowsFile = (solver: string): string => join(FOLDER, `${solver}.json`);

export function rowsOf(solver: string): readonly Row[] {
  return (JSON.parse(readFileSync(rowsFile(solver), "utf8")) as { readonly rows: readonly Row[] })
    .rows;
}

/** What a run of a solver's references leaves behind. */
interface Validated {
  /** Of its code and its references (`digests.ts`). */
  readonly code: string;
  /** Of its part of the page. */
  readonly page: string;
}

/** Facts about the last runs, and what there is now. */
export class Validation {
  readonly #kept: Readonly<Record<string, Validated>>;
  readonly #code: ReadonlyMap<string, string>;
  readonly #parts: ReadonlyMap<string, string>;

  private constructor(
    kept: Readonly<Record<string, Validated>>,
    code: ReadonlyMap<string, string>,
  ) {
    this.#kept = kept;
    this.#code = code;
    this.#parts = partsOf(readFileSync(PAGE, "utf8"));
  }

  static async read(): Promise<Validation> {
    const kept = JSON.parse(readFileSync(VALIDATED, "utf8")) as Record<string, Validated>;
    return new Validation(kept, await digestsOf(validatedSolvers(), rowsFile));
  }

  /** Whether the page has what this code answered to these references. */
  isKnown(solver: string): boolean {
    const kept = this.#kept[solver];
    return (
      kept !== undefined &&
      kept.code === this.#code.get(solver) &&
      kept.page === sha256Hex(this.partOf(solver))
    );
  }

  /** The lines of the page that are about this solver. */
  partOf(solver: string): string {
    return this.#parts.get(solver) ?? "";
  }

  /** What the page says of a row, if it has it. */
  lineOf(solver: string, row: Row): string | undefined {
    const head = `${lineHead(row)} `;
    return this.partOf(solver)
      .split("\n")
      .find((line) => line.startsWith(head));
  }

  /** Writes the page, and with which code it was written. */
  write(parts: ReadonlyMap<string, string>): void {
    const known = [...parts].map(([solver, part]): [string, Validated] => [
      solver,
      { code: this.#code.get(solver)!, page: sha256Hex(part) },
    ]);
    const head = `${HEAD}${roughTable()}\n${uncertaintyTable(parts, rowsOf)}`;
    writeFileSync(PAGE, [head, ...parts.values()].join("\n"));
    writeFileSync(VALIDATED, `${JSON.stringify(Object.fromEntries(known), null, 1)}\n`);
  }
}

/** Each begins with its heading. */
function partsOf(page: string): ReadonlyMap<string, string> {
  const parts = page.split(/\n(?=## )/).slice(1);
  return new Map(parts.map((part) => [/^## (\S+)/.exec(part)![1]!, part]));
}

/** The last problem: the next row often asks for another number of the same answer. */
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
        uncertainty: null,
        ok: false,
        shown: `${result.value} ${result.unit}`,
      };
    const found = at(result, row.at);
    if (found === null)
      return {
        row,
        obtained: null,
        error: null,
        uncertainty: null,
        ok: false,
        shown: `nothing stands at ${row.at}`,
      };
    const error =
      Math.abs(found - row.expected) / (row.absolute === undefined ? Math.abs(row.expected) : 1);
    const unitFits = row.unit === undefined || row.at !== "value" || row.unit === result.unit;
    return {
      row,
      obtained: found,
      error,
      uncertainty: uncertaintyAt(result, row.at),
      shown: `${found} ${row.at === "value" ? result.unit : ""}`.trim(),
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
    uncertainty: null,
    ok,
    shown: `${code}${typeof reason === "string" ? ` ${reason}` : ""}: ${error.message}`,
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

/** Of the value, of an output, or of a number in a table, which has its uncertainty beside it. */
function uncertaintyAt(result: SolverResult, path: string): number | null {
  if (path === "value")
    return Math.hypot(
      numericalUncertainty(result.error, result.value),
      result.physicalUncertainty ?? 0,
    );
  const parts = path.split(".");
  const last = parts.pop()!;
  if (parts[0] === "outputs") return result.outputs[last]?.uncertainty ?? null;
  if (parts[0] !== "named") return null;
  const holder = parts.join(".");
  // `position.0` has `position_uncertainty.0` beside it, or one for all, `zeros.2` `uncertainties.2`.
  const beside = /^\d+$/.test(last)
    ? [
        `${holder}_uncertainty.${last}`,
        `${holder}_uncertainty`,
        `${parts.slice(0, -1).join(".")}.uncertainties.${last}`,
      ]
    : [`${holder}.${last}_uncertainty`, ...(last === "value" ? [`${holder}.uncertainty`] : [])];
  for (const one of beside) {
    const found = at(result, one);
    if (found !== null) return found;
  }
  return null;
}

const HEAD = `# Validation of the solvers

Every row is a number that nobody here wrote, or a question without an answer, and what the solver makes of it. A test runs
the rows and compares this page with what they give; \`npm run gallery\` writes it anew.

`;

/** What the page says of a solver. */
export function partText(solver: string, lines: readonly string[]): string {
  return [
    `## ${solver}`,
    "",
    "| Case | Expected | Obtained | Error | Allowed | Uncertainty | Source |",
    "|---|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}

/** What the page says of a row. */
export function lineOf({ error, obtained, row, shown, uncertainty }: Outcome): string {
  if ("refusal" in row)
    return `${lineHead(row)} ${cell(shown.split(":")[0]!)} | | | | no value exists |`;
  const stated = uncertainty === null ? "" : uncertainty.toExponential(2);
  const measure = row.absolute === undefined ? `${row.relative}` : `${row.absolute} absolute`;
  return `${lineHead(row)} ${obtained ?? cell(shown)} | ${
    error === null ? "" : error.toExponential(1)
  } | ${measure} | ${stated} | ${cell(row.source)} |`;
}
