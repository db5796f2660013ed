/** What a table of a solver's jobs costs, before any of them runs. */
import { quoteSum, type Quote } from "../../protocol/economy/price.js";
import { SolverMissing, SolverRefusal } from "../../protocol/solvers/refusal.js";
import type { SolverCard } from "../../protocol/solvers/solver.js";
import type { SolverTable } from "../../protocol/kernel/table/solverRows.js";
import type { Asker, Evaluator } from "./evaluator.js";

/** So many are quoted before other requests have a turn of the event loop. */
const IN_A_TURN = 64;

/**
 * What all rows cost together; a row that would be refused before it ran costs nothing.
 * @returns null where none would cost anything
 */
export async function quoteSweep(
  evaluator: Pick<Evaluator, "quote">,
  card: SolverCard,
  table: SolverTable,
  by: Asker,
): Promise<Quote | null> {
  const units: string[] = [];
  for (let row = 0; row < table.count; row += 1) {
    if (row % IN_A_TURN === IN_A_TURN - 1) await new Promise(setImmediate);
    try {
      const quote = await evaluator.quote(card.id, table.bodyAt(row), by);
      if (quote !== null && quote.credits > 0) units.push(quote.units);
    } catch (error) {
      if (!(error instanceof SolverRefusal) && !(error instanceof SolverMissing)) throw error;
    }
  }
  return units.length === 0 ? null : quoteSum(units);
}
