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
import { RowTree, type RowLeaf } from "./leaves.js";

/** Rows that are refused for one reason. */
export interface RowsRefused {
  readonly kind: string;
  readonly message: string;
  readonly rows: readonly number[];
}

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
    run.add(row, result);
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
    const leaf = run.add(at, compute(plan, { inputs: table.inputsAt(at), uncertainties }));
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
  readonly tree: RowTree;
  readonly #count: number;
  readonly #refused = new Map<string, { kind: string; message: string; rows: number[] }>();
  #first: KernelValue | null = null;
  #answered = 0;
  #precisionActual = 0;
  #values = "";
  #uncertainties = "";

  constructor(crypto: Pick<Crypto, "sha256">, count: number) {
    this.tree = new RowTree(crypto, count);
    this.#count = count;
  }

  add(row: number, result: KernelResult): RowLeaf {
    const leaf = this.#leafOf(row, result);
    this.tree.add(leaf);
    const comma = row === 0 ? "" : ",";
    if ("refused" in leaf) {
      this.#values += `${comma}null`;
      this.#uncertainties += `${comma}null`;
    } else {
      this.#answered += 1;
      if (leaf.precisionActual > this.#precisionActual)
        this.#precisionActual = leaf.precisionActual;
      this.#values += comma + leaf.value;
      this.#uncertainties += comma + leaf.uncertainty;
    }
    return leaf;
  }

  result(plan: ChainPlan): TableResult {
    const refused = [...this.#refused.values()];
    const count = this.#count;
    const first = this.#first;
    if (first === null) return { status: "none", count, refused };
    const rows =
      `,"rows":{"answered":${this.#answered},"values":[${this.#values}],` +
      `"uncertainties":[${this.#uncertainties}],"refused":${JSON.stringify(refused)}}`;
    return {
      status: "value",
      quote: quoteRows(plan.operators.length, this.#answered),
      kernel: {
        ...first,
        precisionActual: this.#precisionActual,
        facts: { ...first.facts, precisionActual: this.#precisionActual },
        rows: { count, root: this.tree.root(), members: rows },
      },
    };
  }

  #leafOf(row: number, result: KernelResult): RowLeaf {
    if (result.status !== "value") return this.#refuse(row, leafOf(result), whyNone(result));
    const first = (this.#first ??= result);
    if (result.unit === first.unit) return leafOf(result);
    return this.#refuse(
      row,
      { refused: "another-unit" },
      `its unit is ${result.unit ?? "unknown"}, that of the rows before ${first.unit ?? "unknown"}: ` +
        "ask for such rows in a table of their own",
    );
  }

  #refuse(row: number, leaf: RowLeaf, message: string): RowLeaf {
    const kind = "refused" in leaf ? leaf.refused : "";
    const key = `${kind}\u0000${message}`;
    const known = this.#refused.get(key);
    if (known === undefined) this.#refused.set(key, { kind, message, rows: [row] });
    else known.rows.push(row);
    return leaf;
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
