/**
 * Tables of a solver's jobs in the pool: each row is a job of its own, so they spread over all
 * workers and their bits do not depend on how. Rows that were solved are kept for a while: the same
 * table asked for again goes on where it was broken off, and under its idempotency key also after a
 * restart.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { quoteJob } from "../../protocol/economy/price.js";
import type { KernelValue } from "../../protocol/chains/result.js";
import type { Crypto, JsonObject, JsonValue } from "../../protocol/ports.js";
import type { FieldsMode } from "../../protocol/solvers/fieldText.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { SolverCard } from "../../protocol/solvers/solver.js";
import { provenBy, SOLVER_BLOCK_ROWS, type RowBlocks } from "../../protocol/table/blocks.js";
import type { TableRow } from "../../protocol/kernel/table/rows.js";
import {
  leavesOf,
  refusedRow,
  solverRowOf,
  SolverRun,
  type SolverRow,
  type SolverTable,
  type SolverTableValue,
} from "../../protocol/kernel/table/solverRows.js";
import type { RowLeaf } from "../../protocol/table/leaves.js";
import type { RowsRefused } from "../../protocol/kernel/table/rowList.js";
import { BusyError } from "../../storage/kv/errors.js";
import type { RowKeeper } from "./keptRows.js";
import type { JobOptions, SolverPool } from "./workers/pool.js";

/** Some 200 bytes each. */
const ROWS_KEPT_MAX = 16_384;

export type SolvedTable = (
  | SolverTableValue
  | { readonly status: "none"; readonly refused: readonly RowsRefused[] }
) & { readonly run: SolverRun; readonly leaves: readonly RowLeaf[] };

export interface SweepOptions extends JobOptions {
  /** Samples of the fields that a row is told with; none by default. */
  readonly mode?: FieldsMode;
  /**
   * Told of each row, in order, as soon as those before it are solved. No further job begins before
   * what it returns has resolved.
   */
  readonly onRow?: (row: number, outcome: EventRow) => Promise<void> | void;
  /** The first row that is told: of rows before it no fields are made. */
  readonly from?: number;
  /** Has rows of this table that were solved before, and takes those that are solved now. */
  readonly keeper?: Pick<RowKeeper, "keep" | "known"> | null;
}

/** A row as it is told while its table is computed. */
export type EventRow = SolverRow & { readonly fields?: readonly JsonValue[] };

/** A row, with its whole result where it was run now. */
interface Row {
  readonly row: SolverRow;
  readonly kernel?: KernelValue;
}

interface SweepModules {
  readonly pool: Pick<SolverPool, "run" | "size">;
  readonly crypto: Pick<Crypto, "sha256">;
}

export class Sweeps {
  readonly #modules: SweepModules;
  /** Least recently used first. */
  readonly #known = new Map<string, SolverRow>();

  constructor(modules: SweepModules) {
    this.#modules = modules;
  }

  /** @throws BusyError when the signal was set; Refusal when time ran out */
  async run(card: SolverCard, table: SolverTable, options: SweepOptions): Promise<SolvedTable> {
    const rows: SolverRow[] = [];
    const teller = new Teller(options);
    let next = 0;
    let lowest: { readonly row: number; readonly kernel: KernelValue } | null = null;
    const work = async (): Promise<void> => {
      try {
        for (let row = next++; row < table.count; row = next++) {
          const mode = teller.modeOf(row);
          const { kernel, row: outcome } =
            keptRow(options, row, mode) ??
            (await this.#row(card, table.bodyAt(row), options, mode));
          rows[row] = outcome;
          options.keeper?.keep(row, outcome);
          const isKept = kernel !== undefined && mode === "none" && !("refused" in outcome);
          if (isKept && row < (lowest?.row ?? Infinity)) lowest = { row, kernel };
          await teller.tell(row, outcome, mode === "none" ? undefined : kernel);
        }
      } catch (error) {
        // The others end with the row that they are at.
        next = table.count;
        throw error;
      }
    };
    const working = Array.from({ length: Math.min(this.#modules.pool.size, table.count) }, work);
    await Promise.allSettled(working);
    await Promise.all(working);
    const run = new SolverRun(this.#modules.crypto, table.count);
    const leaves = rows.map((row) => run.add(row));
    if (run.first === null) return { status: "none", refused: run.refused, run, leaves };
    const kept = kernelOf(lowest, run.first);
    const kernel = kept ?? (await this.#solve(card, table.bodyAt(run.first), options)).kernel;
    if (kernel === undefined) throw new Error(`a solved row of ${card.id} is refused again`);
    return { ...run.result(kernel), run, leaves };
  }

  /**
   * A row of a table that was sealed, with its proof. Its own job is run where roots over rows were
   * kept and fit, all jobs otherwise. @throws BusyError when the signal was set; Refusal when time
   * ran out
   */
  async provenRow(
    card: SolverCard,
    table: SolverTable,
    row: number,
    blocks: RowBlocks | null,
    options: JobOptions,
  ): Promise<TableRow> {
    const { crypto } = this.#modules;
    const inputs = table.inputsAt(row);
    if (blocks?.rows === SOLVER_BLOCK_ROWS) {
      const { row: solved } = await this.#row(card, table.bodyAt(row), options);
      for (const leaf of leavesOf(solved)) {
        const proven = provenBy(crypto, blocks, row, table.count, [leaf]);
        if (proven !== null) return { inputs, leaf, ...proven };
      }
    }
    const { leaves, run } = await this.run(card, table, options);
    return { inputs, leaf: leaves[row]!, path: run.tree.path(row), root: run.tree.root() };
  }

  /** @param mode of a row that is to be told with its fields: what is kept has none */
  async #row(
    card: SolverCard,
    body: JsonObject,
    options: JobOptions,
    mode: FieldsMode = "none",
  ): Promise<Row> {
    const key = `${card.id}/${card.version} ${canonicalize(body)}`;
    const known = this.#known.get(key);
    if (known !== undefined && isEnough(known, mode)) {
      this.#known.delete(key);
      this.#known.set(key, known);
      return { row: known };
    }
    const solved = await this.#solve(card, body, options, mode);
    this.#known.set(key, solved.row);
    if (this.#known.size > ROWS_KEPT_MAX) this.#known.delete(this.#known.keys().next().value!);
    return solved;
  }

  async #solve(
    card: SolverCard,
    body: JsonObject,
    { account, caller, deadlineMs, signal, took }: JobOptions,
    mode: FieldsMode = "none",
  ): Promise<Row> {
    const outcome = await this.#modules.pool.run(
      { solver: card.id, body, mode, media: null, field: 0 },
      { account, caller, deadlineMs, signal, ...(took === undefined ? {} : { took }) },
    );
    switch (outcome.kind) {
      case "value": {
        const { kernel, operators, unsealed, work } = outcome;
        return { kernel, row: solverRowOf(kernel, quoteJob(work, operators), unsealed) };
      }
      case "missing":
        return { row: { refused: "missing-input", message: outcome.message } };
      case "stopped":
        throw new BusyError("the queue of the workers");
      case "refused":
        if (outcome.members["reason"] === "deadline")
          throw new Refusal("DID_NOT_CONVERGE", outcome.message, { members: outcome.members });
        return { row: refusedRow(outcome) };
      default:
        return outcome satisfies never;
    }
  }
}

/** Whether a row that was solved before is all that is told of it. */
function isEnough(known: SolverRow, mode: FieldsMode): boolean {
  return mode === "none" || "refused" in known;
}

function keptRow({ keeper }: SweepOptions, row: number, mode: FieldsMode): Row | null {
  const known = keeper?.known(row);
  return known !== undefined && isEnough(known, mode) ? { row: known } : null;
}

/** The result of a row, if that is the one that is kept. */
function kernelOf(
  kept: { readonly row: number; readonly kernel: KernelValue } | null,
  row: number,
): KernelValue | undefined {
  return kept?.row === row ? kept.kernel : undefined;
}

/** Tells rows in their order, whichever is solved first. */
class Teller {
  readonly #options: SweepOptions;
  /** Solved, and behind one that is not. */
  readonly #waiting = new Map<number, EventRow>();
  #next: number;
  #telling: Promise<void> = Promise.resolve();

  constructor(options: SweepOptions) {
    this.#options = options;
    this.#next = options.from ?? 0;
  }

  modeOf(row: number): FieldsMode {
    const { mode = "none" } = this.#options;
    return row < this.#next ? "none" : mode;
  }

  /** @param kernel with the fields that the row is told with */
  tell(row: number, outcome: SolverRow, kernel: KernelValue | undefined): Promise<void> {
    if (this.#options.onRow === undefined || row < this.#next) return this.#telling;
    const fields = kernel === undefined ? null : fieldsOf(kernel);
    this.#waiting.set(row, fields === null ? outcome : { ...outcome, fields });
    // One at a time: only one may wait for a slow reader.
    this.#telling = this.#telling.then(() => this.#tellNext());
    return this.#telling;
  }

  async #tellNext(): Promise<void> {
    for (;;) {
      const row = this.#waiting.get(this.#next);
      if (row === undefined) return;
      this.#waiting.delete(this.#next);
      this.#next += 1;
      await this.#options.onRow?.(this.#next - 1, row);
    }
  }
}

function fieldsOf({ solution }: KernelValue): readonly JsonValue[] | null {
  if (solution === undefined) return null;
  const { fields }: { readonly fields?: JsonValue[] } = JSON.parse(
    `{${solution.members.slice(1)}}`,
  );
  return fields ?? null;
}
