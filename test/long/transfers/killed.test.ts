/** 10,000 moves between two nodes that are killed every seven seconds of virtual time. */
import { expect } from "chai";
import { killedMoves } from "../../../scripts/market/killedMoves.js";

const SEED = "killed moves 10000 20261127";
const MOVES = 10_000;

describe("long: envelopes between nodes that are killed", () => {
  it(`${MOVES} moves, each sent three times: none is lost, none doubled (seed ${SEED})`, async () => {
    const { faults, ...figures } = await killedMoves(MOVES, { perCalcond: 15, seed: SEED });
    console.log(`    ${JSON.stringify(figures)}`);
    expect(faults).to.deep.equal([]);
    expect(figures.delivered + figures.refunded).to.equal(MOVES);
    expect(figures.kills).to.be.at.least(100);
    expect(figures.refunded).to.be.greaterThan(0);
  });
});
