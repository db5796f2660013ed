import { expect } from "chai";
import type { KillPoint } from "../../scripts/devnet/killPoints.js";
import { sample } from "../kit/runs.js";
import { killedAtPoints } from "./killPoints.js";

const SEED = 20_261_123;
const ALL: readonly KillPoint[] = [
  "sign.after",
  "commit.during",
  "commit.after",
  "answer.before",
  "answer.during",
  "publish.before",
];
const POINTS = sample(ALL, 2);

describe("reliability: a node that dies at named points of its work", () => {
  it(`has all it acknowledged, nothing twice, and makes no fork: ${POINTS.join(", ")} (seed ${SEED})`, async () => {
    const figures = await killedAtPoints({ points: POINTS, rounds: POINTS.length, seed: SEED });
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    // A window is written before any of it is told, so a death right behind the write leaves some
    // in doubt.
    expect(figures.doneUntold).to.be.greaterThan(0);
    expect(figures.acknowledged).to.be.greaterThan(figures.rounds);
  });
});
