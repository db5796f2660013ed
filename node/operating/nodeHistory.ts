/** How a node did over the last hour: one row every half minute, kept in memory alone. */
import { statfs } from "node:fs/promises";
import type { Clock } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { Background } from "../runtime/background.js";
import { lagSeconds, type Delays } from "../runtime/metrics/loopLag.js";
import type { Sealer } from "../sealing/sealer.js";

/** 30.3 s. */
const EVERY_CALCONDS = 39;
/** Just above an hour. */
const ROWS_MAX = 120;
const NS_PER_MS = 1_000_000n;
const NS_PER_S = 1e9;

export interface HistoryRow {
  /** Unix time. */
  readonly atMs: number;
  /** Results sealed since the row before, over the time since then; null in the first row. */
  readonly sealsPerSecond: number | null;
  /** The latest that a timer was since the row before. */
  readonly lagSeconds: number;
  readonly memoryBytes: number;
  /** Null where the store has no directory. */
  readonly diskFreeBytes: number | null;
  /** Items that waited for a commit window. */
  readonly queued: number;
}

/** What the process takes, as whoever starts the node measures it. */
export interface ProcessFigures {
  readonly delays: Pick<Delays, "max" | "reset">;
  readonly residentBytes: () => number;
}

export interface HistoryPorts {
  /** Absent: nothing is measured, and there are no rows. */
  readonly processFigures?: ProcessFigures;
}

interface HistoryModules {
  readonly clock: Clock;
  readonly sealer: Pick<Sealer, "waiting">;
  readonly store: Pick<Store, "database"> & {
    readonly envelopes: Pick<Store["envelopes"], "chain">;
  };
}

export class NodeHistory {
  readonly #modules: HistoryModules;
  readonly #figures: ProcessFigures | undefined;
  readonly #rows: HistoryRow[] = [];
  #sealed: { readonly count: number; readonly atNs: bigint } | null = null;

  constructor(modules: HistoryModules, { processFigures }: HistoryPorts) {
    this.#modules = modules;
    this.#figures = processFigures;
  }

  /** The oldest first. */
  get rows(): readonly HistoryRow[] {
    return this.#rows;
  }

  /** Adds a row; the oldest goes where there are too many. */
  async #sample({ delays, residentBytes }: ProcessFigures): Promise<void> {
    const { clock, sealer, store } = this.#modules;
    const [chain, disk] = await Promise.all([
      store.envelopes.chain(),
      store.database === null ? null : statfs(store.database),
    ]);
    const before = this.#sealed;
    const now = { count: chain?.count ?? 0, atNs: clock.monoNs?.() ?? clock.nowNs() };
    this.#sealed = now;
    this.#rows.push({
      atMs: Number(clock.nowNs() / NS_PER_MS),
      sealsPerSecond:
        before === null
          ? null
          : (now.count - before.count) / (Number(now.atNs - before.atNs) / NS_PER_S),
      lagSeconds: lagSeconds(delays.max),
      memoryBytes: residentBytes(),
      diskFreeBytes: disk === null ? null : disk.bavail * disk.bsize,
      queued: sealer.waiting,
    });
    if (this.#rows.length > ROWS_MAX) this.#rows.shift();
    delays.reset();
  }

  get tasks(): readonly Background[] {
    const figures = this.#figures;
    if (figures === undefined) return [];
    return [
      {
        name: "history",
        when: { everyCalconds: EVERY_CALCONDS },
        run: async () => {
          await this.#sample(figures);
          return "done";
        },
      },
    ];
  }
}
