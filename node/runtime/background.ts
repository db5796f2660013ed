/**
 * Long tasks behind the node: one runner says when each of them runs, tells all of them to stop by
 * one signal, and knows when none is running. A task does its work in pieces: what is left is said
 * by what it returns, and requests come in between.
 */
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Logger } from "../../protocol/ports.js";
import type { Cancel, Scheduler } from "./scheduler.js";

/** From a nudge, or from a piece that left some, to the next piece of an idle task. */
export const IDLE_AFTER_MS = 2_000;
/** Between two pieces of any other task: each leaves the next seal room. */
export const PAUSE_MS = 20;
/** A stop waits no longer for tasks that do not heed the signal. */
export const STOP_MAX_MS = 5_000;
const CALCOND_MS = Number(CALCOND_NS) / 1e6;

export type When =
  /** Soon after a nudge. */
  | "nudged"
  /**
   * After the start and after a nudge, while nobody waits for the node; one such task at a time.
   */
  | "idle"
  /** After the start, and then so long after the last run ended. */
  | { readonly everyCalconds: number };

export interface Background {
  /** Unique on a node: a nudge, the log and the metrics name it. */
  readonly name: string;
  readonly when: When;
  /**
   * One piece of the work.
   * @param signal aborted when the node stops
   * @param goOn whether to go on with a long piece: false from the abort on, and for an idle task
   * also while somebody waits for the node
   * @returns "more" where some is left that the task would do now
   */
  run(signal: AbortSignal, goOn: () => boolean): Promise<"more" | "done">;
}

interface RunnerModules {
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** Whether somebody waits for this node now. */
  readonly busy: () => boolean;
  /** Told of each run that failed. */
  readonly onFailed?: (task: string) => void;
  /** Told when no idle task has anything left to do, and nobody waits for the node. */
  readonly onRest?: () => void;
}

interface Entry {
  readonly task: Background;
  /** A run is wanted that has not begun. */
  isQueued: boolean;
  isRunning: boolean;
  cancel: Cancel | null;
  failures: number;
}

export class BackgroundRunner {
  readonly #modules: RunnerModules;
  readonly #entries = new Map<string, Entry>();
  readonly #abort = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #idleTimer: Cancel | null = null;
  #isIdleRunning = false;
  #isStarted = false;
  #stopping: Promise<void> | null = null;
  readonly #waiting: (() => void)[] = [];

  constructor(modules: RunnerModules) {
    this.#modules = modules;
  }

  /** @throws RangeError for a name that is in use */
  add(task: Background): void {
    if (this.#entries.has(task.name)) throw new RangeError(`two tasks are named ${task.name}`);
    const entry = { task, isQueued: false, isRunning: false, cancel: null, failures: 0 };
    this.#entries.set(task.name, entry);
    if (this.#isStarted && task.when !== "nudged") this.#queue(entry, PAUSE_MS);
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    for (const entry of this.#entries.values())
      if (entry.task.when !== "nudged" || entry.isQueued) this.#queue(entry, PAUSE_MS);
  }

  /** There is something to do for a task. Nudges before its next run begins are one. */
  nudge(name: string): void {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new RangeError(`no task is named ${name}`);
    this.#queue(entry, PAUSE_MS);
  }

  /** Runs that failed, of all tasks or of one. */
  failures(name?: string): number {
    let sum = 0;
    for (const [of, { failures }] of this.#entries)
      if (name === undefined || of === name) sum += failures;
    return sum;
  }

  /**
   * Resolves when no task runs and none waits for its turn; a task that comes again after a number
   * of calconds does not count until then.
   */
  settled(): Promise<void> {
    if (this.#isSettled()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Idempotent. Resolves when nothing runs any more, or `STOP_MAX_MS` later. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#abort.abort();
    this.#idleTimer?.();
    this.#idleTimer = null;
    for (const entry of this.#entries.values()) {
      entry.cancel?.();
      entry.cancel = null;
      entry.isQueued = false;
    }
    this.#tellSettled();
    if (this.#running.size === 0) return;
    let cancel: Cancel = () => undefined;
    const late = new Promise<"late">((resolve) => {
      cancel = this.#modules.scheduler.after(STOP_MAX_MS, () => resolve("late"));
    });
    const end = await Promise.race([Promise.all(this.#running), late]);
    cancel();
    if (end !== "late") return;
    const names = [...this.#entries.values()].filter(({ isRunning }) => isRunning);
    this.#modules.log.error("a background task did not stop", {
      tasks: names.map(({ task }) => task.name).join(", "),
    });
  }

  /** @param ms from now to the run, of a task that is not idle */
  #queue(entry: Entry, ms: number): void {
    if (this.#abort.signal.aborted || (entry.isQueued && this.#isArmed(entry))) return;
    entry.isQueued = true;
    if (!this.#isStarted || entry.isRunning) return;
    if (entry.task.when === "idle") this.#armIdle();
    else this.#arm(entry, ms);
  }

  #isArmed({ task, cancel }: Entry): boolean {
    return task.when === "idle" ? this.#idleTimer !== null : cancel !== null;
  }

  #arm(entry: Entry, ms: number): void {
    entry.cancel?.();
    entry.cancel = this.#modules.scheduler.after(ms, () => {
      entry.cancel = null;
      this.#begin(entry);
    });
  }

  #armIdle(): void {
    if (this.#isIdleRunning || this.#idleTimer !== null) return;
    this.#idleTimer = this.#modules.scheduler.after(IDLE_AFTER_MS, () => {
      this.#idleTimer = null;
      if (this.#modules.busy()) this.#armIdle();
      else this.#track(this.#runIdle());
    });
  }

  /** One piece of each idle task that has something to do. */
  async #runIdle(): Promise<void> {
    this.#isIdleRunning = true;
    for (const entry of this.#entries.values()) {
      if (entry.task.when !== "idle" || !entry.isQueued) continue;
      if (this.#abort.signal.aborted || this.#modules.busy()) break;
      if ((await this.#run(entry)) === "more") entry.isQueued = true;
    }
    this.#isIdleRunning = false;
    const isLeft = [...this.#entries.values()].some(
      ({ task, isQueued }) => task.when === "idle" && isQueued,
    );
    if (this.#abort.signal.aborted) return;
    if (isLeft) this.#armIdle();
    else this.#modules.onRest?.();
  }

  #begin(entry: Entry): void {
    this.#track(
      this.#run(entry).then((end) => {
        if (this.#abort.signal.aborted) return;
        const { when } = entry.task;
        if (end === "more" || entry.isQueued) {
          entry.isQueued = true;
          this.#arm(entry, PAUSE_MS);
        } else if (typeof when === "object") this.#arm(entry, when.everyCalconds * CALCOND_MS);
      }),
    );
  }

  /** What fails waits for its next nudge or its next time. */
  async #run(entry: Entry): Promise<"more" | "done"> {
    const { task } = entry;
    const { signal } = this.#abort;
    const isIdle = task.when === "idle";
    entry.isQueued = false;
    entry.isRunning = true;
    try {
      const goOn = (): boolean => !signal.aborted && !(isIdle && this.#modules.busy());
      const end = await task.run(signal, goOn);
      return signal.aborted ? "done" : end;
    } catch (error) {
      entry.failures += 1;
      this.#modules.onFailed?.(task.name);
      this.#modules.log.warn("a background task failed", {
        task: task.name,
        error: String(error),
      });
      return "done";
    } finally {
      entry.isRunning = false;
    }
  }

  #track(run: Promise<void>): void {
    this.#running.add(run);
    void run.finally(() => {
      this.#running.delete(run);
      this.#tellSettled();
    });
  }

  #isSettled(): boolean {
    if (this.#running.size > 0) return false;
    return [...this.#entries.values()].every(({ isQueued }) => !isQueued);
  }

  #tellSettled(): void {
    if (!this.#isSettled()) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
