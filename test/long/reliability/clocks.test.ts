import { expect } from "chai";
import { skewedMesh } from "../../reliability/clocks.js";
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
});
