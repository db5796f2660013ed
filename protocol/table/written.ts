/**
 * Columns as people write them, with units: `1 km..5 km:1 km`, `["1 km", "2 km"]`. What is hashed
 * and sealed are numbers in SI, as if the caller had converted them.
 */
import * as z from "zod";
import { TABLE_ROWS_MAX } from "../limits.js";
import {
  addExact,
  divideExact,
  equalExact,
  exactOfText,
  multiplyExact,
  roundToDouble,
} from "../units/exact.js";
import type { Exact } from "../units/exact.js";
import { relativeSpreadOf } from "../units/constants.js";
import { fromSI, isCoherent, scaleOf } from "../units/convert.js";
import {
  QUANTITY_CHARS_MAX,
  readMeasured,
  valueFor,
  valueInSI,
  type Quantity,
  type Reading,
  type Slot,
  type SlotRefusal,
  type SlotValue,
} from "../units/quantity/index.js";
import type { UnitValue } from "../units/unit.js";
import { countWork } from "../workCount.js";
import {
  cellsSchema,
  faultOf,
  pointerOf,
  range,
  Table,
  TableError,
  tooMany,
  type Column,
} from "./columns.js";

const text = z.string().min(1).max(QUANTITY_CHARS_MAX);
const written = z.union([z.number(), text]);
const writtenRange = z.union([
  z.strictObject({ from: written, to: written, step: written }),
  z.strictObject({
    from: written,
    to: written,
    count: z.int().min(2).max(TABLE_ROWS_MAX),
    spacing: z.enum(["linear", "log"]).optional(),
  }),
]);
const writtenCells = z.array(written).min(1).max(TABLE_ROWS_MAX);

/** As a caller writes it: a number in SI, or a text with its unit in place of any number. */
export const writtenColumnSchema = z.union(
  [z.number(), cellsSchema, range, text, writtenCells, writtenRange],
  { error: ({ input }) => faultOf(input, true) },
);
export type WrittenColumn = z.output<typeof writtenColumnSchema>;
type WrittenCells = z.output<typeof writtenCells>;
type WrittenRange = z.output<typeof writtenRange>;

/** Standard uncertainties: one for all rows, or one a row. */
export const writtenUncertaintySchema = z.union(
  [z.number().min(0), cellsSchema, text, writtenCells],
  {
    error: ({ input }) => faultOf(input, true),
  },
);
export type WrittenUncertainty = z.output<typeof writtenUncertaintySchema>;

/** A number of a column as it was written. */
export interface Cell {
  /** In SI, or in the unit that the name of the column says. */
  readonly value: number;
  /** SI before it was rounded. */
  readonly exact: Exact;
  /** Null for a bare number. */
  readonly unit: UnitValue | null;
}

/** Reads the numbers of one column. */
export interface CellReader {
  /** @param isStep a difference of two values. @throws for what is no number of the column */
  readonly cell: (given: number | string, isStep: boolean, pointer: string) => Cell;
  /** The unit of the numbers of the column; null for SI. */
  readonly numbersIn: UnitValue | null;
}

/** Where the numbers of a column go. */
export interface ColumnSlot extends Slot {
  /** The name of the column says that its numbers are in this unit; null for SI. */
  readonly numbersIn: UnitValue | null;
}

const RANGE = /^(?!.*\.{3})(.+?)\.\.(.+?)(?::(.+)|\/(log)?(\d+))$/s;
const RANGE_FORMS =
  "a range is from..to:step, from..to/count or from..to/logCOUNT, as in 1 km..9 km:2 km";

/** Whether a text is meant as a range. */
export function isRangeText(given: string): boolean {
  return given.includes("..");
}

/** @throws TableError */
function rangeOfText(given: string, pointer: string, rowsMax: number): WrittenRange {
  const [, from, to, step, log, count] = RANGE.exec(given) ?? [];
  if (from === undefined || to === undefined)
    throw new TableError(pointer, `${JSON.stringify(given)} is no range: ${RANGE_FORMS}`);
  if (step !== undefined) return { from, to, step };
  const rows = Number(count);
  if (rows < 2)
    throw new TableError(pointer, `a range has 2 values at least, and ${given} ${rows}`);
  if (rows > rowsMax) throw tooMany(pointer, "the range has more than", rowsMax);
  return { from, to, count: rows, ...(log === undefined ? {} : { spacing: "log" }) };
}

function isInSI(unit: UnitValue | null): unit is null {
  return unit === null || isCoherent(unit);
}

/** A value in SI as a number of the column. */
function rounded(si: Exact, unit: UnitValue | null): number {
  const value = roundToDouble(si);
  return isInSI(unit) ? value : fromSI(value, unit);
}

/** A number in plain digits with a word behind it. */
const PLAIN = /^\s*([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2})?)(\s*[\p{L}°%][^]*)$/u;

/**
 * Quantities by what stands behind their number: the unit of a long list is read once. Kept is
 * only what was read whole as this number of that unit.
 */
class UnitsRead {
  readonly #behind = new Map<string, Quantity>();

  /** Null where the text has to be read. */
  known(text: string): Quantity | null {
    const [, digits = "", behind = ""] = PLAIN.exec(text) ?? [];
    const known = this.#behind.get(behind);
    if (known === undefined) return null;
    const number = exactOfText(digits.replace("+", "").toLowerCase());
    return { ...known, readings: known.readings.map((one) => ({ ...one, number })) };
  }

  keep(text: string, quantity: Quantity): void {
    const [, digits, behind] = PLAIN.exec(text) ?? [];
    if (digits === undefined || behind === undefined) return;
    const number = exactOfText(digits.replace("+", "").toLowerCase());
    // `0 ft 0 in` counts inches, as `5 ft 0 in` does.
    const isOwn = quantity.readings.every(
      (one) => number.num !== 0n && one.piPower === 0 && equalExact(one.number, number),
    );
    if (isOwn && quantity.hasUnit) this.#behind.set(behind, quantity);
  }
}

/** Reads numbers with units for one place. */
export function cellReader(slot: ColumnSlot): CellReader {
  const { name, numbersIn } = slot;
  const units = new UnitsRead();
  const valued = (quantity: Quantity, isStep: boolean): SlotValue | SlotRefusal =>
    valueFor(quantity, isStep ? { ...slot, isDifference: true } : slot);
  const cellOf = ({ exact, reading }: SlotValue): Cell => ({
    value: rounded(exact, numbersIn),
    exact,
    unit: reading.unit,
  });
  const cell = (given: number | string, isStep: boolean, pointer: string): Cell => {
    if (typeof given === "number")
      return { value: given, exact: exactOfText(String(given)), unit: null };
    const known = units.known(given);
    const again = known === null ? null : valued(known, isStep);
    if (again?.ok === true) return cellOf(again);
    const read = readMeasured(given);
    if (!read.ok) throw new TableError(pointer, `${name}: ${read.message}`);
    const { quantity, spread } = read;
    if (spread !== null)
      throw new TableError(
        pointer,
        `${name}: ${given.trim()} states an uncertainty: give those of rows in \`uncertainties\``,
      );
    if (!quantity.hasUnit) return bareCell(quantity.readings[0]!, name, pointer);
    const found = valued(quantity, isStep);
    if (!found.ok) throw new TableError(pointer, found.message);
    units.keep(given, quantity);
    return cellOf(found);
  };
  return { cell, numbersIn };
}

/** A number without a unit, which is what it says. @throws TableError past the largest double */
function bareCell(reading: Reading, name: string, pointer: string): Cell {
  const value = valueInSI(reading);
  if (Number.isFinite(value)) return { value, exact: reading.number, unit: null };
  throw new TableError(pointer, `${name} is beyond the largest number a double can hold`);
}

export interface WrittenOptions {
  /** Texts without a unit are numbers in SI, as on a command line. */
  readonly takesBare: boolean;
  readonly rowsMax: number;
}

const SERVED: WrittenOptions = { takesBare: false, rowsMax: TABLE_ROWS_MAX };

/**
 * A column in numbers; a text is a range.
 *
 * @throws TableError for what is no column
 */
export function writtenInNumbers(
  column: WrittenColumn,
  reader: CellReader,
  pointer: string,
  options: WrittenOptions = SERVED,
): Column {
  if (typeof column === "number") return column;
  if (Array.isArray(column)) return listInNumbers(column, reader, pointer, options);
  if (typeof column !== "string") return rangeInNumbers(column, reader, pointer, options);
  const { rowsMax } = options;
  const asked = rangeOfText(column, pointer, rowsMax);
  return rangeInNumbers(asked, reader, pointer, { rowsMax, takesBare: true });
}

/** The name of a column that is looked at alone. */
const ALONE = "x";

/**
 * A column in numbers, and what its rows are uncertain by because a unit of theirs is measured: a
 * solar mass is known to 22 ppm. Null where every unit is exact.
 */
export function writtenWithSpreads(
  column: WrittenColumn,
  reader: CellReader,
  pointer: string,
  options: WrittenOptions = SERVED,
): { readonly column: Column; readonly spreads: number[] | null } {
  const parts: number[] = [];
  const cell: CellReader["cell"] = (given, isStep, at) => {
    const found = reader.cell(given, isStep, at);
    parts.push(found.unit === null ? 0 : relativeSpreadOf(found.unit));
    return found;
  };
  const found = writtenInNumbers(column, { ...reader, cell }, pointer, options);
  const most = Math.max(0, ...parts);
  if (most === 0 || typeof found === "number") return { column: found, spreads: null };
  const rows = new Table({ columns: { [ALONE]: found } }, options.rowsMax);
  const values = Array.from({ length: rows.count }, (_, row) => rows.inputsAt(row)[ALONE]!);
  const isOfEach = Array.isArray(column);
  const spreads = values.map((value, row) => Math.abs(value) * (isOfEach ? parts[row]! : most));
  return { column: found, spreads };
}

/** Uncertainties in numbers. @param reader of differences. @throws TableError */
export function spreadInNumbers(
  spread: WrittenUncertainty,
  reader: CellReader,
  pointer: string,
): number | number[] {
  if (typeof spread === "number") return spread;
  if (Array.isArray(spread)) return listInNumbers(spread, reader, pointer, SERVED);
  const cell = reader.cell(spread, true, pointer);
  refuseBare(spread, cell, pointer);
  return cell.value;
}

function listInNumbers(
  cells: WrittenCells,
  reader: CellReader,
  pointer: string,
  { takesBare }: WrittenOptions,
): number[] {
  if (isNumbers(cells)) return cells;
  const read = cells.map((given, row) => {
    const at = `${pointer}/${row}`;
    const cell = reader.cell(given, false, at);
    if (!takesBare) refuseBare(given, cell, at);
    return cell;
  });
  refuseMixed(read, pointer);
  return read.map(({ value }) => value);
}

function isNumbers(cells: WrittenCells): cells is number[] {
  return cells.every((cell) => typeof cell === "number");
}

function rangeInNumbers(
  written: WrittenRange,
  reader: CellReader,
  pointer: string,
  { rowsMax, takesBare }: WrittenOptions,
): Column {
  const end = (given: number | string, member: "from" | "to" | "step"): Cell => {
    const cell = reader.cell(given, member === "step", `${pointer}/${member}`);
    if (!takesBare) refuseBare(given, cell, `${pointer}/${member}`);
    return cell;
  };
  const [from, to] = [end(written.from, "from"), end(written.to, "to")];
  if (!("step" in written)) {
    refuseMixed([from, to], pointer);
    const { count, spacing } = written;
    const ends = { from: from.value, to: to.value, count };
    return spacing === undefined ? ends : { ...ends, spacing };
  }
  const step = end(written.step, "step");
  refuseMixed([from, to, step], pointer);
  const inSI = { from: from.value, to: to.value, step: step.value };
  if ([from, to, step].every((cell) => isItsNumber(cell, reader.numbersIn))) return inSI;
  return steppedInUnits({ from, to, step }, reader, pointer, rowsMax) ?? inSI;
}

/** Whether the shortest decimal of the number is what was written. */
function isItsNumber({ exact, unit, value }: Cell, numbersIn: UnitValue | null): boolean {
  if (unit === null) return true;
  const shown = exactOfText(String(value));
  return equalExact(exact, isInSI(numbersIn) ? shown : multiplyExact(shown, scaleOf(numbersIn, 0)));
}

/** Work of a row that is rounded by itself. */
const ROUNDING_WORK = 20;

/**
 * Degrees and turns have no decimals in SI: each row is what its own text would be, so that
 * 0 deg..180 deg:1 deg ends with pi. Null where no step leads from one end to the other.
 */
function steppedInUnits(
  { from, step, to }: Readonly<Record<"from" | "to" | "step", Cell>>,
  { numbersIn }: CellReader,
  pointer: string,
  rowsMax: number,
): number[] | null {
  if (step.exact.num === 0n) return null;
  const way = addExact(to.exact, { ...from.exact, num: -from.exact.num });
  const { den, num } = divideExact(way, step.exact);
  if (num < 0n) return null;
  const count = num / den + 1n;
  if (count > BigInt(rowsMax)) throw tooMany(pointer, "the range has more than", rowsMax);
  const whole = { num: from.exact.num * step.exact.den, den: from.exact.den * step.exact.den };
  const by = step.exact.num * from.exact.den;
  countWork(ROUNDING_WORK * Number(count));
  return Array.from({ length: Number(count) }, (_, row) =>
    rounded({ num: whole.num + BigInt(row) * by, den: whole.den }, numbersIn),
  );
}

/** @throws TableError for a number in quotes */
function refuseBare(given: number | string, { unit }: Cell, pointer: string): void {
  if (typeof given === "string" && unit === null)
    throw new TableError(
      pointer,
      `${JSON.stringify(given)} has no unit: a number in SI stands without quotes`,
    );
}

/**
 * In `1..5 km:1 km` the 1 may be a metre or a kilometre. A zero is the same in all units that begin
 * at zero.
 *
 * @throws TableError
 */
function refuseMixed(cells: readonly Cell[], pointer: string): void {
  const withUnit = cells.find(({ unit }) => unit !== null);
  if (withUnit === undefined) return;
  const isPoint = cells.some(({ unit }) => unit?.offset !== undefined);
  const bare = cells.find(({ exact, unit }) => unit === null && (isPoint || exact.num !== 0n));
  if (bare !== undefined)
    throw new TableError(
      pointer,
      `${bare.value} has no unit and others have ${withUnit.unit!.text}: write the unit at each number`,
    );
}

/** JSON Pointer to a column. */
export function columnPointer(member: string, name: string): string {
  return `/${member}/${pointerOf(name)}`;
}
