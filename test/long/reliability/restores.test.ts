import { expect } from "chai";
import { restoredNode } from "../../reliability/restores.js";
import { print, shareOf } from "./share.js";

const SEED = 777_000_020;
const ROUNDS = shareOf(200);

describe("reliability, long: a node put back to an older copy of its data", () => {
  it(`makes no fork, ${ROUNDS} times (seed ${SEED})`, async () => {
    const figures = await restoredNode({ rounds: ROUNDS, seed: SEED, alone: true });
    print(figures);
    expect(figures.takenOver).to.be.at.least(ROUNDS);
  });
});
