/** A range of the journal walked in a thread of its own. */
import { Worker } from "node:worker_threads";
import { keepYoungGenerations, letGenerationsGrow } from "../../runtime/metrics/heapGenerations.js";
import type { JournalRange, WalkedRange } from "./journal.js";

export interface AuditThreadData {
  readonly database: string;
  /** Of what is in it nothing is written any more. */
  readonly range: JournalRange;
  readonly cursors: ReadonlyMap<string, number>;
}

/** Entries that were read, or what they came to. */
export type FromAuditThread = { readonly entries: number } | { readonly walked: WalkedRange };
/** It is not wanted any more. */
export type ToAuditThread = "stop";

interface ThreadOptions {
  readonly onProgress: (entries: number) => void;
  /** Stops it. */
  readonly signal: AbortSignal;
}

/**
 * @throws what the thread ended with, or the reason of the signal, when it has let go of the
 * database
 */
export function walkInThread(
  data: AuditThreadData,
  { onProgress, signal }: ThreadOptions,
): Promise<WalkedRange> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./auditWorker.js", import.meta.url), { workerData: data });
    worker.once("online", () => {
      keepYoungGenerations();
      // Every record is a piece of memory of its own, dead a moment later.
      letGenerationsGrow();
    });
    let walked: WalkedRange | null = null;
    let failure: unknown = null;
    // It lets go of the database by itself: ended from here it might hold it while its owner closes
    // it.
    const stop = (): void => {
      worker.postMessage("stop" satisfies ToAuditThread, []);
    };
    signal.addEventListener("abort", stop);
    worker.on("message", (message: FromAuditThread) => {
      if ("walked" in message) walked = message.walked;
      else onProgress(message.entries);
    });
    worker.on("error", (error) => {
      failure = error;
    });
    worker.on("exit", (code) => {
      signal.removeEventListener("abort", stop);
      if (signal.aborted) reject(signal.reason);
      else if (walked === null)
        reject(
          failure ??
            new Error(`the thread that audits a part of the journal ended with code ${code}`),
        );
      else resolve(walked);
    });
    if (signal.aborted) stop();
  });
}
