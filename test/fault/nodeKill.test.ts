import { expect } from "chai";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { killRounds } from "./nodeRounds.js";
import { runs } from "../kit/runs.js";

const SEED = 20_261_121;
const ROUNDS = runs(2, 20);

describe("faults: SIGKILL of a node while it seals", () => {
  it(`loses nothing acknowledged in ${ROUNDS} rounds, and its spine stays whole (seed ${SEED})`, async () => {
    const dir = temporaryDir("kill");
    try {
      const { acknowledged, events } = await killRounds(dir.path, ROUNDS, SEED);
      expect(acknowledged).to.be.greaterThan(ROUNDS);
      // Windows of several envelopes are what a kill can tear.
      expect(acknowledged).to.be.greaterThan(events);
    } finally {
      dir.remove();
    }
  });
});
