/** From what was asked to the parts of a job: a table is split by its rows. */
import { isObject } from "../../protocol/events/event.js";
import { SHARD_ROWS } from "../../protocol/market/terms.js";
import { INPUTS_MAX } from "../../protocol/limits.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/refusal.js";
import { cardOf } from "../../protocol/solvers/cards.js";
import { Table, tableInputsSchema, type TableInputs } from "../../protocol/table/columns.js";
import type { Asker } from "../compute/evaluator.js";
import { rowsOf, tableOf, type JobExecution, type Task } from "./execution.js";
import type { Part } from "./orders.js";

const MASTER = "KO42";
const TABLE_MEMBERS = ["columns", "grid", "uncertainties"] as const;

/** What is asked for, as nodes compute it. @throws Refusal for what does not go together */
export function taskOf(asked: JsonObject): Task {
  const { columns, inputs, operators, solver } = asked;
  if ((operators === undefined) === (solver === undefined))
    throw invalid("/operators", "name either operators or a solver");
  if (typeof solver === "string") {
    if (cardOf(solver) === null) throw invalid("/solver", `there is no solver ${solver}`);
    const ofTable = TABLE_MEMBERS.find((name) => asked[name] !== undefined);
    if (ofTable !== undefined) throw invalid(`/${ofTable}`, "tables take operators");
    return { chain: [MASTER, solver], inputs: isObject(inputs) ? inputs : {} };
  }
  const named = (operators as readonly string[]).filter((id, at) => id !== MASTER || at > 0);
  const chain = [MASTER, ...named];
  if (columns === undefined) {
    if (asked["uncertainties"] !== undefined)
      throw invalid("/uncertainties", "they go with columns");
    return { chain, inputs: numbersIn(isObject(inputs) ? inputs : {}) };
  }
  if (inputs !== undefined) throw invalid("/inputs", "a table has columns, and no inputs");
  const table: Record<string, JsonValue> = {};
  for (const name of TABLE_MEMBERS) if (asked[name] !== undefined) table[name] = asked[name];
  const read = tableInputsSchema.safeParse(table);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(`/${issue?.path.join("/") ?? "columns"}`, issue?.message ?? "no columns");
  }
  return { chain, inputs: table };
}

function numbersIn(inputs: JsonObject): JsonObject {
  for (const [name, value] of Object.entries(inputs))
    if (typeof value !== "number") throw invalid(`/inputs/${name}`, "operators take numbers");
  if (Object.keys(inputs).length > INPUTS_MAX) throw invalid("/inputs", "too many inputs");
  return inputs;
}

function invalid(pointer: string, message: string): Refusal {
  return new Refusal("INVALID_INPUT", message, {
    errors: [{ pointer, code: "INVALID_INPUT", message }],
  });
}

/** The parts of a job, each with the price of one of its results. @throws Refusal */
export async function partsOf(
  execution: JobExecution,
  task: Task,
  by: Asker,
): Promise<readonly Part[]> {
  const { chain } = task;
  const table = tableOf(task);
  if (table === null) {
    const { credits } = await execution.quote(task, by);
    return [{ inputs: task.inputs, rows: null, credits }];
  }
  const parts: Part[] = [];
  for (const slice of slicesOf(table)) {
    const { inputs, rows } = slice;
    const { credits } = await execution.quote({ chain, inputs }, by);
    parts.push({ inputs, rows, credits });
  }
  return parts;
}

/** Runs of rows as tables of their own; what is constant stays a number. */
function slicesOf(
  asked: TableInputs,
): readonly { readonly inputs: JsonObject; readonly rows: number }[] {
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
