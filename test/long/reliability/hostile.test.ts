import { expect } from "chai";
import { expectHarmless, hostileMesh } from "../../reliability/hostile.js";
import { print, shareOf } from "./share.js";

describe("reliability, long: members of the mesh that lie", () => {
  it("6 of 24 are cut off again and again, cost a node so many messages each, and silence nobody", async () => {
    const figures = await hostileMesh({
      nodes: 18,
      members: 6,
      seconds: shareOf(300),
      eventsPerSecond: 20,
      floodTopics: 10_000,
    });
    const { attacks, quiet, among, grownMb, flooded, refused } = figures;
    print({ attacks: attacks.length, quiet, among, grownMb, flooded, refused });
    expect(attacks.length).to.be.at.least(6);
    expect(flooded).to.equal(10_000);
    expectHarmless(figures);
    // Measured behind the quiet time, in which a heap finds its size.
    expect(grownMb).to.be.lessThan(50);
    // As much is said among them as without them.
    expect([among.said, quiet!.said]).to.deep.equal([20 * shareOf(300), 20 * shareOf(300)]);
  });
});
