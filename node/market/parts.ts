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

/** What is asked for, as nodes compute it. @throws Refusal for what does not go together */
export function taskOf({ columns, grid, inputs, operators, solver }: JsonObject): Task {
  if ((operators === undefined) === (solver === undefined))
    throw invalid("/operators", "name either operators or a solver");
  if (typeof solver === "string") {
    if (cardOf(solver) === null) throw invalid("/solver", `there is no solver ${solver}`);
    if (columns !== undefined) throw invalid("/columns", "tables take operators");
    return { chain: [MASTER, solver], inputs: isObject(inputs) ? inputs : {} };
  }
  const named = (operators as readonly string[]).filter((id, at) => id !== MASTER || at > 0);
  const chain = [MASTER, ...named];
  if (columns === undefined) return { chain, inputs: numbersIn(isObject(inputs) ? inputs : {}) };
  if (inputs !== undefined) throw invalid("/inputs", "a table has columns, and no inputs");
  const asked = { columns, ...(grid === undefined ? {} : { grid }) };
  const read = tableInputsSchema.safeParse(asked);
  if (!read.success) throw invalid("/columns", read.error.issues[0]?.message ?? "no columns");
  return { chain, inputs: asked };
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
    const inputs = { columns: slice.columns } satisfies JsonObject;
    const { credits } = await execution.quote({ chain, inputs }, by);
    parts.push({ inputs, rows: slice.rows, credits });
  }
  return parts;
}

/** Runs of rows as columns of their own; what is constant stays a number. */
function slicesOf(
  asked: TableInputs,
): readonly { readonly columns: Readonly<Record<string, JsonValue>>; readonly rows: number }[] {
  const count = rowsOf(asked);
  const table = new Table(asked);
  const slices = [];
  for (let from = 0; from < count; from += SHARD_ROWS) {
    const rows = Math.min(SHARD_ROWS, count - from);
    const columns: Record<string, JsonValue> = {};
    for (const name of table.names) {
      columns[name] = table.isConstant(name)
        ? table.inputsAt(from)[name]!
        : Array.from({ length: rows }, (_, row) => table.inputsAt(from + row)[name]!);
    }
    slices.push({ columns, rows });
  }
  return slices;
}
