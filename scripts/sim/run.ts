/**
 * Runs seeds of the simulator. A failure prints the seed and the event at which it was seen; the same
 * seed replays it.
 * Arguments: `--seed N` one seed, `--seeds N` the first N, `--from N`, `--plant NAME`, `--nodes N`,
 * `--trace` every line of the trace, `--log` what the nodes log.
 */
import { parseArgs } from "node:util";
import { PLANTS, simulate } from "./simulation.js";
import type { Plant, SimulationReport } from "./simulation.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string" }, seeds: { type: "string", default: "20" },
    from: { type: "string", default: "1" }, plant: { type: "string" }, nodes: { type: "string" },
    trace: { type: "boolean", default: false }, log: { type: "boolean", default: false },
  },
});

function plantOf(name: string | undefined): Plant | null {
  if (name === undefined) return null;
  const plant = PLANTS.find((one) => one === name);
  if (plant === undefined) throw new Error(`no such plant: ${name}; there are ${PLANTS.join(", ")}`);
  return plant;
}

function seedsToRun(): readonly string[] {
  if (values.seed !== undefined) return [values.seed];
  const from = Number(values.from);
  return Array.from({ length: Number(values.seeds) }, (_, i) => String(from + i));
}

function describe(report: SimulationReport): string {
  const { seed, nodes, events, spineEvents, virtualMs, healedMs, digest, faults } = report;
  const healed = healedMs === null ? "never" : `after ${healedMs} ms`;
  return `seed ${seed}: ${nodes} nodes, ${events} events, ${spineEvents} on spines,`
    + ` ${Object.keys(faults).length} kinds of fault, ${Math.round(virtualMs / 1_000)} s virtual,`
    + ` heads equal ${healed}, trace ${digest.slice(0, 16)}`;
}

const print = (line: string): void => { process.stdout.write(`${line}\n`); };

async function main(): Promise<void> {
  const seeds = seedsToRun();
  const plant = plantOf(values.plant);
  const startMs = performance.now();
  let failed = 0;
  for (const seed of seeds) {
    const report = await simulate({
      seed, plant, ...(values.nodes === undefined ? {} : { nodes: Number(values.nodes) }),
      ...(values.trace ? { onTrace: (line: string) => process.stdout.write(line) } : {}),
      ...(values.log ? { onLog: print } : {}),
    });
    print(describe(report));
    if (seeds.length === 1) print(JSON.stringify({ operations: report.operations, faults: report.faults }));
    if (report.violations.length === 0) continue;
    failed += 1;
    for (const { invariant, detail, event } of report.violations) {
      print(`  seed ${seed}, event ${event}: ${invariant} ${detail}`);
    }
  }
  const seconds = (performance.now() - startMs) / 1_000;
  print(`${seeds.length} seeds in ${seconds.toFixed(1)} s, ${(seeds.length / seconds).toFixed(2)} a second, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

await main();
