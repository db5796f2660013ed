/** The columns of a table of computations, from what was asked to the numbers of each row. */
import * as z from "zod";
import { readDecimal } from "../encoding/decimal.js";
import {
  INPUTS_MAX,
  OPERATOR_ID_CHARS_MAX,
  TABLE_GRID_AXES_MAX,
  TABLE_ROWS_MAX,
} from "../limits.js";
import { exp10, log10 } from "../math/index.js";
import { exact, roundToDouble } from "../units/exact.js";
import { QUANTITY_CHARS_MAX } from "../units/quantity/index.js";

export const range = z.union([
  z.strictObject({ from: z.number(), to: z.number(), step: z.number() }),
  z.strictObject({
    from: z.number(),
    to: z.number(),
    count: z.int().min(2).max(TABLE_ROWS_MAX),
    spacing: z.enum(["linear", "log"]).optional(),
  }),
]);
/** Values by row. */
export const cellsSchema = z.array(z.number()).min(1).max(TABLE_ROWS_MAX);
const name = z.string().min(1).max(OPERATOR_ID_CHARS_MAX);

/** One input: a constant, a list of values, or a range of them. */
const columnSchema = z.union([z.number(), cellsSchema, range], {
  error: ({ input }) => faultOf(input),
});

/** What a column may be, in words. */
export const COLUMN =
  "a column is a number, a list of numbers, {from, to, step}, or {from, to, count} with " +
  `\`spacing\` "linear" or "log" and a count of 2 to ${TABLE_ROWS_MAX}; a number ` +
  'may be a text with its unit, and a range a text, as in "1 km..9 km:2 km"';

/**
 * The fault of a column, in words.
 *
 * @param takesTexts a number may be a text with its unit
 */
export function faultOf(column: unknown, takesTexts = false): string {
  if (Array.isArray(column)) {
    const cells: readonly unknown[] = column;
    const isCell = (cell: unknown): boolean =>
      typeof cell === "number" ? Number.isFinite(cell) : takesTexts && isQuantityText(cell);
    const at = cells.findIndex((cell) => !isCell(cell));
    if (at >= 0) {
      const shown = JSON.stringify(cells[at]) ?? "nothing";
      const wanted = takesTexts ? "finite number, and no text with its unit" : "finite number";
      return `value ${at} is ${shown.length > SHOWN_MAX ? typeof cells[at] : shown}, which is no ${wanted}`;
    }
    if (cells.length === 0) return `no values; a column has 1 to ${TABLE_ROWS_MAX}`;
    return `${cells.length} values; a column has 1 to ${TABLE_ROWS_MAX}: split the table`;
  }
  return COLUMN;
}

/** Longer cells are not shown in a message. */
const SHOWN_MAX = 60;

function isQuantityText(cell: unknown): boolean {
  return typeof cell === "string" && cell !== "" && cell.length <= QUANTITY_CHARS_MAX;
}

/** Members sealed as the inputs of a table. */
export const tableInputsSchema = z.strictObject({
  columns: z
    .record(name, columnSchema)
    .refine((all) => Object.keys(all).length <= INPUTS_MAX, `at most ${INPUTS_MAX} columns`),
  grid: z.array(name).min(1).max(TABLE_GRID_AXES_MAX).optional(),
  uncertainties: z
    .record(name, z.union([z.number(), cellsSchema], { error: ({ input }) => faultOf(input) }))
    .optional(),
});
export type TableInputs = z.output<typeof tableInputsSchema>;
export type Column = z.output<typeof columnSchema>;
type Range = z.output<typeof range>;

/** A table that cannot be asked for. */
export class TableError extends Error {
  /** JSON Pointer into what was asked. */
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.name = "TableError";
    this.pointer = pointer;
  }
}

/** Uncertainties by column: one for all rows, or one for each value that the column has. */
export type Spreads = Readonly<Record<string, number | readonly number[]>>;

/** The same with one a row, also in a grid. @throws TableError for columns that make no table */
export function spreadsByRow(
  inputs: Pick<TableInputs, "columns" | "grid">,
  spreads: Spreads,
  rowsMax?: number,
): NonNullable<TableInputs["uncertainties"]> {
  if (Object.keys(spreads).length === 0) return {};
  const table = new Table(inputs, rowsMax);
  return Object.fromEntries(
    Object.entries(spreads).map(([name, spread]) => [
      name,
      typeof spread === "number" ? spread : table.overRows(name, spread),
    ]),
  );
}

type Row = Record<string, number>;
type Values = Float64Array | number;

/** Numbers by row. */
export class Table {
  readonly count: number;
  readonly #columns: ReadonlyMap<string, Values>;
  readonly #uncertainties: ReadonlyMap<string, Values> | null;
  /** The same in a list, with the axis of the grid that a column is. */
  readonly #cells: readonly {
    readonly column: string;
    readonly values: Values;
    readonly axis: Axis | undefined;
  }[];

  /** @param rowsMax more than the node takes for a table that is going to be split */
  constructor(asked: TableInputs, rowsMax: number = TABLE_ROWS_MAX) {
    this.#columns = valuesOf(asked.columns, rowsMax);
    const { uncertainties } = asked;
    this.#uncertainties =
      uncertainties === undefined ? null : new Map(Object.entries(uncertainties).map(entryOf));
    const axes = axesOf(asked.grid ?? [], this.#columns, rowsMax);
    this.#cells = [...this.#columns].map(([column, values]) => ({
      column,
      values,
      axis: axes.by.get(column),
    }));
    this.count = countOf(this.#columns, this.#uncertainties, axes);
  }

  /** Rows `from` to `to`, without the last, as columns of their own. */
  part(from: number, to: number): Readonly<Record<string, Column>> {
    return Object.fromEntries(
      this.#cells.map(({ axis, column, values }) => [
        column,
        typeof values === "number"
          ? values
          : Array.from({ length: to - from }, (_, i) => values[placeOf(axis, from + i)]!),
      ]),
    );
  }

  /** Names of the columns, as asked. */
  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** Whether a column has one value in all rows. */
  isConstant(column: string): boolean {
    return typeof this.#columns.get(column) === "number";
  }

  inputsAt(row: number, into: Row = {}): Row {
    for (const { axis, column, values } of this.#cells)
      into[column] = typeof values === "number" ? values : values[placeOf(axis, row)]!;
    return into;
  }

  /** What belongs to the values of a column, for each row: an axis of the grid repeats its own. */
  overRows(column: string, ofValues: readonly number[]): number[] {
    const axis = this.#cells.find((cell) => cell.column === column)?.axis;
    return Array.from({ length: this.count }, (_, row) => ofValues[placeOf(axis, row)]!);
  }

  uncertaintiesAt(row: number): Row | undefined {
    if (this.#uncertainties === null) return undefined;
    const stated: Row = {};
    for (const [column, values] of this.#uncertainties)
      stated[column] = typeof values === "number" ? values : values[row]!;
    return stated;
  }
}

/** Where the value of a row stands in its column. */
function placeOf(axis: Axis | undefined, row: number): number {
  return axis === undefined ? row : Math.floor(row / axis.stride) % axis.length;
}

function valuesOf(columns: TableInputs["columns"], rowsMax: number): Map<string, Values> {
  return new Map(
    Object.entries(columns).map(([column, asked]) =>
      typeof asked === "number" || Array.isArray(asked)
        ? entryOf([column, asked])
        : [column, rangeValues(column, asked, rowsMax)],
    ),
  );
}

function entryOf([column, asked]: readonly [string, number | readonly number[]]): [string, Values] {
  return [column, typeof asked === "number" ? asked : Float64Array.from(asked)];
}

/** Rows that one step along an axis moves by, and its length. */
interface Axis {
  readonly stride: number;
  readonly length: number;
}

interface Axes {
  readonly by: Map<string, Axis>;
  /** Rows of the whole grid; null where there is none. */
  readonly rows: number | null;
}

/** The last axis runs fastest. */
function axesOf(
  grid: readonly string[],
  columns: ReadonlyMap<string, Values>,
  rowsMax: number,
): Axes {
  const by: Axes["by"] = new Map();
  let rows = 1;
  for (let at = grid.length - 1; at >= 0; at -= 1) {
    const column = grid[at]!;
    const values = columns.get(column);
    if (values === undefined)
      throw new TableError(`/grid/${at}`, `there is no column ${column} for an axis of the grid`);
    if (typeof values === "number")
      throw new TableError(`/grid/${at}`, `${column} is a constant: an axis needs several values`);
    if (by.has(column)) throw new TableError(`/grid/${at}`, `${column} is an axis already`);
    by.set(column, { stride: rows, length: values.length });
    rows *= values.length;
    if (rows > rowsMax) throw tooMany("/grid", "the grid has more than", rowsMax);
  }
  return { by, rows: grid.length === 0 ? null : rows };
}

function countOf(
  columns: ReadonlyMap<string, Values>,
  uncertainties: ReadonlyMap<string, Values> | null,
  axes: Axes,
): number {
  let count = axes.rows;
  let by = "the grid";
  const lengths = [
    ...[...columns].map((entry) => ["columns", ...entry] as const),
    ...[...(uncertainties ?? [])].map((entry) => ["uncertainties", ...entry] as const),
  ];
  for (const [where, column, values] of lengths) {
    if (typeof values === "number" || (where === "columns" && axes.by.has(column))) continue;
    if (count === null) [count, by] = [values.length, column];
    else if (count !== values.length)
      throw new TableError(
        `/${where}/${pointerOf(column)}`,
        `${column} has ${values.length} values, ${by} has ${count}: give equally many, or name in ` +
          "`grid` the columns that are combined each with each",
      );
  }
  if (count === null)
    throw new TableError(
      "/columns",
      "all columns are constants: give at least one as a list or a range, or use compute",
    );
  return count;
}

export function pointerOf(column: string): string {
  return column.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function tooMany(pointer: string, what: string, rowsMax: number): TableError {
  return new TableError(
    pointer,
    `${what} ${rowsMax} rows: split it into tables of at most so many`,
  );
}

function rangeValues(column: string, asked: Range, rowsMax: number): Float64Array {
  const pointer = `/columns/${pointerOf(column)}`;
  if ("step" in asked) return stepped(pointer, asked, rowsMax);
  const { count, from, spacing, to } = asked;
  if (count > rowsMax) throw tooMany(pointer, "the range has more than", rowsMax);
  if (spacing !== "log") return spaced(count, from, to);
  if (!(from > 0 && to > 0))
    throw new TableError(pointer, "a logarithmic range goes from above 0 to above 0");
  return logarithmic(count, from, to);
}

/** A decimal number, exactly: digits 10^exponent. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** What the shortest text of a double says. */
function decimalOf(x: number): Decimal {
  const [mantissa = "", exponent = "0"] = String(x).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Digits of several at their lowest exponent. */
function aligned(...all: readonly number[]): {
  readonly digits: readonly bigint[];
  readonly exponent: number;
} {
  const decimals = all.map(decimalOf);
  const exponent = Math.min(...decimals.map((one) => one.exponent));
  return {
    digits: decimals.map((one) => one.digits * 10n ** BigInt(one.exponent - exponent)),
    exponent,
  };
}

/** Whole numbers up to here are doubles, and so is 10^22. */
const WHOLE_MAX = 9_007_199_254_740_991n;
const TENS: readonly number[] = Array.from({ length: 23 }, (_, e) => readDecimal(`1e${e}`));

/** Whether a double holds it, and all between it and zero. */
function isWhole(digits: bigint): boolean {
  return digits <= WHOLE_MAX && digits >= -WHOLE_MAX;
}

/** The double nearest to digits 10^exponent. */
function nearest(digits: bigint, exponent: number): number {
  const power = TENS[exponent < 0 ? -exponent : exponent];
  if (power === undefined || !isWhole(digits)) return readDecimal(`${digits}e${exponent}`);
  // One rounding of two doubles that are exact is the nearest.
  return exponent < 0 ? Number(digits) / power : Number(digits) * power;
}

/**
 * from, from + step, ... up to `to`, in decimal arithmetic: 0, 0.1, 0.2, 0.3 as a person writes them.
 */
function stepped(
  pointer: string,
  { from, step, to }: Extract<Range, { step: number }>,
  rowsMax: number,
): Float64Array {
  const { digits, exponent } = aligned(from, to, step);
  const [first, last, by] = [digits[0]!, digits[1]!, digits[2]!];
  if (by === 0n) throw new TableError(pointer, "a step is not zero: for one value write it alone");
  if (last !== first && last > first !== by > 0n)
    throw new TableError(
      pointer,
      `no step of ${step} leads from ${from} to ${to}: write a step of the other sign`,
    );
  const count = (last - first) / by + 1n;
  if (count > BigInt(rowsMax)) throw tooMany(pointer, "the range has more than", rowsMax);
  const values = new Float64Array(Number(count));
  const power = TENS[exponent < 0 ? -exponent : exponent];
  if (power !== undefined && [first, last, last - first, by].every(isWhole)) {
    // The same without big integers: all digits are doubles, and one rounding is the nearest.
    const [start, step] = [Number(first), Number(by)];
    for (let i = 0; i < values.length; i += 1) {
      const digit = start + i * step;
      values[i] = exponent < 0 ? digit / power : digit * power;
    }
    return values;
  }
  let digit = first;
  for (let i = 0; i < values.length; i += 1, digit += by) values[i] = nearest(digit, exponent);
  return values;
}

/** Equally spaced, both ends exactly. */
function spaced(count: number, from: number, to: number): Float64Array {
  const { digits, exponent } = aligned(from, to);
  const [first, last] = [digits[0]!, digits[1]!];
  const gaps = count - 1;
  const values = new Float64Array(count);
  for (let i = 0; i < count; i += 1)
    values[i] = part(first * BigInt(gaps - i) + last * BigInt(i), exponent, gaps);
  values[0] = from;
  values[gaps] = to;
  return values;
}

/** digits 10^exponent over a count; where the dividend is no double, the quotient is rounded alone. */
function part(digits: bigint, exponent: number, gaps: number): number {
  const whole = nearest(digits, exponent);
  if (Number.isFinite(whole)) return whole / gaps;
  const power = 10n ** BigInt(exponent < 0 ? -exponent : exponent);
  const count = BigInt(gaps);
  return roundToDouble(exponent < 0 ? exact(digits, count * power) : exact(digits * power, count));
}

/** Equally spaced logarithms, both ends exactly. */
function logarithmic(count: number, from: number, to: number): Float64Array {
  const gaps = count - 1;
  const [low, high] = [log10(from), log10(to)];
  const values = new Float64Array(count);
  for (let i = 0; i < count; i += 1)
    values[i] = within(exp10((low * (gaps - i) + high * i) / gaps), from, to);
  values[0] = from;
  values[gaps] = to;
  return values;
}

/** What rounding took past the largest double is the end that it would have met. */
function within(x: number, from: number, to: number): number {
  return Number.isFinite(x) ? x : Math.max(from, to);
}

/** The table that sealed inputs say, or why they say none. */
export function tableOf(inputs: unknown): { readonly table: Table } | { readonly refusal: string } {
  const read = tableInputsSchema.safeParse(inputs);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { refusal: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not a table"}` };
  }
  try {
    return { table: new Table(read.data) };
  } catch (error) {
    if (error instanceof TableError) return { refusal: error.message };
    throw error;
  }
}
