/** A node at rest looks at nothing: timers that wake it are what it costs. */
import { expect } from "chai";
import { Sweeper } from "../../../api/http/sweeper.js";

/** Timers of this process that are armed now, as Node counts them. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
}

/** One turn of a timer that keeps the process: the sweeper's own lets it go. */
function turns(until: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const keep = setInterval(() => {
      if (!until()) return;
      clearInterval(keep);
      resolve();
    }, 1);
  });
}

describe("api/http/sweeper", () => {
  it("looks while something is open, stops when nothing is, and wakes again", async () => {
    let open = 0;
    let looks = 0;
    const sweeper = new Sweeper(() => {
      looks += 1;
      return open > 0;
    });
    expect(looks).to.equal(0);
    for (let round = 1; round <= 2; round += 1) {
      looks = 0;
      open = 1;
      sweeper.wake();
      sweeper.wake();
      await turns(() => looks === 2);
      open = 0;
      // The look that finds nothing is the last one.
      await turns(() => looks === 3);
      let later = 0;
      const after = new Sweeper(() => (later += 1) < 2);
      after.wake();
      await turns(() => later === 2);
      expect(looks, `round ${round}`).to.equal(3);
    }
  });

  it("arms no timer before it is woken, and none after it is stopped", () => {
    const before = timers();
    const sweeper = new Sweeper(() => true);
    expect(timers()).to.equal(before);
    sweeper.wake();
    sweeper.stop();
    expect(timers()).to.equal(before);
  });
});
