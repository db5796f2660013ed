import { expect } from "chai";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { moneyRounds } from "../../fault/moneyRounds.js";

const SEED = "20261121/long";
const ROUNDS = 500;

describe("faults, long: SIGKILL of a node while credits and envelopes move", () => {
  it(`keeps every answer and does nothing twice in ${ROUNDS} rounds (seed ${SEED})`, async () => {
    const dir = temporaryDir("money-kill-long");
    try {
      const { acknowledged, audits, bonds, broken, bulksBroken, done } = await moneyRounds({
        dataDir: dir.path,
        rounds: ROUNDS,
        seed: SEED,
        auditEvery: 20,
        bondEvery: 40,
        bulkEvery: 5,
        listEvery: 10,
        againMax: 1_000,
      });
      expect(acknowledged).to.be.greaterThan(20 * ROUNDS);
      expect(broken).to.be.greaterThan(5 * ROUNDS);
      for (const count of [audits, bonds, bulksBroken, done]) expect(count).to.be.greaterThan(10);
    } finally {
      dir.remove();
    }
  });
});
