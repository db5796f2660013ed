/** Four witnesses, one lying and one down, in short; the long form is in test/long/reliability. */
import { expect } from "chai";
import { raceCheckpoints, timesToQuorum } from "../../../../scripts/market/racing.js";

/** 11.7 s: fifteen calconds of 777 ms, and a little. */
const QUORUM_CALCONDS = 15;

describe("witnesses, of which one lies and one is down", () => {
  it("give no two roots of one size a quorum, however checkpoints race (seed racing 1)", async () => {
    const { doubled, quorums, refused } = await raceCheckpoints(60, "racing 1");
    expect(doubled).to.equal(0);
    expect(quorums).to.be.greaterThan(0);
    expect(refused).to.be.greaterThan(0);
  });

  it("cosign an honest log within 11.7 s (seed racing 1)", async () => {
    const { most } = await timesToQuorum(8, "racing 1");
    expect(most).to.be.at.most(QUORUM_CALCONDS);
  });
});
