import { expect } from "chai";
import { replayed } from "./replays.js";

describe("reliability: messages that come again", () => {
  it("hold to the exact edge of their window at both doors, and are taken once, after a restart too", async () => {
    const figures = await replayed({ everyCalcond: 0, restarts: 1 });
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    expect(figures.takenTwice).to.equal(0);
    expect(figures.again).to.be.at.least(2 * 8);
    // The one of 120 calconds back has run out meanwhile.
    expect(figures.oldestRefused).to.be.above(120);
  });
});
