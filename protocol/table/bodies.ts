/** A table whose columns come as CSV, or as raw doubles, as a caller of JSON would have written it. */
import { readDecimal } from "../encoding/decimal.js";
import { INPUTS_MAX, OPERATOR_ID_CHARS_MAX, TABLE_ROWS_MAX } from "../limits.js";
import { parseUnit } from "../units/index.js";
import { QUANTITY_CHARS_MAX } from "../units/quantity/index.js";
import { pointerOf, TableError } from "./columns.js";
import { CsvError, csvRecords, type CsvRecord } from "./csv.js";

/** A number in SI, or a text with its unit. */
type Written = number | string;

export interface ColumnsRead {
  readonly columns: Readonly<Record<string, Written | Written[]>>;
  /** Of columns that are headed `u(name)`. */
  readonly uncertainties: Readonly<Record<string, Written | Written[]>>;
}

/** What stands over a column: `r`, `r [km]`, or `u(r) [km]` for its standard uncertainties. */
interface Head {
  readonly name: string;
  readonly isSpread: boolean;
  /** Null where numbers are in SI, or each has its own unit. */
  readonly unit: string | null;
}

/** Columns with their uncertainties. */
export const HEADS_MAX = 2 * INPUTS_MAX;
/** A name and a unit. */
const HEAD_CHARS_MAX = QUANTITY_CHARS_MAX;
const HEAD = /^([^[\]]*?)\s*(?:\[([^[\]]*)\])?$/;
const SPREAD = /^u\((.*)\)$/s;
const HEAD_FORMS = "a column is headed r, r [km], or u(r) [km] for its uncertainties";
/** After a number a unit begins with none of a number's own signs: `5 1/s` and `5 e3 m` would be others. */
const UNIT_ALONE = /^(?![eE][+-]?\d)[\p{L}°%‰µΩ]/u;
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/;
/** The minus sign of typography, and dashes that stand for it: before a number and its exponent. */
const TYPESET_MINUS = /(^|[eE])[\u2212\u2012\u2013\uFE63](?=[.\d])/g;
const NO_NUMBERS = /^[+-]?(?:nan|inf(?:inity)?|n\/?a|null|none)$/i;
const DOUBLE_BYTES = 8;

function headOf(text: string, at: string): Head {
  const [, stated = "", unit] = HEAD.exec(text) ?? [];
  const spread = SPREAD.exec(stated)?.[1];
  const name = (spread ?? stated).trim();
  if (name === "" || name.length > OPERATOR_ID_CHARS_MAX)
    throw new TableError("/columns", `${at}: ${shown(text)} names no column: ${HEAD_FORMS}`);
  return {
    name,
    isSpread: spread !== undefined,
    unit: unit === undefined ? null : unitOf(unit.trim(), name, at),
  };
}

function unitOf(unit: string, name: string, at: string): string {
  const where = `${at}, column ${name}`;
  if (!UNIT_ALONE.test(unit))
    throw new TableError(
      pointerTo(name),
      `${where}: [${unit}] is no unit alone: write it as in [km], [s^-1], or leave it out for SI`,
    );
  const read = parseUnit(unit);
  if (!read.ok) throw new TableError(pointerTo(name), `${where}: ${read.message}`);
  return unit;
}

/** @throws TableError for a column that comes twice, and for none */
function headsOf(texts: readonly string[], at: string): readonly Head[] {
  const heads = texts.map((text) => headOf(text, at));
  const seen = new Set<string>();
  for (const { isSpread, name } of heads) {
    const key = `${isSpread ? "u" : ""} ${name}`;
    if (seen.has(key))
      throw new TableError(
        pointerTo(name),
        `${at}: ${isSpread ? "the uncertainty of " : ""}column ${name} comes twice: leave one out`,
      );
    seen.add(key);
  }
  return heads;
}

function pointerTo(name: string, row?: number): string {
  return `/columns/${pointerOf(name)}${row === undefined ? "" : `/${row}`}`;
}

/**
 * Columns of CSV: a line of names, then a line for each row.
 *
 * @throws TableError that names the line, the row and the column, and what to write
 */
export function columnsOfCsv(text: string, rowsMax: number = TABLE_ROWS_MAX): ColumnsRead {
  const bounds = {
    recordsMax: rowsMax + 1,
    cellsMax: HEADS_MAX,
    cellCharsMax: HEAD_CHARS_MAX,
  };
  try {
    return columnsOfRecords(csvRecords(text, bounds));
  } catch (error) {
    if (error instanceof CsvError) throw new TableError("/columns", error.message);
    throw error;
  }
}

function columnsOfRecords(records: Iterable<CsvRecord>): ColumnsRead {
  let heads: readonly Head[] | null = null;
  let cells: Written[][] = [];
  let row = 0;
  for (const { cells: texts, line } of records) {
    if (texts.length === 1 && texts[0] === "")
      throw new TableError("/columns", `line ${line} is empty: take it out`);
    if (heads === null) {
      refuseOtherSeparators(texts);
      heads = headsOf(texts, `line ${line}`);
      cells = heads.map(() => []);
      continue;
    }
    if (texts.length !== heads.length)
      throw new TableError(
        "/columns",
        `line ${line}, row ${row} has ${texts.length} cells, and the header has ${heads.length}: give a cell for each`,
      );
    for (const [at, head] of heads.entries()) cells[at]!.push(cellOf(texts[at]!, head, line, row));
    row += 1;
  }
  if (heads === null)
    throw new TableError(
      "/columns",
      "the body is empty: a line of names, then a line for each row",
    );
  if (row === 0)
    throw new TableError("/columns", "a line of names and no rows: write a line for each row");
  return columnsBy(heads, cells);
}

function refuseOtherSeparators(texts: readonly string[]): void {
  const [only = ""] = texts;
  const other = texts.length === 1 ? /[;\t|]/.exec(only)?.[0] : undefined;
  if (other !== undefined)
    throw new TableError(
      "/columns",
      `line 1: ${shown(only)} has ${JSON.stringify(other)} between its names: separate cells by commas`,
    );
}

function cellOf(text: string, head: Head, line: number, row: number): Written {
  const { name, unit } = head;
  const fault = (message: string): TableError =>
    new TableError(pointerTo(name, row), `line ${line}, row ${row}, column ${name}: ${message}`);
  if (text === "") throw fault("the cell is empty: write a number, or leave the row out");
  if (NO_NUMBERS.test(text)) throw fault(`${text} is no number: leave the row out`);
  const number = numberOf(text);
  if (number === "none") {
    const plain = text.replace(TYPESET_MINUS, "$1-");
    if (plain !== text) return cellOf(plain, head, line, row);
    if (unit === null) return text;
    throw fault(`${shown(text)} is no number alone, and the header has the unit ${unit} already`);
  }
  if (typeof number === "string")
    throw fault(`${text} is too ${number} for a double: write it in another unit`);
  return unit === null ? number : `${text} ${unit}`;
}

/** The double of a decimal number; why it has none. */
function numberOf(text: string): number | "large" | "none" | "small" {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  if (whole === "" && fraction === "") return "none";
  const digits = `${whole === "" ? "0" : whole}.${fraction === "" ? "0" : fraction}`;
  const literal = `${sign === "-" ? "-" : ""}${digits}e${exponent}`;
  const value = readDecimal(literal) + 0;
  if (!Number.isFinite(value)) return "large";
  return value === 0 && /[1-9]/.test(whole + fraction) ? "small" : value;
}

function columnsBy(heads: readonly Head[], cells: readonly Written[][]): ColumnsRead {
  const of = (isSpread: boolean): ColumnsRead["columns"] =>
    Object.fromEntries(
      heads.flatMap((head, at) =>
        head.isSpread === isSpread ? [[head.name, cells[at]!] as const] : [],
      ),
    );
  return { columns: of(false), uncertainties: of(true) };
}

/**
 * Columns of little-endian doubles: all rows of the first column, then all of the second, ...
 *
 * @param names as over columns of CSV
 * @param rows has to be stated, so that a body that was cut off is no other table
 * @throws TableError that names the row and the column
 */
export function columnsOfDoubles(
  bytes: Uint8Array,
  names: readonly string[],
  rows: number,
  rowsMax: number = TABLE_ROWS_MAX,
): ColumnsRead {
  if (names.length > HEADS_MAX) throw new TableError("/columns", `more than ${HEADS_MAX} columns`);
  if (!Number.isSafeInteger(rows) || rows < 1)
    throw new TableError("/rows", "write how many rows there are, as in rows=1000");
  if (rows > rowsMax)
    throw new TableError("/rows", `${rows} rows are more than ${rowsMax}: split the table`);
  const heads = headsOf(names, "columns");
  const length = DOUBLE_BYTES * rows * heads.length;
  if (bytes.length !== length)
    throw new TableError(
      "/rows",
      `${rows} rows of ${heads.length} columns are ${length} bytes of float64, and the body has ` +
        `${bytes.length}: send equally many doubles for each column`,
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const cells = heads.map(({ name, unit }, column) =>
    Array.from({ length: rows }, (_, row): Written => {
      const value = view.getFloat64(DOUBLE_BYTES * (column * rows + row), true) + 0;
      if (Number.isFinite(value)) return unit === null ? value : `${value} ${unit}`;
      throw new TableError(
        pointerTo(name, row),
        `row ${row}, column ${name}: ${value} is no number to compute with: leave the row out`,
      );
    }),
  );
  return columnsBy(heads, cells);
}

/**
 * Columns together with constants that stand beside them, as in `m1=5.97e24kg` or `u(m1)=1e20kg`.
 *
 * @throws TableError for a constant that is a column, too
 */
export function withConstants(
  { columns, uncertainties }: ColumnsRead,
  constants: Readonly<Record<string, string>>,
): ColumnsRead {
  const all = { columns: { ...columns }, uncertainties: { ...uncertainties } };
  for (const [stated, text] of Object.entries(constants)) {
    const spread = SPREAD.exec(stated)?.[1];
    const name = spread ?? stated;
    const place = spread === undefined ? all.columns : all.uncertainties;
    if (Object.hasOwn(place, name))
      throw new TableError(
        pointerTo(name),
        `${stated} is a column of the body and stands in the query, too: leave one out`,
      );
    const number = numberOf(text);
    if (number === "large" || number === "small")
      throw new TableError(pointerTo(name), `${stated}: ${text} is too ${number} for a double`);
    Object.defineProperty(place, name, {
      value: number === "none" ? text : number,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  return all;
}

const SHOWN_MAX = 60;

function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}...` : text);
}
