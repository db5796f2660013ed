/** Many seeds at once, each in one of a few threads: a seed is a world of its own. */
import { Worker } from "node:worker_threads";
import { collectAlone, startYoungGenerationsLarge, YOUNG_GENERATION_MB } from "./heap.js";
import type { SimulationReport } from "./simulation.js";
import type { Job, JobResult } from "./poolWorker.js";

const WORKER = new URL("./poolWorker.js", import.meta.url);

/**
 * Runs jobs in threads and hands each report on as it comes.
 * @throws what the first job that failed by itself failed with
 */
export async function simulateAll(
  jobs: readonly Job[], threads: number, onReport: (report: SimulationReport, job: Job) => void,
): Promise<void> {
  const waiting = [...jobs].reverse();
  startYoungGenerationsLarge();
  collectAlone();
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, () =>
    serve(new Worker(WORKER, { resourceLimits }), waiting, onReport)));
}

/** Keeps one thread busy until nothing waits. */
async function serve(
  worker: Worker, waiting: Job[], onReport: (report: SimulationReport, job: Job) => void,
): Promise<void> {
  try {
    for (let job = waiting.pop(); job !== undefined; job = waiting.pop()) {
      onReport(await ask(worker, job), job);
    }
  } finally {
    waiting.length = 0;
    await worker.terminate();
  }
}

function ask(worker: Worker, job: Job): Promise<SimulationReport> {
  return new Promise((resolve, reject) => {
    const onError = (error: unknown): void => {
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    worker.once("error", onError);
    worker.once("message", (result: JobResult) => {
      worker.off("error", onError);
      if ("report" in result) resolve(result.report);
      else reject(new Error(result.error));
    });
    worker.postMessage(job, []);
  });
}
