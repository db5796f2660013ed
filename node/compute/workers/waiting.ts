/**
 * Who waits for a worker. A caller who pays goes first, then one with a key; callers without a key
 * share a small part of the workers, and leave it to who pays.
 */

/** paying: a price is set aside for it. keyed: free, of a known account. keyless: of anyone. */
export type Caller = "paying" | "keyed" | "keyless";

/** In the order in which they are served. */
const CALLERS = ["paying", "keyed", "keyless"] as const satisfies readonly Caller[];

/** Jobs of each that may wait. */
export const WAITING_MAX: Readonly<Record<Caller, number>> = {
  paying: 64,
  keyed: 32,
  keyless: 16,
};

/** One worker in so many runs jobs of callers without a key, and one at least. */
const KEYLESS_PART = 4;

export function keylessWorkers(workers: number): number {
  return Math.max(1, Math.floor(workers / KEYLESS_PART));
}

interface Queued {
  readonly caller: Caller;
}

export class Waiting<J extends Queued> {
  readonly #queues: Readonly<Record<Caller, J[]>> = { paying: [], keyed: [], keyless: [] };

  get size(): number {
    return CALLERS.reduce((total, caller) => total + this.#queues[caller].length, 0);
  }

  of(caller: Caller): number {
    return this.#queues[caller].length;
  }

  isFull(caller: Caller): boolean {
    return this.#queues[caller].length >= WAITING_MAX[caller];
  }

  add(job: J): void {
    this.#queues[job.caller].push(job);
  }

  remove(job: J): void {
    const queue = this.#queues[job.caller];
    const at = queue.indexOf(job);
    if (at >= 0) queue.splice(at, 1);
  }

  /** The job to run next. @param keyless whether one of a caller without a key may run now */
  next(keyless: boolean): J | undefined {
    for (const caller of CALLERS) {
      if (caller === "keyless" && !keyless) return undefined;
      const job = this.#queues[caller].shift();
      if (job !== undefined) return job;
    }
    return undefined;
  }

  drain(): J[] {
    return CALLERS.flatMap((caller) => this.#queues[caller].splice(0));
  }
}
