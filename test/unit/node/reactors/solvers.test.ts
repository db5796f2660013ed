/**
 * Solvers drive reactors: infall from a state of its own, dock from what it puts out. The long suite
 * runs all that there are.
 */
import { serveNode, type ServedNode } from "../../../kit/served.js";
import { stepsOfSolver } from "../../../kit/reactorSolvers.js";

describe("reactors: solvers", () => {
  let served: ServedNode;
  before(async () => {
    served = await serveNode();
  });
  after(() => served.close());

  for (const id of ["infall", "dock"])
    it(`${id} steps, and its trajectory replays`, () => stepsOfSolver(served, id));
});
