/**
 * Work that comes again at calconds that its owner knows: one heap of when each is next, one timer
 * for the first of them, and a bound on how many run at once. Nothing of it is kept in the store.
 */
import type { Clock } from "../../protocol/ports.js";
import { CalcondHeap } from "./calcondHeap.js";
import type { Deadlines } from "./deadlines.js";
import { delayMs, RETRY_CALCONDS } from "./delays.js";
import type { Cancel, Scheduler } from "./scheduler.js";

/** Each may wait for a seal, and they share commit windows. */
const AT_ONCE_MAX = 64;

interface ScheduleModules {
  readonly clock: Clock;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly scheduler: Scheduler;
}

export interface ScheduledWork {
  /** @returns the calcond at which it is next, or null where it is no more */
  run(id: string, signal: AbortSignal): Promise<number | null>;
  /** It threw, and is tried again in ten seconds. */
  failed(id: string, error: unknown): void;
}

export class CalcondSchedule {
  readonly #modules: ScheduleModules;
  readonly #work: ScheduledWork;
  readonly #heap = new CalcondHeap();
  readonly #stop = new AbortController();
  readonly #running = new Map<string, Promise<void>>();
  /** The first calcond that each was placed at while it ran. */
  readonly #placed = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #timer: Cancel | null = null;
  #isStarted = false;

  constructor(modules: ScheduleModules, work: ScheduledWork) {
    this.#modules = modules;
    this.#work = work;
  }

  /** Waiting and running. */
  get size(): number {
    return this.#heap.size + this.#running.size;
  }

  /** Nothing runs before, but what is begun by name. */
  start(): void {
    this.#isStarted = true;
    this.#arm();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#timer?.();
    await Promise.all(this.#running.values());
    this.#tellSettled();
  }

  /** Resolves when nothing runs and nothing is due. */
  settled(): Promise<void> {
    this.#arm();
    if (this.#isSettled()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /**
   * Null where it does not come again. A run may have read when it is next before it was placed: it
   * comes again at the earlier of the two, and finds out then.
   */
  place(id: string, calcond: number | null): void {
    if (calcond === null) {
      this.#heap.delete(id);
      this.#placed.delete(id);
    } else if (this.#running.has(id))
      this.#placed.set(id, Math.min(calcond, this.#placed.get(id) ?? Infinity));
    else this.#heap.set(id, calcond);
    this.#arm();
  }

  /** Begins one that is not running, due or not. */
  begin(id: string, run: ScheduledWork["run"] = (...of) => this.#work.run(...of)): void {
    this.#heap.delete(id);
    const ended = run(id, this.#stop.signal)
      .catch((error: unknown) => {
        this.#work.failed(id, error);
        return this.#modules.deadlines.now() + RETRY_CALCONDS;
      })
      .then((next) => this.#ended(id, next));
    this.#running.set(id, ended);
  }

  #ended(id: string, next: number | null): void {
    const placed = this.#placed.get(id);
    this.#placed.delete(id);
    this.#running.delete(id);
    this.place(id, placed === undefined ? next : Math.min(placed, next ?? Infinity));
    this.#tellSettled();
  }

  #isSettled(): boolean {
    const { first } = this.#heap;
    const isDue = first !== null && first.calcond <= this.#modules.deadlines.now();
    return this.#running.size === 0 && (!isDue || this.#stop.signal.aborted);
  }

  #tellSettled(): void {
    if (this.#isSettled()) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #arm(): void {
    this.#timer?.();
    this.#timer = null;
    const { first } = this.#heap;
    if (!this.#isStarted || this.#stop.signal.aborted || first === null) return;
    if (this.#running.size >= AT_ONCE_MAX) return;
    this.#timer = this.#modules.scheduler.after(delayMs(first.calcond, this.#modules), () => {
      this.#timer = null;
      this.#turn();
    });
  }

  #turn(): void {
    const now = this.#modules.deadlines.now();
    for (
      let { first } = this.#heap;
      first !== null && first.calcond <= now && this.#running.size < AT_ONCE_MAX;
      { first } = this.#heap
    )
      this.begin(first.id);
    this.#arm();
  }
}
