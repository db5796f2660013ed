import { expect } from "chai";
import { killedAtPoints, type Death } from "./killPoints.js";

const SEED = 20_261_123;
const DEATHS: readonly Death[] = [
  { point: "sign.after", sealThread: "off" },
  { point: "window.during", sealThread: "on" },
  { point: "window.after", sealThread: "on" },
  { point: "told.after", sealThread: "on" },
  { point: "commit.after", sealThread: "off" },
  { point: "ahead.during", sealThread: "off" },
  { point: "answer.during", sealThread: "off" },
  { point: "publish.before", sealThread: "on" },
];
const POINTS = DEATHS.map(({ point, sealThread }) =>
  sealThread === "on" ? point : `${point} in one thread`,
).join(", ");

describe("reliability: a node that dies at named points of its work", () => {
  it(`has all it acknowledged, nothing twice, and makes no fork: ${POINTS} (seed ${SEED})`, async () => {
    const figures = await killedAtPoints({ deaths: DEATHS, rounds: DEATHS.length, seed: SEED });
    process.stdout.write(`      ${JSON.stringify(figures)}\n`);
    // A window is written before any of it is told, so a death right behind the write leaves some
    // in doubt.
    expect(figures.doneUntold).to.be.greaterThan(0);
    expect(figures.acknowledged).to.be.greaterThan(figures.rounds);
  });
});
