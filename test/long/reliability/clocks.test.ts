import { expect } from "chai";
import { skewedMesh } from "../../reliability/clocks.js";
import { liedToMesh, newNodeAhead } from "../../reliability/timeLiars.js";
import { print, shareOf } from "./share.js";

const OFFSETS_MS = [-5_000, -3_000, -2_000, 2_000, 3_000, 5_000] as const;
const HOUR_MS = 3_600_000;
/** About a minute of four clients on cores of their own. */
const RESULTS = 6_000;

describe("reliability, long: clocks that are off", () => {
  it("by up to five seconds while the node runs, and by an hour when it starts", async () => {
    const offsetsMs = OFFSETS_MS.slice(-shareOf(OFFSETS_MS.length));
    const figures = await skewedMesh({
      results: shareOf(RESULTS),
      offsetsMs,
      reconnect: false,
      restartOffsetMs: HOUR_MS,
    });
    print(figures);
    expect(figures.refused).to.equal(0);
    expect(figures.noticedMs).to.have.length(offsetsMs.length);
    expect(figures.sealedWrong).to.equal(0);
  });

  it("half a second costs nothing; a node with a wrong one is silent until it is right again", async () => {
    const results = 24;
    const figures = await skewedMesh({
      results,
      offsetsMs: [3_000],
      reconnect: true,
      restartOffsetMs: null,
    });
    print(figures);
    expect(figures.refused).to.equal(0);
    expect(figures.acknowledged).to.be.at.least(results);
  });

  it("six members 60 s ahead, 12 s at each of four nodes: all seal throughout", async () => {
    const figures = await liedToMesh({ liars: 6, aheadMs: 60_000, seconds: 12 });
    print(figures);
    expect(figures).to.include({ unsealedWhileThere: 0, unsealedAfter: 0 });
  });

  for (const aheadMs of [5_000, HOUR_MS]) {
    it(`a new node ${aheadMs} ms ahead seals nothing until its clock is right`, async () => {
      const figures = await newNodeAhead(aheadMs);
      print(figures);
      expect(figures.sealedWrong).to.equal(0);
    });
  }
});
