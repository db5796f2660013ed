/**
 * Places for jobs that others opened. Their authors have places by network as spines have
 * (`mesh/intake/admission.ts`): who leaves one takes its jobs along. Of those who stay none has more than a
 * share, and where all places are taken whoever has most makes room for who has fewer.
 */

/** Jobs that are remembered. */
const JOBS_MAX = 20_000;
/** Of one author. */
const OF_AUTHOR_MAX = 4_000;

export class JobPlaces {
  readonly #ofAuthor = new Map<string, Set<string>>();
  #size = 0;

  has(author: string, job: string): boolean {
    return this.#ofAuthor.get(author)?.has(job) === true;
  }

  /** Whether an author's job gets a place, also one that another author has to give up. */
  mayOpen(author: string): boolean {
    const count = this.#ofAuthor.get(author)?.size ?? 0;
    if (count >= OF_AUTHOR_MAX) return false;
    return this.#size < JOBS_MAX || (this.#most()?.[1].size ?? 0) > count + 1;
  }

  /** @returns a job that makes room; null while there is some */
  open(author: string, job: string): string | null {
    const leaving = this.#size < JOBS_MAX ? null : this.#oldestOfMost();
    const jobs = this.#ofAuthor.get(author) ?? new Set();
    jobs.add(job);
    this.#ofAuthor.set(author, jobs);
    this.#size += 1;
    return leaving;
  }

  close(author: string, job: string): void {
    const jobs = this.#ofAuthor.get(author);
    if (jobs?.delete(job) !== true) return;
    this.#size -= 1;
    if (jobs.size === 0) this.#ofAuthor.delete(author);
  }

  jobsOf(author: string): Iterable<string> {
    return this.#ofAuthor.get(author) ?? [];
  }

  #most(): readonly [author: string, jobs: ReadonlySet<string>] | null {
    let most: readonly [string, ReadonlySet<string>] | null = null;
    for (const entry of this.#ofAuthor)
      if (most === null || entry[1].size > most[1].size) most = entry;
    return most;
  }

  #oldestOfMost(): string | null {
    const [, jobs] = this.#most() ?? [];
    return jobs?.values().next().value ?? null;
  }
}
