/**
 * Whether windows take long to become durable: a disk that takes seconds for a write, or a machine that has
 * no time for it. One that stalls once is no news; the quickest of the last few tells.
 */
const WINDOWS = 3;
const SLOW_MS = 1_000;

export class SlowWrites {
  readonly #lastMs: number[] = [];

  /** @param ms from handing a window in until it was durable */
  note(ms: number): void {
    this.#lastMs.push(ms);
    if (this.#lastMs.length > WINDOWS) this.#lastMs.shift();
  }

  get isSlow(): boolean {
    return this.#lastMs.length === WINDOWS && Math.min(...this.#lastMs) >= SLOW_MS;
  }
}
