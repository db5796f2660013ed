/** R21: four witnesses, one lying, one down, racing checkpoints. */
import { expect } from "chai";
import { raceCheckpoints, timesToQuorum } from "../../../scripts/market/racing.js";

const SEED = "racing R21 20261127";
const QUORUM_CALCONDS = 15;

describe("long: witnesses, of which one lies and one is down", () => {
  it(`give no two roots of one size a quorum (seed ${SEED})`, async () => {
    const raced = await raceCheckpoints(1_500, SEED);
    console.log(`    ${JSON.stringify(raced)}`);
    expect(raced.doubled).to.equal(0);
    expect(raced.quorums).to.be.greaterThan(100);
  });

  it(`cosign an honest log within 11.7 s (seed ${SEED})`, async () => {
    const times = await timesToQuorum(300, SEED);
    console.log(`    ${JSON.stringify(times)}`);
    expect(times.p99).to.be.at.most(QUORUM_CALCONDS);
  });
});
