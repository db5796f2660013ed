/** Columns of a table as they are typed: `r=1..5:1`, `r=1..5/9`, `r=1..1e6/log13`, `r=1,2,5`. */
import { TableError, type Column, type Spreads } from "../../protocol/table/columns.js";
import { writtenWithSpreads, type CellReader } from "../../protocol/table/written.js";
import { relativeSpreadOf } from "../../protocol/units/constants.js";
import { parseUnit } from "../../protocol/units/index.js";
import { usage } from "./exitCodes.js";
import type { UnitOf } from "./numbers.js";
import { cellOf } from "./typedNumbers.js";

const FORMS =
  "Write a..b:step, a..b/count, a..b/logCOUNT or a list a,b,c, as in r=1e6..9e6:1e6 or r=1..1e6/log13.";
/** Rows of a sweep, which is made of several tables where it is long. */
export const SWEEP_ROWS_MAX = 1_000_000;
/** `m=2,000` is no list of 2 and 0, and `m=1,500` may be one number: `100,200` is taken for a list. */
const THOUSANDS = /,0\d|^[1-9]\d?(?:,\d{3})+(?:\.\d+)?(?:[^\d,.e][^,]*)?$/;

/** A column, and what its values are uncertain by because a unit is measured; null for exact ones. */
interface TypedColumn {
  readonly column: Column;
  readonly spreads: number | readonly number[] | null;
}

/** @throws CliError for what is no column */
function columnOf(text: string, name: string, unitOf: UnitOf): TypedColumn {
  const { isDifference = false, unit = null } = unitOf(name) ?? {};
  if (!/\.\.|,/.test(text)) {
    const { unit: typed, value } = cellOf(text, name, unit, isDifference);
    const part = typed === null ? 0 : relativeSpreadOf(typed);
    return { column: value, spreads: part === 0 ? null : part * Math.abs(value) };
  }
  const cells = text.includes("..") ? [] : text.split(",");
  if (THOUSANDS.test(text))
    throw usage(
      `${name}: ${JSON.stringify(text)} may be a list or one number with its thousands set apart`,
      "Write the number without commas, or the first cell of the list with a point, as in 1.0,500.",
    );
  const known = unit === null || unit === "" ? null : parseUnit(unit);
  const reader: CellReader = {
    cell: (given, isStep) => cellOf(String(given), name, unit, isDifference || isStep),
    numbersIn: known !== null && known.ok ? known : null,
  };
  try {
    const options = { takesBare: true, rowsMax: SWEEP_ROWS_MAX };
    return writtenWithSpreads(cells.length === 0 ? text : cells, reader, "", options);
  } catch (error) {
    if (error instanceof TableError) throw usage(`${name}: ${error.message}`, FORMS);
    throw error;
  }
}

/** @throws CliError for a word that is no `name=...`, and for a name that comes twice */
export function columnsOf(
  words: readonly string[],
  unitOf: UnitOf,
): Readonly<Record<string, Column>> {
  return columnsWithSpreads(words, unitOf).columns;
}

/** The same, with the uncertainties of measured units. @throws CliError as above */
export function columnsWithSpreads(
  words: readonly string[],
  unitOf: UnitOf,
): { readonly columns: Readonly<Record<string, Column>>; readonly spreads: Spreads } {
  const columns = new Map<string, TypedColumn>();
  for (const word of words) {
    const equals = word.indexOf("=");
    if (equals <= 0) throw usage(`write ${JSON.stringify(word)} as name=value`, FORMS);
    const name = word.slice(0, equals);
    if (columns.has(name)) throw usage(`${name} is given twice`);
    columns.set(name, columnOf(word.slice(equals + 1), name, unitOf));
  }
  const typed = [...columns];
  return {
    columns: Object.fromEntries(typed.map(([name, { column }]) => [name, column])),
    spreads: Object.fromEntries(
      typed.flatMap(([name, { spreads }]) => (spreads === null ? [] : [[name, spreads]])),
    ),
  };
}
