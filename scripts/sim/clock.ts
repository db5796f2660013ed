/** A node's clock, which may be wrong and run fast or slow, and its timers. */
import type { Cancel, Scheduler } from "../../node/runtime/scheduler.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock } from "../../protocol/ports.js";
import type { SimLoop } from "./loop.js";

/** When simulations begin, in Unix nanoseconds. */
const START_NS = 1_800_000_000_000_000_000n;
const PARTS = 1_000_000n;

export class SimClock implements Clock {
  readonly #loop: SimLoop;
  readonly #driftPpm: number;
  #offsetNs: bigint;
  /** The last reading: many are made in one event. */
  #readUs = -1;
  #readNs = 0n;

  /** @param driftPpm parts in a million by which it runs fast */
  constructor(loop: SimLoop, offsetMs: number, driftPpm: number) {
    this.#loop = loop;
    this.#driftPpm = Math.round(driftPpm);
    this.#offsetNs = msToNs(offsetMs);
  }

  get driftPpm(): number {
    return this.#driftPpm;
  }

  nowNs(): bigint {
    const { nowUs } = this.#loop;
    if (nowUs !== this.#readUs) {
      const elapsedNs = BigInt(nowUs) * 1_000n;
      this.#readNs =
        START_NS + this.#offsetNs + elapsedNs + (elapsedNs * BigInt(this.#driftPpm)) / PARTS;
      this.#readUs = nowUs;
    }
    return this.#readNs;
  }

  calcond(): number {
    return Number(this.nowNs() / CALCOND_NS);
  }

  /** Somebody sets the clock. */
  step(ms: number): void {
    this.#offsetNs += msToNs(ms);
    this.#readUs = -1;
  }
}

function msToNs(ms: number): bigint {
  return BigInt(Math.round(ms * 1_000)) * 1_000n;
}

/** The timers of one life of a node: none outlives it. */
export class SimScheduler implements Scheduler {
  readonly #loop: SimLoop;
  readonly #driftPpm: number;
  readonly #pending = new Set<Cancel>();
  #dead = false;

  constructor(loop: SimLoop, driftPpm: number) {
    this.#loop = loop;
    this.#driftPpm = driftPpm;
  }

  get waiting(): number {
    return this.#pending.size;
  }

  after(ms: number, f: () => void): Cancel {
    if (this.#dead) return () => undefined;
    const cancelTimer = this.#loop.after(ms / (1 + this.#driftPpm / Number(PARTS)), () => {
      this.#pending.delete(cancel);
      f();
    });
    const cancel = (): void => {
      this.#pending.delete(cancel);
      cancelTimer();
    };
    this.#pending.add(cancel);
    return cancel;
  }

  kill(): void {
    this.#dead = true;
    for (const cancel of this.#pending) cancel();
  }
}
