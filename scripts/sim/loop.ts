/**
 * The event loop of a simulation: virtual time stands still while code runs, and moves to the next
 * thing that was asked for when nothing is left to run.
 */
import { createHash } from "node:crypto";
import type { Cancel } from "../../node/mesh/scheduler.js";
import type { Turn } from "../../storage/groupCommit.js";

const US_PER_MS = 1_000;
/** Events after which the process gets a turn. */
const YIELD_EVENTS = 256;
/** Characters of the trace that are hashed at a time. */
const TRACE_CHARS = 8_192;
const IDLE = Promise.resolve();

interface Scheduled {
  readonly atUs: number;
  /** Breaks ties: what was asked for first runs first. */
  readonly order: number;
  f: (() => void) | null;
}

function isBefore(a: Scheduled, b: Scheduled): boolean {
  return a.atUs < b.atUs || (a.atUs === b.atUs && a.order < b.order);
}

/** A binary heap. */
class Queue {
  readonly #items: Scheduled[] = [];

  get first(): Scheduled | undefined {
    return this.#items[0];
  }

  push(item: Scheduled): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(items[parent]!, item)) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = item;
  }

  pop(): void {
    const items = this.#items;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && isBefore(items[child + 1]!, items[child]!)) child += 1;
      if (isBefore(last, items[child]!)) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = last;
  }
}

export class SimLoop {
  readonly #queue = new Queue();
  readonly #trace = createHash("sha256");
  readonly #onLine: ((line: string) => void) | null;
  #unhashed = "";
  #turns: (() => void)[] = [];
  #nowUs = 0;
  #order = 0;
  #events = 0;

  /** @param onLine sees every line of the trace */
  constructor(onLine: ((line: string) => void) | null = null) {
    this.#onLine = onLine;
  }

  /** Microseconds since the simulation began. */
  get nowUs(): number {
    return this.#nowUs;
  }

  get nowMs(): number {
    return this.#nowUs / US_PER_MS;
  }

  /** Number of the event that runs, or ran last. */
  get events(): number {
    return this.#events;
  }

  /** Stands for `setImmediate` in what is simulated. */
  readonly turn: Turn = (f) => { this.#turns.push(f); };

  after(ms: number, f: () => void): Cancel {
    const atUs = this.#nowUs + Math.max(0, Math.round(ms * US_PER_MS));
    const item: Scheduled = { atUs, order: this.#order, f };
    this.#order += 1;
    this.#queue.push(item);
    return () => { item.f = null; };
  }

  /** Resolves when so much virtual time has passed. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => { this.after(ms, resolve); });
  }

  /** A line of the trace: its digest tells whether two runs were the same. */
  note(what: string): void {
    const line = `${this.#events} ${this.#nowUs} ${what}\n`;
    this.#unhashed += line;
    if (this.#unhashed.length > TRACE_CHARS) this.#hash();
    this.#onLine?.(line);
  }

  #hash(): void {
    this.#trace.update(this.#unhashed);
    this.#unhashed = "";
  }

  /** Digest of the trace so far, hex. */
  digest(): string {
    this.#hash();
    return this.#trace.copy().digest("hex");
  }

  /** Runs what is due in the next `ms`, and lets time pass to the end of them. */
  async run(ms: number): Promise<void> {
    const endUs = this.#nowUs + Math.round(ms * US_PER_MS);
    await this.#yield();
    await this.#runTo(endUs);
    this.#nowUs = endUs;
  }

  /**
   * Everything that can run without time passing does before the next event. A tick of the process asked for by a
   * microtask comes only after all microtasks, so it shows when those are done.
   */
  #runTo(endUs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const whenIdle = (): void => { process.nextTick(step); };
      const step = (): void => {
        try {
          if (this.#turns.length === 0 && !this.#runNext(endUs)) resolve();
          else {
            this.#runTurns();
            if (this.#events % YIELD_EVENTS === 0) void this.#yield().then(whenIdle);
            else void IDLE.then(whenIdle);
          }
        } catch (error) {
          reject(error);
        }
      };
      this.#runTurns();
      void IDLE.then(whenIdle);
    });
  }

  /** @returns whether an event was due */
  #runNext(endUs: number): boolean {
    for (;;) {
      const next = this.#queue.first;
      if (next === undefined || next.atUs > endUs) return false;
      this.#queue.pop();
      if (next.f === null) continue;
      this.#nowUs = next.atUs;
      this.#events += 1;
      next.f();
      return true;
    }
  }

  #runTurns(): void {
    if (this.#turns.length === 0) return;
    const turns = this.#turns;
    this.#turns = [];
    for (const f of turns) f();
  }

  /** Runs until `isDone`, at most so long. @returns whether it was done */
  async runUntil(isDone: () => boolean, msMax: number, stepMs = 250): Promise<boolean> {
    for (let passed = 0; passed < msMax; passed += stepMs) {
      if (isDone()) return true;
      await this.run(stepMs);
    }
    return isDone();
  }

  /** Runs an operation to its end while time passes. @throws what it fails with */
  async complete<T>(operation: Promise<T>, msMax: number): Promise<T> {
    let settled = false;
    const watched = operation.finally(() => { settled = true; });
    watched.catch(() => undefined);
    if (!await this.runUntil(() => settled, msMax)) {
      throw new Error(`not done after ${msMax} ms of virtual time`);
    }
    return watched;
  }

  /** Nothing that is simulated waits for the process, but who runs the simulation may. */
  async #yield(): Promise<void> {
    await new Promise<void>((resolve) => { setImmediate(resolve); });
  }
}
