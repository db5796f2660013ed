import { expect } from "chai";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { moneyRounds } from "./moneyRounds.js";
import { runs } from "../kit/runs.js";

const SEED = "20261121";
const EVERY = runs(2, 4);
const ROUNDS = runs(2, 8);

describe("faults: SIGKILL of a node while credits and envelopes move", () => {
  it(`keeps every answer and does nothing twice in ${ROUNDS} rounds (seed ${SEED})`, async () => {
    const dir = temporaryDir("money-kill");
    try {
      const { acknowledged, audits, broken, bulks, together } = await moneyRounds({
        dataDir: dir.path,
        rounds: ROUNDS,
        seed: SEED,
        auditEvery: EVERY,
        bondEvery: 0,
        bulkEvery: 2,
        listEvery: EVERY,
        againMax: 40,
      });
      expect(acknowledged).to.be.greaterThan(10 * ROUNDS);
      expect(broken).to.be.greaterThan(ROUNDS);
      expect(together).to.be.at.least(2 * ROUNDS);
      expect([audits, bulks]).to.deep.equal([ROUNDS / EVERY, ROUNDS / 2]);
    } finally {
      dir.remove();
    }
  });
});
