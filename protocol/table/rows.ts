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
import { RowList, type RowsRefused } from "./rowList.js";

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
  const inputs: Record<string, number> = {};
  for (let row = 0; row < table.count; row += 1) {
    countWork(ROW_WORK);
    const uncertainties = table.uncertaintiesAt(row);
    const result = compute(plan, { inputs: table.inputsAt(row, inputs), uncertainties });
    if (result.status === "invalid") return result;
    run.add(result);
  }
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
