/** Work for a name, searched by threads of this process. */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { WorkSearch } from "../../protocol/names/mine.js";
import { workBits } from "../../protocol/names/rules.js";

const THREADS_MAX = 8;

interface Report {
  readonly tried: number;
  readonly nonce: string | null;
}

/** Called with the tries so far, and how many are needed on average. */
type Progress = (tried: number, expected: number) => void;

/**
 * Searches a nonce that shows the work a name costs: a fraction of a second for most names, about
 * a minute on one core for one of four letters.
 */
export async function mineWork(
  author: string, name: string | null, progress: Progress,
): Promise<string> {
  const bits = workBits(name);
  const threads = Math.min(THREADS_MAX, Math.max(1, availableParallelism() - 1));
  const workers: Worker[] = [];
  const tried = Array.from({ length: threads }, () => 0);
  try {
    return await Promise.race(tried.map((_, n) => {
      const search: WorkSearch = { author, name, bits, start: randomBytes(8).toString("hex") };
      const worker = new Worker(new URL("./workMiner.js", import.meta.url), { workerData: search });
      workers.push(worker);
      return nonceOf(worker, (report) => {
        tried[n] = report;
        progress(tried.reduce((sum, one) => sum + one, 0), 2 ** bits);
      });
    }));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function nonceOf(worker: Worker, told: (tried: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on("message", ({ tried, nonce }: Report) => {
      told(tried);
      if (nonce !== null) resolve(nonce);
    });
    worker.once("error", reject);
  });
}
