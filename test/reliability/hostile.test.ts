import { expect } from "chai";
import { hostileMesh, TRICKS } from "./hostile.js";

describe("reliability: members of the mesh that lie", () => {
  it(`are cut off, nothing of theirs is kept, and honest events arrive: ${Object.keys(TRICKS).join(", ")}`, async () => {
    const figures = await hostileMesh(4);
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    expect(figures.honestHeard).to.equal(figures.honestWanted);
    // The eleventh on one topic cuts off; a few more are under way by then.
    expect(figures.sentBeforeCut).to.be.within(11, 15);
    expect(figures.grownMb).to.be.lessThan(50);
  });
});
