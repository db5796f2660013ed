/** How often what is open is looked at. */
const SWEEP_INTERVAL_MS = 250;

/** Looks a few times a second at what can be late, and not at all where nothing is open. */
export class Sweeper {
  readonly #look: (nowMs: number) => boolean;
  #timer: NodeJS.Timeout | null = null;

  /** @param look says whether anything is still open */
  constructor(look: (nowMs: number) => boolean) {
    this.#look = look;
  }

  /** Something was opened. */
  wake(): void {
    if (this.#timer !== null) return;
    this.#timer = setInterval(() => {
      if (!this.#look(performance.now())) this.stop();
    }, SWEEP_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
