/** Tables of computations: columns of inputs, one envelope over all rows, and proofs of single rows. */
import type { Call } from "../../../api/contract/definition/call.js";
import type { NodeHandlers, nodeOperations } from "../../../api/contract/index.js";
import type { OutputOf } from "../../../api/contract/definition/operation.js";
import { isEventsType, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { SOLVER_DEADLINE_MS_MAX } from "../../../api/contract/compute/solverOperations.js";
import { faultsOf } from "../../../api/http/validate.js";
import { quoteRows } from "../../../protocol/economy/price.js";
import { solverJobOf } from "../../../protocol/kernel/reexecute.js";
import type { ChainPlan } from "../../../protocol/chains/plan.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { Table, tableInputsSchema, type TableInputs } from "../../../protocol/table/columns.js";
import type { TableResult, TableRow } from "../../../protocol/kernel/table/rows.js";
import { solverTableSchema } from "../../../protocol/kernel/table/solverRows.js";
import { unsealed } from "../../ledger/paidStep.js";
import { asker, payer } from "../../operations/asker.js";
import type { ComputeModules } from "./compute.js";
import type { ComputeServices } from "../createCompute.js";
import type { MachineServices } from "../../machines/createMachines.js";
import { visibleTo } from "./proofs.js";
import { solverTable, swept, sweptCard } from "./sweep.js";
import { sealedTable, tableShape } from "./tableMedia.js";
import { columnsInNumbers, tableOrFault, withSharedInputs } from "../../operations/quantities.js";
import { RowTeller } from "./toldRows.js";
import { invalidError, refuseUnused, requirePlan } from "../../operations/results.js";
import { payerOf, sealOptions, visibilityOf } from "./sealing.js";

type TableHandlers = Pick<NodeHandlers, "computeTable" | "receiptRow">;
type Asked = Parameters<NodeHandlers["computeTable"]>[0];
type Answer = OutputOf<typeof nodeOperations.computeTable>;
type TableServices = ComputeModules &
  Pick<MachineServices, "machines"> &
  Pick<ComputeServices, "receipts">;

export function tableHandlers(services: TableServices): TableHandlers {
  return {
    computeTable: (asked, call) => computed(services, asked, call),
    receiptRow: ({ id, row }, call) => rowOfReceipt(services, id, row, call),
  };
}

async function computed(
  services: TableServices,
  asked: Asked,
  call: Call,
): Promise<PreEncoded<Answer> | Answer> {
  const { compute, evaluator, paidSteps } = services;
  const { columns, domain = null, grid, operators, uncertainties } = asked;
  if (asked.solver !== undefined) return swept(services, withoutOperators(asked), call);
  if (operators === undefined) throw nothingAsked();
  const ofSolver = (["deadlineMs", "fields"] as const).find((name) => asked[name] !== undefined);
  if (ofSolver !== undefined) throw ofSolversAlone(ofSolver);
  const paying = payerOf(call);
  const plan = requirePlan(compute.plan(operators));
  const inputs: TableInputs = {
    ...columnsInNumbers(plan, withSharedInputs(columns, asked.inputs), uncertainties, grid),
    ...(grid === undefined ? {} : { grid }),
  };
  const table = tableFor(inputs);
  const teller = isEventsType(call.accepted)
    ? new RowTeller(inputs, asked.fromRow ?? 0, call)
    : null;
  const by = payer(call);
  return paidSteps.run<PreEncoded<Answer> | Answer>({
    payer: paying,
    by,
    // Of all rows: those without a value cost nothing in the end.
    prices: [quoteRows(plan.operators.length, table.count)],
    work: async () => {
      const result =
        teller === null
          ? await evaluator.table(plan, inputs, by, table)
          : await evaluator.tableByBlocks(plan, inputs, by, (part, unit) =>
              teller.part(part, unit),
            );
      if (result.status === "invalid") throw invalidError(result);
      if (result.status === "none") return unsealed(unanswered(plan, result));
      await teller?.rest(result.kernel);
      refuseUnused(result.kernel);
      return {
        prices: [result.quote],
        commit: async (payment) => {
          const visibility = await visibilityOf(services, paying.account, asked.visibility);
          const kept = services.idempotency.writtenWithSeal(call.idempotency);
          const settings = { payment, visibility, shape: tableShape(call), kept };
          const options = sealOptions(services, call, settings);
          const answer = await compute.sealTable(plan, { domain, inputs }, result, options);
          return sealedTable(inputs, answer, call);
        },
      };
    },
  });
}

/** @throws ApiError for what goes with operators */
function withoutOperators(asked: Asked): Asked {
  const other = (["operators", "uncertainties"] as const).find((name) => asked[name] !== undefined);
  if (other === undefined) return asked;
  throw unfit(other, `a table of a solver takes no ${other}`);
}

function nothingAsked(): ApiError {
  return unfit("operators", "name operators or a solver");
}

function ofSolversAlone(name: string): ApiError {
  return unfit(name, `${name} goes with a solver`);
}

function unfit(name: string, message: string): ApiError {
  return new ApiError("INVALID_BODY", `/${name}: ${message}`, {
    errors: [{ pointer: `/${name}`, code: "invalid_type", message }],
  });
}

/** @throws ApiError for what are no columns */
export function tableInputs(stated: unknown): TableInputs {
  const read = tableInputsSchema.safeParse(stated);
  if (read.success) return read.data;
  const { detail, errors } = faultsOf(read.error, tableInputsSchema);
  throw new ApiError("INVALID_BODY", detail, { errors });
}

/** @throws ApiError for columns that make no table */
function tableFor(inputs: TableInputs): Table {
  return tableOrFault(() => new Table(inputs));
}

/** Rows of a table. @throws ApiError for columns that make none */
export function rowsOf(inputs: TableInputs): number {
  return tableFor(inputs).count;
}

/** A table without any value: nothing is sealed or charged. */
function unanswered(
  { chain }: ChainPlan,
  { count, refused }: Extract<TableResult, { status: "none" }>,
): Answer {
  return {
    value: null,
    operator_id: chain[chain.length - 1]!,
    operatorChain: [...chain],
    refusal: {
      kind: "no-row-has-a-value",
      message: `none of the ${count} rows has a value: ${refused[0]!.message}`,
    },
    rows_count: count,
    rows: { answered: 0, refused: refused.map((one) => ({ ...one, rows: [...one.rows] })) },
  };
}

/** A row of a sealed table, computed again. */
async function rowAgain(
  { compute, evaluator, receipts, solvers }: TableServices,
  { core, id, receipt, row }: AskedRow,
  call: Call,
): Promise<TableRow> {
  const job = solverJobOf(receipt);
  const by = asker(call);
  const blocks = await receipts.rowBlocks(id);
  if (job === null) {
    const plan = requirePlan(compute.plan(core["operatorChain"] as readonly string[]));
    const known = blocks === null ? null : { blocks, unit: core["unit"] as string | null };
    return evaluator.row(plan, { inputs: tableInputs(receipt["inputs"]), row, known }, by);
  }
  const table = solverTable(solverTableSchema.parse(job.inputs));
  const { caller, signal } = by;
  const options = { caller, signal, deadlineMs: SOLVER_DEADLINE_MS_MAX };
  return solvers.row(sweptCard(job.solver), table, row, blocks, options);
}

interface AskedRow {
  readonly id: string;
  readonly receipt: JsonObject;
  readonly core: JsonObject;
  readonly row: number;
}

async function rowOfReceipt(
  services: TableServices,
  id: string,
  row: number,
  call: Call,
): Promise<OutputOf<typeof nodeOperations.receiptRow>> {
  const { machines, receipts } = services;
  const { text } = await visibleTo(machines, await receipts.find(id), call);
  const receipt: JsonObject = JSON.parse(text);
  const { core } = receipt["envelope"] as { readonly core: JsonObject };
  const { rows_count: count, unit } = core;
  if (typeof count !== "number")
    throw new ApiError("NOT_FOUND", "this receipt is of a single computation: it has no rows");
  if (row >= count)
    throw new ApiError("NOT_FOUND", `the table has ${count} rows, numbered from 0: none is ${row}`);
  const { inputs, leaf, path, root } = await rowAgain(services, { core, id, receipt, row }, call);
  if (root !== core["rows_root"])
    throw new ApiError(
      "NOT_FOUND",
      "computed again here, the rows give another root than the receipt commits: it was computed " +
        "by another engine or registry",
    );
  return {
    row,
    ...("refused" in leaf
      ? { value: null, refused: leaf.refused }
      : {
          value: leaf.value,
          unit: unit as string | null,
          uncertainty: leaf.uncertainty,
          precision_actual: leaf.precisionActual,
        }),
    inputs: { ...inputs },
    path: [...path],
    receipt,
  };
}
