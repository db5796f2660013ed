/** Liars that collude, under the rules of the market alone: the long form runs 5,000 jobs. */
import { expect } from "chai";
import { runRules } from "../../../scripts/market/rules.js";
import { runs } from "../../kit/runs.js";

/** A fifth of the contributors lies about a tenth of the jobs, and all tell the same lie. */
const LIARS = { nodes: 20, liars: 4, lieChance: 0.1, seed: "2026" } as const;
const JOBS = runs(300, 5_000);

describe("the market with liars", () => {
  it("leaves under 0.5 % wrong results of two nodes unseen, even where no liar loses its bond", () => {
    const figures = runRules({ ...LIARS, jobs: JOBS, class: "replicated", isSlashed: false });
    expect(figures.done).to.equal(JOBS);
    // Two of three that lie outvote the third; the asker's node sees that they differed, and checks.
    expect(figures.falseLeft / figures.done).to.be.lessThan(0.005);
    expect(figures).to.include({ honestSlashed: 0, liarsSlashed: 0 });
    expect(figures.rejected).to.be.greaterThan(0);
  });

  for (const kind of ["replicated", "economy"] as const)
    it(`has every liar slashed and nobody honest (${kind})`, () => {
      const figures = runRules({ ...LIARS, jobs: JOBS, class: kind, isSlashed: true });
      expect(figures.done).to.equal(JOBS);
      expect(figures).to.include({ honestSlashed: 0 });
      expect(figures.liarsSlashed).to.be.at.least(runs(1, LIARS.liars));
      expect(figures.falseAccepted / figures.done).to.be.lessThan(runs(0.02, 0.005));
      expect(figures.falseLeft / figures.done).to.be.lessThan(runs(0.02, 0.001));
    });

  it("says as many events of a job among 1,000 nodes as among 10, and as many bytes", () => {
    const wish = { liars: 0, lieChance: 0, jobs: 20, class: "replicated", seed: "2026" } as const;
    const few = runRules({ ...wish, nodes: 10, isSlashed: true });
    const many = runRules({ ...wish, nodes: 1_000, isSlashed: true });
    expect(many.events).to.equal(few.events);
    // The size of the pool is written with two digits more.
    expect(many.bytes - few.bytes).to.equal(20 * 2);
  });
});
