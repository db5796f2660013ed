/** Rows of a table of operators as they are told, ahead of the answer and in their order. */
import type { Call } from "../../../api/contract/definition/call.js";
import type { KernelValue } from "../../../protocol/chains/result.js";
import { Table, type TableInputs } from "../../../protocol/table/columns.js";
import type { RowsRefused } from "../../../protocol/kernel/table/rowList.js";
import type { TablePart } from "../../../protocol/kernel/table/rows.js";

/** Consecutive rows; those that are refused are numbered from the first of these. */
interface Rows {
  readonly values: readonly (number | null)[];
  readonly uncertainties: readonly (number | null)[];
  readonly refused: readonly RowsRefused[];
}

export class RowTeller {
  readonly #table: Table;
  readonly #from: number;
  readonly #call: Pick<Call, "emit">;
  /** Rows before it were told, or are not wanted. */
  #next = 0;

  /** @param from the first row that is wanted */
  constructor(inputs: TableInputs, from: number, call: Pick<Call, "emit">) {
    this.#table = new Table(inputs);
    this.#from = from;
    this.#call = call;
  }

  /** Tells the rows behind those that were told. @param unit of all rows so far */
  part({ listed }: TablePart, unit: string | null): Promise<void> | undefined {
    const { refused, uncertainties, values } = listed;
    const [read, spread]: [(number | null)[], (number | null)[]] = JSON.parse(
      `[[${values}],[${uncertainties}]]`,
    );
    return this.#tell({ values: read, uncertainties: spread, refused }, this.#next, unit);
  }

  /** Tells the rows of a whole table that were not told yet. */
  rest({ rows, unit }: KernelValue): Promise<void> | undefined {
    if (rows === undefined || this.#next >= rows.count) return undefined;
    const all: { readonly rows: Rows } = JSON.parse(`{${rows.members.slice(1)}}`);
    return this.#tell(all.rows, 0, unit);
  }

  /** @param at number of the first of the rows. @returns what a slow reader is waited for by */
  #tell({ refused, uncertainties, values }: Rows, at: number, unit: string | null) {
    const { count } = this.#table;
    const why = new Map(refused.flatMap((one) => one.rows.map((row) => [at + row, one] as const)));
    let read: Promise<void> | undefined;
    for (let row = Math.max(this.#next, this.#from); row < at + values.length; row += 1) {
      const none = why.get(row);
      const own =
        none === undefined
          ? { value: values[row - at], unit, uncertainty: uncertainties[row - at] }
          : { value: null, refused: none.kind, message: none.message };
      const fraction = (row + 1) / count;
      const event = { fraction, row, inputs: this.#table.inputsAt(row), ...own };
      read = this.#call.emit("progress", JSON.stringify(event));
    }
    this.#next = at + values.length;
    return read;
  }
}
