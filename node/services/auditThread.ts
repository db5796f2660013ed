/** The windows of a ledger read in a thread of their own, a few lists ahead of who goes through them. */
import { Worker } from "node:worker_threads";
import { keepYoungGenerations } from "../sealing/heapGenerations.js";
import { unpackWindows, type PackedWindows } from "./auditPacked.js";
import type { WindowFacts } from "./auditWindow.js";

export interface AuditThreadData {
  readonly database: string;
  /** Only windows before it: of these nothing is written any more. */
  readonly end: number;
}

/** A list, or the end of them. */
export type FromAuditThread = PackedWindows | null;
/** A list was gone through, or no more are wanted. */
export type ToAuditThread = "taken" | "stop";

/** @throws what the thread ended with */
export async function* windowListsOfThread(data: AuditThreadData): AsyncGenerator<readonly WindowFacts[]> {
  const worker = new Worker(new URL("./auditWorker.js", import.meta.url), { workerData: data });
  worker.once("online", keepYoungGenerations);
  const came: FromAuditThread[] = [];
  let failure: Error | null = null;
  let wake = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    worker.on("exit", (code) => {
      failure ??= new Error(`the thread that reads windows ended with code ${code}`);
      wake();
      resolve();
    });
  });
  worker.on("message", (message: FromAuditThread) => { came.push(message); wake(); });
  worker.on("error", (error) => { failure = error; wake(); });
  const tell = (message: ToAuditThread): void => { worker.postMessage(message, []); };
  try {
    for (;;) {
      while (came.length === 0) {
        if (failure !== null) throw failure;
        await new Promise<void>((resolve) => { wake = resolve; });
      }
      const packed = came.shift()!;
      if (packed === null) return;
      yield unpackWindows(packed);
      tell("taken");
    }
  } finally {
    // It lets go of the database by itself: ended from here it might hold it while its owner closes it.
    tell("stop");
    await ended;
  }
}
