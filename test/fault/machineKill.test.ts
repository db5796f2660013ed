import { expect } from "chai";
import { temporaryDir } from "../../scripts/devnet.js";
import { runs } from "../kit/runs.js";
import { machineRounds } from "./machineRounds.js";

const SEED = 20_261_126;
const ROUNDS = runs(6, 500);

describe("faults: SIGKILL of a node while its machines append and reactors step", () => {
  it(`loses no row, step or retry in ${ROUNDS} rounds (seed ${SEED})`, async () => {
    const dir = temporaryDir("machine-kill");
    try {
      const { events, results, steps } = await machineRounds(dir.path, ROUNDS, SEED);
      expect(events).to.be.greaterThan(ROUNDS);
      expect(results).to.be.greaterThan(0);
      expect(steps).to.be.greaterThan(ROUNDS);
    } finally {
      dir.remove();
    }
  });
});
