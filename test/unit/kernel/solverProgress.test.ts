/** What a solver says while it runs: how far it is, and the error that the levels so far leave. */
import { expect } from "chai";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { executeJob } from "../../../protocol/solvers/execute.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { isLong } from "../../kit/runs.js";

interface Report {
  readonly done: number;
  readonly of: number;
  readonly error: number | undefined;
}

/** Solvers whose first example climbs three levels or more. */
const CLIMBING = ["acoustic", "buckling", "heat", "predator-prey", "quantum-levels", "wave"];

async function reportsOf(id: string) {
  const solver = await loadSolver(id);
  const reports: Report[] = [];
  const { result } = executeJob(
    solver,
    solver.card.examples[0]!.body,
    { aborted: false },
    (done, of, _level, error) => reports.push({ done, of, error }),
  );
  return { reports, result };
}

describe("progress of solvers", () => {
  for (const { id } of solverCards.filter((card) => isLong || CLIMBING.includes(card.id)))
    it(`of ${id} never falls, and its errors are those of its levels`, async () => {
      const { reports, result } = await reportsOf(id);
      const shares = reports.map(({ done, of }) => done / of);
      shares.forEach((share, i) => expect(share).to.be.at.least(shares[i - 1] ?? 0));
      const errors = reports.flatMap(({ error }) => (error === undefined ? [] : [error]));
      errors.forEach((error) => expect(error).to.be.at.least(0));
      const { levels, method, scale } = result.error;
      if (!CLIMBING.includes(id)) return;
      expect(method).to.equal("levels");
      // What the change between the first two levels is, over the larger of value and scale.
      const [first, second] = levels.map(({ value }) => value);
      const size = Math.max(Math.abs(second!), scale);
      expect(errors[0]).to.equal(Math.abs(second! - first!) / size);
    });
});
