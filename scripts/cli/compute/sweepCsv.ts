/** `calc sweep --csv-in FILE`: columns of a file, read as the node reads a body of `text/csv`. */
import { usage } from "../../../api/cli/exitCodes.js";
import { SWEEP_ROWS_MAX } from "../../../api/cli/columns.js";
import type { UnitOf } from "../../../api/cli/numbers.js";
import type { Session } from "../../../api/cli/session.js";
import { columnsOfCsv } from "../../../protocol/table/bodies.js";
import { TableError, type Spreads, type TableInputs } from "../../../protocol/table/columns.js";
import {
  cellReader,
  columnPointer,
  spreadInNumbers,
  writtenWithSpreads,
  type ColumnSlot,
} from "../../../protocol/table/written.js";
import { parseUnit } from "../../../protocol/units/index.js";

export interface CsvOptions {
  readonly csvIn?: string;
}

/** Columns of a file, with the uncertainties that are headed `u(name)`; in SI. */
export interface FileColumns {
  readonly columns: TableInputs["columns"];
  readonly uncertainties: NonNullable<TableInputs["uncertainties"]>;
  /** What values are uncertain by because their unit is measured. */
  readonly unitSpreads: Spreads;
}

/** What it is measured in, by the name of a column. */
type SlotOf = (name: string) => ColumnSlot;
/** Reads the file once the words have said what its columns are of. */
export type FileReader = (slotOf: SlotOf) => FileColumns;

/** A million rows of some columns. */
const FILE_BYTES_MAX = 67_108_864;
const NO_COLUMNS: FileColumns = { columns: {}, uncertainties: {}, unitSpreads: {} };
const OPTIONS = { takesBare: false, rowsMax: SWEEP_ROWS_MAX };
const OF_A_ROW = /\/(\d+)$/;

/** @throws CliError for a file that cannot be read, and later for one that is no table */
export async function fileReader(
  { modules }: Pick<Session, "modules">,
  { csvIn: file }: CsvOptions,
): Promise<FileReader> {
  if (file === undefined) return () => NO_COLUMNS;
  const text =
    file === "-"
      ? await modules.readStdin(FILE_BYTES_MAX)
      : await modules.readFile(file, FILE_BYTES_MAX);
  return (slotOf) => {
    try {
      return columnsIn(text, slotOf);
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      const { message, pointer } = error;
      const row = message.includes("row ") ? undefined : OF_A_ROW.exec(pointer)?.[1];
      throw usage(
        `${file}: ${row === undefined ? "" : `row ${row}: `}${message}`,
        "A line of names as in r [km],m2 comes first, then a line for each row.",
      );
    }
  };
}

function columnsIn(text: string, slotOf: SlotOf): FileColumns {
  const { columns, uncertainties } = columnsOfCsv(text, SWEEP_ROWS_MAX);
  const read = Object.entries(columns).map(([name, written]) => {
    const reader = cellReader(slotOf(name));
    const pointer = columnPointer("columns", name);
    return { name, ...writtenWithSpreads(written, reader, pointer, OPTIONS) };
  });
  return {
    columns: Object.fromEntries(read.map(({ column, name }) => [name, column])),
    unitSpreads: Object.fromEntries(
      read.flatMap(({ name, spreads }) => (spreads === null ? [] : [[name, spreads]])),
    ),
    uncertainties: Object.fromEntries(
      Object.entries(uncertainties).map(([name, spread]) => [
        name,
        spreadInNumbers(
          spread,
          cellReader({ ...slotOf(name), isDifference: true }),
          columnPointer("uncertainties", name),
        ),
      ]),
    ),
  };
}

/** Where the numbers of an input of operators go. */
export function slotOf(name: string, unitOf: UnitOf): ColumnSlot {
  const { isDifference = false, unit: text = null } = unitOf(name) ?? {};
  const unit = text === null || text === "" ? null : parseUnit(text);
  return { name, unit: unit !== null && unit.ok ? unit : null, isDifference, numbersIn: null };
}

/** Both together. @throws CliError for a name that is in the file and among the words */
export function together<T>(
  inFile: Readonly<Record<string, T>>,
  typed: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  const twice = Object.keys(typed).find((name) => Object.hasOwn(inFile, name));
  if (twice !== undefined) throw usage(`${twice} is a column of the file and is given, too`);
  return { ...inFile, ...typed };
}
