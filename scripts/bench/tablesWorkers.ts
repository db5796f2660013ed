/**
 * How a table of 10,000 rows and a sweep of a solver go with the workers: one on one core, then two
 * on two. The rows of both are the same to the last bit, which is looked at. On two cores a node
 * has one worker, since its serving thread takes the other; here nothing is served.
 */
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { Evaluator, type Asker } from "../../node/compute/evaluator.js";
import { Sweeps } from "../../node/compute/sweeps.js";
import { SolverPool } from "../../node/compute/workers/pool.js";
import { systemClock } from "../../node/runtime/clock.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { systemScheduler } from "../../node/runtime/scheduler.js";
import { planChain } from "../../protocol/chains/plan.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { cardOf } from "../../protocol/solvers/cards.js";
import { SolverTable } from "../../protocol/kernel/table/solverRows.js";
import { QUIET } from "./quiet.js";
import { median, type Row } from "./report.js";

const ROUNDS = 7;
const CORES = [1, 2] as const;
const TABLE_ROWS = 10_000;
const SWEEP_ROWS = 64;
const DEADLINE_MS = 60_000;
const MS_PER_S = 1_000;
const BY: Asker = { caller: "paying", signal: new AbortController().signal };

interface Found {
  readonly table: number;
  readonly sweep: number;
  readonly roots: readonly string[];
}

export async function benchTablesWorkers(): Promise<readonly Row[]> {
  if (availableParallelism() < CORES.length) throw new Error("two cores are needed");
  const found: Found[] = [];
  try {
    for (const cores of CORES) found.push(await measured(cores));
  } finally {
    onCores(availableParallelism());
  }
  const [one, two] = found;
  if (one!.roots.join() !== two!.roots.join()) throw new Error("the bits depend on the workers");
  return CORES.flatMap((cores, i): readonly Row[] => [
    { name: `table of ${TABLE_ROWS} rows, ${cores} cores`, value: found[i]!.table, unit: "rows/s" },
    { name: `sweep of a solver, ${cores} cores`, value: found[i]!.sweep, unit: "rows/s" },
  ]).concat([
    { name: "table, two cores / one", value: two!.table / one!.table, unit: "ratio" },
    { name: "sweep, two cores / one", value: two!.sweep / one!.sweep, unit: "ratio" },
  ]);
}

/** All threads of this process, and those that it starts later. */
function onCores(cores: number): void {
  const list = cores === 1 ? "0" : `0-${cores - 1}`;
  const { status } = spawnSync("taskset", ["-a", "-c", "-p", list, String(process.pid)]);
  if (status !== 0) throw new Error("taskset does not hold this process to a core");
}

async function measured(cores: number): Promise<Found> {
  onCores(cores);
  const log = QUIET;
  const pool = new SolverPool(
    { workers: cores },
    { log, clock: systemClock(), scheduler: systemScheduler },
  );
  const registry = builtinRegistry((text) => nodeCrypto.sha256Hex(text));
  const evaluator = new Evaluator({ pool, registry, crypto: nodeCrypto });
  const plan = planChain(registry, ["NM21"]);
  if (plan.status === "invalid") throw new Error(plan.message);
  const card = cardOf("buckling")!;
  const tables: number[] = [];
  const sweeps: number[] = [];
  const roots: string[] = [];
  try {
    // The first round starts and warms the workers.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const columns = {
        m1: 5.9722e24,
        m2: { from: 1 + round, to: TABLE_ROWS + round, step: 1 },
        r: 3.844e8,
      };
      let begun = performance.now();
      const table = await evaluator.table(plan, { columns }, BY);
      if (table.status !== "value") throw new Error("a table without values");
      if (round > 0) tables.push(rate(TABLE_ROWS, begun));
      // A sweep keeps its rows: another one each time.
      const sweep = new SolverTable({
        columns: { length: { from: 2 + round, to: 3 + round, count: SWEEP_ROWS } },
        inputs: { E: 210e9, I: 1e-6, ends: "pinned-pinned" },
      });
      begun = performance.now();
      const solved = await new Sweeps({ pool, crypto: nodeCrypto }).run(card, sweep, {
        ...BY,
        deadlineMs: DEADLINE_MS,
      });
      if (solved.status !== "value")
        throw new Error(`no row has a value: ${solved.refused[0]!.message}`);
      if (round > 0) sweeps.push(rate(SWEEP_ROWS, begun));
      roots.push(table.kernel.rows!.root, solved.kernel.rows!.root);
    }
  } finally {
    await pool.close();
  }
  return { table: median(tables), sweep: median(sweeps), roots };
}

function rate(rows: number, begun: number): number {
  return (rows * MS_PER_S) / (performance.now() - begun);
}
