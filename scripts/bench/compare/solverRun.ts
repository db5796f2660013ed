/**
 * A program of `solverRows.ts`: runs one job with the solvers of a build as often as it is asked to.
 * `solverRun.js BUILD SOLVER`; the body is the first line it reads, then each line is one turn.
 */
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { threadMs } from "./processorTime.js";

/** Until both are over: nothing is compiled in a turn that counts. */
const WARM_UP_MS = 1_000;
const WARM_UP_TURNS = 2;
/** The clock moves in ticks: runs of a turn are timed together until they span so much. */
const SPAN_MS = 60;

const [build, id] = process.argv.slice(2);
const ofBuild = <M>(file: string): Promise<M> =>
  import(pathToFileURL(join(build!, "dist", "protocol", "solvers", file)).href) as Promise<M>;
const { executeJob } =
  await ofBuild<typeof import("../../../protocol/solvers/execute.js")>("execute.js");
const { loadSolver } = await ofBuild<typeof import("../../../protocol/solvers/load.js")>("load.js");
const solver = await loadSolver(id!);

/** @returns mean ms of one run */
function turn(body: Readonly<Record<string, unknown>>): number {
  const begin = threadMs();
  for (let runs = 1; ; runs += 1) {
    executeJob(solver, body, { aborted: false });
    const spent = threadMs() - begin;
    if (spent >= SPAN_MS) return spent / runs;
  }
}

let body: Readonly<Record<string, unknown>> | null = null;
for await (const line of createInterface({ input: process.stdin })) {
  if (body === null) {
    body = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const begin = threadMs();
    for (let turns = 0; turns < WARM_UP_TURNS || threadMs() - begin < WARM_UP_MS; turns += 1)
      turn(body);
    process.stdout.write("ready\n");
  } else process.stdout.write(`${turn(body)}\n`);
}
