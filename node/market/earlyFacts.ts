/**
 * Events about jobs that nobody has opened yet: an opening may come behind what follows it, so the
 * newest are remembered, and no claim about nothing costs more than its place here.
 */
import type { Operation } from "../../storage/kv/kv.js";
import { RecentMap } from "../runtime/recentMap.js";
import type { MarketEventRecord } from "../../storage/records/marketRecords.js";

/** Jobs without an opening of which something is remembered, and characters of what was said of each. */
const JOBS_MAX = 256;
const CHARS_OF_JOB_MAX = 32_768;

/** An event as it is kept, with its id. */
export interface MarketMessage extends MarketEventRecord {
  readonly id: string;
}

export class EarlyFacts {
  readonly #events = new RecentMap<string, MarketMessage[]>(JOBS_MAX);
  /** Jobs whose opening is being written: what comes meanwhile is written, too. */
  readonly #opening = new RecentMap<string, true>(JOBS_MAX);

  remember(job: string, message: MarketMessage): void {
    const events = this.#events.get(job) ?? [];
    const all = [...events, message];
    const chars = all.reduce((sum, { body, header }) => sum + body.length + header.length, 0);
    if (chars <= CHARS_OF_JOB_MAX) this.#events.set(job, all);
  }

  /** A job is opened in the batch under way. @returns operations that keep what came before */
  opens(job: string, keep: (message: MarketMessage) => readonly Operation[]): readonly Operation[] {
    this.#opening.set(job, true);
    return (this.#events.get(job) ?? []).flatMap(keep);
  }

  isOpening(job: string): boolean {
    return this.#opening.has(job);
  }

  /** @returns what came before the opening, in its order; it is remembered no more */
  take(job: string): readonly MarketMessage[] {
    const events = this.#events.get(job) ?? [];
    this.#events.delete(job);
    this.#opening.delete(job);
    return events;
  }
}
