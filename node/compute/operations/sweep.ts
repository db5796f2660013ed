/** A table of a solver's jobs: run in the workers, priced and sealed as one. */
import type { Call } from "../../../api/contract/definition/call.js";
import type { NodeHandlers, nodeOperations } from "../../../api/contract/index.js";
import type { OutputOf } from "../../../api/contract/definition/operation.js";
import { isEventsType, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { SOLVER_DEADLINE_MS } from "../../../api/contract/compute/solverOperations.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { nearestName } from "../../../protocol/search/nearest.js";
import { cardOf, solverCards } from "../../../protocol/solvers/cards.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import { SolverTable, type SolverTableInputs } from "../../../protocol/kernel/table/solverRows.js";
import { isRangeText, type WrittenColumn } from "../../../protocol/table/written.js";
import { jobOptionsOf, type Asker } from "../evaluator.js";
import { quoteSweep } from "../sweepQuote.js";
import type { RowKeeper } from "../keptRows.js";
import type { SolvedTable, EventRow } from "../sweeps.js";
import { unsealed, type Outcome } from "../../ledger/paidStep.js";
import { payer } from "../../operations/asker.js";
import type { ComputeModules } from "./compute.js";
import { ownerOf } from "../../operations/owner.js";
import { solverColumns, tableOrFault } from "../../operations/quantities.js";
import { payerOf, sealOptions, visibilityOf } from "./sealing.js";
import { sealedTable, tableShape } from "./tableMedia.js";

type Asked = Parameters<NodeHandlers["computeTable"]>[0];
type Answer = OutputOf<typeof nodeOperations.computeTable>;

/** The solver that a table names. @throws ApiError where there is none of the name */
export function sweptCard(solver: string): SolverCard {
  const card = cardOf(solver);
  if (card !== null) return card;
  const message = `there is no solver ${solver}`;
  const nearest = nearestName(
    solver,
    solverCards.map(({ id }) => id),
  );
  throw new ApiError("INVALID_BODY", message, {
    errors: [
      { pointer: "/solver", code: "unknown", message, ...(nearest === null ? {} : { nearest }) },
    ],
  });
}

/** @throws ApiError for columns that make no table */
export function solverTable(inputs: SolverTableInputs): SolverTable {
  return tableOrFault(() => new SolverTable(inputs));
}

export async function swept(
  services: ComputeModules,
  asked: Asked,
  call: Call,
): Promise<PreEncoded<Answer> | Answer> {
  const { fields = "none", grid, solver = "" } = asked;
  if (fields !== "none" && !isEventsType(call.accepted)) throw fieldsUntold();
  const card = sweptCard(solver);
  const { columns, shared } = apart(card, asked.columns, asked.inputs);
  const sealed: SolverTableInputs = {
    columns,
    ...(shared === undefined ? {} : { inputs: shared }),
    ...(grid === undefined ? {} : { grid }),
  };
  const table = solverTable(sealed);
  const { idempotency } = call;
  const paying = payerOf(call);
  const by = payer(call);
  const quote = await quoteSweep(services.evaluator, card, table, by);
  const keeper = await services.solvers.keeperOf(card, sealed, idempotency?.scope ?? null);
  return services.paidSteps.run<PreEncoded<Answer> | Answer>({
    payer: paying,
    by,
    prices: [quote],
    work: () => solved(services, { asked, by, card, keeper, sealed, table }, call),
    // The key is free at once: who left may be back already, for other rows.
    release: (isDone) => void keeper?.close(isDone ? "answered" : "broken-off"),
  });
}

/** A column that is a text and no range is an input that all rows share. */
export function apart(
  card: SolverCard,
  columns: Readonly<Record<string, WrittenColumn>>,
  inputs: SolverTableInputs["inputs"],
): {
  readonly columns: SolverTableInputs["columns"];
  readonly shared: SolverTableInputs["inputs"];
} {
  const runs: Record<string, WrittenColumn> = {};
  const texts: Record<string, string> = {};
  for (const [name, column] of Object.entries(columns)) {
    if (typeof column !== "string" || isRangeText(column)) runs[name] = column;
    else if (!Object.hasOwn(inputs ?? {}, name)) texts[name] = column;
    else throw twice(name);
  }
  return {
    columns: solverColumns(card, runs),
    shared: Object.keys(texts).length === 0 ? inputs : { ...inputs, ...texts },
  };
}

function twice(name: string): ApiError {
  const message = "it is among the inputs, too";
  return new ApiError("INVALID_BODY", `/columns/${name}: ${message}`, {
    errors: [{ pointer: `/columns/${name}`, code: "invalid_value", message }],
  });
}

interface Sweep {
  readonly asked: Asked;
  readonly by: Asker;
  readonly card: SolverCard;
  readonly keeper: RowKeeper | null;
  readonly sealed: SolverTableInputs;
  readonly table: SolverTable;
}

async function solved(
  services: ComputeModules,
  { asked, by, card, keeper, sealed, table }: Sweep,
  call: Call,
): Promise<Outcome<PreEncoded<Answer> | Answer>> {
  const { deadlineMs = SOLVER_DEADLINE_MS, domain = null, fields = "none", fromRow = 0 } = asked;
  const { idempotency, solvers } = services;
  const rows = await solvers.table(card, table, {
    ...jobOptionsOf(by, deadlineMs),
    mode: fields,
    from: fromRow,
    keeper,
    onRow: (row, result) => call.emit("progress", JSON.stringify(progressOf(table, row, result))),
  });
  if (rows.status === "none") return unsealed(noneSolved(card, table, rows));
  return {
    // Rows without a value cost nothing.
    prices: [rows.quote],
    commit: async (payment) => {
      const visibility = await visibilityOf(services, ownerOf(call), asked.visibility);
      const kept = idempotency.writtenWithSeal(call.idempotency);
      const settings = { payment, visibility, shape: tableShape(call), kept };
      const options = { ...sealOptions(services, call, settings), domain };
      return sealedTable(sealed, await solvers.sealTable(rows, sealed, options), call);
    },
  };
}

/** A row as it comes, ahead of the answer. */
function progressOf(table: SolverTable, row: number, result: EventRow) {
  const own =
    "refused" in result
      ? { value: null, refused: result.refused, message: result.message }
      : { value: result.value, unit: result.unit, uncertainty: result.uncertainty };
  const { fields } = result;
  return {
    fraction: (row + 1) / table.count,
    row,
    inputs: table.inputsAt(row),
    ...own,
    ...(fields === undefined ? {} : { fields }),
  };
}

function fieldsUntold(): ApiError {
  const message =
    "fields are told row by row: accept application/x-ndjson or text/event-stream, or run the job " +
    "of one row";
  return new ApiError("INVALID_BODY", `/fields: ${message}`, {
    errors: [{ pointer: "/fields", code: "invalid_value", message }],
  });
}

/** A table without any value: nothing is sealed or charged. */
function noneSolved(
  card: SolverCard,
  table: SolverTable,
  { refused }: Extract<SolvedTable, { status: "none" }>,
): Answer {
  return {
    value: null,
    operator_id: card.id,
    operatorChain: ["KO42", card.id],
    refusal: {
      kind: "no-row-has-a-value",
      message: `none of the ${table.count} rows has a value: ${refused[0]!.message}`,
    },
    rows_count: table.count,
    rows: { answered: 0, refused: refused.map((one) => ({ ...one, rows: [...one.rows] })) },
  };
}
