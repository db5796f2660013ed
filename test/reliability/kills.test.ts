import { expect } from "chai";
import { killedMesh } from "./kills.js";

const SEED = 20_261_122;

describe("reliability: SIGKILL of random nodes of a mesh that seals", () => {
  it(`loses nothing acknowledged and forks no spine (seed ${SEED})`, async () => {
    const figures = await killedMesh({ nodes: 3, rounds: 2, restMs: 800, awayMs: 200, seed: SEED });
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    expect(figures.acknowledged).to.be.greaterThan(20);
  });
});
