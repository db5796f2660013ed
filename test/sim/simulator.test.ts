/**
 * Whole nodes in virtual time: invariants under faults, replay, and planted bugs that must be
 * found.
 */
import { availableParallelism } from "node:os";
import { expect } from "chai";
import { simulateAll } from "../../scripts/sim/pool.js";
import type { Plant } from "../../scripts/sim/plants.js";
import { simulate } from "../../scripts/sim/simulation.js";
import { isLong, runs } from "../kit/runs.js";
import type { SimulationReport } from "../../scripts/sim/simulation.js";

/** In the long form enough for every kind of fault to come up several times, in the short one once. */
const SEEDS = isLong ? Array.from({ length: 20 }, (_, i) => String(i + 1)) : ["3", "7", "8"];
const PLANTED_SEEDS_MAX = 12;
const SEALED_MAX = 200;
const SEALED_PLANTED = runs(60, SEALED_MAX);

function failures(reports: readonly SimulationReport[]): readonly string[] {
  return reports.flatMap(({ seed, violations }) =>
    violations.map(
      ({ invariant, detail, event }) =>
        `${invariant} ${detail}; replay: node dist/scripts/sim/run.js --seed ${seed} (event ${event})`,
    ),
  );
}

describe("simulator", () => {
  let reports: readonly SimulationReport[] = [];

  before(async () => {
    const found: SimulationReport[] = [];
    const jobs = SEEDS.map((seed) => ({ seed }));
    // A process compiles before it is fast: few seeds are soonest done in one.
    await simulateAll(jobs, runs(1, availableParallelism()), (report) => {
      found.push(report);
    });
    reports = found;
  });

  it(`holds every invariant in ${SEEDS.length} seeds`, () => {
    expect(reports).to.have.length(SEEDS.length);
    expect(failures(reports)).to.deep.equal([]);
  });

  it("finds forks frozen, and shared receipts with their holders, in the end", () => {
    for (const { seed, settledMs } of reports) {
      expect(settledMs, `seed ${seed}`).to.be.a("number").that.is.below(300_000);
    }
  });

  it("finds all heads equal soon after the faults end", () => {
    for (const { seed, healedMs } of reports) {
      expect(healedMs, `seed ${seed}`).to.be.a("number").that.is.below(30_000);
    }
  });

  it("runs at least 5 nodes, 200 events and 3 kinds of fault a seed", () => {
    for (const { seed, nodes, spineEvents, faults } of reports) {
      expect(nodes, `seed ${seed}`).to.be.at.least(5);
      expect(spineEvents, `seed ${seed}`).to.be.at.least(200);
      expect(Object.keys(faults), `seed ${seed}`).to.have.length.of.at.least(3);
    }
  });

  it("has accounts opened, credits spent, envelopes moved, channels ticked, reactors stepped, contracts fired", () => {
    const ordered = ["open", "machine", "buy", "compute", "move", "channel", "tick"];
    for (const what of [...ordered, "reactor", "step", "observe", "contract", "fire", "resume"]) {
      const done = reports.map(({ operations }) => operations[`order ${what} ok`] ?? 0);
      expect(
        done.reduce((sum, some) => sum + some),
        what,
      ).to.be.at.least(1);
    }
    const refused = reports.map(({ operations }) => operations["order compute refused"] ?? 0);
    expect(refused.reduce((sum, some) => sum + some)).to.be.at.least(1);
  });

  it("reaches every kind of fault, and every refusal an intruder provokes", () => {
    const kinds = new Set(reports.flatMap(({ faults }) => Object.keys(faults)));
    expect([...kinds].sort()).to.deep.equal([
      "badWeather",
      "clockStep",
      "crash",
      "failingDisk",
      "halfOpen",
      "lostPackets",
      "oneWayCut",
      "partition",
      "pause",
      "restart",
      "slowDisk",
      "slowLine",
      "swizzle",
      "translator",
    ]);
    const codes = new Set(reports.flatMap(({ verdicts }) => Object.keys(verdicts)));
    expect([...codes]).to.include.members([
      "ACCEPTED",
      "DUPLICATE",
      "BAD_SIGNATURE",
      "FUTURE_CALCOND",
      "NOT_CANONICAL",
      "WRONG_TOPIC",
    ]);
  });

  it("gives other bytes for another seed", () => {
    expect(new Set(reports.map(({ digest }) => digest)).size).to.equal(SEEDS.length);
  });

  // The short form replays a smaller world: the test of determinism beside this one.
  if (!isLong) return;

  it("a disk that keeps no ticks: rows are left without theirs", async () => {
    const { violations } = await firstFinding("forgotten-ticks");
    expect(violations.map(({ invariant }) => invariant)).to.include("I16");
    expect(violations.map(({ detail }) => detail).join("\n")).to.match(
      /0 ticks, \d+ rows of ticks/,
    );
  });

  it("a disk that keeps no places of steps: rows are left without theirs", async () => {
    const { violations } = await firstFinding("forgotten-steps", { wanted: "I17" });
    expect(violations.map(({ detail }) => detail).join("\n")).to.match(
      /step 1 is not that of its row 1/,
    );
  });

  it("a disk that keeps no places of contracts: rows are left without theirs", async () => {
    const { violations } = await firstFinding("forgotten-places", { wanted: "I18" });
    expect(violations.map(({ detail }) => detail).join("\n")).to.match(
      /it is nowhere, and its rows lead to/,
    );
  });

  it("replays a seed to identical bytes", async () => {
    const [first] = reports;
    const again = await simulate({ seed: first!.seed });
    expect(again).to.deep.equal(first);
  });
});

/**
 * Seeds are tried in order until one finds the fault: that one is enough, and none is a failure.
 * @param wanted the invariant that it breaks, of which others may follow
 */
async function firstFinding(
  plant: Plant,
  { wanted, sealed = SEALED_PLANTED }: { readonly wanted?: string; readonly sealed?: number } = {},
): Promise<SimulationReport> {
  for (let seed = 1; seed <= PLANTED_SEEDS_MAX; seed += 1) {
    const report = await simulate({ seed: String(seed), plant, sealed });
    if (report.violations.some(({ invariant }) => invariant === (wanted ?? invariant)))
      return report;
  }
  throw new Error(`${plant} was found in none of ${PLANTED_SEEDS_MAX} seeds`);
}

describe("planted faults are found", () => {
  it("a node that believes every signature: a forged event is held", async () => {
    const { seed, violations } = await firstFinding("credulous", { wanted: "I6" });
    expect(violations.map(({ invariant }) => invariant)).to.include("I6");
    expect(violations.find(({ invariant }) => invariant === "I6")?.detail).to.match(/^n0 /);
    const again = await simulate({ seed, plant: "credulous", sealed: SEALED_PLANTED });
    expect(again.violations).to.deep.equal(violations);
  });

  it("a holder that says it keeps receipts and keeps none: they are missing there", async () => {
    const { violations } = await firstFinding("forgetful-holder");
    expect(new Set(violations.map(({ invariant }) => invariant))).to.deep.equal(new Set(["I11"]));
    expect(violations[0]!.detail).to.match(/^n0 should hold the shared receipt/);
  });

  it("a node that forgets keys: what is asked for twice is sealed, and paid for, twice", async () => {
    const { violations } = await firstFinding("double-application", {
      wanted: "I14",
      sealed: SEALED_MAX,
    });
    // A contract that is fired twice for one key is the same fault, where the world has one.
    const found = new Set(violations.map(({ invariant }) => invariant));
    expect([...found].filter((one) => one !== "I18")).to.have.members(["I10", "I14"]);
    expect(violations.map(({ detail }) => detail).join("\n"))
      .to.match(/has \d+ credits and should have \d+/)
      .and.match(/has \d+ envelopes and should have \d+/)
      .and.match(/has given operation \d+ two receipts/)
      .and.match(/has sealed operation \d+ 2 times/);
  });

  it("a disk that keeps no balances: an account has less than its orders come to", async () => {
    const { violations } = await firstFinding("forgotten-balances");
    expect(new Set(violations.map(({ invariant }) => invariant))).to.deep.equal(new Set(["I14"]));
    expect(violations.map(({ detail }) => detail).join("\n"))
      .to.match(/balance \w+: there is none, and the journal names the account/)
      .and.match(/has 0 credits and should have \d+/);
  });

  if (!isLong) return;

  it("a disk that acknowledges before it is durable: what was said is lost", async () => {
    const { violations } = await firstFinding("early-acknowledgement");
    expect(violations.map(({ invariant }) => invariant)).to.include.oneOf(["I1", "I4", "I5"]);
  });

  it("repair that never runs: receipts are not with their holders", async () => {
    const { violations } = await firstFinding("no-repair");
    expect(violations.map(({ invariant }) => invariant)).to.include("I11");
  });

  it("a checker of signatures that never answers: spines stay behind", async () => {
    const { violations } = await firstFinding("stuck-checker");
    expect(violations.map(({ invariant }) => invariant)).to.include.oneOf(["I5", "I12"]);
  });
});
