/** What a solver's job costs, by its bounds and inputs; nothing of it runs. */
import { quoteJob, type Quote } from "../../../protocol/economy/price.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { cardOf } from "../../../protocol/solvers/cards.js";
import { prepareJob } from "../../../protocol/solvers/execute.js";
import { loadSolver } from "../../../protocol/solvers/load.js";

/**
 * @returns what quotes a body, or null where there is no such solver
 * @throws SolverRefusal (the quote) for a body that would be refused before it ran
 */
export async function quoteOf(id: string): Promise<((body: JsonObject) => Quote) | null> {
  if (cardOf(id) === null) return null;
  const solver = await loadSolver(id);
  return (body) => {
    const { inputs, work } = prepareJob(solver, body);
    const quote = quoteJob(work, solver.operators?.(inputs));
    return solver.unsealed?.(inputs) === true ? { ...quote, credits: 0 } : quote;
  };
}

/** As `quoteOf`, for one body; null where there is no such solver. */
export async function quoteSolver(id: string, body: JsonObject): Promise<Quote | null> {
  const quote = await quoteOf(id);
  return quote === null ? null : quote(body);
}
