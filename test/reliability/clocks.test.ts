import { expect } from "chai";
import { skewedMesh } from "./clocks.js";

describe("reliability: clocks that are off", () => {
  it("nearly right ones cost nothing; a node with a wrong one is silent until it is right again", async () => {
    const figures = await skewedMesh({ seconds: 2, offsetsMs: [3_000], reconnect: true, restartOffsetMs: null });
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    expect(figures.refused).to.equal(0);
    expect(figures.acknowledged).to.be.greaterThan(20);
  });
});
