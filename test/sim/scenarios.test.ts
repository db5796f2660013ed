/**
 * Scripted faults in virtual time, each held to its figure; the seeds are other worlds, not
 * retries.
 */
import { expect } from "chai";
import {
  badLines,
  doubledClaim,
  forkedAuthors,
  inventedAuthors,
  keepsTime,
  nameRaces,
  partitions,
  restoredBackups,
  steadyMesh,
  wrongClocks,
} from "../../scripts/sim/scenarios.js";
import type { ScenarioReport } from "../../scripts/sim/scenarios.js";
import { sample } from "../kit/runs.js";

const SEEDS = sample(["1", "2"], 2);

function expectSound({ seed, violations }: ScenarioReport): void {
  expect(violations, `seed ${seed}`).to.deep.equal([]);
}

for (const seed of SEEDS) {
  describe(`scenarios, seed ${seed}`, () => {
    it("partitions in halves, thirds and one way: heads are equal within 30 s", async () => {
      const report = await partitions(seed, { nodes: 6, rounds: 3, cutMs: 30_000, operations: 30 });
      expectSound(report);
      expect(report.measures["healedMsMax"]).to.be.below(30_000);
    });

    it("10 % loss, 30 % duplicates, up to 2 s of delay: each effect exactly once", async () => {
      const report = await badLines(seed, { nodes: 5, operations: 80 });
      expectSound(report);
      const { acknowledged, fewest, most, lost, duplicated } = report.measures;
      expect(acknowledged).to.equal(80);
      expect([fewest, most]).to.deep.equal([80, 80]);
      expect(lost).to.be.above(50);
      expect(duplicated).to.be.above(100);
    });

    it("authors with two histories, one in each half: proven and frozen in 10 s, told so, sealing no more", async () => {
      const report = await forkedAuthors(seed, { honest: 6, liars: 3 });
      expectSound(report);
      expect(report.measures["afterMeetingMs"]).to.be.below(10_000);
      expect(report.measures["sealedForked"]).to.equal(0);
    });

    it("clocks within half a second: nothing is refused for its time", async () => {
      const report = await wrongClocks(seed, { nodes: 5, skewsMs: [], operations: 60 });
      expectSound(report);
      expect(report.measures["refused"]).to.equal(0);
      expect(keepsTime(report)).to.equal(true);
    });

    it("clocks seconds and an hour off: nothing from the future is taken", async () => {
      const report = await wrongClocks(seed, {
        nodes: 5,
        skewsMs: [5_000, -5_000, 3_600_000],
        operations: 60,
      });
      expectSound(report);
      expect(keepsTime(report)).to.equal(true);
    });

    it("names claimed on both sides of a partition and dated back: the first seen holds them", async () => {
      const report = await nameRaces(seed);
      expectSound(report);
      const { wanted, held, rivals } = report.measures;
      expect(rivals).to.be.at.least(4);
      expect(held).to.equal(wanted);
    });

    it("a name claimed beyond a fork of its node counts on no node", async () => {
      const report = await doubledClaim(seed);
      expectSound(report);
      expect(report.measures).to.include({ apart: 2, atRest: 0 });
    });

    it("members that invent spines and hold requests: the heads of the others are equal in 10 s", async () => {
      const report = await inventedAuthors(seed, {
        nodes: 3,
        liars: 1,
        invented: 200,
        operations: 6,
      });
      expectSound(report);
      const { acknowledged, held, settledMs } = report.measures;
      expect(acknowledged).to.equal(6);
      expect(held).to.be.above(0);
      expect(settledMs).to.be.below(10_000);
    });

    it("a mesh left to its work: all is heard by all within 250 ms, and nothing piles up", async () => {
      const report = await steadyMesh(seed, { nodes: 6, seconds: 60 });
      expectSound(report);
      const { acknowledged, askingMax, heard, refused, spreadMsP99, timersMax } = report.measures;
      expect(acknowledged).to.equal(60);
      // Each is durable at the five others, and no message was refused (R1).
      expect([heard, refused]).to.deep.equal([5 * 60, 0]);
      expect(spreadMsP99).to.be.below(250);
      expect(timersMax).to.be.below(64);
      expect(askingMax).to.be.below(32);
    });

    it("older copies of a disk put back: nodes go on from what their peers hold", async () => {
      const report = await restoredBackups(seed, { nodes: 5, rounds: 3, operations: 12 });
      expectSound(report);
      expect(report.measures).to.include({ rounds: 3, lost: 0 });
    });

    it("the same without asking peers is found to fork", async () => {
      // A node that signed nothing after its copy cannot fork: one of three has.
      const planted = await restoredBackups(seed, {
        nodes: 5,
        rounds: 3,
        operations: 12,
        guarded: false,
      });
      expect(planted.violations.map(({ invariant }) => invariant)).to.include("I4");
    });
  });
}
