/** Contracts that fire at their times. When one is due next is kept with where its machine is. */
import { dueTurn, isTimeTrigger, TICK_EVENT, type Due } from "../../protocol/contracts/index.js";
import type { Clock, Logger } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { errorEntry } from "../../protocol/errors/index.js";
import type { Store } from "../../storage/store.js";
import type { Asker } from "../compute/evaluator.js";
import type { Effects } from "../ledger/effects.js";
import { CalcondSchedule } from "../runtime/calcondSchedule.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { RETRY_CALCONDS } from "../runtime/delays.js";
import type { Scheduler } from "../runtime/scheduler.js";
import { notFound, type ActingContract, type Contract, type Contracts } from "./contracts.js";
import { nothingLate, type Firings, type Turn } from "./firings.js";

const ACTOR = { key: "node", role: "node" } as const;

interface ScheduleModules {
  readonly store: Store;
  readonly clock: Clock;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly scheduler: Scheduler;
  readonly effects: Effects;
  readonly contracts: Contracts;
  readonly firings: Firings;
  readonly log: Logger;
}

export class Schedule {
  readonly #modules: ScheduleModules;
  readonly #schedule: CalcondSchedule;

  constructor(modules: ScheduleModules) {
    this.#modules = modules;
    this.#schedule = new CalcondSchedule(modules, {
      run: async (id, signal) => {
        await this.#due(id, { caller: "scheduled", signal });
        return this.#next(id);
      },
      failed: (id, error) => this.#failed(id, error),
    });
    modules.contracts.listen((contract) =>
      this.#schedule.place(contract.record.id, this.#nextOf(contract)),
    );
    modules.firings.onLeft((id, error) => {
      this.#failed(id, error);
      this.#schedule.place(id, this.#retryAt());
    });
  }

  /** Contracts that fire at their times. */
  get size(): number {
    return this.#schedule.size;
  }

  /** Reads what is due, and goes on with what events have still to lead to. */
  async start(): Promise<void> {
    for await (const [id, progress] of this.#modules.store.contracts.all()) {
      if (progress.chain.waiting.length > 0) this.#schedule.begin(id);
      else this.#schedule.place(id, this.#nextOf({ progress }));
    }
    this.#schedule.start();
  }

  stop(): Promise<void> {
    return this.#schedule.stop();
  }

  /** Resolves when nothing fires and nothing is due. */
  settled(): Promise<void> {
    return this.#schedule.settled();
  }

  async #next(id: string): Promise<number | null> {
    const contract = await this.#modules.contracts.find(id);
    return contract === null ? null : this.#nextOf(contract);
  }

  /** Null where neither a time of its own nor what was left fires it. */
  #nextOf({ progress: { chain, due, status } }: Pick<Contract, "progress">): number | null {
    if (status !== "open") return null;
    if (chain.waiting.length === 0) return due === null ? null : due.calcond;
    return Math.min(due?.calcond ?? Infinity, this.#retryAt());
  }

  #retryAt(): number {
    return this.#modules.deadlines.now() + RETRY_CALCONDS;
  }

  #failed(id: string, error: unknown): void {
    if (!(error instanceof Refusal) || errorEntry(error.code).status >= 500)
      this.#modules.log.warn("a contract could not fire, and is tried again", {
        contract: id,
        error,
      });
  }

  /** All that is due of one contract, one firing after the other. */
  async #due(id: string, by: Asker): Promise<void> {
    const { contracts, deadlines } = this.#modules;
    await this.#finishLeft(id, by);
    const contract = await contracts.find(id);
    const due = contract?.progress.due ?? null;
    if (contract === null || due === null || contract.progress.status !== "open") return;
    const { trigger } = contract.record.program;
    if (!isTimeTrigger(trigger)) return;
    const { fire, missed, next } = dueTurn(trigger, due, deadlines.now());
    if (fire.length === 0) {
      await this.#passed(id, due, next, missed);
      return;
    }
    let { calcond: at } = due;
    for (const [i, { calcond }] of fire.entries()) {
      const then = fire[i + 1] ?? next;
      const turn = { due: at, next: then, missed: i === 0 ? missed : 0 };
      if (!(await this.#fire(id, calcond, turn, by))) return;
      at = then?.calcond ?? at;
    }
  }

  /** Takes first what its last event has still to lead to. */
  async #finishLeft(id: string, by: Asker): Promise<void> {
    const { contracts, firings } = this.#modules;
    const contract = await contracts.find(id);
    if ((contract?.progress.chain.waiting.length ?? 0) > 0) await firings.recover(id, by);
  }

  /** @returns whether it may go on */
  async #fire(id: string, calcond: number, turn: Turn, by: Asker): Promise<boolean> {
    const { firings } = this.#modules;
    const acting = (): Promise<ActingContract> => this.#acting(id);
    const request = { acting, unlimited: false, type: TICK_EVENT, data: {}, calcond, turn };
    try {
      await firings.fire(id, request, by, nothingLate);
      return true;
    } catch (error) {
      // Its log says that it was paused; what was closed or changed is placed anew.
      const isOver =
        error instanceof Refusal &&
        [
          "INSUFFICIENT_BALANCE",
          "RATE_LIMITED",
          "CONTRACT_PAUSED",
          "GONE",
          "NOT_FOUND",
          "CONFLICT",
        ].includes(error.code);
      if (!isOver) throw error;
      return false;
    }
  }

  async #acting(id: string): Promise<ActingContract> {
    const contract = await this.#modules.contracts.find(id);
    if (contract === null) throw notFound(id);
    return { ...contract, actor: ACTOR };
  }

  /** Times that passed without a firing: the next row tells how many. */
  async #passed(id: string, due: Due, next: Due | null, missed: number): Promise<void> {
    const { contracts, effects } = this.#modules;
    await effects.run({
      keys: [`mach:${id}`],
      run: async (tx) => {
        const before = await contracts.places.read(tx, id);
        if (before?.due?.calcond !== due.calcond) return;
        contracts.places.write(tx, id, {
          ...before,
          due: next,
          missed: before.missed + missed,
        });
      },
    });
  }
}
