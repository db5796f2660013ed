import { expect } from "chai";
import { ClockGuard } from "../../../../../node/mesh/intake/clockGuard.js";
import type { MeasuredClock, Standing } from "../../../../../node/mesh/intake/clockVotes.js";
import { ClockLine } from "../../../../../node/runtime/clockLine.js";
import { quiet } from "../../../../kit/logger.js";
import { VirtualTime } from "../../../../kit/virtualTime.js";

const HOUR_MS = 3_600_000;

/** A node's clock beside a monotonic one, and what its peers say. */
class Bench {
  readonly time = new VirtualTime();
  aheadMs = 0;
  said: MeasuredClock[] = [];
  asked = 0;
  readonly told: (readonly [boolean, number])[] = [];
  readonly warnings: string[] = [];
  readonly guard: ClockGuard;
  readonly line: ClockLine;

  /** @param hasMono whether steps can be seen */
  constructor(hasMono: boolean) {
    const clock = {
      nowNs: () => this.time.nowNs() + BigInt(Math.round(this.aheadMs * 1e6)),
      ...(hasMono ? { monoNs: () => this.time.nowNs() } : {}),
    };
    this.line = new ClockLine(clock);
    this.guard = new ClockGuard(
      {
        clocks: {
          measured: () => this.said,
          forgetClocks: () => {
            this.said = [];
          },
          measureAll: () => {
            this.asked += 1;
          },
        },
        clock,
        line: this.line,
        scheduler: this.time,
        log: { ...quiet, warn: (message) => void this.warnings.push(message) },
      },
      (skewed, offsetMs) => void this.told.push([skewed, offsetMs]),
    );
  }

  /** Peers say so much of this clock, each from a network of its own unless one is named. */
  says(
    offsets: readonly number[],
    { standing = "stranger", network = null, error = 0 }: SayOptions = {},
  ): void {
    for (const offset of offsets) {
      const peer = `peer ${this.said.length}`;
      const [low, high] = [offset - error, offset + error];
      this.said.push({ peer, standing, network: network ?? peer, low, high });
    }
    this.guard.review();
  }
}

interface SayOptions {
  readonly standing?: Standing;
  readonly network?: string | null;
  readonly error?: number;
}

describe("whose word about the time counts", () => {
  it("three networks find a new node's clock wrong, two do not, and right again by the same", () => {
    const bench = new Bench(false);
    bench.says([9_999, 9_999]);
    expect(bench.guard.isSkewed).to.equal(false);
    expect(bench.warnings).to.deep.equal(["this clock is off that of a peer"]);
    bench.says([9_999]);
    expect(bench.guard.isSkewed).to.equal(true);
    for (const [offset, isSkewed] of [
      [1_554, false],
      [-1_555, true],
      [0, false],
    ] as const) {
      bench.said = [];
      bench.says([offset, offset, offset]);
      expect(bench.guard.isSkewed, `${offset}`).to.equal(isSkewed);
    }
    expect(bench.told.map(([skewed]) => skewed)).to.deep.equal([true, false, true, false]);
  });

  it("is judged by what is sure of it: answers that were long under way change nothing", () => {
    const bench = new Bench(false);
    // [offset, either way, skewed]: from not known over wrong and right to wrong again.
    for (const [offset, error, isSkewed] of [
      [3_000, 1_500, false],
      [3_000, 1_400, true],
      [-1_500, 1_500, true],
      [0, 1_600, true],
      [0, 1_500, false],
      [-3_000, 1_500, false],
      [-3_000, 1_400, true],
    ] as const) {
      bench.said = [];
      bench.says([offset, offset, offset], { error });
      expect(bench.guard.isSkewed, `${offset} +- ${error}`).to.equal(isSkewed);
    }
  });

  it("one network has one vote, however many keys it brings", () => {
    const bench = new Bench(true);
    bench.says([0, 0, 0]);
    bench.said = [];
    bench.says([0, 0, 0]);
    bench.says(
      Array.from({ length: 60 }, () => 60_000),
      { network: "liars" },
    );
    expect(bench.guard.isSkewed).to.equal(false);
    expect(bench.guard.offsetMs).to.equal(0);
  });

  it("a new node refuses by the word of one peer that the operator named, whoever else says what", () => {
    const bench = new Bench(true);
    bench.says([0, 0, 0, 0]);
    const fresh = new Bench(true);
    fresh.says([-HOUR_MS], { standing: "configured" });
    fresh.says([0, 0, 0, 0]);
    expect([bench.guard.isSkewed, fresh.guard.isSkewed]).to.deep.equal([false, true]);
  });

  it("three that are known for long outvote any number of strangers", () => {
    const bench = new Bench(false);
    bench.says([10, 0, -10], { standing: "known" });
    bench.says(Array.from({ length: 9 }, () => 60_000));
    expect(bench.guard.isSkewed).to.equal(false);
  });

  it("a finding of strangers goes with them; that of a named peer stays", () => {
    for (const standing of ["stranger", "configured"] as const) {
      const bench = new Bench(true);
      bench.says([60_000, 60_000, 60_000], { standing });
      expect(bench.guard.isSkewed).to.equal(true);
      bench.said = [];
      bench.guard.peerLeft();
      expect(bench.guard.isSkewed, standing).to.equal(standing === "configured");
    }
  });
});

describe("a clock that agreed", () => {
  it("is not wrong without a step of its own, whoever says so, for as long as quartz can tell", async () => {
    const bench = new Bench(true);
    bench.says([0, 0, 0]);
    await bench.time.pass(4 * HOUR_MS);
    bench.said = [];
    bench.says([60_000, 60_000, 60_000, 60_000]);
    expect(bench.guard.isSkewed).to.equal(false);
    expect(bench.warnings).to.have.length(1);
    // 100 parts in a million of 20,000 s are 2 s: so much it can have drifted.
    await bench.time.pass(2 * HOUR_MS);
    bench.said = [];
    bench.says([2_000, 2_000, 2_000]);
    expect(bench.guard.isSkewed).to.equal(true);
  });
});

describe("a clock that is set while the node runs", () => {
  async function stepped(ms: number): Promise<Bench> {
    const bench = new Bench(true);
    bench.guard.start();
    bench.says([0, 0, 0]);
    bench.aheadMs = ms;
    await bench.time.pass(1_000);
    return bench;
  }

  for (const ms of [5_000, -5_000, HOUR_MS]) {
    it(`by ${ms} ms: off at once, and on at once when it is set back`, async () => {
      const bench = await stepped(ms);
      expect(bench.line.hasStepped()).to.equal(true);
      expect(bench.told).to.deep.equal([[true, -ms]]);
      expect(bench.said).to.deep.equal([]);
      bench.says([-ms, -ms, -ms]);
      expect(bench.guard.isSkewed).to.equal(true);
      bench.aheadMs = 0;
      expect(bench.line.hasStepped()).to.equal(false);
      await bench.time.pass(1_000);
      expect(bench.told.map(([skewed]) => skewed)).to.deep.equal([true, false]);
      expect(bench.asked).to.be.at.least(2);
      bench.guard.stop();
    });
  }

  it("by two calconds or less: nothing happens", async () => {
    const bench = await stepped(1_500);
    expect([bench.line.hasStepped(), bench.told.length]).to.deep.equal([false, 0]);
    bench.guard.stop();
  });

  it("to the right time: on when a peer agrees", async () => {
    const bench = await stepped(HOUR_MS);
    bench.says([0]);
    expect(bench.guard.isSkewed).to.equal(false);
    expect(bench.line.partedNs).to.equal(0n);
    bench.guard.stop();
  });

  it("with nobody to ask: taken as it is after a minute of standing still", async () => {
    const bench = await stepped(HOUR_MS);
    await bench.time.pass(30_000);
    bench.aheadMs = 2 * HOUR_MS;
    await bench.time.pass(59_000);
    expect(bench.guard.isSkewed).to.equal(true);
    await bench.time.pass(4_000);
    expect(bench.told.map(([skewed]) => skewed)).to.deep.equal([true, false]);
    expect(bench.line.hasStepped()).to.equal(false);
    bench.guard.stop();
  });

  it("that was behind what was sealed before: put right by being set", async () => {
    const bench = await stepped(HOUR_MS);
    expect(bench.line.hasStepped(bench.time.nowNs() + BigInt(HOUR_MS) * 500_000n)).to.equal(false);
    expect(bench.line.hasStepped(bench.time.nowNs())).to.equal(true);
    bench.guard.stop();
  });

  it("the time that it would show is still known", async () => {
    const bench = await stepped(HOUR_MS);
    expect(bench.line.expectedNs).to.equal(bench.time.nowNs());
    bench.guard.stop();
  });
});
