/**
 * One quiet mesh for a while, in a process of its own that runs as those of seeds do, and what it
 * cost of a processor.
 * Arguments: `--seed NAME`, `--nodes N`, `--seconds N` of virtual time.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { SEED_FLAGS } from "./heap.js";
import { steadyMesh } from "./scenarios.js";
import type { ScenarioReport } from "./scenarios.js";

export interface SteadyReport extends ScenarioReport {
  /** All threads of the process, its start among it. */
  readonly processorSeconds: number;
}

/**
 * It is large and runs long: a young generation of twice the size is collected half as often, and
 * no more outlives it.
 */
const FLAGS = [...SEED_FLAGS, "--max-semi-space-size=64", "--min-semi-space-size=64"];
const SELF = fileURLToPath(import.meta.url);

/** @throws Error when the process fails */
export async function steadyProcess(
  seed: string,
  { nodes, seconds }: { readonly nodes: number; readonly seconds: number },
): Promise<SteadyReport> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...FLAGS, SELF, "--seed", seed, "--nodes", String(nodes), "--seconds", String(seconds)],
    { maxBuffer: 1 << 26 },
  );
  return JSON.parse(stdout) as SteadyReport;
}

async function main(): Promise<void> {
  const {
    values: { seed, nodes, seconds },
  } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      nodes: { type: "string", default: "24" },
      seconds: { type: "string", default: "600" },
    },
  });
  const report = await steadyMesh(seed, { nodes: Number(nodes), seconds: Number(seconds) });
  const { user, system } = process.cpuUsage();
  process.stdout.write(
    `${JSON.stringify({ ...report, processorSeconds: (user + system) / 1e6 })}\n`,
  );
}

if (process.argv[1] === SELF) await main();
