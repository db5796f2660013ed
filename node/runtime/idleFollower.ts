/**
 * Lets derived readings follow what they are derived from while little is running, so that a
 * question finds little left to do.
 */
import type { Logger } from "../../protocol/ports.js";
import type { DamagedRecord } from "../../storage/readings.js";

/** After something changed, and again while others have work. */
const FOLLOW_AFTER_MS = 2_000;

interface FollowerModules {
  readonly log: Logger;
  /** Calls `f` once after `ms` milliseconds. @returns what cancels it */
  readonly after: (ms: number, f: () => void) => () => void;
  /** Whether somebody waits for this node now. */
  readonly busy: () => boolean;
}

export interface Following {
  /**
   * @param goOn whether still nobody waits: for readings that are long
   * @returns what is left to follow
   */
  follow(goOn: () => boolean): Promise<number>;
  /** What is in its way: it is not asked again for what it left until something changes. */
  readonly damaged?: DamagedRecord | null;
}

export class IdleFollower {
  readonly #modules: FollowerModules;
  readonly #readings: readonly Following[];
  #cancel: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #stopped = false;
  /** What was told of each, so that it is told once. */
  readonly #told = new Map<Following, string>();

  constructor(readings: readonly Following[], modules: FollowerModules) {
    this.#readings = readings;
    this.#modules = modules;
  }

  /** Something changed. */
  nudge(): void {
    if (this.#stopped || this.#cancel !== null || this.#running !== null) return;
    this.#cancel = this.#modules.after(FOLLOW_AFTER_MS, () => {
      this.#cancel = null;
      if (this.#modules.busy()) this.nudge();
      else this.#running = this.#run();
    });
  }

  async #run(): Promise<void> {
    let left = 0;
    try {
      const goOn = (): boolean => !this.#stopped && !this.#modules.busy();
      for (const reading of this.#readings) {
        const behind = await reading.follow(goOn);
        if (reading.damaged) this.#tell(reading, reading.damaged.fault);
        else left += behind;
      }
    } catch (error) {
      // A question will meet the same, and answer with it.
      this.#modules.log.warn("a reading cannot follow", { error: String(error) });
    }
    this.#running = null;
    if (left > 0) this.nudge();
  }

  #tell(reading: Following, fault: string): void {
    if (this.#told.get(reading) === fault) return;
    this.#told.set(reading, fault);
    this.#modules.log.warn("a reading met a damaged record", { error: fault });
  }

  /** Idempotent; resolves when nothing is being read any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    this.#cancel = null;
    await this.#running;
  }
}
