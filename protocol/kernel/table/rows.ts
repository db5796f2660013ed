/**
 * A table of computations: every row is evaluated and passes the gate as if it were alone. A row
 * without a value is a row that says why.
 */
import { quoteRows, type Quote } from "../../economy/price.js";
import { compute, computeRow, type RowValue } from "../../chains/compute.js";
import type { ChainPlan } from "../../chains/plan.js";
import { whyNone } from "../whyNone.js";
import type { KernelInvalid, KernelResult, KernelValue } from "../../chains/result.js";
import type { Crypto } from "../../ports.js";
import { countWork } from "../../workCount.js";
import {
  blockOf,
  OPERATOR_BLOCK_ROWS,
  provenBy,
  type ProvenRow,
  type RowBlocks,
} from "../../table/blocks.js";
import { Table, type TableInputs } from "../../table/columns.js";
import type { RowLeaf } from "../../table/leaves.js";
import { RowList, rowsOf, type ListedRows, type RowsRefused } from "./rowList.js";

/** What came of a table. */
export type TableResult =
  | { readonly status: "value"; readonly kernel: KernelValue; readonly quote: Quote }
  | { readonly status: "none"; readonly count: number; readonly refused: readonly RowsRefused[] }
  | KernelInvalid;

/** Hashes and texts of a row, in units of about one addition. */
const ROW_WORK = 60;

export function computeTable(
  crypto: Pick<Crypto, "sha256">,
  plan: ChainPlan,
  table: Table,
): TableResult {
  const run = new TableRun(crypto, table.count);
  return run.compute(plan, table, { from: 0, to: table.count }) ?? run.result(plan);
}

/** Consecutive rows, without the last named. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** What came of consecutive rows of a table. */
export interface TablePart {
  readonly status: "part";
  /** Of the first row that has a value. */
  readonly first: KernelValue | null;
  readonly listed: ListedRows;
}

export function computeTablePart(
  crypto: Pick<Crypto, "sha256">,
  plan: ChainPlan,
  table: Table,
  range: RowRange,
): TablePart | KernelInvalid {
  const run = new TableRun(crypto, range.to - range.from);
  return run.compute(plan, table, range) ?? run.part();
}

/**
 * The table that parts make, in the order of their rows: the same bits as computed as one.
 * @returns null where parts begin with different units, so that rows would be told other reasons
 */
export function joinTable(
  crypto: Pick<Crypto, "sha256">,
  plan: ChainPlan,
  parts: readonly (TablePart | KernelInvalid)[],
): TableResult | null {
  const whole: TablePart[] = [];
  for (const part of parts) {
    if (part.status === "invalid") return part;
    whole.push(part);
  }
  const units = new Set(whole.flatMap(({ first }) => (first === null ? [] : [first.unit])));
  if (units.size > 1) return null;
  const run = new TableRun(
    crypto,
    whole.reduce((sum, { listed }) => sum + listed.size, 0),
  );
  for (const part of whole) run.append(part);
  return run.result(plan);
}

/** One row, with what proves it. */
export interface TableRow extends ProvenRow {
  readonly inputs: Readonly<Record<string, number>>;
  readonly leaf: RowLeaf;
}

/** @throws RangeError where the table has no such row */
export function tableRow(
  crypto: Pick<Crypto, "sha256">,
  plan: ChainPlan,
  table: Table,
  row: number,
): TableRow {
  const run = new TableRun(crypto, table.count);
  const leaves = rowLeaves(run, plan, table, { from: 0, to: table.count });
  const leaf = leaves[row];
  if (leaf === undefined) throw new RangeError(`no row ${row} in a table of ${table.count}`);
  const { tree } = run;
  return { inputs: table.inputsAt(row), leaf, path: tree.path(row), root: tree.root() };
}

/**
 * The same, of which only the block of the row is computed again.
 * @param known what was kept of the table, and its unit
 * @returns null where the rows of the block are not those of the table
 */
export function tableRowIn(
  crypto: Pick<Crypto, "sha256">,
  plan: ChainPlan,
  table: Table,
  row: number,
  { blocks, unit }: { readonly blocks: RowBlocks; readonly unit: string | null },
): TableRow | null {
  const range = blockOf(blocks.rows, row, table.count);
  const leaves = rowLeaves(new TableRun(crypto, range.to - range.from, unit), plan, table, range);
  const proven = provenBy(crypto, blocks, row, table.count, leaves);
  if (proven === null) return null;
  return { inputs: table.inputsAt(row), leaf: leaves[row - range.from]!, ...proven };
}

/** A question about a row of a table that was sealed. */
export interface SealedRow {
  readonly inputs: TableInputs;
  readonly row: number;
  /** Rows kept of the table; null where nothing was. */
  readonly known: { readonly blocks: RowBlocks; readonly unit: string | null } | null;
}

/** Its block is computed again where that is known and fits, all rows otherwise. */
export function sealedRow(
  crypto: Pick<Crypto, "sha256">,
  plan: ChainPlan,
  { inputs, known, row }: SealedRow,
): TableRow {
  const table = new Table(inputs);
  const own = known === null ? null : tableRowIn(crypto, plan, table, row, known);
  return own ?? tableRow(crypto, plan, table, row);
}

function rowLeaves(run: TableRun, plan: ChainPlan, table: Table, range: RowRange): RowLeaf[] {
  const leaves: RowLeaf[] = [];
  for (let row = range.from; row < range.to; row += 1) {
    countWork(ROW_WORK);
    const uncertainties = table.uncertaintiesAt(row);
    leaves.push(run.add(compute(plan, { inputs: table.inputsAt(row), uncertainties })));
  }
  return leaves;
}

class TableRun {
  readonly #rows: RowList;
  readonly #unit: string | null | undefined;
  #first: KernelValue | null = null;

  /** @param unit of all rows, where that of the first that has a value is known */
  constructor(crypto: Pick<Crypto, "sha256">, count: number, unit?: string | null) {
    this.#rows = new RowList(crypto, count);
    this.#unit = unit;
  }

  get tree(): RowList["tree"] {
    return this.#rows.tree;
  }

  /** @returns null where all rows were computed; inputs that fit no row otherwise */
  compute(plan: ChainPlan, table: Table, { from, to }: RowRange): KernelInvalid | null {
    const inputs: Record<string, number> = {};
    for (let row = from; row < to; row += 1) {
      countWork(ROW_WORK);
      const uncertainties = table.uncertaintiesAt(row);
      const request = { inputs: table.inputsAt(row, inputs), uncertainties };
      // The envelope tells the first value with its texts.
      const result = this.#first === null ? compute(plan, request) : computeRow(plan, request);
      if (result.status === "invalid") return result;
      if (result.status === "row") this.#addFigures(result, result.unit);
      else this.add(result);
    }
    return null;
  }

  part(): TablePart {
    return { status: "part", first: this.#first, listed: this.#rows.listed() };
  }

  /** @param part whose unit is that of the rows before */
  append({ first, listed }: TablePart): void {
    this.#first ??= first;
    this.#rows.append(listed);
  }

  add(result: KernelResult): RowLeaf {
    const leaf = leafOf(result);
    if (result.status !== "value") {
      this.#rows.add(leaf, whyNone(result));
      return leaf;
    }
    this.#first ??= result;
    return this.#addFigures(leaf, result.unit);
  }

  /** @param own unit of the row */
  #addFigures(leaf: RowLeaf | RowValue, own: string | null): RowLeaf {
    const unit = this.#unit === undefined ? this.#first!.unit : this.#unit;
    if (own === unit) {
      this.#rows.add(leaf);
      return leaf;
    }
    const other: RowLeaf = { refused: "another-unit" };
    this.#rows.add(
      other,
      `its unit is ${own ?? "unknown"}, that of the rows before ${unit ?? "unknown"}: ` +
        "ask for such rows in a table of their own",
    );
    return other;
  }

  result(plan: ChainPlan): TableResult {
    const { answered, count, precisionActual, refused } = this.#rows;
    const first = this.#first;
    if (first === null) return { status: "none", count, refused };
    return {
      status: "value",
      quote: quoteRows(plan.operators.length, answered),
      kernel: {
        ...first,
        precisionActual,
        facts: { ...first.facts, precisionActual },
        rows: rowsOf(this.#rows, OPERATOR_BLOCK_ROWS),
      },
    };
  }
}

/** What the leaf of a row says that is computed alone. */
export function leafOf(result: KernelResult): RowLeaf {
  if (result.status !== "value") return { refused: kindOf(result) };
  const { precisionActual, uncertainty, value } = result;
  return { precisionActual, uncertainty, value };
}

function kindOf(result: Exclude<KernelResult, KernelValue>): string {
  switch (result.status) {
    case "refused":
      return result.refusal.kind;
    case "missing":
      return "missing-input";
    case "not-converged":
      return "did-not-converge";
    case "invalid":
      return "invalid";
    default:
      return result satisfies never;
  }
}
