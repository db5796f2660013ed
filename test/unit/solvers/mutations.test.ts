/** Bodies nobody meant, a few for every solver; many more of them in test/long. */
import { expect } from "chai";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { complaintOf, mutated, mutator, outcomeOf, textOfBody } from "./mutating.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261;
const BODIES = runs(12, 24);
/** Of work, before a job is told to stop. */
const BUDGET_MS = 100;
const STOP_MS = 1_000;

describe("solvers: mutated bodies", () => {
  for (const card of solverCards) {
    it(`${card.id} answers or refuses, and stops when it is told to`, async () => {
      const solver = await loadSolver(card.id);
      const by = mutator(SEED);
      const verdicts = new Set<string>();
      for (let i = 0; i < BODIES; i += 1) {
        const body = mutated(card, by);
        const about = `seed ${SEED}, body ${i}: ${textOfBody(body)}`;
        try {
          const outcome = outcomeOf(solver, body, BUDGET_MS);
          expect(complaintOf(outcome, STOP_MS), about).to.equal(null);
          verdicts.add(outcome.verdict);
        } catch (error) {
          throw new Error(about, { cause: error });
        }
      }
      // Mutations that only ever end in one way would test one thing.
      expect(verdicts.size).to.be.at.least(2);
    });
  }
});
