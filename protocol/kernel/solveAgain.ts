/**
 * The solver of a held receipt, run again in this thread: for programs that serve nobody meanwhile.
 */
import { quoteJob } from "../economy/price.js";
import { isObject } from "../events/event.js";
import type { Crypto, JsonValue } from "../ports.js";
import { cardOf } from "../solvers/cards.js";
import { FIELDS_MODES, type FieldsMode } from "../solvers/fieldText.js";
import { loadSolver } from "../solvers/load.js";
import { SolverMissing, SolverRefusal } from "../solvers/refusal.js";
import { solverJobOf, type SolvedAgain } from "./reexecute.js";
import { solve, solverEngine } from "./solved.js";

const NEVER = { aborted: false };

/** How an answer shows its fields; a comparison takes its samples likewise. */
export function fieldsModeOf(held: JsonValue): FieldsMode {
  const stated = isObject(held) ? held["fields_mode"] : undefined;
  return FIELDS_MODES.find((mode) => mode === stated) ?? "none";
}

/** Null for a closed form, or a solver that is not known here. */
export async function solveAgain(
  crypto: Pick<Crypto, "sha256Hex">,
  held: JsonValue,
): Promise<SolvedAgain | null> {
  const job = solverJobOf(held);
  if (job === null || cardOf(job.solver) === null) return null;
  const solver = await loadSolver(job.solver);
  const engine = solverEngine(solver);
  try {
    const { inputs, kernel, work } = solve(crypto, solver, job.inputs, fieldsModeOf(held), NEVER);
    return { engine, kernel, credits: quoteJob(work, solver.operators?.(inputs)).credits };
  } catch (error) {
    if (error instanceof SolverRefusal || error instanceof SolverMissing)
      return { engine, refusal: error.message };
    throw error;
  }
}
