/**
 * The verbs that are solvers. The joined program has their names written out in the place of this
 * module, as their cards are long.
 */
import { cardsByName } from "../../../protocol/solvers/cards.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";

export const solverNames: readonly string[] = Object.values<SolverCard>(cardsByName).map(
  ({ id }) => id,
);
