/**
 * The solvers' rows of the benchmark with two builds in turns, each in a process of its own and
 * without a node: what a solver costs by itself, on problems of the size that peers get.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { temporaryDir } from "../../devnet/daemons.js";
import type { Job } from "../jobs/job.js";
import type { Row } from "../report.js";
import { JOBS } from "../solverJobs.js";
import { buildOther, commitHere, ROOT } from "./otherBuild.js";
import { rowOf, type Pair } from "./turns.js";

const PROGRAM = fileURLToPath(new URL("solverRun.js", import.meta.url));
const TURNS = 7;

interface Runner {
  readonly ask: (line: string) => Promise<string>;
  readonly stop: () => void;
}

function runnerOf(build: string, solver: string): Runner {
  const child = spawn(process.execPath, [...process.execArgv, PROGRAM, build, solver], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (line) => {
      child.stdin.write(`${line}\n`);
      const answer = await lines.next();
      if (answer.done === true) throw new Error("one of the builds refuses it");
      return answer.value;
    },
    stop: () => {
      child.kill();
    },
  };
}

async function pairsOf({ body, solver }: Job, builds: readonly string[]): Promise<readonly Pair[]> {
  const both = builds.map((build) => runnerOf(build, solver));
  try {
    for (const { ask } of both) await ask(JSON.stringify(body));
    const pairs: Pair[] = [];
    for (let round = 0; round < TURNS; round += 1) {
      const ms: number[] = [];
      for (const i of round % 2 === 0 ? [0, 1] : [1, 0]) ms[i] = Number(await both[i]!.ask("go"));
      pairs.push([ms[0]!, ms[1]!]);
    }
    return pairs;
  } finally {
    for (const { stop } of both) stop();
  }
}

/** @param what the other commit; behind a colon, words of the rows that are wanted alone */
export async function benchCompareSolvers(what: string): Promise<readonly Row[]> {
  const [ref = "", words = ""] = what.split(":");
  const dir = temporaryDir("compare-solvers");
  const other = buildOther(ref, dir.path);
  process.stdout.write(`now ${commitHere()}, before ${other.commit}\n`);
  const rows: Row[] = [];
  try {
    for (const job of JOBS.filter(({ name }) => name.includes(words))) {
      try {
        rows.push(rowOf(job.name, "ms", await pairsOf(job, [ROOT, other.place])));
      } catch (error) {
        process.stdout.write(`${job.name} is left out: ${String(error)}\n`);
      }
    }
    return rows;
  } finally {
    other.remove();
    dir.remove();
  }
}
