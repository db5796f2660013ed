/** Networks as they are, in virtual time: translators of addresses, slow lines, lost packets. */
import { expect } from "chai";
import {
  behindTranslators,
  blackHole,
  overRelays,
  slowLine,
  timeLiars,
} from "../../scripts/sim/realNetworks.js";
import type { ScenarioReport } from "../../scripts/sim/scenarios.js";
import { isLong } from "../kit/runs.js";

const SEED = "1";

function invariantsOf({ violations }: ScenarioReport): readonly string[] {
  return [...new Set(violations.map(({ invariant }) => invariant))];
}

describe("networks as they are", () => {
  it("one public node and four behind translators: all is found, now and at another public node", async () => {
    const { violations, measures } = await behindTranslators(SEED, { hidden: 4, receipts: 4 });
    expect(violations).to.deep.equal([]);
    expect(measures).to.include({ wanted: 20, found: 20, refused: 1 });
    expect(measures).to.include({ laterWanted: 40, laterFound: 40 });
    expect(measures["slowestMs"]).to.be.below(1_000);
  });

  it("public nodes that are relays by choice: the others reach each other over them", async () => {
    const { violations, measures } = await overRelays(SEED, { hidden: 4 });
    expect(violations).to.deep.equal([]);
    expect(measures["linkedMs"]).to.be.below(30_000);
  });

  it("850 kB over 256 kbit/s arrive, while repair would move them to two others", async () => {
    const { violations, measures } = await slowLine(SEED, { nodes: 4 });
    expect(violations).to.deep.equal([]);
    expect(measures["bytes"]).to.be.within(845_000, 860_000);
    // 850 kB at 32 kB/s are 26.6 s.
    expect(measures["tookMs"]).to.be.within(26_500, 32_000);
  });

  it("a way that loses large packets is named within 10 s", async () => {
    const { violations, measures } = await blackHole(SEED, { nodes: 3 });
    expect(violations).to.deep.equal([]);
    expect(measures["namedMs"]).to.be.below(10_000);
  });
});

describe("liars about the time", () => {
  it("six of one network at each of four nodes, 12 s and gone: all is sealed", async () => {
    const report = await timeLiars(SEED, { nodes: 4, liars: 6, seconds: 12 });
    expect(report.violations).to.deep.equal([]);
    expect(report.measures).to.include({ reached: 24, unsealed: 0, acknowledged: 96 });
  });
});

describe("faults planted in the network are found", () => {
  it("a public node that asks nobody: receipts behind translators are not found", async () => {
    const plant = "silent-neighbour";
    const report = await behindTranslators(SEED, { hidden: 3, receipts: 3, plant });
    expect(invariantsOf(report)).to.include("I11");
  });

  it("nobody looks whether answers stop where they are large", async () => {
    const report = await blackHole(SEED, { nodes: 3, plant: "blind-to-loss" });
    expect(invariantsOf(report)).to.deep.equal(["I22"]);
  });

  if (!isLong) return;

  it("a relay that connects nobody", async () => {
    const report = await overRelays(SEED, { hidden: 3, plant: "idle-relay" });
    expect(invariantsOf(report)).to.deep.equal(["I20"]);
  });

  it("answers that have ten seconds, whatever moves, and no pieces", async () => {
    const report = await slowLine(SEED, { nodes: 2, plant: "fixed-times" });
    expect(invariantsOf(report)).to.deep.equal(["I21"]);
  });
});
