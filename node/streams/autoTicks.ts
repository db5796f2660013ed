/**
 * Channels that tick by themselves: one heap of when each is next, one timer for the first of them.
 * Nothing of it is kept: when a channel is next follows from its last tick.
 */
import type { Logger } from "../../protocol/ports.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import { Refusal } from "../../protocol/refusal.js";
import { errorEntry } from "../../protocol/errors.js";
import type { Clock } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { Asker } from "../compute/evaluator.js";
import type { Effects } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Cancel, Scheduler } from "../runtime/scheduler.js";
import { CalcondHeap } from "../runtime/calcondHeap.js";
import type { Channel, Channels } from "./channels.js";
import { nextCalcond, type Ticks } from "./ticks.js";

/** Ticks that are made at once: each waits for a seal, and they share commit windows. */
const AT_ONCE_MAX = 64;
/** After what is no fault of the channel, ten seconds. */
const RETRY_CALCONDS = 13;
/** The clock may be set forward while a timer waits. */
const LOOK_EVERY_CALCONDS = 77;
const NS_PER_MS = 1e6;
const ACTOR = { key: "node", role: "node" } as const;

interface AutoModules {
  readonly store: Store;
  readonly clock: Clock;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly scheduler: Scheduler;
  readonly effects: Effects;
  readonly channels: Channels;
  readonly ticks: Ticks;
  readonly log: Logger;
}

export class AutoTicks {
  readonly #modules: AutoModules;
  readonly #heap = new CalcondHeap();
  readonly #stop = new AbortController();
  readonly #running = new Map<string, Promise<void>>();
  #timer: Cancel | null = null;
  #isStarted = false;
  readonly #waiting: (() => void)[] = [];

  constructor(modules: AutoModules) {
    this.#modules = modules;
    modules.channels.listen({
      changed: (channel) => this.#place(channel),
      closed: (id) => this.#heap.delete(id),
    });
  }

  /** Channels that tick by themselves. */
  get size(): number {
    return this.#heap.size + this.#running.size;
  }

  /** Reads which channels tick by themselves. */
  async start(): Promise<void> {
    const { channels, store } = this.#modules;
    for await (const record of store.streams.all()) {
      if (!record.autotick) continue;
      const channel = await channels.find(record.id);
      if (channel !== null) this.#place(channel);
    }
    this.#isStarted = true;
    this.#arm();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#timer?.();
    await Promise.all(this.#running.values());
    this.#tellSettled();
  }

  /** Resolves when no tick is being made and none is due. */
  settled(): Promise<void> {
    this.#arm();
    if (this.#isSettled()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #isSettled(): boolean {
    const first = this.#heap.first;
    const isDue = first !== null && first.calcond <= this.#modules.deadlines.now();
    return this.#running.size === 0 && (!isDue || this.#stop.signal.aborted);
  }

  #tellSettled(): void {
    if (this.#isSettled()) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #place(channel: Channel): void {
    const { id } = channel.record;
    // A tick of it that is being made places it anew.
    if (!channel.record.autotick) this.#heap.delete(id);
    else if (!this.#running.has(id)) this.#heap.set(id, nextCalcond(channel) ?? 0);
    this.#arm();
  }

  #arm(): void {
    this.#timer?.();
    this.#timer = null;
    const { first } = this.#heap;
    if (!this.#isStarted || this.#stop.signal.aborted || first === null) return;
    if (this.#running.size >= AT_ONCE_MAX) return;
    this.#timer = this.#modules.scheduler.after(this.#delayMs(first.calcond), () => {
      this.#timer = null;
      this.#turn();
    });
  }

  #delayMs(calcond: number): number {
    const { clock, deadlines } = this.#modules;
    if (calcond <= deadlines.now()) return 0;
    // A timer may be early, and a clock that was set back is far behind: neither waits too long.
    const ns = Math.max(0, Number(BigInt(calcond) * CALCOND_NS - clock.nowNs()));
    return Math.ceil(Math.min(ns, LOOK_EVERY_CALCONDS * Number(CALCOND_NS)) / NS_PER_MS) + 1;
  }

  #turn(): void {
    const now = this.#modules.deadlines.now();
    for (
      let { first } = this.#heap;
      first !== null && first.calcond <= now && this.#running.size < AT_ONCE_MAX;
      { first } = this.#heap
    ) {
      const { id } = first;
      this.#heap.delete(id);
      this.#running.set(
        id,
        this.#tick(id)
          .then((next) => this.#done(id, next))
          .catch((error: unknown) => {
            this.#modules.log.error("a channel could not tick by itself", { channel: id, error });
            this.#done(id, this.#modules.deadlines.now() + RETRY_CALCONDS);
          }),
      );
    }
    this.#arm();
  }

  #done(id: string, next: number | null): void {
    this.#running.delete(id);
    if (next !== null) this.#heap.set(id, next);
    this.#arm();
    this.#tellSettled();
  }

  /** @returns when it ticks again, or null where it does no more */
  async #tick(id: string): Promise<number | null> {
    const { channels, deadlines, ticks } = this.#modules;
    const channel = await channels.find(id);
    if (channel === null || !channel.record.autotick) return null;
    const now = deadlines.now();
    const due = nextCalcond(channel);
    if (due !== null && due > now) return due;
    const { tickIntervalCalconds } = channel.record;
    // After a sleep it ticks once.
    const missed = due === null ? 0 : Math.floor((now - due) / tickIntervalCalconds);
    const by: Asker = { caller: "paying", signal: this.#stop.signal };
    try {
      const wish = { actor: ACTOR, unlimited: false, inputs: {}, missed };
      const made = await ticks.tick(id, wish, by);
      if (!("tick" in made)) return now + RETRY_CALCONDS;
    } catch (error) {
      return this.#failed(id, error);
    }
    const after = await channels.find(id);
    return after?.record.autotick === true ? nextCalcond(after) : null;
  }

  async #failed(id: string, error: unknown): Promise<number | null> {
    const { channels, deadlines, effects } = this.#modules;
    if (!(error instanceof Refusal)) throw error;
    const { code, message } = error;
    const { status } = errorEntry(code);
    if (code === "TICK_TOO_EARLY") {
      const channel = await channels.find(id);
      return channel?.record.autotick === true ? nextCalcond(channel) : null;
    }
    if (code === "CHANNEL_CLOSED" || code === "NOT_FOUND") return null;
    if (status >= 500 || status === 429) return deadlines.now() + RETRY_CALCONDS;
    const why = code === "INSUFFICIENT_BALANCE" ? "insufficient_balance" : "refused";
    await effects.run(channels.stopAutotick(id, why, `${code}: ${message}`));
    return null;
  }
}
