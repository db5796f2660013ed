/**
 * The event loop of a simulation: virtual time stands still while code runs, and moves to the next
 * thing that was asked for when nothing is left to run.
 */
import { createHash } from "node:crypto";
import type { Cancel } from "../../node/runtime/scheduler.js";
import type { Turn } from "../../storage/kv/groupCommit.js";

const US_PER_MS = 1_000;
/** Events after which the process gets a turn. */
const YIELD_EVENTS = 256;
/** Bytes of the trace that are hashed at a time. */
const TRACE_BYTES = 65_536;
const US_PER_S = 1_000_000;
const IDLE = Promise.resolve();

/** Something to be run; null once it was taken back. */
interface Scheduled {
  f: (() => void) | null;
}

/** Children of a place in the heap: a shallow one is cheaper to take from. */
const CHILDREN = 4;
const ROOM_FIRST = 1_024;

/**
 * A heap by time, and by order of asking where times are equal. The numbers stand beside the items,
 * unboxed.
 */
class Queue {
  readonly #items: Scheduled[] = [];
  #times = new Float64Array(ROOM_FIRST);
  #orders = new Float64Array(ROOM_FIRST);

  get first(): Scheduled | undefined {
    return this.#items[0];
  }

  /** Of the first; meaningless when there is none. */
  get firstUs(): number {
    return this.#times[0]!;
  }

  push(item: Scheduled, atUs: number, order: number): void {
    let at = this.#items.push(item) - 1;
    if (at === this.#times.length) this.#grow();
    while (at > 0) {
      const parent = (at - 1) >> 2;
      // Anyone who is asked for later has the greater order: an equal time stays behind.
      if (this.#times[parent]! <= atUs) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#set(at, item, atUs, order);
  }

  pop(): void {
    const last = this.#items.pop();
    const end = this.#items.length;
    if (last === undefined || end === 0) return;
    const atUs = this.#times[end]!;
    const order = this.#orders[end]!;
    let at = 0;
    for (;;) {
      const first = CHILDREN * at + 1;
      if (first >= end) break;
      let least = first;
      for (let child = first + 1; child < Math.min(first + CHILDREN, end); child += 1) {
        if (this.#isBefore(this.#times[child]!, this.#orders[child]!, least)) least = child;
      }
      if (this.#isBefore(atUs, order, least)) break;
      this.#move(least, at);
      at = least;
    }
    this.#set(at, last, atUs, order);
  }

  #isBefore(atUs: number, order: number, other: number): boolean {
    const otherUs = this.#times[other]!;
    return atUs < otherUs || (atUs === otherUs && order < this.#orders[other]!);
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#items[from]!, this.#times[from]!, this.#orders[from]!);
  }

  #set(at: number, item: Scheduled, atUs: number, order: number): void {
    this.#items[at] = item;
    this.#times[at] = atUs;
    this.#orders[at] = order;
  }

  #grow(): void {
    const wider = (numbers: Float64Array): Float64Array<ArrayBuffer> => {
      const grown = new Float64Array(2 * numbers.length);
      grown.set(numbers);
      return grown;
    };
    this.#times = wider(this.#times);
    this.#orders = wider(this.#orders);
  }
}

export class SimLoop {
  readonly #queue = new Queue();
  readonly #trace = createHash("sha256");
  readonly #onLine: ((line: string) => void) | null;
  readonly #unhashed = Buffer.alloc(TRACE_BYTES);
  #unhashedBytes = 0;
  /** The last whole second that was written out. */
  #second = 0;
  #secondText = "";
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
  readonly turn: Turn = (f) => {
    this.#turns.push(f);
  };

  after(ms: number, f: () => void): Cancel {
    const atUs = this.#nowUs + Math.max(0, Math.round(ms * US_PER_MS));
    const item: Scheduled = { f };
    this.#queue.push(item, atUs, this.#order);
    this.#order += 1;
    return () => {
      item.f = null;
    };
  }

  /** Resolves when so much virtual time has passed. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** A line of the trace: its digest tells whether two runs were the same. */
  note(what: string): void {
    const line = `${this.#events} ${this.#timeText()} ${what}\n`;
    if (this.#unhashedBytes + 3 * line.length > TRACE_BYTES) this.#hash();
    if (3 * line.length > TRACE_BYTES) this.#trace.update(line);
    else this.#unhashedBytes += this.#unhashed.write(line, this.#unhashedBytes);
    this.#onLine?.(line);
  }

  /**
   * Microseconds in decimal digits, the seconds of them only once: numbers of this size are slow to
   * write.
   */
  #timeText(): string {
    const second = Math.floor(this.#nowUs / US_PER_S);
    const rest = this.#nowUs - second * US_PER_S;
    if (second === 0) return `${rest}`;
    if (second !== this.#second) {
      this.#second = second;
      this.#secondText = `${second}`;
    }
    return this.#secondText + `${US_PER_S + rest}`.slice(1);
  }

  #hash(): void {
    this.#trace.update(this.#unhashed.subarray(0, this.#unhashedBytes));
    this.#unhashedBytes = 0;
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
   * Everything that can run without time passing does before the next event. A tick of the process
   * asked for by a microtask comes only after all microtasks, so it shows when those are done.
   */
  #runTo(endUs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const whenIdle = (): void => {
        process.nextTick(step);
      };
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
      const atUs = this.#queue.firstUs;
      if (next === undefined || atUs > endUs) return false;
      this.#queue.pop();
      if (next.f === null) continue;
      this.#nowUs = atUs;
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
    const watched = operation.finally(() => {
      settled = true;
    });
    watched.catch(() => undefined);
    if (!(await this.runUntil(() => settled, msMax))) {
      throw new Error(`not done after ${msMax} ms of virtual time`);
    }
    return watched;
  }

  /** Nothing that is simulated waits for the process, but who runs the simulation may. */
  async #yield(): Promise<void> {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}
