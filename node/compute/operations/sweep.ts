/** A table of a solver's jobs: run in the workers, priced and sealed as one. */
import type { Call } from "../../../api/contract/call.js";
import type { NodeHandlers, nodeOperations } from "../../../api/contract/index.js";
import type { OutputOf } from "../../../api/contract/operation.js";
import { isEventsType, preEncoded, type PreEncoded } from "../../../api/contract/preEncoded.js";
import { SOLVER_DEADLINE_MS } from "../../../api/contract/solverOperations.js";
import { ApiError } from "../../../api/errors.js";
import type { Quote } from "../../../protocol/economy/price.js";
import { nearestName } from "../../../protocol/search/nearest.js";
import { cardOf, solverCards } from "../../../protocol/solvers/cards.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";
import { SolverTable, type SolverTableInputs } from "../../../protocol/kernel/table/solverRows.js";
import { isRangeText, type WrittenColumn } from "../../../protocol/table/written.js";
import { quoteSweep } from "../sweepQuote.js";
import type { RowKeeper } from "../keptRows.js";
import type { SolvedTable, ToldRow } from "../sweeps.js";
import { payFor } from "../../ledger/payment.js";
import { payer } from "../../operations/asker.js";
import type { ComputeModules } from "./compute.js";
import { rowOf } from "../../operations/machineRow.js";
import { ownerOf } from "../../operations/owner.js";
import { solverColumns, tableOrFault } from "../../operations/quantities.js";
import { mediaOf, tableMedia } from "./tableMedia.js";

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
  const keeper = await services.solvers.keeperOf(card, sealed, idempotency?.scope ?? null);
  let isAnswered = false;
  try {
    const answer = await answered(services, { asked, card, keeper, sealed, table }, call);
    isAnswered = true;
    return answer;
  } finally {
    // The key is free at once: who left may be back already, for other rows.
    void keeper?.close(isAnswered ? "answered" : "broken-off");
  }
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
  readonly card: SolverCard;
  readonly keeper: RowKeeper | null;
  readonly sealed: SolverTableInputs;
  readonly table: SolverTable;
}

async function answered(
  services: ComputeModules,
  { asked, card, keeper, sealed, table }: Sweep,
  call: Call,
): Promise<PreEncoded<Answer> | Answer> {
  const { deadlineMs = SOLVER_DEADLINE_MS, domain, fields = "none", fromRow = 0 } = asked;
  const { accounts, idempotency, ledger, solvers } = services;
  const owner = ownerOf(call);
  const media = mediaOf(call);
  const pay = (quote: Quote) => payFor(ledger, call.principal, owner, quote);
  const quote = await quoteSweep(services.evaluator, card, table, payer(call));
  // Set aside before the work: who cannot pay for all rows does not get them run.
  const whole = quote === null ? null : await pay(quote);
  let solved: SolvedTable;
  try {
    solved = await solvers.table(card, table, {
      caller: "paying",
      signal: call.signal,
      deadlineMs,
      mode: fields,
      from: fromRow,
      keeper,
      onRow: (row, told) => call.emit("progress", JSON.stringify(progressOf(table, row, told))),
    });
  } finally {
    whole?.unsealed();
  }
  if (solved.status === "none") return noneSolved(card, table, solved);
  // Rows without a value cost nothing.
  const payment = await pay(solved.quote);
  try {
    const visibility =
      asked.visibility ??
      accounts.knownVisibility(owner) ??
      (await accounts.defaultVisibility(owner));
    const answer = await solvers.sealTable(solved, sealed, {
      account: owner,
      machine: call.principal?.machine ?? null,
      payment,
      visibility,
      domain: domain ?? null,
      shape: media === null ? call.shape : null,
      ...rowOf(services, call),
      ...idempotency.writtenWithSeal(call.idempotency),
    });
    const { body, digest } = answer;
    const headers = answer.sealed ? ["X-Calc-Sealed", "true"] : [];
    const rows = media === null ? null : tableMedia(sealed, body, media);
    return rows ?? preEncoded({ body, headers, digest, shaped: call.shape !== null });
  } finally {
    // Nothing where it was burned.
    payment.unsealed();
  }
}

/** A row as it comes, ahead of the answer. */
function progressOf(table: SolverTable, row: number, told: ToldRow) {
  const own =
    "refused" in told
      ? { value: null, refused: told.refused, message: told.message }
      : { value: told.value, unit: told.unit, uncertainty: told.uncertainty };
  const { fields } = told;
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
