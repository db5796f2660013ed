/**
 * Signature checks off the serving thread. Started when it is first needed: most nodes never see so
 * many events.
 */
import { Worker } from "node:worker_threads";
import type { SignatureCheck } from "../../protocol/events/validate.js";
import type { Logger } from "../../protocol/ports.js";
import type { SignatureChecker } from "./eventJudge.js";

interface Waiting {
  readonly check: SignatureCheck;
  readonly resolve: (isValid: boolean) => void;
  readonly reject: (error: Error) => void;
}

/** More at once would keep the first of them waiting for the last. */
const BATCH_MAX = 256;

export class SignatureThread implements SignatureChecker {
  readonly #log: Logger;
  #worker: Worker | null = null;
  #ended = false;
  /** Handed to the thread, in order. */
  #sent: readonly Waiting[] = [];
  #waiting: Waiting[] = [];

  constructor({ log }: { readonly log: Logger }) {
    this.#log = log;
  }

  check(check: SignatureCheck): Promise<boolean> {
    if (this.#ended) return Promise.reject(new Error("the thread has ended"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ check, resolve, reject });
      if (this.#sent.length === 0) this.#send();
    });
  }

  /** Idempotent; what still waits is refused. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#end(new Error("the thread was stopped"));
    await worker?.terminate();
  }

  #send(): void {
    // While one batch is being checked, the next one gathers.
    this.#sent = this.#waiting.splice(0, BATCH_MAX);
    if (this.#sent.length === 0) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage(this.#sent.map(({ check }) => check), []);
  }

  #start(): Worker {
    const worker = new Worker(new URL("./signatureWorker.js", import.meta.url));
    worker.unref();
    worker.on("message", (valid: Uint8Array) => {
      const sent = this.#sent;
      this.#sent = [];
      sent.forEach(({ resolve }, i) => resolve(valid[i] === 1));
      this.#send();
    });
    worker.on("error", (error) => this.#lost(error));
    worker.on("exit", () => this.#lost(new Error("the thread ended")));
    this.#log.info("signatures are checked in a thread of their own from now on");
    return worker;
  }

  #lost(error: Error): void {
    if (this.#ended) return;
    this.#log.error("the thread that checks signatures is gone; they are checked here again",
      { error: String(error) });
    this.#end(error);
  }

  #end(error: Error): void {
    this.#ended = true;
    const refused = [...this.#sent, ...this.#waiting.splice(0)];
    this.#sent = [];
    for (const { reject } of refused) reject(error);
  }
}
