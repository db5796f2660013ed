/** Jobs that something was said of, and those whose time comes: no other is looked at. */

export class DueJobs {
  readonly #changed = new Set<string>();
  readonly #at = new Map<string, number>();
  readonly #byCalcond = new Map<number, Set<string>>();

  /** Jobs that are looked at again. */
  get size(): number {
    return this.#changed.size + this.#at.size;
  }

  /** Something was said of it. */
  change(job: string): void {
    this.#changed.add(job);
  }

  /** It is looked at in a calcond, and not before, as long as nothing is said of it. */
  schedule(job: string, calcond: number): void {
    this.#unschedule(job);
    this.#at.set(job, calcond);
    const jobs = this.#byCalcond.get(calcond) ?? new Set();
    jobs.add(job);
    this.#byCalcond.set(calcond, jobs);
  }

  #unschedule(job: string): void {
    const before = this.#at.get(job);
    if (before === undefined) return;
    this.#at.delete(job);
    const jobs = this.#byCalcond.get(before);
    jobs?.delete(job);
    if (jobs?.size === 0) this.#byCalcond.delete(before);
  }

  /** @returns those that are looked at now; each comes once, and again when it is scheduled anew */
  take(now: number): readonly string[] {
    const due = new Set(this.#changed);
    this.#changed.clear();
    for (const [calcond, jobs] of this.#byCalcond)
      if (calcond <= now) for (const job of jobs) due.add(job);
    for (const job of due) this.#unschedule(job);
    return [...due];
  }

  forget(job: string): void {
    this.#changed.delete(job);
    this.#unschedule(job);
  }
}
