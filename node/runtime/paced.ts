/** Jobs that are asked for more often than they should run. */
import type { Cancel, Scheduler } from "./scheduler.js";

/**
 * Between two runs of a job: over a calcond, so that what is said again has another handshake. The
 * same bytes would be dropped as already seen, and a newcomer would not hear them.
 */
const REST_MS = 800;
/**
 * From asking to the first run. What is said together falls together, and a head comes behind the
 * events that it counts: before them it would have every neighbour ask for what is on its way.
 */
export const GATHERING_MS = 100;
/** The same for seals: nobody was sent one, and who hears the head asks for it. */
export const SEAL_GATHERING_MS = 10;

/** Runs a job soon after it was asked for, at most so often; askings in between fall together. */
export class Paced {
  readonly #run: () => Promise<void>;
  readonly #scheduler: Scheduler;
  readonly #periodMs: () => number;
  readonly #burst: number;
  readonly #restMs: number;
  #tokens: number;
  #wanted = false;
  #running = false;
  #gathering: Cancel | null = null;
  #refill: Cancel | null = null;
  #rest: Cancel | null = null;
  #stopped = false;

  /**
   * @param burst runs allowed at once; one more comes back each period
   * @param restMs between two runs
   */
  constructor(
    run: () => Promise<void>,
    scheduler: Scheduler,
    {
      periodMs,
      burst,
      restMs = REST_MS,
    }: { readonly periodMs: () => number; readonly burst: number; readonly restMs?: number },
  ) {
    this.#run = run;
    this.#scheduler = scheduler;
    this.#periodMs = periodMs;
    this.#burst = burst;
    this.#restMs = restMs;
    this.#tokens = burst;
  }

  ask(gatheringMs = GATHERING_MS): void {
    if (this.#stopped) return;
    this.#wanted = true;
    this.#gathering ??= this.#scheduler.after(gatheringMs, () => {
      this.#gathering = null;
      void this.#next();
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#gathering?.();
    this.#refill?.();
    this.#rest?.();
  }

  async #next(): Promise<void> {
    if (this.#stopped || this.#running || !this.#wanted || this.#tokens === 0) return;
    this.#running = true;
    this.#wanted = false;
    this.#tokens -= 1;
    this.#startRefill();
    await this.#run();
    this.#rest = this.#scheduler.after(this.#restMs, () => {
      this.#running = false;
      void this.#next();
    });
  }

  #startRefill(): void {
    if (this.#refill !== null || this.#stopped) return;
    this.#refill = this.#scheduler.after(this.#periodMs(), () => {
      this.#refill = null;
      this.#tokens += 1;
      if (this.#tokens < this.#burst) this.#startRefill();
      void this.#next();
    });
  }
}
