/**
 * Solvers drive reactors: fracture and infall from a state of their own, dock and zeta from what they
 * put out. The long suite runs all that there are.
 */
import { serveNode, type ServedNode } from "../../../kit/served.js";
import { stepsOfSolver } from "../../../kit/reactorSolvers.js";

describe("reactors: solvers", () => {
  let served: ServedNode;
  before(async () => {
    served = await serveNode();
  });
  after(() => served.close());

  for (const id of ["fracture", "infall", "dock", "zeta"])
    it(`${id} steps, and its trajectory replays`, () => stepsOfSolver(served, id));
});
