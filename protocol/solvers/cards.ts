/** The list of solvers: routes, tools, verbs, client functions, prices and the router are loops over it. */
import type { SolverCard } from "./solver.js";

export const solverCards: readonly SolverCard[] = [];

const byId = new Map(solverCards.map((card) => [card.id, card]));

export function cardOf(id: string): SolverCard | null {
  return byId.get(id) ?? null;
}
