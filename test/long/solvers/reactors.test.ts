/**
 * Every solver drives a reactor: some from a state of their own, the others from what they put out;
 * and each trajectory, exported, gives the same bytes when it is computed again.
 */
import { solverCards } from "../../../protocol/solvers/cards.js";
import { stepsOfSolver } from "../../kit/reactorSolvers.js";
import { serveNode, type ServedNode } from "../../kit/served.js";

describe("reactors: each solver", () => {
  let served: ServedNode;
  before(async () => {
    served = await serveNode();
  });
  after(() => served.close());

  for (const { id, reactor } of solverCards)
    it(`${id} steps ${reactor ? "on from its state" : "on its outputs"}, and replays`, () =>
      stepsOfSolver(served, id));
});
