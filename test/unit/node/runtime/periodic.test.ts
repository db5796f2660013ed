/** A job that runs again and again, on a clock of its own. */
import { expect } from "chai";
import { Periodic } from "../../../../node/runtime/periodic.js";
import { CALCOND_MS } from "../../../../node/runtime/scheduler.js";
import { VirtualTime } from "../../../kit/virtualTime.js";

describe("a periodic job", () => {
  it("runs a period after the start, and then every period until it is stopped", async () => {
    const time = new VirtualTime();
    let runs = 0;
    const periodic = new Periodic(
      () => {
        runs += 1;
      },
      13,
      time,
    );
    periodic.start();
    await time.pass(13 * CALCOND_MS - 1);
    expect(runs).to.equal(0);
    await time.pass(1);
    expect(runs).to.equal(1);
    await time.pass(2 * 13 * CALCOND_MS);
    expect(runs).to.equal(3);
    await periodic.stop();
    await time.pass(100 * CALCOND_MS);
    expect(runs).to.equal(3);
    periodic.start();
    await time.pass(100 * CALCOND_MS);
    expect(runs).to.equal(3);
  });

  it("waits for a run to end before it counts the next period, and at the stop", async () => {
    const time = new VirtualTime();
    const ends: (() => void)[] = [];
    const periodic = new Periodic(() => new Promise((resolve) => ends.push(resolve)), 1, time);
    periodic.start();
    await time.pass(10 * CALCOND_MS);
    expect(ends.length).to.equal(1);
    ends[0]!();
    await time.pass(CALCOND_MS);
    expect(ends.length).to.equal(2);
    let isStopped = false;
    const stopped = periodic.stop().then(() => {
      isStopped = true;
    });
    await Promise.resolve();
    expect(isStopped).to.equal(false);
    ends[1]!();
    await stopped;
    await time.pass(10 * CALCOND_MS);
    expect(ends.length).to.equal(2);
  });
});
