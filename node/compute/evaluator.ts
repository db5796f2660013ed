/**
 * Evaluations of requests. What is short runs in the serving thread, with a bound on its counted
 * work; what comes to the bound runs again in a worker, from its start and to the same bits.
 */
import type { TextReading, TextReadings } from "../../protocol/readable/textReadings.js";
import {
  evaluateUnnamed,
  type EvaluatedUnnamed,
  type UnnamedRequest,
} from "../../protocol/equations/index.js";
import { compute, type ComputeInputs } from "../../protocol/chains/compute.js";
import type { ChainPlan } from "../../protocol/chains/plan.js";
import type { SolvedAgain } from "../../protocol/kernel/reexecute.js";
import type { KernelInvalid, KernelResult } from "../../protocol/chains/result.js";
import {
  isWorthSolving,
  verifyHeld,
  type Proof,
  type VerifyExpectations,
} from "../../protocol/kernel/verifyAnswer.js";
import { verifyResult, type ResultProof } from "../../protocol/kernel/verifyResult.js";
import { INLINE_WORK_MAX, KEYLESS_INLINE_WORK_MAX } from "../../protocol/limits.js";
import type { Registry, SearchOptions, SearchResult } from "../../protocol/operators/registry.js";
import type { Crypto, JsonObject, JsonValue } from "../../protocol/ports.js";
import type { Quote } from "../../protocol/economy/price.js";
import type { Derived } from "../../protocol/derivation/derive.js";
import type { DeriveRequest } from "../../protocol/derivation/question.js";
import type { Route } from "../../protocol/router/routed.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { SolverMissing, SolverRefusal } from "../../protocol/solvers/refusal.js";
import { Table, type TableInputs } from "../../protocol/table/columns.js";
import {
  computeTable,
  computeTablePart,
  joinTable,
  sealedRow,
  type SealedRow,
  type TablePart,
  type TableResult,
  type TableRow,
} from "../../protocol/kernel/table/rows.js";
import { within, workCounted, WorkEnded } from "../../protocol/workCount.js";
import { BusyError } from "../../storage/kv/errors.js";
import { quoteOf } from "./workers/quote.js";
import type {
  CatalogueReading,
  CatalogueReadings,
  DocumentName,
  EvaluationKind,
  Evaluations,
} from "./workers/messages.js";
import type { JobOptions, SolverPool } from "./workers/pool.js";
import type { Caller } from "./workers/waiting.js";

/** Who asked for an evaluation: which queue it waits in, and what stops it. */
export interface Asker {
  readonly caller: Caller;
  /** Whose turn its work takes: an account, or the group of an address; absent for nobody's. */
  readonly account?: string | undefined;
  /** Aborted when the caller went away. */
  readonly signal: AbortSignal;
  /** Work done for it so far, in ms of processor time; absent where nobody asks. */
  workMs?: number;
}

/** No single caller: a check for the mesh, or a document that answers everyone. It is never aborted. */
const NOBODY: Asker = { caller: "keyed", signal: new AbortController().signal };
/** A computation that another node challenged: no request waits for it. */
export const CHALLENGE: Asker = NOBODY;

/** Shorter without a key, so that others need not wait for such work. */
export const KEYLESS_DEADLINE_MS = 10_000;
const EVALUATION_DEADLINE_MS = 30_000;
/** A unit of work is some 100 ns. */
const MS_PER_UNIT = 1e-4;
/** Rows of a table that are reported together while it is computed. */
const TOLD_ROWS = 64;
/** Least rows of a part of a table: fewer are not worth another worker. */
const PART_ROWS_MIN = 16;

type Part = TablePart | KernelInvalid;
/** A part that was computed here, or is in a worker. */
type Computed = Part | Promise<Part>;

interface EvaluatorModules {
  readonly pool: SolverPool;
  readonly registry: Registry;
  readonly crypto: Crypto;
}

/** The same caller, for work on the account of another. */
export function behalfOf(by: Asker, account: string): Asker & { workMs: number } {
  return {
    caller: by.caller,
    account,
    workMs: 0,
    // A signal is made at its first use.
    get signal() {
      return by.signal;
    },
  };
}

export function jobOptionsOf(by: Asker, deadlineMs: number): JobOptions {
  const { account, caller, signal } = by;
  return { account, caller, signal, deadlineMs, took: (ms) => addWork(by, ms) };
}

function addWork(by: Asker, ms: number): void {
  if (by.workMs !== undefined) by.workMs += ms;
}

export function deadlineOf({ caller }: Asker, otherwise: number): number {
  return caller === "keyless" ? KEYLESS_DEADLINE_MS : otherwise;
}

export class Evaluator {
  readonly #modules: EvaluatorModules;
  /** Chains that exceeded the bound of work once: they start in a worker from then on. */
  readonly #long = new WeakSet<ChainPlan>();
  readonly #documents = new Map<DocumentName, Promise<string>>();

  constructor(modules: EvaluatorModules) {
    this.#modules = modules;
  }

  /** An equation typed by hand. @throws Refusal when time ran out */
  equation(request: UnnamedRequest, by: Asker): EvaluatedUnnamed | Promise<EvaluatedUnnamed> {
    return inline(by, () => evaluateUnnamed(request)) ?? this.#away("equation", request, by);
  }

  /** How a question in words is understood. @throws BusyError when time ran out */
  route(query: string, constants: Readonly<Record<string, unknown>>, by: Asker): Promise<Route> {
    // Never on the serving thread: the first question makes the lexicon, half a second of work.
    return this.#away("route", { query, constants }, by);
  }

  /** A wanted quantity from known ones, by laws that join. @throws BusyError when time ran out */
  derive(request: DeriveRequest, by: Asker): Promise<Derived> {
    // The first makes the book of laws, a tenth of a second of work.
    return this.#away("derive", request, by);
  }

  /** A chain of operators. @throws Refusal when time ran out */
  compute(
    plan: ChainPlan,
    { inputs, uncertainties }: ComputeInputs,
    by: Asker,
  ): KernelResult | Promise<KernelResult> {
    const request = { inputs, uncertainties };
    if (!this.#long.has(plan)) {
      const result = inline(by, () => compute(plan, request));
      if (result !== null) return result;
      this.#long.add(plan);
    }
    return this.#away("compute", { operators: plan.chain, request }, by);
  }

  /**
   * Columns of inputs of a chain.
   * @param table the inputs, where they were read already
   * @throws Refusal when time ran out
   */
  table(
    plan: ChainPlan,
    inputs: TableInputs,
    by: Asker,
    table = new Table(inputs),
  ): TableResult | Promise<TableResult> {
    const { crypto } = this.#modules;
    return inline(by, () => computeTable(crypto, plan, table)) ?? this.#spread(plan, inputs, by);
  }

  /**
   * The same by blocks of its rows, each told before those behind it are computed. Where a block has
   * another unit than those before it, its rows and those behind it are left to the whole.
   * @param tell is given a block and the unit of all rows so far; the next waits for it
   * @throws Refusal when time ran out; BusyError when the signal was set
   */
  async tableByBlocks(
    plan: ChainPlan,
    inputs: TableInputs,
    by: Asker,
    tell: (part: TablePart, unit: string | null) => Promise<void> | undefined,
  ): Promise<TableResult> {
    const { crypto, pool } = this.#modules;
    const table = new Table(inputs);
    const failed = new AbortController();
    const each = { ...by, signal: AbortSignal.any([by.signal, failed.signal]) };
    let isLong = false;
    const computed = (from: number): Computed => {
      const range = { from, to: Math.min(from + TOLD_ROWS, table.count) };
      const here = isLong ? null : inline(by, () => computeTablePart(crypto, plan, table, range));
      isLong = here === null;
      return here ?? this.#away("part", { operators: plan.chain, inputs, ...range }, each);
    };
    const ahead: Computed[] = [];
    const parts: TablePart[] = [];
    let unit: string | null | undefined;
    try {
      for (let next = 0; next < table.count || ahead.length > 0;) {
        for (; next < table.count && ahead.length < (isLong ? pool.size : 1); next += TOLD_ROWS)
          ahead.push(computed(next));
        const part = await ahead.shift()!;
        if (part.status === "invalid") return part;
        if (part.first !== null && part.first.unit !== (unit ??= part.first.unit))
          return await this.table(plan, inputs, by);
        parts.push(part);
        await tell(part, unit ?? null);
        // Lets other requests have a turn, and lets the signal of a caller that left be seen.
        await new Promise(setImmediate);
        if (by.signal.aborted) throw new BusyError("the queue of the workers");
      }
    } finally {
      // The parts that are still computed are not needed any more.
      failed.abort();
      await Promise.allSettled(ahead.map(async (part) => await part));
    }
    return joinTable(crypto, plan, parts) ?? this.table(plan, inputs, by);
  }

  /** A table by parts of its rows, one for each worker. Its bits do not depend on how many. */
  async #spread(plan: ChainPlan, inputs: TableInputs, by: Asker): Promise<TableResult> {
    const { crypto, pool } = this.#modules;
    const { count } = new Table(inputs);
    const asked = { operators: plan.chain, inputs };
    const parts = Math.min(pool.size, Math.floor(count / PART_ROWS_MIN));
    if (parts < 2) return this.#away("table", asked, by);
    const failed = new AbortController();
    const each = { ...by, signal: AbortSignal.any([by.signal, failed.signal]) };
    const at = (part: number): number => Math.floor((count * part) / parts);
    const computing = Array.from({ length: parts }, (_, part) =>
      this.#away("part", { ...asked, from: at(part), to: at(part + 1) }, each),
    );
    try {
      const computed = await Promise.all(computing);
      return joinTable(crypto, plan, computed) ?? (await this.#away("table", asked, by));
    } catch (error) {
      // The other parts are not needed any more.
      failed.abort();
      throw error;
    }
  }

  /**
   * A row of a table that was sealed: its block of rows is computed again where the roots of blocks
   * are known and fit, all rows otherwise. @throws Refusal when time ran out
   */
  row(plan: ChainPlan, asked: SealedRow, by: Asker): TableRow | Promise<TableRow> {
    const { crypto } = this.#modules;
    return (
      inline(by, () => sealedRow(crypto, plan, asked)) ??
      this.#away("row", { operators: plan.chain, ...asked }, by)
    );
  }

  /** The proof of something held. @throws BusyError when time ran out */
  verify(
    held: JsonValue,
    expected: VerifyExpectations,
    by: Asker = CHALLENGE,
  ): Proof | Promise<Proof> {
    const { crypto, registry } = this.#modules;
    return (
      inline(by, () => verifyHeld({ crypto, registry }, held, expected)) ??
      this.#away("verify", { held, expected }, by)
    );
  }

  /** Whether computing a held solver result again could show a fault of it. */
  async isWorthSolving(held: JsonValue, expected: VerifyExpectations, by: Asker): Promise<boolean> {
    const { crypto, registry } = this.#modules;
    const { worth } =
      inline(by, () => ({ worth: isWorthSolving({ crypto, registry }, held, expected) })) ??
      (await this.#away("worth", { held, expected }, by));
    return worth;
  }

  /** A result without a receipt, computed again. @throws BusyError when time ran out */
  verifyResult(
    held: JsonObject,
    solved: SolvedAgain | null,
    by: Asker,
  ): ResultProof | Promise<ResultProof> {
    const { registry } = this.#modules;
    return (
      inline(by, () => verifyResult(registry, held, solved)) ??
      this.#away("result", { held, solved }, by)
    );
  }

  /**
   * What a job costs, without running it; 0 credits where nothing would be sealed, null where there
   * is no such solver. @throws SolverRefusal for a body that would be refused before it ran
   */
  async quote(solver: string, body: JsonObject, by: Asker): Promise<Quote | null> {
    const quote = await quoteOf(solver);
    if (quote === null) return null;
    return inline(by, () => quote(body)) ?? this.#away("quote", { solver, body }, by);
  }

  /** A text that stays the same while the node runs. @throws BusyError */
  document(name: DocumentName): Promise<string> {
    const known = this.#documents.get(name);
    if (known !== undefined) return known;
    const written = this.#away("document", { name }, NOBODY).then(({ text }) => text);
    this.#documents.set(name, written);
    // The next who asks has it written again.
    written.catch(() => this.#documents.delete(name));
    return written;
  }

  /** Words have an index that takes a quarter of a second to make: a worker's. @throws BusyError */
  async searchOperators(query: string, options: SearchOptions, by: Asker): Promise<SearchResult> {
    const { registry } = this.#modules;
    const { ids, total } = await this.#away("operatorSearch", { query, options }, by);
    return { total, entries: ids.map((id) => registry.get(id)!) };
  }

  /** What a list that is searched by words says. @throws BusyError */
  readCatalogue<K extends CatalogueReading>(
    kind: K,
    asked: CatalogueReadings[K]["asked"],
    by: Asker,
  ): Promise<CatalogueReadings[K]["answer"]> {
    return this.#away(kind, asked, by);
  }

  /** What a long text of an answer says, for a caller who may leave. @throws BusyError */
  readText<K extends TextReading>(
    kind: K,
    asked: TextReadings[K]["asked"],
    caller: Caller,
  ): Promise<TextReadings[K]["answer"]> {
    return this.#away(kind, asked, { caller, signal: NOBODY.signal });
  }

  async #away<K extends EvaluationKind>(
    kind: K,
    asked: Evaluations[K]["asked"],
    by: Asker,
  ): Promise<Evaluations[K]["answer"]> {
    const outcome = await this.#modules.pool.evaluate(
      kind,
      asked,
      jobOptionsOf(by, deadlineOf(by, EVALUATION_DEADLINE_MS)),
    );
    switch (outcome.kind) {
      case "answer":
        return outcome.answer;
      case "stopped":
        throw new BusyError("the queue of the workers");
      case "missing":
        throw new SolverMissing(outcome.missing, outcome.accepts, outcome.message);
      case "refused":
        if (outcome.members["reason"] !== "deadline")
          throw new SolverRefusal(outcome.code, outcome.message, outcome.members);
        throw kind === "equation" || kind === "compute" || kind === "table" || kind === "part"
          ? new Refusal("DID_NOT_CONVERGE", outcome.message, { members: outcome.members })
          : new BusyError("the time of one check");
      default:
        return outcome satisfies never;
    }
  }
}

/** The value of a short evaluation; null for one that came to the bound. */
function inline<T extends object>(by: Asker, evaluate: () => T): T | null {
  const before = workCounted();
  try {
    return within(by.caller === "keyless" ? KEYLESS_INLINE_WORK_MAX : INLINE_WORK_MAX, evaluate);
  } catch (error) {
    if (error instanceof WorkEnded) return null;
    throw error;
  } finally {
    addWork(by, (workCounted() - before) * MS_PER_UNIT);
  }
}
