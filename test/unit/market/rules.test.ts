/**
 * Liars that collude, under the rules of the market alone: 5,000 jobs of 20 contributors, a fifth of
 * which lies about a tenth of the jobs, and all tell the same lie. The long form has more seeds.
 */
import { expect } from "chai";
import { isCheckedAgain, spotCheckChance } from "../../../protocol/market/check.js";
import { nodeCrypto as crypto } from "../../../node/runtime/crypto.js";
import { runRules, type RulesFigures } from "../../../scripts/market/rules.js";
import { runs } from "../../kit/runs.js";

const JOBS = 5_000;
const LIARS = { nodes: 20, liars: 4, lieChance: 0.1, jobs: JOBS } as const;
const SEEDS = Array.from({ length: runs(1, 12) }, (_, n) => `${2026 + n}`);

/** Results that were computed beyond those asked for, as a part of these. */
function extra({ checked, computed, done }: RulesFigures): number {
  return (computed + checked - done) / done;
}

describe("the market with liars", () => {
  it("ends under 0.5 % of jobs with a lie of two nodes, even where no liar loses its bond", () => {
    for (const seed of SEEDS) {
      const figures = runRules({ ...LIARS, seed, class: "replicated", isSlashed: false });
      expect(figures.done).to.equal(JOBS);
      // Where nodes differ the asker's node computes the job itself: left is what two liars agree
      // on, by chance 0.1 * (4/20) * (3/19) = 0.32 %.
      expect(figures.falseAccepted / JOBS, seed).to.be.lessThan(0.005);
      expect(figures).to.include({ honestSlashed: 0, liarsSlashed: 0 });
      expect(figures.rejected).to.be.greaterThan(0);
    }
  });

  it("has every liar slashed and nobody honest, replicated", () => {
    for (const seed of SEEDS) {
      const figures = runRules({ ...LIARS, seed, class: "replicated", isSlashed: true });
      expect(figures).to.include({ done: JOBS, honestSlashed: 0, liarsSlashed: LIARS.liars });
      expect(figures.falseAccepted / JOBS, seed).to.be.lessThan(0.001);
      expect(figures.falseLeft, seed).to.equal(0);
    }
  });

  it("finds lies of nodes alone within an hour, for a tenth more work", () => {
    let work = 0;
    for (const seed of SEEDS) {
      // All jobs in little more than an hour.
      const market = { ...LIARS, seed, class: "economy", isSlashed: true, calconds: 1 } as const;
      const figures = runRules(market);
      expect(figures).to.include({ done: JOBS, honestSlashed: 0, liarsSlashed: LIARS.liars });
      expect(figures.falseLate / JOBS, seed).to.be.lessThan(0.001);
      expect(figures.falseLeft, seed).to.equal(0);
      work += extra(figures);
    }
    expect(work / SEEDS.length).to.be.at.most(0.1);
  });

  it("asks for less than a tenth more where all are honest, until 20 new nodes are known included", () => {
    for (const seed of SEEDS)
      expect(
        extra(runRules({ ...LIARS, seed, class: "economy", liars: 0, isSlashed: true })),
        seed,
      ).to.be.at.most(0.1);
  });

  it("checks a node less the more often it agreed, and always what only liars vouch for", () => {
    // 0.1 (10 / agreements)^2, between 0.01 and 0.1.
    expect([0, 10, 20, 100].map((n) => spotCheckChance(n))).to.deep.equal([0.1, 0.1, 0.025, 0.01]);
    const done = { phase: "done", callers: [], accepted: "a", differing: [] } as const;
    const terms = { chance: () => 0, isLiar: (node: string) => node !== "c", secret: "s" };
    const isChecked = (quorum: number, agreed: readonly string[]): boolean =>
      isCheckedAgain(crypto, { id: "job" }, { ...done, quorum, agreed }, terms);
    expect([isChecked(2, ["a", "b"]), isChecked(1, ["a"])]).to.deep.equal([true, true]);
    expect([isChecked(2, ["a", "c"]), isChecked(1, ["c"])]).to.deep.equal([false, false]);
  });

  it("says as many events of a job among 1,000 nodes as among 10, and as many bytes", () => {
    const market = { liars: 0, lieChance: 0, jobs: 20, class: "replicated", seed: "2026" } as const;
    const few = runRules({ ...market, nodes: 10, isSlashed: true });
    const many = runRules({ ...market, nodes: 1_000, isSlashed: true });
    expect(many.events).to.equal(few.events);
    // The size of the pool is written with two digits more.
    expect(many.bytes - few.bytes).to.equal(20 * 2);
  });
});
