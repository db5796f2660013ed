/**
 * How often one message may be written to the log. A full disk or a peer that lies says the same
 * with every request: the first lines tell what is wrong, and how many were left out tells the rest.
 */
const WINDOW_MS = 60_000;
const LINES_A_WINDOW = 10;
/** Messages are written in code, and so are few; this bounds what a mistake there could cost. */
const MESSAGES_MAX = 1_000;

interface Counted {
  since: number;
  written: number;
  leftOut: number;
}

export class Repeats {
  readonly #nowMs: () => number;
  readonly #messages = new Map<string, Counted>();

  /** @param nowMs milliseconds of a clock that never goes back */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** @returns null for a line to be left out, else how many were left out since the last one */
  admit(message: string): number | null {
    const now = this.#nowMs();
    const counted = this.#messages.get(message);
    if (counted === undefined) {
      if (this.#messages.size >= MESSAGES_MAX) this.#messages.clear();
      this.#messages.set(message, { since: now, written: 1, leftOut: 0 });
      return 0;
    }
    if (now - counted.since >= WINDOW_MS) {
      counted.since = now;
      counted.written = 0;
    }
    if (counted.written >= LINES_A_WINDOW) {
      counted.leftOut += 1;
      return null;
    }
    counted.written += 1;
    const { leftOut } = counted;
    counted.leftOut = 0;
    return leftOut;
  }
}
