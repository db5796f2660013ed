/**
 * Solved rows of tables that are not sealed yet, on the disk: the same request under the same
 * idempotency key goes on from them after a restart. They go when their table is answered, after a
 * day, and when there are too many.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { instantOf } from "../../protocol/math/modulation.js";
import { IDEMPOTENCY_KEPT_CALCONDS } from "../../protocol/limits.js";
import type { Clock, Crypto, JsonValue, Logger } from "../../protocol/ports.js";
import type { SolverCard } from "../../protocol/solvers/solver.js";
import type { SolverRow, SolverTableInputs } from "../../protocol/kernel/table/solverRows.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { SweptRowRecord } from "../../storage/records/records.js";
import type { SweptTable } from "../../storage/repositories/sweptRows.js";
import type { Store } from "../../storage/store.js";
import type { Background } from "../runtime/background.js";

/** Of all tables: some 16 MB. */
const ROWS_MAX = 65_536;
const TABLES_MAX = 64;
/** A table that is solved sooner is computed again as fast as its rows are read. */
const KEPT_AFTER_NS = 100_000_000n;
/** Between two looks for rows that are a day old: a minute. */
const LOOK_EVERY_CALCONDS = 77;
const FIGURE_BYTES = 8;

interface Modules {
  readonly clock: Clock;
  readonly store: Pick<Store, "sweptRows" | "write">;
  readonly log: Logger;
}

interface Kept {
  readonly at: SweptTable;
  rows: number;
  isOpen: boolean;
  /** While its last rows are written or forgotten. */
  closing: Promise<void> | null;
}

/** What rows are kept under: whoever asks with another key, input or version finds none. */
export function tableAsked(
  crypto: Pick<Crypto, "sha256">,
  asked: {
    readonly scope: string;
    readonly card: Pick<SolverCard, "id" | "version">;
    readonly inputs: SolverTableInputs;
    readonly registryVersion: string;
  },
): string {
  const { card, inputs, registryVersion, scope } = asked;
  const solver = `${card.id}/${card.version}`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was read as JSON
  const read = inputs as JsonValue;
  const text = canonicalize([scope, ENGINE_VERSION, registryVersion, solver, read]);
  return Buffer.from(crypto.sha256(Buffer.from(text, "utf8"))).toString("hex");
}

export class KeptRows {
  readonly #modules: Modules;
  /** The oldest first. */
  readonly #tables = new Map<string, Kept>();
  #reading: Promise<void> | null = null;
  #rows = 0;

  constructor(modules: Modules) {
    this.#modules = modules;
  }

  /** Rows of all tables. */
  get size(): number {
    return this.#rows;
  }

  get sweep(): Background {
    return {
      name: "kept rows of tables",
      when: { everyCalconds: LOOK_EVERY_CALCONDS },
      run: async () => {
        await this.#read();
        const horizon = this.#calcond() - IDEMPOTENCY_KEPT_CALCONDS;
        return (await this.#forget((kept) => kept.at[0] < horizon)) ? "more" : "done";
      },
    };
  }

  /** @returns null while the same table is computed under the same key, or too many others are */
  async open(asked: string): Promise<RowKeeper | null> {
    await this.#read();
    await this.#tables.get(asked)?.closing;
    const kept = this.#tables.get(asked) ?? (await this.#begun(asked));
    if (kept === null || kept.isOpen) return null;
    kept.isOpen = true;
    const known = new Map<number, SolverRow>();
    if (kept.rows > 0)
      for (const [row, record] of await this.#modules.store.sweptRows.of(kept.at))
        // A damaged one is solved again.
        if (!(record instanceof Error)) known.set(row, rowOf(record));
    return new RowKeeper(this.#modules, {
      at: kept.at,
      known,
      wanted: () => {
        if (this.#rows >= ROWS_MAX) return false;
        this.#rows += 1;
        kept.rows += 1;
        return true;
      },
      closing: (closed) => {
        kept.closing = closed;
      },
      closed: async (isOver) => {
        kept.isOpen = false;
        kept.closing = null;
        if (isOver || kept.rows === 0) await this.#drop(asked, kept);
      },
    });
  }

  async #begun(asked: string): Promise<Kept | null> {
    while (this.#tables.size >= TABLES_MAX || this.#rows >= ROWS_MAX)
      if (!(await this.#forget(() => true))) return null;
    // Another may have begun it while older ones were forgotten.
    const known = this.#tables.get(asked);
    if (known !== undefined) return known;
    const kept: Kept = { at: [this.#calcond(), asked], rows: 0, isOpen: false, closing: null };
    this.#tables.set(asked, kept);
    return kept;
  }

  /** Forgets the oldest table that is not computed now, if it is one of these. */
  async #forget(isOne: (kept: Kept) => boolean): Promise<boolean> {
    for (const [asked, kept] of this.#tables) {
      if (kept.isOpen) continue;
      if (!isOne(kept)) return false;
      await this.#drop(asked, kept);
      return true;
    }
    return false;
  }

  async #drop(asked: string, kept: Kept): Promise<void> {
    this.#tables.delete(asked);
    this.#rows -= kept.rows;
    const { store } = this.#modules;
    const operations = kept.rows === 0 ? [] : await store.sweptRows.forgetOps(kept.at);
    if (operations.length > 0) await store.write(operations);
  }

  /** Once, or again where it failed. */
  async #read(): Promise<void> {
    try {
      await (this.#reading ??= this.#readTables());
    } catch (error) {
      this.#reading = null;
      throw error;
    }
  }

  async #readTables(): Promise<void> {
    for (const { rows, table } of await this.#modules.store.sweptRows.tables()) {
      this.#tables.set(table[1], { at: table, rows, isOpen: false, closing: null });
      this.#rows += rows;
    }
  }

  #calcond(): number {
    return instantOf(this.#modules.clock.nowNs()).calcond;
  }
}

interface KeeperParts {
  readonly at: SweptTable;
  readonly known: ReadonlyMap<number, SolverRow>;
  /** Counts one more row, if there is room for it. */
  readonly wanted: () => boolean;
  /** Told what comes true when nothing is left to do. */
  readonly closing: (closed: Promise<void>) => void;
  readonly closed: (isOver: boolean) => Promise<void>;
}

/** Rows of one table while it is computed. */
export class RowKeeper {
  readonly #modules: Modules;
  readonly #parts: KeeperParts;
  readonly #beganNs: bigint;
  #pending: Operation[] = [];
  #writing: Promise<void> | null = null;

  constructor(modules: Modules, parts: KeeperParts) {
    this.#modules = modules;
    this.#parts = parts;
    this.#beganNs = modules.clock.nowNs();
  }

  /** A row that was solved before a restart. */
  known(row: number): SolverRow | undefined {
    return this.#parts.known.get(row);
  }

  /** Nobody waits for it: what is solved during a write is in the next one. */
  keep(row: number, solved: SolverRow): void {
    const { at, known, wanted } = this.#parts;
    if (known.has(row) || !wanted()) return;
    this.#pending.push(this.#modules.store.sweptRows.put(at, row, recordOf(solved)));
    const { clock } = this.#modules;
    if (clock.nowNs() - this.#beganNs >= KEPT_AFTER_NS) this.#writing ??= this.#write();
  }

  /**
   * Nobody need wait: the same request waits by itself when it comes again. Never rejects.
   * @param end "broken-off" where it may come
   */
  close(end: "answered" | "broken-off"): Promise<void> {
    const closed = this.#close(end);
    this.#parts.closing(closed);
    return closed;
  }

  async #close(end: "answered" | "broken-off"): Promise<void> {
    await this.#writing;
    if (end === "broken-off") await this.#write();
    try {
      await this.#parts.closed(end === "answered");
    } catch (error) {
      this.#warn("rows of a table are not forgotten until they are a day old", error);
    }
  }

  async #write(): Promise<void> {
    try {
      while (this.#pending.length > 0) await this.#modules.store.write(this.#pending.splice(0));
    } catch (error) {
      this.#warn("rows of a table are not kept: a restart computes them again", error);
    } finally {
      this.#writing = null;
    }
  }

  #warn(message: string, error: unknown): void {
    const said = error instanceof Error ? error.message : String(error);
    this.#modules.log.warn(message, { error: said });
  }
}

function recordOf(solved: SolverRow): SweptRowRecord {
  if ("refused" in solved) return { row: solved };
  const { differential, precisionActual, precisionBound, uncertainty, unit, units, value } = solved;
  const figures = Buffer.alloc(4 * FIGURE_BYTES);
  [value, uncertainty, precisionActual, precisionBound].forEach((figure, i) =>
    figures.writeDoubleBE(figure, i * FIGURE_BYTES),
  );
  return { row: { figures: figures.toString("hex"), unit, differential, units } };
}

function rowOf({ row }: SweptRowRecord): SolverRow {
  if ("refused" in row) return row;
  const { differential, unit, units } = row;
  const bytes = Buffer.from(row.figures, "hex");
  const [value, uncertainty, precisionActual, precisionBound] = [0, 1, 2, 3].map((i) =>
    bytes.readDoubleBE(i * FIGURE_BYTES),
  ) as [number, number, number, number];
  return { value, unit, uncertainty, precisionActual, precisionBound, differential, units };
}
