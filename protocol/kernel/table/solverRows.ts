/**
 * A table of a solver's jobs: every row is the job of its own inputs as if it were alone. Its
 * envelope is that of the first row that has a value, over the root of all rows.
 */
import * as z from "zod";
import { quoteSum, type Quote } from "../../economy/price.js";
import { boundOf } from "../../precision.js";
import type { KernelValue, Solution } from "../../chains/result.js";
import { INPUTS_MAX } from "../../limits.js";
import type { Crypto, JsonObject } from "../../ports.js";
import { Table, TableError, tableInputsSchema } from "../../table/columns.js";
import type { RowLeaf } from "../../table/leaves.js";
import { SOLVER_BLOCK_ROWS } from "../../table/blocks.js";
import { RowList, rowsOf, type RowsRefused } from "./rowList.js";

/** Members sealed as the inputs of such a table; what all rows share may be any JSON. */
export const solverTableSchema = z.strictObject({
  inputs: z
    .record(z.string(), z.unknown())
    .refine((all) => Object.keys(all).length <= INPUTS_MAX, `at most ${INPUTS_MAX} inputs`)
    .optional(),
  columns: tableInputsSchema.shape.columns,
  grid: tableInputsSchema.shape.grid,
});
export type SolverTableInputs = z.output<typeof solverTableSchema>;

export class SolverTable {
  readonly #table: Table;
  readonly #shared: Readonly<Record<string, unknown>>;

  /** @throws TableError for columns that make no table */
  constructor({ columns, grid, inputs = {} }: SolverTableInputs) {
    const twice = Object.keys(columns).find((name) => Object.hasOwn(inputs, name));
    if (twice !== undefined)
      throw new TableError("/inputs", `${twice} is a column and was also given for all rows`);
    this.#table = new Table({ columns, ...(grid === undefined ? {} : { grid }) });
    this.#shared = inputs;
  }

  get count(): number {
    return this.#table.count;
  }

  inputsAt(row: number): Record<string, number> {
    return this.#table.inputsAt(row);
  }

  /** Rows `from` to `to`, without the last, as inputs of a table of their own. */
  part(from: number, to: number): SolverTableInputs {
    const columns = { ...this.#table.part(from, to) };
    const isShared = Object.keys(this.#shared).length > 0;
    return { columns, ...(isShared ? { inputs: { ...this.#shared } } : {}) };
  }

  /** The body of the job of a row. */
  bodyAt(row: number): JsonObject {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was read as JSON
    return { ...this.#shared, ...this.#table.inputsAt(row) } as JsonObject;
  }
}

/** The table that sealed inputs say, or why they say none. */
export function solverTableOf(
  inputs: unknown,
): { readonly table: SolverTable } | { readonly refusal: string } {
  const read = solverTableSchema.safeParse(inputs);
  if (!read.success) return { refusal: read.error.issues[0]?.message ?? "not a table" };
  try {
    return { table: new SolverTable(read.data) };
  } catch (error) {
    if (error instanceof TableError) return { refusal: error.message };
    throw error;
  }
}

/** A solved row, without what only the first is needed for. */
export interface SolvedRow {
  readonly value: number;
  readonly unit: string | null;
  readonly uncertainty: number;
  readonly precisionActual: number;
  readonly precisionBound: number;
  readonly differential: boolean;
  /** Work units of its price. */
  readonly units: string;
}

/** What came of the job of a row. */
export type SolverRow = SolvedRow | { readonly refused: string; readonly message: string };

/** @param unsealed why it may not be sealed, or null */
export function solverRowOf(
  kernel: KernelValue & { readonly solution?: Solution },
  { units }: Pick<Quote, "units">,
  unsealed: string | null,
): SolverRow {
  if (unsealed !== null) return { refused: "unsealed", message: unsealed };
  const { precisionActual, solution, uncertainty, unit, value } = kernel;
  return {
    value,
    unit,
    uncertainty,
    precisionActual,
    precisionBound: boundOf(solution),
    differential: solution?.differential === true,
    units,
  };
}

/** A job that has no value. */
export function refusedRow({
  code,
  members,
  message,
}: {
  readonly code: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly message: string;
}): SolverRow {
  const { reason } = members;
  return { refused: typeof reason === "string" ? reason : code, message };
}

/** What the leaf of a row may say: its table may have refused it for its unit or its bound. */
export function leavesOf(row: SolverRow): readonly RowLeaf[] {
  if ("refused" in row) return [{ refused: row.refused }];
  const { precisionActual, uncertainty, value } = row;
  return [{ precisionActual, uncertainty, value }, { refused: "another-unit" }];
}

export interface SolverTableValue {
  readonly status: "value";
  readonly kernel: KernelValue;
  readonly quote: Quote;
}

export class SolverRun {
  readonly #rows: RowList;
  readonly #units: string[] = [];
  #first: { readonly row: number; readonly solved: SolvedRow } | null = null;
  #size = 0;

  constructor(crypto: Pick<Crypto, "sha256">, count: number) {
    this.#rows = new RowList(crypto, count);
  }

  /** The number of the first row that has a value; null where none has. */
  get first(): number | null {
    return this.#first?.row ?? null;
  }
  get refused(): readonly RowsRefused[] {
    return this.#rows.refused;
  }
  get tree(): RowList["tree"] {
    return this.#rows.tree;
  }

  add(row: SolverRow): RowLeaf {
    const at = this.#size++;
    if ("refused" in row) return this.#refuse(row.refused, row.message);
    const first = (this.#first ??= { row: at, solved: row });
    if (!isLike(row, first.solved)) return this.#refuse("another-unit", OTHERWISE);
    const { precisionActual, uncertainty, units, value } = row;
    const leaf = { precisionActual, uncertainty, value };
    this.#units.push(units);
    this.#rows.add(leaf);
    return leaf;
  }

  #refuse(refused: string, message: string): RowLeaf {
    const leaf = { refused };
    this.#rows.add(leaf, message);
    return leaf;
  }

  /** @param kernel of the first row that has a value */
  result(kernel: KernelValue): SolverTableValue {
    const { precisionActual } = this.#rows;
    const { solution } = kernel;
    return {
      status: "value",
      quote: quoteSum(this.#units),
      kernel: {
        ...kernel,
        precisionActual,
        facts: { ...kernel.facts, precisionActual },
        // Fields are those of single jobs: the table commits figures.
        ...(solution === undefined ? {} : { solution: { ...solution, fields: [] } }),
        rows: rowsOf(this.#rows, SOLVER_BLOCK_ROWS),
      },
    };
  }
}

/** Whether two rows can stand in one table: one unit and one bound hold for all of its rows. */
function isLike(one: SolvedRow, other: SolvedRow): boolean {
  return (
    one.unit === other.unit &&
    one.precisionBound === other.precisionBound &&
    one.differential === other.differential
  );
}

const OTHERWISE =
  "its unit or its bound is not that of the rows before: ask for such rows in a table of their own";
