/**
 * How much of a processor a stretch of work on this thread took. What passes by the clock is too
 * long where the machine is busy with others, and asking for processor time each time would cost
 * more than small pieces of work. So the clock is read, and the share of a processor that the event
 * loop had lately, while it was not idle. Other threads of the process are in it: it is never too
 * low.
 */
import { performance } from "node:perf_hooks";

export interface ProcessorClock {
  /** Any number that `since` understands. */
  mark(): number;
  /** Milliseconds since. */
  since(mark: number): number;
}

/** The share is found anew so often. */
const PERIOD_MS = 1_000;

class SharedClock implements ProcessorClock {
  #share = 1;
  #atMs = performance.now();
  #usage = process.cpuUsage();
  #loop = performance.eventLoopUtilization();

  mark(): number {
    return performance.now();
  }

  since(mark: number): number {
    const nowMs = performance.now();
    if (nowMs - this.#atMs >= PERIOD_MS) this.#measure(nowMs);
    return Math.max(0, (nowMs - mark) * this.#share);
  }

  #measure(nowMs: number): void {
    const { user, system } = process.cpuUsage(this.#usage);
    const { active } = performance.eventLoopUtilization(this.#loop);
    this.#share = active > 0 ? Math.min(1, (user + system) / 1_000 / active) : 1;
    this.#atMs = nowMs;
    this.#usage = process.cpuUsage();
    this.#loop = performance.eventLoopUtilization();
  }
}

export const processorClock: ProcessorClock = new SharedClock();
