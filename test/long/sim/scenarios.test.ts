/** The scripted faults of `test/sim` in their full length. */
import { expect } from "chai";
import {
  badLines,
  forkedAuthors,
  keepsTime,
  nameRaces,
  partitions,
  restoredBackups,
  wrongClocks,
} from "../../../scripts/sim/scenarios.js";
import { steadyProcess } from "../../../scripts/sim/steady.js";

const CUT_MS = 300_000;

describe("scenarios at length", () => {
  it("24 nodes for an hour of virtual time, within 60 s of processor time", async () => {
    // Processor time, as a busy machine is no failure of the simulator; of a process that holds
    // nothing else.
    const {
      violations,
      measures,
      processorSeconds: seconds,
    } = await steadyProcess("long", { nodes: 24, seconds: 3_600 });
    process.stdout.write(`24 nodes, 3,600 operations: ${seconds.toFixed(0)} s of processor time\n`);
    expect(violations).to.deep.equal([]);
    expect(measures).to.include({ acknowledged: 3_600 });
    expect(measures["timersMax"]).to.be.below(128);
    expect(seconds).to.be.below(60);
  });

  it("20 partitions of 5 minutes: heads are equal within 30 s", async () => {
    const { violations, measures } = await partitions("long", {
      nodes: 9,
      rounds: 20,
      cutMs: CUT_MS,
      operations: 250,
    });
    expect(violations).to.deep.equal([]);
    expect(measures["healedMsMax"]).to.be.below(30_000);
  });

  it("bad lines under 1,000 operations: each effect exactly once", async () => {
    const { violations, measures } = await badLines("long", { nodes: 8, operations: 1_000 });
    expect(violations).to.deep.equal([]);
    expect([measures["fewest"], measures["most"]]).to.deep.equal([1_000, 1_000]);
  });

  it("3 of 24 authors with two histories, in 10 worlds: proven in 10 s", async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const { violations, measures } = await forkedAuthors(`long ${seed}`, {
        honest: 21,
        liars: 3,
      });
      expect(violations, `seed long ${seed}`).to.deep.equal([]);
      expect(measures["afterMeetingMs"], `seed long ${seed}`).to.be.below(10_000);
    }
  });

  it("names raced for in 40 worlds: the first seen holds them", async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const { violations, measures } = await nameRaces(`long ${seed}`);
      expect(violations, `seed long ${seed}`).to.deep.equal([]);
      expect(measures["held"], `seed long ${seed}`).to.equal(measures["wanted"]);
    }
  });

  it("200 restored copies: no fork", async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const { violations, measures } = await restoredBackups(`long ${seed}`, {
        nodes: 6,
        rounds: 20,
        operations: 15,
      });
      expect(violations, `seed long ${seed}`).to.deep.equal([]);
      expect(measures, `seed long ${seed}`).to.include({ lost: 0 });
    }
  });

  it("clocks from -5 s to +5 s and one at +1 h: nothing from the future is taken", async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const report = await wrongClocks(`long ${seed}`, {
        nodes: 7,
        skewsMs: [-5_000, -3_000, -2_000, 2_000, 3_000, 5_000, 3_600_000],
        operations: 200,
      });
      expect(report.violations, `seed long ${seed}`).to.deep.equal([]);
      expect(keepsTime(report), `seed long ${seed}`).to.equal(true);
    }
  });
});
