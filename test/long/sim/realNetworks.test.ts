/** Networks as they are, in many worlds. */
import { expect } from "chai";
import {
  behindTranslators,
  blackHole,
  overRelays,
  slowLine,
} from "../../../scripts/sim/realNetworks.js";
import type { ScenarioReport } from "../../../scripts/sim/scenarios.js";

const SEEDS = Array.from({ length: 20 }, (_, i) => `long ${i + 1}`);

async function slowest(
  measure: string,
  run: (seed: string) => Promise<ScenarioReport>,
): Promise<number> {
  const figures: number[] = [];
  for (const seed of SEEDS) {
    const { violations, measures } = await run(seed);
    expect(violations, `seed ${seed}`).to.deep.equal([]);
    figures.push(measures[measure]!);
  }
  const most = Math.max(...figures);
  process.stdout.write(`      ${measure}: at most ${most.toFixed(0)} in ${SEEDS.length} worlds\n`);
  return most;
}

describe("networks as they are, at length", () => {
  it("one public node and eight behind translators: each finds each of 21 receipts in a second", async () => {
    const ms = await slowest("slowestMs", (seed) =>
      behindTranslators(seed, { hidden: 8, receipts: 21 }),
    );
    expect(ms).to.be.below(1_000);
  });

  it("eight behind translators reach each other over two relays", async () => {
    expect(await slowest("linkedMs", (seed) => overRelays(seed, { hidden: 8 }))).to.be.below(
      60_000,
    );
  });

  it("850 kB over 256 kbit/s arrive in 40 s", async () => {
    expect(await slowest("tookMs", (seed) => slowLine(seed, { nodes: 4 }))).to.be.below(40_000);
  });

  it("ways that lose large packets are named in 10 s", async () => {
    expect(await slowest("namedMs", (seed) => blackHole(seed, { nodes: 4 }))).to.be.below(10_000);
  });
});
