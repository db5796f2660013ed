/**
 * A table of computations: every row is evaluated and passes the gate as if it were alone. A row
 * without a value is a row that says why.
 */
import { quoteRows, type Quote } from "../economy/price.js";
import { compute } from "../kernel/compute.js";
import type { ChainPlan } from "../kernel/plan.js";
import { whyNone } from "../kernel/whyNone.js";
import type { KernelInvalid, KernelResult, KernelValue } from "../kernel/result.js";
import type { Crypto } from "../ports.js";
import { countWork } from "../workCount.js";
import type { Table } from "./columns.js";
import type { RowLeaf } from "./leaves.js";
import { RowList, type ListedRows, type RowsRefused } from "./rowList.js";

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
export interface TableRow {
  readonly inputs: Readonly<Record<string, number>>;
  readonly leaf: RowLeaf;
  /** From the leaf to the root, in hex. */
  readonly path: readonly string[];
  readonly root: string;
}

/** @throws RangeError where the table has no such row */
export function tableRow(
  crypto: Pick<Crypto, "sha256">,
  plan: ChainPlan,
  table: Table,
  row: number,
): TableRow {
  const run = new TableRun(crypto, table.count);
  let own: RowLeaf | null = null;
  for (let at = 0; at < table.count; at += 1) {
    countWork(ROW_WORK);
    const uncertainties = table.uncertaintiesAt(at);
    const leaf = run.add(compute(plan, { inputs: table.inputsAt(at), uncertainties }));
    if (at === row) own = leaf;
  }
  if (own === null) throw new RangeError(`no row ${row} in a table of ${table.count}`);
  return {
    inputs: table.inputsAt(row),
    leaf: own,
    path: run.tree.path(row),
    root: run.tree.root(),
  };
}

class TableRun {
  readonly #rows: RowList;
  #first: KernelValue | null = null;

  constructor(crypto: Pick<Crypto, "sha256">, count: number) {
    this.#rows = new RowList(crypto, count);
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
      const result = compute(plan, { inputs: table.inputsAt(row, inputs), uncertainties });
      if (result.status === "invalid") return result;
      this.add(result);
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
    const first = (this.#first ??= result);
    if (result.unit === first.unit) {
      this.#rows.add(leaf);
      return leaf;
    }
    const other: RowLeaf = { refused: "another-unit" };
    this.#rows.add(
      other,
      `its unit is ${result.unit ?? "unknown"}, that of the rows before ${first.unit ?? "unknown"}: ` +
        "ask for such rows in a table of their own",
    );
    return other;
  }

  result(plan: ChainPlan): TableResult {
    const { answered, count, precisionActual, refused, tree } = this.#rows;
    const first = this.#first;
    if (first === null) return { status: "none", count, refused };
    return {
      status: "value",
      quote: quoteRows(plan.operators.length, answered),
      kernel: {
        ...first,
        precisionActual,
        facts: { ...first.facts, precisionActual },
        rows: { count, root: tree.root(), members: this.#rows.members() },
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
