/**
 * The mutated bodies of test/unit in quantity, each with seconds of work before it is told to stop.
 */
import { expect } from "chai";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import {
  complaintOf,
  mutated,
  mutator,
  outcomeOf,
  textOfBody,
} from "../../unit/solvers/mutating.js";

const SEEDS = [1, 77, 4_242] as const;
const BODIES = 300;
const BUDGET_MS = 2_000;
const STOP_MS = 2_000;

describe("solvers: mutated bodies, long", () => {
  for (const card of solverCards) {
    it(`${card.id} answers or refuses, and stops when it is told to`, async () => {
      const solver = await loadSolver(card.id);
      const faults: string[] = [];
      for (const seed of SEEDS) {
        const by = mutator(seed);
        for (let i = 0; i < BODIES; i += 1) {
          const body = mutated(card, by);
          const about = `seed ${seed}, body ${i}: ${textOfBody(body)}`;
          try {
            const complaint = complaintOf(outcomeOf(solver, body, BUDGET_MS), STOP_MS);
            if (complaint !== null) faults.push(`${complaint} (${about})`);
          } catch (error) {
            faults.push(`${String(error)} (${about})`);
          }
        }
      }
      expect(faults, faults.slice(0, 10).join("\n")).to.deep.equal([]);
    });
  }
});
