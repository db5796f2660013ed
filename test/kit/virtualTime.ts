/** A clock and timers that move only when told to, and a settled event loop in between. */
import type { Scheduler } from "../../node/runtime/scheduler.js";
import type { Clock } from "../../protocol/ports.js";

interface Timer {
  readonly at: number;
  readonly f: () => void;
}

export class VirtualTime implements Scheduler, Clock {
  #ms = 0;
  readonly #timers = new Set<Timer>();
  readonly #startNs: bigint;

  constructor(startNs = 1_800_000_000_000_000_000n) {
    this.#startNs = startNs;
  }

  get waiting(): number {
    return this.#timers.size;
  }

  /** Milliseconds from now to each timer, in order. */
  get delays(): readonly number[] {
    return [...this.#timers].map(({ at }) => at - this.#ms).sort((a, b) => a - b);
  }

  nowNs(): bigint {
    return this.#startNs + BigInt(Math.floor(this.#ms * 1_000)) * 1_000n;
  }

  after(ms: number, f: () => void): () => void {
    const timer = { at: this.#ms + ms, f };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  async pass(ms: number): Promise<void> {
    const end = this.#ms + ms;
    for (;;) {
      await settled();
      const next = [...this.#timers].sort((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.#timers.delete(next);
      this.#ms = next.at;
      next.f();
    }
    this.#ms = end;
    await settled();
  }
}

/** Lets everything that is ready to run do so. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 20; i += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}
