/**
 * Signature checks off the serving thread. Started when it is first needed, as most nodes never see
 * so many events, and ended when it has had nothing to do for a while.
 */
import { Worker } from "node:worker_threads";
import type { SignatureCheck } from "../../../protocol/mesh/judgement.js";
import type { Logger } from "../../../protocol/ports.js";
import type { SignatureChecker } from "./eventJudge.js";
import { keepYoungGenerations } from "../../runtime/metrics/heapGenerations.js";
import { systemScheduler } from "../../runtime/scheduler.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";

interface Waiting {
  readonly checks: readonly SignatureCheck[];
  readonly resolve: (valid: readonly boolean[]) => void;
  readonly reject: (error: Error) => void;
}

interface Modules {
  readonly log: Logger;
  readonly scheduler?: Scheduler;
  /**
   * The thread has ended because nothing came for a while. @param checked signatures it has checked
   * in its life
   */
  readonly onRest?: (checked: number) => void;
}

/** More at once would keep the first of them waiting for the last. */
const BATCH_MAX = 256;
/** An idle thread costs several megabytes, a new one some tens of milliseconds. */
const IDLE_MS = 20_000;
const TEXTS_OF_CHECK = 4;
/** Short-lived texts are all it has. */
const YOUNG_GENERATION_MB = 4;

export class SignatureThread implements SignatureChecker {
  readonly #log: Logger;
  readonly #scheduler: Scheduler;
  readonly #onRest: (checked: number) => void;
  #checked = 0;
  #worker: Worker | null = null;
  #ended = false;
  /** Handed to the thread, in order. */
  #sent: readonly Waiting[] = [];
  #waiting: Waiting[] = [];
  #rest: Cancel = () => undefined;

  constructor({ log, scheduler = systemScheduler, onRest = () => undefined }: Modules) {
    this.#log = log;
    this.#scheduler = scheduler;
    this.#onRest = onRest;
  }

  async check(check: SignatureCheck): Promise<boolean> {
    return (await this.checkAll([check]))[0]!;
  }

  checkAll(checks: readonly SignatureCheck[]): Promise<readonly boolean[]> {
    if (this.#ended) return Promise.reject(new Error("the thread has ended"));
    if (checks.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ checks, resolve, reject });
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
    let count = 0;
    const next = this.#waiting.findIndex(({ checks }) => {
      count += checks.length;
      return count > BATCH_MAX;
    });
    // One that is longer goes alone.
    this.#sent = this.#waiting.splice(0, next === -1 ? this.#waiting.length : Math.max(next, 1));
    this.#rest();
    if (this.#sent.length === 0) {
      this.#rest = this.#scheduler.after(IDLE_MS, () => this.#letGo());
      return;
    }
    this.#worker ??= this.#start();
    // Texts one after the other are copied several times faster than objects.
    const texts = this.#sent.flatMap(({ checks }) =>
      checks.flatMap(({ type, author, text, sig }) => [type, author, text, sig]),
    );
    this.#checked += texts.length / TEXTS_OF_CHECK;
    this.#worker.postMessage(texts, []);
  }

  #start(): Worker {
    const worker = new Worker(new URL("./signatureWorker.js", import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    worker.unref();
    worker.once("online", keepYoungGenerations);
    worker.on("message", (valid: Uint8Array) => {
      const sent = this.#sent;
      this.#sent = [];
      let at = 0;
      for (const { checks, resolve } of sent) {
        resolve(checks.map((_, i) => valid[at + i] === 1));
        at += checks.length;
      }
      this.#send();
    });
    worker.on("error", (error) => this.#lost(worker, error));
    worker.on("exit", () => this.#lost(worker, new Error("the thread ended")));
    this.#log.debug("signatures are checked in a separate thread");
    return worker;
  }

  /** Nothing waits: the next one starts a new thread. */
  #letGo(): void {
    const worker = this.#worker;
    const checked = this.#checked;
    this.#worker = null;
    this.#checked = 0;
    worker?.terminate().then(
      () => {
        if (!this.#ended) this.#onRest(checked);
      },
      (error: unknown) => {
        this.#log.warn("an idle thread did not end", { error: String(error) });
      },
    );
  }

  #lost(worker: Worker, error: Error): void {
    if (this.#ended || worker !== this.#worker) return;
    this.#log.error("the thread that checks signatures is gone; they are checked here again", {
      error: String(error),
    });
    this.#end(error);
  }

  #end(error: Error): void {
    this.#ended = true;
    this.#rest();
    const refused = [...this.#sent, ...this.#waiting.splice(0)];
    this.#sent = [];
    for (const { reject } of refused) reject(error);
  }
}
