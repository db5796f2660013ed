/**
 * The solver of a held receipt, run again in this thread: for programs that serve nobody meanwhile.
 */
import { quoteJob } from "../economy/price.js";
import { isObject } from "../encoding/json.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { cardOf } from "../solvers/cards.js";
import { prepareJob } from "../solvers/execute.js";
import { FIELDS_MODES, type FieldsMode } from "../solvers/fieldText.js";
import { loadSolver } from "../solvers/load.js";
import { SolverMissing, SolverRefusal } from "../solvers/refusal.js";
import { solverJobOf, type SolvedAgain } from "./reexecute.js";
import type { Progress, Solver } from "../solvers/solver.js";
import {
  refusedRow,
  solverRowOf,
  SolverRun,
  solverTableOf,
  type SolverRow,
  type SolverTable,
  type SolverTableValue,
} from "./table/solverRows.js";
import type { RowsRefused } from "./table/rowList.js";
import type { KernelValue } from "../chains/result.js";
import { solve, solverEngine } from "./solved.js";

const NEVER = { aborted: false };

/** How an answer shows its fields; a comparison takes its samples likewise. */
export function fieldsModeOf(held: JsonValue): FieldsMode {
  const stated = isObject(held) ? held["fields_mode"] : undefined;
  return FIELDS_MODES.find((mode) => mode === stated) ?? "none";
}

/**
 * The work of a run again, before it is made; null for a closed form, a table that is none, or a
 * solver that is not known here.
 */
export async function workAgain(held: JsonValue): Promise<bigint | null> {
  const job = solverJobOf(held);
  if (job === null || cardOf(job.solver) === null) return null;
  const solver = await loadSolver(job.solver);
  if (!job.isTable) return prepareJob(solver, job.inputs).work;
  const read = solverTableOf(job.inputs);
  if ("refusal" in read) return null;
  let work = 0n;
  for (let row = 0; row < read.table.count; row += 1)
    work += rowWork(solver, read.table.bodyAt(row));
  return work;
}

/** Of one run, before it is made; none where its inputs are refused, or its solver is not known here. */
export async function workOfRun(id: string, body: JsonObject): Promise<bigint> {
  return cardOf(id) === null ? 0n : rowWork(await loadSolver(id), body);
}

/** A row that is refused has none. */
function rowWork(solver: Solver, body: JsonObject): bigint {
  try {
    return prepareJob(solver, body).work;
  } catch (error) {
    if (error instanceof SolverRefusal || error instanceof SolverMissing) return 0n;
    throw error;
  }
}

/** Null for a closed form, or a solver that is not known here. */
export async function solveAgain(
  crypto: Pick<Crypto, "sha256" | "sha256Hex">,
  held: JsonValue,
  progress?: Progress,
): Promise<SolvedAgain | null> {
  const job = solverJobOf(held);
  if (job === null || cardOf(job.solver) === null) return null;
  const solver = await loadSolver(job.solver);
  const engine = solverEngine(solver);
  if (job.isTable) return tableAgain(crypto, solver, job.inputs, progress);
  try {
    const mode = fieldsModeOf(held);
    const { inputs, kernel, work } = solve(crypto, solver, job.inputs, mode, NEVER, progress);
    return { engine, kernel, credits: quoteJob(work, solver.operators?.(inputs)).credits };
  } catch (error) {
    if (error instanceof SolverRefusal || error instanceof SolverMissing)
      return { engine, refusal: error.message };
    throw error;
  }
}

/** A table of jobs: each row is run again. */
function tableAgain(
  crypto: Pick<Crypto, "sha256" | "sha256Hex">,
  solver: Solver,
  inputs: JsonObject,
  progress?: Progress,
): SolvedAgain {
  const engine = solverEngine(solver);
  const read = solverTableOf(inputs);
  if ("refusal" in read) return { engine, refusal: `its inputs are no table: ${read.refusal}` };
  const solved = solveRows(crypto, solver, read.table, progress);
  if (solved.status === "none") return { engine, refusal: "none of its rows has a value" };
  return { engine, kernel: solved.kernel, credits: solved.quote.credits };
}

/** All rows of a table of jobs, one after the other in this thread. */
export function solveRows(
  crypto: Pick<Crypto, "sha256" | "sha256Hex">,
  solver: Solver,
  table: SolverTable,
  progress?: Progress,
): SolverTableValue | { readonly status: "none"; readonly refused: readonly RowsRefused[] } {
  const run = new SolverRun(crypto, table.count);
  let first: KernelValue | null = null;
  for (let row = 0; row < table.count; row += 1) {
    const { kernel, row: solved } = rowAgain(crypto, solver, table.bodyAt(row));
    run.add(solved);
    if (run.first === row) first = kernel;
    progress?.(row + 1, table.count);
  }
  return first === null ? { status: "none", refused: run.refused } : run.result(first);
}

function rowAgain(
  crypto: Pick<Crypto, "sha256Hex">,
  solver: Solver,
  body: JsonObject,
): { readonly row: SolverRow; readonly kernel: KernelValue | null } {
  try {
    const { inputs, kernel, unsealed, work } = solve(crypto, solver, body, "none", NEVER);
    const quote = quoteJob(work, solver.operators?.(inputs));
    return { kernel, row: solverRowOf(kernel, quote, unsealed) };
  } catch (error) {
    if (error instanceof SolverMissing)
      return { kernel: null, row: { refused: "missing-input", message: error.message } };
    if (!(error instanceof SolverRefusal)) throw error;
    return { kernel: null, row: refusedRow(error) };
  }
}
