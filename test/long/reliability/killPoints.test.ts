import { expect } from "chai";
import { KILL_POINTS } from "../../../scripts/devnet/killPoints.js";
import { killedAtPoints } from "../../reliability/killPoints.js";
import { print, shareOf } from "./share.js";

const SEED = 777_000_003;
const ROUNDS = shareOf(1_000);

describe("reliability, long: a node that dies at named points of its work", () => {
  it(`has all it acknowledged, nothing twice, and makes no fork, ${ROUNDS} times (seed ${SEED})`, async () => {
    const figures = await killedAtPoints({ points: KILL_POINTS, rounds: ROUNDS, seed: SEED });
    print(figures);
    expect(figures.rounds).to.equal(ROUNDS);
    expect(figures.doneUntold).to.be.greaterThan(0);
  });
});
