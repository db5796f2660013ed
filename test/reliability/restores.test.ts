import { expect } from "chai";
import { restoredNode } from "./restores.js";

const SEED = 20_261_124;

describe("reliability: a node put back to an older copy of its data", () => {
  it(`asks its peers, makes no fork, and seals nothing while it can ask nobody (seed ${SEED})`, async () => {
    const figures = await restoredNode({ rounds: 1, seed: SEED, alone: true });
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    expect(figures.takenOver).to.be.at.least(1);
    expect(figures.foundMs).to.be.a("number");
  });
});
