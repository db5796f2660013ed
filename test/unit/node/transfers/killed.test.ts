/** Moves between two nodes that are killed every seven seconds; the long form makes 10,000. */
import { expect } from "chai";
import { killedMoves } from "../../../../scripts/market/killedMoves.js";

const SEED = "killed moves 20261127";

describe("envelopes between nodes that are killed", () => {
  it(`100 moves, each sent three times: none is lost, none doubled (seed ${SEED})`, async () => {
    const { delivered, faults, kills, moves, refunded } = await killedMoves(100, {
      perCalcond: 4,
      seed: SEED,
    });
    expect(faults).to.deep.equal([]);
    expect([moves, delivered + refunded]).to.deep.equal([100, 100]);
    expect(kills).to.be.at.least(2);
  });
});
