/** Inputs with units, and results in units that were asked for, at the edge of the operations. */
import { ApiError } from "../../api/contract/definition/problem.js";
import {
  inUnit,
  isNumbers,
  numbersOf,
  slotOf,
  withStated,
  type Given,
  type InputFault,
  type InSI,
  type InUnit,
  type Numbers,
} from "../../protocol/kernel/quantityInputs.js";
import type { ChainPlan } from "../../protocol/chains/plan.js";
import { fieldSlot } from "../../protocol/solvers/input.js";
import type { SolverCard } from "../../protocol/solvers/solver.js";
import {
  COLUMN,
  spreadsByRow,
  TableError,
  type Column,
  type TableInputs,
} from "../../protocol/table/columns.js";
import {
  cellReader,
  columnPointer,
  isRangeText,
  spreadInNumbers,
  writtenColumnSchema,
  writtenInNumbers,
  writtenWithSpreads,
  type WrittenColumn,
  type WrittenUncertainty,
} from "../../protocol/table/written.js";
import { parseUnit } from "../../protocol/units/index.js";
import { joinedSpreads } from "../../protocol/units/quantity/index.js";
import type { UnitValue } from "../../protocol/units/index.js";

interface Asked {
  readonly inputs?: Given | undefined;
  readonly uncertainties?: Given | undefined;
}

export interface InNumbers {
  readonly inputs: Numbers;
  readonly uncertainties?: Numbers | undefined;
}

/**
 * The same request with each input in SI; what inputs state of their uncertainty stands apart.
 *
 * @param takesUncertainties false where the operation would leave them out
 * @throws ApiError for what is no quantity of its input
 */
export function inNumbers<T extends Asked>(
  { operators }: ChainPlan,
  asked: T,
  takesUncertainties = true,
): Omit<T, keyof InNumbers> & InNumbers {
  if (isInNumbers(asked)) return asked;
  const { inputs = {}, uncertainties, ...others } = asked;
  const read = settled(operators, inputs, "inputs");
  const apart =
    uncertainties === undefined ? undefined : settled(operators, uncertainties, "uncertainties");
  const [name] = Object.keys(read.spreads);
  if (name !== undefined && !takesUncertainties) {
    const message = `${name} states an uncertainty, which this operation does not take`;
    throw faultError({ ok: false, name, message }, "inputs");
  }
  const all = withStated(
    apart?.numbers,
    takesUncertainties ? read : { spreads: read.spreads, unitSpreads: {} },
  );
  if (!all.ok) throw faultError(all, "inputs");
  return {
    ...others,
    inputs: read.numbers,
    ...(all.uncertainties === undefined ? {} : { uncertainties: all.uncertainties }),
  };
}

interface Columns {
  readonly columns: TableInputs["columns"];
  readonly uncertainties?: TableInputs["uncertainties"];
}

/**
 * Columns of operators, with what is the same in all rows.
 *
 * @param inputs by name, each a number or a text with its unit
 * @throws ApiError for a name that is a column as well, and for what is no single quantity
 */
export function withSharedInputs(
  columns: Readonly<Record<string, WrittenColumn>>,
  inputs: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, WrittenColumn>> {
  const all: Record<string, WrittenColumn> = { ...columns };
  for (const [name, value] of Object.entries(inputs)) {
    const read = writtenColumnSchema.safeParse(value);
    if (Object.hasOwn(columns, name))
      throw faultError({ ok: false, name, message: `${name} is a column, too` }, "inputs");
    const isRange = typeof value === "string" && isRangeText(value);
    if (!read.success || typeof read.data === "object" || isRange) {
      const message =
        `${name} is the same in all rows here: one number, or a text with its unit; ` +
        "a list or a range is a column";
      throw faultError({ ok: false, name, message }, "inputs");
    }
    all[name] = read.data;
  }
  return all;
}

/**
 * Columns of a table in SI. A text that is no range is one quantity for all rows, read as an input
 * is, with the uncertainty that it states.
 *
 * @throws ApiError for what is no quantity of its input
 */
export function columnsInNumbers(
  { operators }: ChainPlan,
  columns: Readonly<Record<string, WrittenColumn>>,
  uncertainties?: Readonly<Record<string, WrittenUncertainty>>,
  grid: readonly string[] = [],
): Columns {
  const texts: Record<string, string> = {};
  for (const [name, column] of Object.entries(columns))
    if (typeof column === "string" && !isRangeText(column)) texts[name] = column;
  const read = settled(operators, texts, "columns");
  const twice = Object.keys(read.spreads).find((name) => Object.hasOwn(uncertainties ?? {}, name));
  if (twice !== undefined) {
    const message = `the uncertainty of ${twice} is stated twice`;
    throw faultError({ ok: false, name: twice, message }, "columns");
  }
  const apart = spreadsInNumbers(operators, uncertainties);
  const ofTexts = joinedSpreads(read.spreads, unitSpreadsBeside(apart, read.unitSpreads)) ?? {};
  const ofUnits: Record<string, number[]> = {};
  // In the order of the caller.
  const inSI = Object.entries(columns).map(([name, column]): [string, Column] => {
    if (Object.hasOwn(texts, name)) return [name, read.numbers[name]!];
    const reader = cellReader({ ...slotOf(operators, name), numbersIn: null });
    const pointer = columnPointer("columns", name);
    const found = tableOrFault(() => writtenWithSpreads(column, reader, pointer));
    if (found.spreads !== null && !Object.hasOwn(apart, name)) ofUnits[name] = found.spreads;
    return [name, found.column];
  });
  const numbers = Object.fromEntries(inSI);
  const asked = { columns: numbers, ...(grid.length === 0 ? {} : { grid: [...grid] }) };
  const spreads = { ...apart, ...ofTexts, ...tableOrFault(() => spreadsByRow(asked, ofUnits)) };
  return {
    columns: numbers,
    ...(Object.keys(spreads).length === 0 ? {} : { uncertainties: spreads }),
  };
}

/** Where a whole column of uncertainties is given, that of the unit is the caller's to state. */
function unitSpreadsBeside(apart: object, ofUnits: InSI["unitSpreads"]): InSI["unitSpreads"] {
  return Object.fromEntries(
    Object.entries(ofUnits).filter(([name]) => !Object.hasOwn(apart, name)),
  );
}

function spreadsInNumbers(
  operators: ChainPlan["operators"],
  written: Readonly<Record<string, WrittenUncertainty>> = {},
): NonNullable<TableInputs["uncertainties"]> {
  return Object.fromEntries(
    Object.entries(written).map(([name, spread]) => {
      const slot = { ...slotOf(operators, name), isDifference: true, numbersIn: null };
      const pointer = columnPointer("uncertainties", name);
      return [name, tableOrFault(() => spreadInNumbers(spread, cellReader(slot), pointer))];
    }),
  );
}

/** Columns of a solver's table: texts that are no ranges are left to its inputs. @throws ApiError */
export function solverColumns(
  card: SolverCard,
  columns: Readonly<Record<string, WrittenColumn>>,
): TableInputs["columns"] {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      tableOrFault(() =>
        writtenInNumbers(column, cellReader(fieldSlot(card, name)), columnPointer("columns", name)),
      ),
    ]),
  );
}

/** A pointer to one number of a list. */
const OF_A_ROW = /^\/(?:columns|uncertainties)\/[^/]*\/(\d+)$/;

/** @throws ApiError for what makes no table */
export function tableOrFault<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const { pointer } = error;
    const row = OF_A_ROW.exec(pointer)?.[1];
    const message = row === undefined ? error.message : `row ${row}: ${error.message}`;
    throw new ApiError("INVALID_INPUT", message, {
      errors: [{ pointer, code: "INVALID_INPUT", message }],
    });
  }
}

function settled(
  operators: ChainPlan["operators"],
  given: Given,
  member: keyof InNumbers | "columns",
): Omit<InSI, "ok"> {
  if (isNumbers(given)) return { numbers: given, spreads: {}, unitSpreads: {} };
  const read = numbersOf(operators, given, member === "uncertainties");
  if (!read.ok && member === "columns")
    throw faultError({ ...read, message: `${read.message}; ${COLUMN}` }, member);
  if (!read.ok) throw faultError(read, member);
  return read;
}

function isInNumbers<T extends Asked>(asked: T): asked is T & InNumbers {
  const { inputs, uncertainties } = asked;
  return (
    inputs !== undefined &&
    isNumbers(inputs) &&
    (uncertainties === undefined || isNumbers(uncertainties))
  );
}

function faultError({ message, name }: InputFault, member: string): ApiError {
  const pointer = `/${member}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return new ApiError("INVALID_INPUT", message, {
    errors: [{ pointer, code: "INVALID_INPUT", message }],
  });
}

/** @throws ApiError for what is no unit */
export function wantedUnit(text: string | undefined): UnitValue | null {
  if (text === undefined) return null;
  const unit = parseUnit(text);
  if (unit.ok) return unit;
  throw unitError(unit.message);
}

/** @throws ApiError where the result is of another dimension */
export function besideIn(
  result: { readonly value: number; readonly unit: string | null; readonly uncertainty: number },
  wanted: UnitValue,
): InUnit {
  const found = inUnit(result, wanted);
  if (typeof found === "string") throw unitError(found);
  return found;
}

function unitError(message: string): ApiError {
  return new ApiError("INVALID_INPUT", message, {
    errors: [{ pointer: "/unit", code: "INVALID_INPUT", message }],
  });
}
