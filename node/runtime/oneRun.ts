/**
 * Runs of one task, one after the other, each where the one before ended. Callers who ask before a
 * run begins share it.
 */
export class OneRun {
  readonly #task: () => Promise<number>;
  #running: Promise<void> = Promise.resolve();
  #queued: Promise<number> | null = null;

  constructor(task: () => Promise<number>) {
    this.#task = task;
  }

  /** @returns what the task does, of a run that begins after this call */
  run(): Promise<number> {
    if (this.#queued !== null) return this.#queued;
    const run = this.#running.then(() => {
      this.#queued = null;
      return this.#task();
    });
    this.#queued = run;
    this.#running = run.then(
      () => undefined,
      () => undefined,
    );
    return run;
  }
}
