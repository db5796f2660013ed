/** Work, searched by threads of this process. */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { NonceSearch } from "../../protocol/work/miner.js";

const THREADS_MAX = 8;

interface Report {
  readonly tried: number;
  readonly nonce: string | null;
}

/** Called with the tries so far, and how many are needed on average. */
type Progress = (tried: number, expected: number) => void;

/**
 * Searches a nonce on all processors but one: 18 bits take a fraction of a second, 26 about a
 * minute on one core.
 * @param searchFrom the search that begins with so many letters and digits
 * @throws the signal's reason
 */
export async function mineWork(
  searchFrom: (start: string) => NonceSearch,
  progress: Progress,
  signal?: AbortSignal,
): Promise<string> {
  signal?.throwIfAborted();
  const threads = Math.min(THREADS_MAX, Math.max(1, availableParallelism() - 1));
  const workers: Worker[] = [];
  const tried = Array.from({ length: threads }, () => 0);
  try {
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    return await Promise.race([
      aborted,
      ...tried.map((_, n) => {
        const search = searchFrom(randomBytes(8).toString("hex"));
        const worker = new Worker(new URL("./workMiner.js", import.meta.url), {
          workerData: search,
        });
        workers.push(worker);
        return nonceOf(worker, (report) => {
          tried[n] = report;
          progress(
            tried.reduce((sum, one) => sum + one, 0),
            2 ** search.bits,
          );
        });
      }),
    ]);
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function nonceOf(worker: Worker, onTried: (tried: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on("message", ({ tried, nonce }: Report) => {
      onTried(tried);
      if (nonce !== null) resolve(nonce);
    });
    worker.once("error", reject);
  });
}
