/**
 * Solvers beside programs of others on the same problem: each in turn, seven times, medians of
 * processor time, start-up and compilation left out, and no ratio unless the answers agree. Ours
 * runs whole: refinement, gate and invariants.
 */
import { spawn, spawnSync, type ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { executeJob } from "../../protocol/solvers/execute.js";
import { loadSolver } from "../../protocol/solvers/load.js";
import { threadMs } from "./compare/processorTime.js";
import type { Job } from "./jobs/job.js";
import { median, type Row } from "./report.js";
import { JOBS } from "./solverJobs.js";

const ROUNDS = 7;
/**
 * Runs before the first that counts: until both this long and this often, so that nothing is
 * compiled while it is timed.
 */
const WARM_UP_MS = 1_000;
const WARM_UP_RUNS = 2;
const PEERS = "scripts/bench/peers/solvers_peers.py";
const INTERPRETERS = ["python3", "/usr/bin/python3"];
const ONE_THREAD = {
  OPENBLAS_NUM_THREADS: "1",
  OMP_NUM_THREADS: "1",
  NUMBA_NUM_THREADS: "1",
  MKL_NUM_THREADS: "1",
};

interface Timed {
  readonly ms: number;
  readonly value: number;
}
interface Sides {
  readonly ours: readonly Timed[];
  readonly theirs: readonly Timed[];
}

/**
 * The clock of processor time moves in ticks: runs are timed together until they span this many
 * milliseconds.
 */
const SPAN_MS = 60;

/** An interpreter that has what a peer needs, or null. */
function interpreterFor({ needs }: Job): string | null {
  const [kind, name] = needs.split(":");
  const asks: Readonly<Record<string, string>> = {
    command: `import shutil; here = shutil.which('${name}')`,
    library: `import ctypes.util; here = ctypes.util.find_library('${name}')`,
    octave:
      "import shutil, subprocess; here = shutil.which('octave') and subprocess.run(['octave', " +
      `'-qf', '--eval', 'exit(exist("${name}") == 0)']).returncode == 0`,
  };
  const program = `${asks[kind!] ?? `import ${needs}; here = True`}; import sys; sys.exit(0 if here else 1)`;
  return (
    INTERPRETERS.find(
      (python) => spawnSync(python, ["-c", program], { stdio: "ignore" }).status === 0,
    ) ?? null
  );
}

/** Times of both, in turns; the peer's process ends with them, whatever happens. */
async function besides(job: Job, python: string): Promise<Sides> {
  const child = spawn(python, [PEERS, job.job], {
    env: { ...process.env, ...ONE_THREAD },
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    return await inTurns(job, child);
  } finally {
    child.kill();
  }
}

async function inTurns(
  { body, solver: id }: Job,
  child: ChildProcessByStdio<Writable, Readable, null>,
): Promise<Sides> {
  const solver = await loadSolver(id);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write(`${JSON.stringify(body)}\n`);
  const peer = async (): Promise<Timed> => {
    child.stdin.write("go\n");
    const line = await lines.next();
    if (line.done === true) throw new Error(`the peer of ${id} ended`);
    return JSON.parse(line.value) as Timed;
  };
  const own = (): Timed => {
    const begin = threadMs();
    for (let runs = 1; ; runs += 1) {
      const {
        result: { value },
      } = executeJob(solver, body, { aborted: false });
      const spent = threadMs() - begin;
      if (spent >= SPAN_MS) return { ms: spent / runs, value };
    }
  };
  await peer();
  const begin = threadMs();
  for (let runs = 0; runs < WARM_UP_RUNS || threadMs() - begin < WARM_UP_MS; runs += 1) own();
  const [ours, theirs]: [Timed[], Timed[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(own());
    theirs.push(await peer());
  }
  return { ours, theirs };
}

/** @param only the jobs of this solver; all unless given */
export async function benchSolvers(only?: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const jobs = JOBS.filter(({ solver }) => only === undefined || solver === only);
  let skipped = 0;
  for (const job of jobs) {
    const python = interpreterFor(job);
    if (python === null) {
      skipped += 1;
      process.stdout.write(
        `skip ${job.name} vs ${job.peer}: ${job.needs} not installed (Debian: ${job.packaged})\n`,
      );
      continue;
    }
    try {
      rows.push(rowOf(job, await besides(job, python)));
    } catch (error) {
      process.stdout.write(
        `fail ${job.name}: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    }
  }
  return [
    ...rows,
    { name: "jobs skipped for want of their peer", value: skipped, unit: `of ${jobs.length}` },
  ];
}

function rowOf(
  job: Job,
  { ours, theirs }: { readonly ours: readonly Timed[]; readonly theirs: readonly Timed[] },
): Row {
  const [mine, their] = [ours[0]!.value, theirs[0]!.value];
  const apart = mine === their ? 0 : Math.abs(mine - their) / Math.abs(their);
  const [oursMs, peerMs] = [median(ours.map(({ ms }) => ms)), median(theirs.map(({ ms }) => ms))];
  const agreed = apart <= job.agreement;
  process.stdout.write(
    `${JSON.stringify({
      job: job.name,
      ours_ms: oursMs,
      peer: job.peer,
      peer_ms: peerMs,
      target: job.ratioMax,
      ratio: agreed ? oursMs / peerMs : null,
      apart,
      ours: mine,
      theirs: their,
    })}\n`,
  );
  const name = `${job.name}: ${oursMs.toPrecision(3)} ms, ${job.peer} ${peerMs.toPrecision(3)} ms`;
  return agreed
    ? {
        name,
        value: oursMs / peerMs,
        unit: "ratio",
        target: `at most ${job.ratioMax}; answers ${apart.toExponential(1)} apart`,
      }
    : { name: `${name}: no ratio, answers differ`, value: apart, unit: "relative" };
}
