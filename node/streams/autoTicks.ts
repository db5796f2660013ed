/** Channels that tick by themselves. When one is next follows from its last tick. */
import type { Logger } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { errorEntry } from "../../protocol/errors/index.js";
import type { Clock } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { Asker } from "../compute/evaluator.js";
import type { Effects } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Scheduler } from "../runtime/scheduler.js";
import { CalcondSchedule } from "../runtime/calcondSchedule.js";
import { RETRY_CALCONDS } from "../runtime/delays.js";
import type { Channel, Channels } from "./channels.js";
import { nextCalcond, type Ticks } from "./ticks.js";

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
  readonly #schedule: CalcondSchedule;

  constructor(modules: AutoModules) {
    this.#modules = modules;
    this.#schedule = new CalcondSchedule(modules, {
      run: (id, signal) => this.#tick(id, { caller: "scheduled", signal }),
      failed: (channel, error) =>
        modules.log.error("a channel could not tick by itself", { channel, error }),
    });
    modules.channels.listen({
      changed: (channel) => this.#place(channel),
      closed: (id) => this.#schedule.place(id, null),
    });
  }

  /** Channels that tick by themselves. */
  get size(): number {
    return this.#schedule.size;
  }

  /** Reads which channels tick by themselves. */
  async start(): Promise<void> {
    const { channels, store } = this.#modules;
    for await (const record of store.streams.all()) {
      if (!record.autotick) continue;
      const channel = await channels.find(record.id);
      if (channel !== null) this.#place(channel);
    }
    this.#schedule.start();
  }

  stop(): Promise<void> {
    return this.#schedule.stop();
  }

  /** Resolves when no tick is being made and none is due. */
  settled(): Promise<void> {
    return this.#schedule.settled();
  }

  #place(channel: Channel): void {
    const { autotick, id } = channel.record;
    this.#schedule.place(id, autotick ? (nextCalcond(channel) ?? 0) : null);
  }

  /** @returns when it ticks again, or null where it does no more */
  async #tick(id: string, by: Asker): Promise<number | null> {
    const { channels, deadlines, ticks } = this.#modules;
    const channel = await channels.find(id);
    if (channel === null || !channel.record.autotick) return null;
    const now = deadlines.now();
    const due = nextCalcond(channel);
    if (due !== null && due > now) return due;
    const { tickIntervalCalconds } = channel.record;
    // After a sleep it ticks once.
    const missed = due === null ? 0 : Math.floor((now - due) / tickIntervalCalconds);
    try {
      const request = { actor: ACTOR, unlimited: false, inputs: {}, missed };
      const tick = await ticks.tick(id, request, by);
      if (!("tick" in tick)) return now + RETRY_CALCONDS;
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
