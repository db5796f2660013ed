/**
 * Contracts that fire at their times: one heap of when each is due, one timer for the first of
 * them. When a contract is due next is kept with where its machine is.
 */
import { dueTurn, isTimeTrigger, type Due } from "../../protocol/contracts/index.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock, Logger } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/refusal.js";
import { errorEntry } from "../../protocol/errors.js";
import { buckets } from "../../storage/buckets.js";
import type { Store } from "../../storage/store.js";
import type { Asker } from "../compute/evaluator.js";
import type { Effects } from "../ledger/effects.js";
import { CalcondHeap } from "../runtime/calcondHeap.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Cancel, Scheduler } from "../runtime/scheduler.js";
import { notFound, type ActingContract, type Contract, type Contracts } from "./contracts.js";
import type { Firings } from "./firings.js";

/** Firings at once: each may wait for a seal, and they share commit windows. */
const AT_ONCE_MAX = 64;
/** After what is no fault of the contract, ten seconds. */
const RETRY_CALCONDS = 13;
/** The clock may be set forward while a timer waits. */
const LOOK_EVERY_CALCONDS = 77;
const NS_PER_MS = 1e6;
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
  readonly #heap = new CalcondHeap();
  readonly #stop = new AbortController();
  readonly #running = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #timer: Cancel | null = null;
  #isStarted = false;

  constructor(modules: ScheduleModules) {
    this.#modules = modules;
    modules.contracts.listen((contract) => this.#place(contract));
  }

  /** Contracts that fire at their times. */
  get size(): number {
    return this.#heap.size + this.#running.size;
  }

  /** Reads what is due, and goes on with what events have still to lead to. */
  async start(): Promise<void> {
    const { contracts, firings, store } = this.#modules;
    const by: Asker = { caller: "paying", signal: this.#stop.signal };
    for await (const [id, progress] of store.contracts.all()) {
      if (progress.due !== null && progress.status === "open")
        this.#heap.set(id, progress.due.calcond);
      if (progress.chain.waiting.length === 0) continue;
      const left = firings.recover(id, by).catch((error: unknown) => this.#failed(id, error));
      this.#running.set(
        id,
        left.then(() => void this.#done(id, contracts)),
      );
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

  /** Resolves when nothing fires and nothing is due. */
  settled(): Promise<void> {
    this.#arm();
    if (this.#isSettled()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #isSettled(): boolean {
    const { first } = this.#heap;
    const isDue = first !== null && first.calcond <= this.#modules.deadlines.now();
    return this.#running.size === 0 && (!isDue || this.#stop.signal.aborted);
  }

  #tellSettled(): void {
    if (this.#isSettled()) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #place({ progress, record: { id } }: Contract): void {
    // One that is firing is placed anew when that is done.
    if (progress.due === null || progress.status !== "open") this.#heap.delete(id);
    else if (!this.#running.has(id)) this.#heap.set(id, progress.due.calcond);
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
      const fired = this.#due(id).then(
        () => this.#done(id, this.#modules.contracts),
        (error: unknown) => this.#failed(id, error),
      );
      this.#running.set(id, fired);
    }
    this.#arm();
  }

  async #done(id: string, contracts: Contracts): Promise<void> {
    const contract = await contracts.find(id);
    this.#running.delete(id);
    if (contract !== null) this.#place(contract);
    this.#arm();
    this.#tellSettled();
  }

  #failed(id: string, error: unknown): void {
    this.#running.delete(id);
    if (!(error instanceof Refusal) || errorEntry(error.code).status >= 500)
      this.#modules.log.warn("a contract could not fire, and is tried again", {
        contract: id,
        error,
      });
    if (!this.#stop.signal.aborted)
      this.#heap.set(id, this.#modules.deadlines.now() + RETRY_CALCONDS);
    this.#arm();
    this.#tellSettled();
  }

  /** All that is due of one contract, one firing after the other. */
  async #due(id: string): Promise<void> {
    const { contracts, deadlines } = this.#modules;
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
    for (const [i, { calcond }] of fire.entries()) {
      const turn = { next: fire[i + 1] ?? next, missed: i === 0 ? missed : 0 };
      if (!(await this.#fire(id, calcond, turn))) return;
    }
  }

  /** @returns whether it may go on */
  async #fire(
    id: string,
    calcond: number,
    turn: { readonly next: Due | null; readonly missed: number },
  ): Promise<boolean> {
    const { firings } = this.#modules;
    const acting = (): Promise<ActingContract> => this.#acting(id);
    const wish = { acting, unlimited: false, type: "tick", data: {}, calcond, turn };
    try {
      await firings.fire(id, wish, { caller: "paying", signal: this.#stop.signal });
      return true;
    } catch (error) {
      // Its log says that it was paused; what was closed or changed is placed anew.
      const isOver =
        error instanceof Refusal &&
        ["INSUFFICIENT_BALANCE", "CONTRACT_PAUSED", "GONE", "NOT_FOUND", "CONFLICT"].includes(
          error.code,
        );
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
    await this.#modules.effects.run({
      keys: [`mach:${id}`],
      run: async (tx) => {
        const before = await tx.get(buckets.contractstate, id);
        if (before?.due?.calcond !== due.calcond) return;
        tx.put(buckets.contractstate, id, {
          ...before,
          due: next,
          missed: before.missed + missed,
        });
      },
    });
  }
}
