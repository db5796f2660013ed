import { expect } from "chai";
import { replayed } from "../../reliability/replays.js";
import { print } from "./share.js";

describe("reliability, long: messages that come again", () => {
  it("are taken once at every age up to the last that is read, over three restarts", async () => {
    const figures = await replayed({ everyCalcond: 1, restarts: 3 });
    print(figures);
    expect(figures.takenTwice).to.equal(0);
    expect(figures.oldestKnown).to.be.within(118, 120);
    expect(figures.oldestRefused).to.be.above(120);
  });
});
