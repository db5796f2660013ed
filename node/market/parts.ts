/** From what was asked to the parts of a job: a table is split by its rows. */
import { isObject } from "../../protocol/encoding/json.js";
import { SHARD_ROWS, SWEEP_SHARDS_MAX } from "../../protocol/market/terms.js";
import { INPUTS_MAX } from "../../protocol/limits.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { invalidInput } from "../../protocol/errors/refusal.js";
import { cardOf } from "../../protocol/solvers/cards.js";
import { Table, tableInputsSchema, type TableInputs } from "../../protocol/table/columns.js";
import { solverTableSchema } from "../../protocol/kernel/table/solverRows.js";
import type { Asker } from "../compute/evaluator.js";
import { rowsOf, sweepOf, tableOf, type JobExecution, type Sweep, type Task } from "./execution.js";
import type { Part } from "./orders.js";

const MASTER = "KO42";
const TABLE_MEMBERS = ["columns", "grid", "uncertainties"] as const;

/** The task, as nodes compute it. @throws Refusal for what does not go together */
export function taskOf(asked: JsonObject): Task {
  const { columns, inputs, operators, solver } = asked;
  if ((operators === undefined) === (solver === undefined))
    throw invalidInput("/operators", "name either operators or a solver");
  if (typeof solver === "string") {
    if (cardOf(solver) === null) throw invalidInput("/solver", `there is no solver ${solver}`);
    return { chain: [MASTER, solver], inputs: ofSolver(asked) };
  }
  const named = (operators as readonly string[]).filter((id, at) => id !== MASTER || at > 0);
  const chain = [MASTER, ...named];
  if (columns === undefined) {
    if (asked["uncertainties"] !== undefined)
      throw invalidInput("/uncertainties", "they go with columns");
    return { chain, inputs: numbersIn(isObject(inputs) ? inputs : {}) };
  }
  if (inputs !== undefined) throw invalidInput("/inputs", "a table has columns, and no inputs");
  const table: Record<string, JsonValue> = {};
  for (const name of TABLE_MEMBERS) if (asked[name] !== undefined) table[name] = asked[name];
  const read = tableInputsSchema.safeParse(table);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalidInput(`/${issue?.path.join("/") ?? "columns"}`, issue?.message ?? "no columns");
  }
  return { chain, inputs: table };
}

/** The body of a job, or the columns of a table of jobs. */
function ofSolver(asked: JsonObject): JsonObject {
  const { columns, grid, inputs } = asked;
  if (asked["uncertainties"] !== undefined)
    throw invalidInput("/uncertainties", "a solver takes uncertainties among its own inputs");
  const shared = isObject(inputs) ? inputs : {};
  if (columns === undefined) {
    if (grid !== undefined) throw invalidInput("/grid", "it goes with columns");
    return shared;
  }
  const table = {
    columns,
    ...(grid === undefined ? {} : { grid }),
    ...(inputs === undefined ? {} : { inputs: shared }),
  };
  const read = solverTableSchema.safeParse(table);
  if (read.success) return table;
  const [issue] = read.error.issues;
  throw invalidInput(`/${issue?.path.join("/") ?? "columns"}`, issue?.message ?? "no columns");
}

function numbersIn(inputs: JsonObject): JsonObject {
  for (const [name, value] of Object.entries(inputs))
    if (typeof value !== "number") throw invalidInput(`/inputs/${name}`, "operators take numbers");
  if (Object.keys(inputs).length > INPUTS_MAX) throw invalidInput("/inputs", "too many inputs");
  return inputs;
}

/** The parts of a job, each with the price of one of its results. @throws Refusal */
export async function partsOf(
  execution: JobExecution,
  task: Task,
  by: Asker,
): Promise<readonly Part[]> {
  const { chain } = task;
  const sweep = sweepOf(task);
  const table = tableOf(task);
  if (sweep === null && table === null) {
    const { credits } = await execution.quote(task, by);
    return [{ inputs: task.inputs, rows: null, credits }];
  }
  const parts: Part[] = [];
  for (const slice of sweep === null ? slicesOf(table!) : sweepSlicesOf(sweep)) {
    const { inputs, rows } = slice;
    const { credits } = await execution.quote({ chain, inputs }, by);
    parts.push({ inputs, rows, credits });
  }
  return parts;
}

interface Slice {
  readonly inputs: JsonObject;
  readonly rows: number;
}

/** As many parts as some nodes can share, at most: each row is a job that may take seconds. */
function sweepSlicesOf({ table }: Sweep): readonly Slice[] {
  const size = Math.ceil(table.count / SWEEP_SHARDS_MAX);
  const slices: Slice[] = [];
  for (let from = 0; from < table.count; from += size) {
    const rows = Math.min(size, table.count - from);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was read as JSON
    slices.push({ inputs: table.part(from, from + rows) as JsonObject, rows });
  }
  return slices;
}

/** Runs of rows as tables of their own; what is constant stays a number. */
function slicesOf(asked: TableInputs): readonly Slice[] {
  const count = rowsOf(asked);
  const table = new Table(asked);
  const slices = [];
  for (let from = 0; from < count; from += SHARD_ROWS) {
    const rows = Math.min(SHARD_ROWS, count - from);
    const columns: Record<string, JsonValue> = {};
    for (const [name, cells] of Object.entries(table.part(from, from + rows)))
      if (typeof cells === "number" || Array.isArray(cells)) columns[name] = cells;
    const uncertainties = uncertaintiesIn(asked, from, from + rows);
    slices.push({
      inputs: { columns, ...(uncertainties === null ? {} : { uncertainties }) },
      rows,
    });
  }
  return slices;
}

function uncertaintiesIn(
  { uncertainties }: TableInputs,
  from: number,
  to: number,
): JsonObject | null {
  if (uncertainties === undefined) return null;
  return Object.fromEntries(
    Object.entries(uncertainties).map(([name, cells]) => [
      name,
      typeof cells === "number" ? cells : cells.slice(from, to),
    ]),
  );
}
