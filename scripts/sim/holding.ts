/**
 * A mesh at rest whose nodes hold shared receipts: holders change by epoch, and that is said. In virtual time.
 * Arguments: `--seed NAME`, `--nodes N`, `--receipts N` of all nodes together, `--minutes N` of virtual time at
 * rest, `--settle N` before, both until all have met and until all is said about the receipts.
 */
import { parseArgs } from "node:util";
import { idleReport, quietMesh } from "./idle.js";

const MINUTE_MS = 60_000;
/** Between two receipts that are shared. */
const SHARED_MS = 1_000;

const {
  values: { minutes, nodes, receipts, seed, settle },
} = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    nodes: { type: "string", default: "12" },
    receipts: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    settle: { type: "string", default: "10" },
  },
});
const world = await quietMesh(seed, Number(nodes), Number(settle));
for (let n = 0; n < Number(receipts); n += 1) {
  world.compute(world.nodes[n % world.nodes.length]!, true);
  await world.loop.run(SHARED_MS);
}
await world.loop.run(Number(settle) * MINUTE_MS);
const report = await idleReport(world, Number(minutes));
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
