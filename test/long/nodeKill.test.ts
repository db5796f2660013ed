import { expect } from "chai";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { killRounds } from "../fault/nodeRounds.js";

const SEED = 7_770_007;
const ROUNDS = 200;

describe("faults, long: SIGKILL of a node while it seals", () => {
  it(`loses nothing acknowledged in ${ROUNDS} rounds (seed ${SEED})`, async () => {
    const dir = temporaryDir("kill-long");
    try {
      const { acknowledged, events } = await killRounds(dir.path, ROUNDS, SEED);
      expect(acknowledged).to.be.greaterThan(5 * ROUNDS);
      // Windows of several envelopes are what a kill can tear.
      expect(acknowledged).to.be.greaterThan(events);
    } finally {
      dir.remove();
    }
  });
});
