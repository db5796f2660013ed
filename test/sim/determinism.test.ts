/**
 * A run is a function of its seed and of nothing else: not of the time, the process, the thread,
 * the load beside it, chance, or what else the process waits for.
 */
import { createHook } from "node:async_hooks";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { simulateAll } from "../../scripts/sim/pool.js";
import { forkedAuthors } from "../../scripts/sim/scenarios.js";
import { simulate } from "../../scripts/sim/simulation.js";
import { isLong, runs } from "../kit/runs.js";

const RUN = fileURLToPath(new URL("../../scripts/sim/run.js", import.meta.url));
/** Short, with an intruder and names in it. */
const JOB = { seed: "4", sealed: runs(20, 40) };

/** Gives every clock and source of chance of the process other answers while something runs. */
async function withAnotherWorld<T>(run: () => Promise<T>): Promise<T> {
  const { now: wall } = Date;
  const { random } = Math;
  const mono = performance.now.bind(performance);
  let calls = 0;
  Date.now = () => {
    calls += 1;
    return calls * 86_400_000;
  };
  Math.random = () => {
    calls += 1;
    return (calls % 7) / 7;
  };
  performance.now = () => {
    calls += 1;
    return -calls * 1_000;
  };
  try {
    return await run();
  } finally {
    Date.now = wall;
    Math.random = random;
    performance.now = mono;
  }
}

describe("determinism of the simulator", () => {
  let digest = "";

  before(async () => {
    ({ digest } = await simulate(JOB));
  });

  it("does not depend on clocks and chance of the process", async () => {
    expect((await withAnotherWorld(() => simulate(JOB))).digest).to.equal(digest);
  });

  it("is the same in processes beside each other, and behind another world", async () => {
    const digests: string[] = [];
    const jobs = [{ seed: "9", sealed: 20 }, JOB, ...(isLong ? [JOB] : [])];
    await Promise.all([
      simulateAll(jobs, runs(1, 3), (report) => {
        if (report.seed === JOB.seed) digests.push(report.digest);
      }),
      simulate(JOB).then((report) => {
        digests.push(report.digest);
      }),
    ]);
    expect(digests).to.deep.equal(Array.from({ length: runs(2, 3) }, () => digest));
  });

  if (isLong)
    it("is the same where a seed is replayed by the command that a failure names", async () => {
      const { seed, sealed } = JOB;
      const args = [RUN, "--seed", seed, "--sealed", String(sealed)];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      expect(stdout).to.include(`trace ${digest.slice(0, 16)}`);
    });

  it("is the same for a scenario run twice, with another one under way", async () => {
    const options = { honest: 4, liars: 1 };
    const alone = await forkedAuthors("2", options);
    const [again] = await Promise.all([forkedAuthors("2", options), forkedAuthors("3", options)]);
    expect(again).to.deep.equal(alone);
  });

  it("waits for nothing but itself: no timer, thread, file or socket of the process", async () => {
    const kinds = new Set<string>();
    // Whoever runs the tests has timers of its own.
    const isOurs = (type: string): boolean =>
      type !== "Timeout" ||
      /\/(?:api|node|protocol|scripts|storage)\//.test(new Error("asked").stack ?? "");
    const hook = createHook({
      init: (_id, type) => {
        if (isOurs(type)) kinds.add(type);
      },
    });
    hook.enable();
    const report = await simulate(JOB);
    hook.disable();
    expect(report.digest).to.equal(digest);
    // A signature, and the key under which an answer is kept, are asked for and made in one call;
    // the others are the loop's own.
    expect([...kinds].sort()).to.deep.equal([
      "DERIVEBITSREQUEST",
      "Immediate",
      "PROMISE",
      "SIGNREQUEST",
      "TickObject",
    ]);
  });
});
