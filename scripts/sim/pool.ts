/** Many seeds at once, each in one of a few processes: a seed is a world of its own. */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SEED_FLAGS } from "./heap.js";
import type { SimulationReport } from "./simulation.js";
import type { Job, JobResult } from "./poolWorker.js";

const WORKER = fileURLToPath(new URL("./poolWorker.js", import.meta.url));

/**
 * Runs jobs in processes and hands each report on as it comes.
 * @throws what the first job that failed by itself failed with
 */
export async function simulateAll(
  jobs: readonly Job[],
  processes: number,
  onReport: (report: SimulationReport, job: Job) => void,
): Promise<void> {
  const waiting = [...jobs].reverse();
  await Promise.all(
    Array.from({ length: Math.min(processes, jobs.length) }, () =>
      serve(
        fork(WORKER, { execArgv: [...SEED_FLAGS], serialization: "advanced" }),
        waiting,
        onReport,
      ),
    ),
  );
}

/** Keeps one process busy until nothing waits. */
async function serve(
  worker: ChildProcess,
  waiting: Job[],
  onReport: (report: SimulationReport, job: Job) => void,
): Promise<void> {
  const ended = once(worker, "exit");
  try {
    for (let job = waiting.pop(); job !== undefined; job = waiting.pop()) {
      onReport(await ask(worker, job), job);
    }
  } finally {
    waiting.length = 0;
    worker.kill("SIGKILL");
    await ended;
  }
}

function ask(worker: ChildProcess, job: Job): Promise<SimulationReport> {
  return new Promise((resolve, reject) => {
    const onEnd = (code: number | null): void =>
      reject(new Error(`the process of seed ${job.seed} ended with code ${code}`));
    worker.once("exit", onEnd);
    worker.once("message", (result: JobResult) => {
      worker.off("exit", onEnd);
      if ("report" in result) resolve(result.report);
      else reject(new Error(result.error));
    });
    worker.send(job);
  });
}
