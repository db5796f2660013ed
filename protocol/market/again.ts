/** A job computed in this thread: for who checks a verdict and serves nobody meanwhile. */
import { quoteJob } from "../economy/price.js";
import { compute } from "../chains/compute.js";
import { planChain } from "../chains/plan.js";
import { isObject } from "../encoding/json.js";
import { solveRows } from "../kernel/solveAgain.js";
import { solve } from "../kernel/solved.js";
import { whyNone } from "../kernel/whyNone.js";
import type { Registry } from "../operators/registry.js";
import type { Crypto, JsonObject } from "../ports.js";
import { cardOf } from "../solvers/cards.js";
import { loadSolver } from "../solvers/load.js";
import { SolverMissing, SolverRefusal } from "../solvers/refusal.js";
import { Table, TableError, tableInputsSchema } from "../table/columns.js";
import { solverTableOf } from "../kernel/table/solverRows.js";
import { computeTable } from "../kernel/table/rows.js";
import type { Computed } from "./result.js";

const NEVER = { aborted: false };

/** A solver of a chain, or null where operators are named. */
export function solverOf(chain: readonly string[]): string | null {
  const [, second] = chain;
  return second !== undefined && chain.length === 2 && cardOf(second) !== null ? second : null;
}

/** What has no value, with its reason. */
export function noValue(code: string, message: string): { readonly none: JsonObject } {
  return { none: { code, message } };
}

/** @throws TableError for columns that make no table */
export async function computeAgain(
  { crypto, registry }: { readonly crypto: Crypto; readonly registry: Registry },
  chain: readonly string[],
  inputs: JsonObject,
): Promise<Computed> {
  const solver = solverOf(chain);
  if (solver !== null)
    return isSweep(inputs)
      ? sweptAgain(crypto, solver, inputs)
      : solvedAgain(crypto, solver, inputs);
  const plan = planChain(registry, chain);
  if (plan.status === "invalid") return noValue(plan.code, plan.message);
  if (isObject(inputs["columns"])) {
    const table = computeTable(crypto, plan, new Table(tableInputsSchema.parse(inputs)));
    if (table.status === "invalid") return noValue(table.code, table.message);
    if (table.status === "none")
      return noValue("no-row-has-a-value", table.refused[0]?.message ?? "");
    return { kernel: table.kernel, credits: table.quote.credits };
  }
  const numbers: Record<string, number> = {};
  for (const [name, value] of Object.entries(inputs))
    if (typeof value === "number") numbers[name] = value;
  const result = compute(plan, { inputs: numbers, uncertainties: undefined });
  return result.status === "value"
    ? { kernel: result, credits: plan.quote.credits }
    : noValue(result.status, whyNone(result));
}

/** Whether inputs of a solver are those of a table of its jobs: no solver has an input `columns`. */
export function isSweep(inputs: JsonObject): boolean {
  return isObject(inputs["columns"]);
}

async function sweptAgain(crypto: Crypto, name: string, inputs: JsonObject): Promise<Computed> {
  const read = solverTableOf(inputs);
  if ("refusal" in read) throw new TableError("/columns", read.refusal);
  const table = solveRows(crypto, await loadSolver(name), read.table);
  return table.status === "none"
    ? noValue("no-row-has-a-value", table.refused[0]?.message ?? "")
    : { kernel: table.kernel, credits: table.quote.credits };
}

async function solvedAgain(crypto: Crypto, name: string, body: JsonObject): Promise<Computed> {
  const solver = await loadSolver(name);
  try {
    const { inputs, kernel, work } = solve(crypto, solver, body, "sample", NEVER);
    return { kernel, credits: quoteJob(work, solver.operators?.(inputs)).credits };
  } catch (error) {
    if (error instanceof SolverMissing) return noValue("MISSING_INPUT", error.message);
    if (error instanceof SolverRefusal) return noValue(error.code, error.message);
    throw error;
  }
}
