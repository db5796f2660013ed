/**
 * Who waits for a worker. A caller who pays goes first, then what is due by itself, then one with a
 * key; callers without a key share a small part of the workers, and leave it to all others. Among
 * those alike accounts take turns, however many jobs each has.
 */

/**
 * paying: a price is set aside for it. scheduled: paid for when it is written, and nobody waits for
 * the answer. keyed: free, of a known account. keyless: of anyone.
 */
export type Caller = "paying" | "scheduled" | "keyed" | "keyless";

/** In the order in which they are served. */
const CALLERS = ["paying", "scheduled", "keyed", "keyless"] as const satisfies readonly Caller[];

/** In the order in which they give their worker to a payer. */
export const YIELDING = ["keyless", "keyed", "scheduled"] as const satisfies readonly Caller[];

/** Jobs of each that may wait. */
export const WAITING_MAX: Readonly<Record<Caller, number>> = {
  paying: 64,
  scheduled: 32,
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
  /** Whose turn it takes: an account, or the group of an address. */
  readonly account: string;
}

export class Waiting<J extends Queued> {
  readonly #queues: Readonly<Record<Caller, Turns<J>>> = {
    paying: new Turns(),
    scheduled: new Turns(),
    keyed: new Turns(),
    keyless: new Turns(),
  };

  get size(): number {
    return CALLERS.reduce((total, caller) => total + this.#queues[caller].size, 0);
  }

  of(caller: Caller): number {
    return this.#queues[caller].size;
  }

  /**
   * Takes a job to the queue. A full one gives it the last place of the account that has most, where
   * that has two more than the job's own.
   * @returns who lost a place for it, or null; the job itself where there is no place
   */
  add(job: J): J | null {
    const queue = this.#queues[job.caller];
    const isFull = queue.size >= WAITING_MAX[job.caller];
    const loser = isFull ? queue.lastOfLongest(job.account) : null;
    if (isFull && loser === null) return job;
    if (loser !== null) queue.remove(loser);
    queue.add(job);
    return loser;
  }

  remove(job: J): void {
    this.#queues[job.caller].remove(job);
  }

  /** The job to run next. @param keyless whether one of a caller without a key may run now */
  next(keyless: boolean): J | undefined {
    for (const caller of CALLERS) {
      if (caller === "keyless" && !keyless) return undefined;
      const job = this.#queues[caller].next();
      if (job !== undefined) return job;
    }
    return undefined;
  }

  drain(): J[] {
    return CALLERS.flatMap((caller) => this.#queues[caller].drain());
  }
}

/** Accounts that are remembered as served in this turn. */
const SERVED_MAX = 1_024;

/** What one account has waiting. */
interface Line<J> {
  readonly jobs: J[];
  /** Number of the turn that its next job takes. */
  turn: number;
}

/**
 * Jobs of one kind, by turns of their accounts (start-time fair queueing): who has had no turn of
 * late goes before who has, and who comes anew before the next job of whoever is served now.
 */
class Turns<J extends Queued> {
  readonly #lines = new Map<string, Line<J>>();
  /** Accounts without a job that have had the turn that is being taken. */
  readonly #served = new Map<string, number>();
  /** The turn that is being taken. */
  #turn = 0;
  size = 0;

  add(job: J): void {
    const { account } = job;
    let line = this.#lines.get(account);
    if (line === undefined) {
      line = { jobs: [], turn: Math.max(this.#turn, this.#served.get(account) ?? 0) };
      this.#lines.set(account, line);
    }
    line.jobs.push(job);
    this.size += 1;
  }

  remove(job: J): void {
    const line = this.#lines.get(job.account);
    const at = line?.jobs.indexOf(job) ?? -1;
    if (line === undefined || at < 0) return;
    line.jobs.splice(at, 1);
    this.size -= 1;
    if (line.jobs.length === 0) this.#leave(job.account, line);
  }

  /** The oldest job of the account whose turn it is; of two, of the one that came first. */
  next(): J | undefined {
    let first: readonly [account: string, line: Line<J>] | null = null;
    for (const entry of this.#lines)
      if (first === null || entry[1].turn < first[1].turn) first = entry;
    if (first === null) return undefined;
    const [account, line] = first;
    const job = line.jobs.shift()!;
    this.size -= 1;
    if (line.turn > this.#turn) this.#served.clear();
    this.#turn = line.turn;
    line.turn += 1;
    // Behind those who have the same turn.
    this.#lines.delete(account);
    if (line.jobs.length > 0) this.#lines.set(account, line);
    else this.#leave(account, line);
    return job;
  }

  #leave(account: string, { turn }: Line<J>): void {
    this.#lines.delete(account);
    if (this.#served.size >= SERVED_MAX) this.#served.clear();
    if (turn > this.#turn) this.#served.set(account, turn);
  }

  /** Null where no account has two jobs more than this one. */
  lastOfLongest(account: string): J | null {
    let longest: readonly J[] = [];
    for (const { jobs } of this.#lines.values()) if (jobs.length > longest.length) longest = jobs;
    const waitingOfAccount = this.#lines.get(account)?.jobs.length ?? 0;
    return longest.length > waitingOfAccount + 1 ? longest.at(-1)! : null;
  }

  drain(): J[] {
    const jobs = [...this.#lines.values()].flatMap((line) => line.jobs.splice(0));
    this.#lines.clear();
    this.size = 0;
    return jobs;
  }
}
