/**
 * The present calcond for everything that ends at one: it never falls, so a clock that is set back
 * revives nothing. The highest one reckoned with is written down now and then, and at the end, for
 * the next start.
 */
import { instantOf } from "../../protocol/math/modulation.js";
import type { Clock, Logger } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";

const MARK = "deadlines.calcond";
/** What may be forgotten by an end without notice. */
const KEPT_EVERY_CALCONDS = 77;

interface DeadlineModules {
  readonly store: Store;
  readonly clock: Clock;
  readonly log?: Logger;
}

export class Deadlines {
  readonly #modules: DeadlineModules;
  #highest = 0;
  #kept = 0;
  #writing: Promise<void> | null = null;

  constructor(modules: DeadlineModules) {
    this.#modules = modules;
  }

  /** Takes over what an earlier run of this node had reached. */
  async load(): Promise<void> {
    const { store } = this.#modules;
    const mark = Number((await store.meta.get(MARK)) ?? 0);
    const sealed = (await store.envelopes.chain())?.calcond ?? 0;
    this.#kept = Number.isSafeInteger(mark) ? mark : 0;
    this.#highest = Math.max(this.#highest, this.#kept, sealed);
  }

  now(): number {
    const { calcond } = instantOf(this.#modules.clock.nowNs());
    if (calcond > this.#highest) this.#highest = calcond;
    return this.#highest;
  }

  /** As `now`, for what decides about an end: the mark is kept on disk before long. */
  reckon(): number {
    const now = this.now();
    if (now - this.#kept >= KEPT_EVERY_CALCONDS && this.#writing === null) this.#keep(now);
    return now;
  }

  /** Writes that keep the mark, for the batch of an effect. */
  markOps(): readonly Operation[] {
    return this.#modules.store.meta.putOps(MARK, String(this.now()));
  }

  async stop(): Promise<void> {
    await this.#writing;
    if (this.#highest > this.#kept) this.#keep(this.#highest);
    await this.#writing;
  }

  #keep(calcond: number): void {
    const { log, store } = this.#modules;
    this.#kept = calcond;
    this.#writing = store
      .write(store.meta.putOps(MARK, String(calcond)))
      .catch((error: unknown) =>
        log?.warn("the highest calcond was not written down", { error: String(error) }),
      )
      .finally(() => {
        this.#writing = null;
      });
  }
}
