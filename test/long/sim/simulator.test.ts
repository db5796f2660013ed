/** A thousand seeds of the simulator, and the rate at which they run. */
import { availableParallelism } from "node:os";
import { expect } from "chai";
import { simulateAll } from "../../../scripts/sim/pool.js";

const SEEDS = 1_000;

describe("simulator at length", () => {
  it(`holds every invariant in ${SEEDS} seeds`, async () => {
    const failures: string[] = [];
    const startMs = performance.now();
    // Other seeds than those of the short form.
    const jobs = Array.from({ length: SEEDS }, (_, i) => ({ seed: `long ${i + 1}` }));
    await simulateAll(jobs, availableParallelism(), ({ seed, violations, healedMs }) => {
      for (const { invariant, detail, event } of violations) {
        failures.push(
          `${invariant} ${detail}; replay: node dist/scripts/sim/run.js --seed "${seed}" (event ${event})`,
        );
      }
      if (healedMs === null) failures.push(`seed ${seed}: heads are not equal at rest`);
    });
    const seconds = (performance.now() - startMs) / 1_000;
    process.stdout.write(
      `${SEEDS} seeds in ${seconds.toFixed(0)} s: ${(SEEDS / seconds).toFixed(2)} a second\n`,
    );
    expect(failures).to.deep.equal([]);
  });
});
