/** A job that runs again and again. */
import { CALCOND_MS, type Cancel, type Scheduler } from "./scheduler.js";

/** Runs a job a period after the start, and then a period after each run has ended. */
export class Periodic {
  readonly #run: () => void | Promise<void>;
  readonly #periodMs: number;
  readonly #scheduler: Scheduler;
  #timer: Cancel = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  /** @param run a promise of it never rejects: who runs says what to do about errors */
  constructor(run: () => void | Promise<void>, calconds: number, scheduler: Scheduler) {
    this.#run = run;
    this.#periodMs = calconds * CALCOND_MS;
    this.#scheduler = scheduler;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  start(): void {
    if (this.#stopped) return;
    this.#timer = this.#scheduler.after(this.#periodMs, () => {
      const done = this.#run();
      if (done === undefined) {
        this.start();
        return;
      }
      this.#running = done;
      void done.then(() => this.start());
    });
  }

  /** Idempotent. Resolves when no run is under way any more. */
  stop(): Promise<void> {
    this.#stopped = true;
    this.#timer();
    return this.#running;
  }
}
