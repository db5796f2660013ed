/**
 * Runs seeds of the simulator. A failure prints the seed and the event at which it was seen; the
 * same seed replays it.
 * Arguments: `--seed N` one seed, `--seeds N` the first N, `--from N`, `--plant NAME`, `--nodes N`,
 * `--sealed N` operations, `--share` nodes that keep a share of the spines, `--gathered` heads under a
 * quorum, `--jobs N` processes; with one seed also `--trace`, every line of the trace, and `--log`, what
 * nodes log.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { simulateAll } from "./pool.js";
import { PLANTS } from "./plants.js";
import type { Plant } from "./plants.js";
import { simulate } from "./simulation.js";
import type { SimulationReport } from "./simulation.js";

/** Violations shown of one seed: the rest mostly follows from them. */
const PRINTED_MAX = 8;

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string", default: "20" },
    from: { type: "string", default: "1" },
    plant: { type: "string" },
    nodes: { type: "string" },
    sealed: { type: "string" },
    share: { type: "boolean", default: false },
    gathered: { type: "boolean", default: false },
    jobs: { type: "string", default: String(availableParallelism()) },
    trace: { type: "boolean", default: false },
    log: { type: "boolean", default: false },
  },
});

function plantOf(name: string | undefined): Plant | null {
  if (name === undefined) return null;
  const plant = PLANTS.find((one) => one === name);
  if (plant === undefined)
    throw new Error(`no such plant: ${name}; there are ${PLANTS.join(", ")}`);
  return plant;
}

function seedsToRun(): readonly string[] {
  if (values.seed !== undefined) return [values.seed];
  const from = Number(values.from);
  return Array.from({ length: Number(values.seeds) }, (_, i) => String(from + i));
}

function describe(report: SimulationReport): string {
  const { seed, nodes, events, spineEvents, virtualMs, healedMs, settledMs, digest, faults } =
    report;
  const healed = healedMs === null ? "never" : `after ${healedMs} ms`;
  const settled = settledMs === null ? "never" : `${settledMs} ms later`;
  return (
    `seed ${seed}: ${nodes} nodes, ${events} events, ${spineEvents} on spines,` +
    ` ${Object.keys(faults).length} kinds of fault, ${Math.round(virtualMs / 1_000)} s virtual,` +
    ` heads equal ${healed}, all settled ${settled}, trace ${digest.slice(0, 16)}`
  );
}

function detailsOf({ operations, faults, verdicts }: SimulationReport): string {
  return JSON.stringify({ operations, faults, verdicts });
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function show(report: SimulationReport): void {
  const { seed, violations } = report;
  print(describe(report));
  for (const { invariant, detail, event } of violations.slice(0, PRINTED_MAX)) {
    print(`  seed ${seed}, event ${event}: ${invariant} ${detail}`);
  }
  const more = violations.length - PRINTED_MAX;
  if (more > 0) print(`  and ${more} more`);
}

async function main(): Promise<void> {
  const plant = plantOf(values.plant);
  const more = {
    ...(values.nodes === undefined ? {} : { nodes: Number(values.nodes) }),
    ...(values.sealed === undefined ? {} : { sealed: Number(values.sealed) }),
    ...(values.share ? { keep: "share" as const } : {}),
    gathered: values.gathered,
  };
  const jobs = seedsToRun().map((seed) => ({ seed, plant, ...more }));
  const startMs = performance.now();
  let failed = 0;
  const take = (report: SimulationReport): void => {
    show(report);
    if (report.violations.length > 0) failed += 1;
  };
  if (jobs.length === 1) {
    const report = await simulate({
      ...jobs[0]!,
      ...(values.log ? { onLog: print } : {}),
      ...(values.trace ? { onTrace: (line: string) => process.stdout.write(line) } : {}),
    });
    take(report);
    print(detailsOf(report));
  } else await simulateAll(jobs, Number(values.jobs), take);
  const seconds = (performance.now() - startMs) / 1_000;
  print(
    `${jobs.length} seeds in ${seconds.toFixed(1)} s, ${(jobs.length / seconds).toFixed(2)} a second, ${failed} failed`,
  );
  process.exitCode = failed > 0 ? 1 : 0;
}

await main();
