import { expect } from "chai";
import { stormyMarket } from "../../../scripts/market/storm.js";
import { print, shareOf } from "../reliability/share.js";

/** Half an hour. */
const CALCONDS = shareOf(2_317);

describe("the market, long: nodes are cut off and die one by one, and come back in another order", () => {
  it(`every job of ${CALCONDS} calconds ends, and burned is what was earned`, async () => {
    const figures = await stormyMarket({ contributors: 4, calconds: CALCONDS, seed: "2026" });
    print(figures);
    const { jobs, rest } = figures;
    expect(rest.faults).to.deep.equal([]);
    expect(rest.burned).to.equal(rest.minted).and.to.be.greaterThan(0);
    const ended = Object.values(rest.ended).reduce((sum, count) => sum + count, 0);
    expect(ended).to.equal(jobs).and.to.be.greaterThan(0);
  });
});
