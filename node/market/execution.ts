/** Computes jobs: operators, a solver, or a table of either; sealed for who contributes. */
import { compute } from "../../protocol/chains/compute.js";
import type { ChainPlan } from "../../protocol/chains/plan.js";
import { isObject } from "../../protocol/encoding/json.js";
import { whyNone } from "../../protocol/kernel/whyNone.js";
import { KEYLESS_INLINE_WORK_MAX } from "../../protocol/limits.js";
import { quoteRows } from "../../protocol/economy/price.js";
import { isSweep, noValue, solverOf } from "../../protocol/market/again.js";
import type { Computed } from "../../protocol/market/result.js";
import type { JsonObject } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { cardOf } from "../../protocol/solvers/cards.js";
import { SolverMissing, SolverRefusal } from "../../protocol/solvers/refusal.js";
import type { SolverCard } from "../../protocol/solvers/solver.js";
import {
  tableInputsSchema,
  Table,
  TableError,
  type TableInputs,
} from "../../protocol/table/columns.js";
import {
  SolverTable,
  solverTableSchema,
  type SolverTableInputs,
} from "../../protocol/kernel/table/solverRows.js";
import type { Quote } from "../../protocol/economy/price.js";
import { within, WorkEnded } from "../../protocol/workCount.js";
import type { ComputeService } from "../compute/compute.js";
import type { Asker, Evaluator } from "../compute/evaluator.js";
import { creditsOf, type SolverService } from "../compute/solvers.js";
import { quoteSweep } from "../compute/sweepQuote.js";
import { ALLOWANCE, type FurtherWrite } from "../sealing/draft.js";
import type { Sealer } from "../sealing/sealer.js";

/** What a job asks for. */
export interface Task {
  /** KO42 first; behind it domain operators, or one solver. */
  readonly chain: readonly string[];
  readonly inputs: JsonObject;
}

/** Who seals a result, and under which name its receipt is found again after a crash. */
export interface SealSettings {
  readonly account: string;
  readonly name: string;
}

interface Execution {
  readonly computed: Computed;
  /** Seals it; null where nothing may be sealed. */
  readonly seal: ((options: SealSettings) => Promise<unknown>) | null;
}

interface ExecutionModules {
  readonly compute: ComputeService;
  readonly evaluator: Evaluator;
  readonly solvers: SolverService;
  readonly sealer: Pick<Sealer, "blocked">;
}

/** A solver's job may run as long as its asker waits for it; this is the most. */
const SOLVER_DEADLINE_MS = 600_000;

/** The columns of a job that asks for a table; null for any other. */
export function tableOf({ chain, inputs }: Task): TableInputs | null {
  if (solverOf(chain) !== null || !isObject(inputs["columns"])) return null;
  const read = tableInputsSchema.safeParse(inputs);
  return read.success ? read.data : null;
}

/** A table of a solver's jobs. */
export interface Sweep {
  readonly card: SolverCard;
  readonly inputs: SolverTableInputs;
  readonly table: SolverTable;
}

/** The sweep that a job asks for; null for any other. @throws Refusal for columns that make none */
export function sweepOf({ chain, inputs }: Task): Sweep | null {
  const card = cardOf(solverOf(chain) ?? "");
  if (card === null || !isSweep(inputs)) return null;
  const read = solverTableSchema.safeParse(inputs);
  if (!read.success)
    throw new Refusal("INVALID_INPUT", read.error.issues[0]?.message ?? "not a table");
  try {
    return { card, inputs: read.data, table: new SolverTable(read.data) };
  } catch (error) {
    if (error instanceof TableError) throw new Refusal("INVALID_INPUT", error.message);
    throw error;
  }
}

export class JobExecution {
  readonly #modules: ExecutionModules;

  constructor(modules: ExecutionModules) {
    this.#modules = modules;
  }

  /** What one result of a task costs at most. @throws Refusal for what cannot be asked */
  async quote(task: Task, by: Asker): Promise<Quote> {
    const solver = solverOf(task.chain);
    const sweep = sweepOf(task);
    if (sweep !== null) {
      const quote = await quoteSweep(this.#modules.evaluator, sweep.card, sweep.table, by);
      if (quote === null)
        throw new Refusal("INVALID_INPUT", `no row of this sweep of ${sweep.card.id} has a value`);
      return quote;
    }
    if (solver !== null) {
      const quote = await this.#modules.evaluator
        .quote(solver, task.inputs, by)
        .catch((error: unknown) => {
          if (error instanceof SolverRefusal || error instanceof SolverMissing)
            throw new Refusal("INVALID_INPUT", error.message);
          throw error;
        });
      if (quote === null || quote.credits === 0)
        throw new Refusal("INVALID_INPUT", `nothing of this job of ${solver} would be sealed`);
      return quote;
    }
    const plan = this.#modules.compute.plan(task.chain);
    if (plan.status === "invalid") throw new Refusal(plan.code, plan.message);
    const table = tableOf(task);
    if (table === null) {
      const missing = missingIn(plan, task.inputs);
      if (missing !== null) throw new Refusal("INVALID_INPUT", missing);
      return plan.quote;
    }
    return quoteRows(plan.operators.length, rowsOf(table));
  }

  /** @throws BusyError where no worker is free, and what ended with its signal */
  async run(task: Task, by: Asker): Promise<Execution> {
    const solver = solverOf(task.chain);
    const sweep = sweepOf(task);
    if (sweep !== null) return this.#sweep(sweep, by);
    if (solver !== null) return this.#solve(solver, task, by);
    const { compute, evaluator } = this.#modules;
    const plan = compute.plan(task.chain);
    if (plan.status === "invalid") return none(plan.code, plan.message);
    const columns = tableOf(task);
    if (columns !== null) {
      const table = await evaluator.table(plan, columns, by);
      if (table.status === "invalid") return none(table.code, table.message);
      if (table.status === "none") return none("no-row-has-a-value", table.refused[0]!.message);
      return {
        computed: { kernel: table.kernel, credits: table.quote.credits },
        seal: (options) =>
          compute.sealTable(plan, { domain: null, inputs: columns }, table, sealOptions(options)),
      };
    }
    const inputs = task.inputs as Readonly<Record<string, number>>;
    const result = await evaluator.compute(plan, { inputs, uncertainties: undefined }, by);
    if (result.status !== "value") return none(result.status, whyNone(result));
    return {
      computed: { kernel: result, credits: plan.quote.credits },
      seal: (options) =>
        compute.seal(plan, { operators: plan.chain, inputs }, result, sealOptions(options)),
    };
  }

  async #sweep({ card, inputs, table }: Sweep, { caller, signal }: Asker): Promise<Execution> {
    const { solvers } = this.#modules;
    // How long a machine takes is no part of a result: time that runs out is thrown.
    const solved = await solvers.table(card, table, {
      caller,
      signal,
      deadlineMs: SOLVER_DEADLINE_MS,
    });
    if (solved.status === "none") return none("no-row-has-a-value", solved.refused[0]!.message);
    return {
      computed: { kernel: solved.kernel, credits: solved.quote.credits },
      seal: (options) =>
        solvers.sealTable(solved, inputs, { ...sealOptions(options), machine: null, domain: null }),
    };
  }

  async #solve(solver: string, { inputs }: Task, by: Asker): Promise<Execution> {
    const { solvers } = this.#modules;
    const outcome = await solvers.run(
      { solver, body: inputs, mode: "sample", media: null, field: 0 },
      { caller: by.caller, signal: by.signal, deadlineMs: SOLVER_DEADLINE_MS },
    );
    switch (outcome.kind) {
      case "value":
        return {
          computed: { kernel: outcome.kernel, credits: creditsOf(outcome) },
          seal:
            outcome.unsealed === null
              ? (options) =>
                  solvers.seal(outcome, { ...sealOptions(options), machine: null, domain: null })
              : null,
        };
      case "missing":
        return none("MISSING_INPUT", outcome.message);
      case "refused":
        // How long a machine takes is no part of a result.
        if (outcome.members["reason"] === "deadline") throw new Error(outcome.message);
        return none(outcome.code, outcome.message);
      case "stopped":
        throw new Error("the job was stopped");
      default:
        return outcome satisfies never;
    }
  }
}

/**
 * What a computation lacks, in words; null where it lacks nothing, or that is not seen at once.
 * Nobody is called for a job that cannot have a value.
 */
function missingIn(plan: ChainPlan, inputs: JsonObject): string | null {
  const given = inputs as Readonly<Record<string, number>>;
  try {
    const priced = within(KEYLESS_INLINE_WORK_MAX, () =>
      compute(plan, { inputs: given, uncertainties: undefined }),
    );
    return priced.status === "missing" ? priced.inputError.message : null;
  } catch (error) {
    if (error instanceof WorkEnded) return null;
    throw error;
  }
}

function sealOptions({ account, name }: SealSettings) {
  const furtherWrite: FurtherWrite = { kind: "name", name };
  return { account, payment: ALLOWANCE, visibility: "shared", furtherWrite } as const;
}

function none(code: string, message: string): Execution {
  return { computed: noValue(code, message), seal: null };
}

/** @throws Refusal for columns that make no table */
export function rowsOf(inputs: TableInputs): number {
  try {
    return new Table(inputs).count;
  } catch (error) {
    if (error instanceof TableError) throw new Refusal("INVALID_INPUT", error.message);
    throw error;
  }
}
