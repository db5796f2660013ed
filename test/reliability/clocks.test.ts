import { expect } from "chai";
import { skewedMesh } from "./clocks.js";

const RESULTS = 24;

describe("reliability: clocks that are off", () => {
  it("half a second costs nothing; a node with a wrong one is silent until it is right again", async () => {
    const figures = await skewedMesh({
      results: RESULTS,
      offsetsMs: [3_000],
      reconnect: true,
      restartOffsetMs: null,
    });
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    expect(figures.refused).to.equal(0);
    expect(figures.acknowledged).to.be.at.least(RESULTS);
  });
});
