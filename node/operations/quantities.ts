/** Inputs with units, and results in units that were asked for, at the edge of the operations. */
import { ApiError } from "../../api/errors.js";
import {
  inUnit,
  isNumbers,
  numbersOf,
  withStated,
  type Given,
  type InputFault,
  type InSI,
  type InUnit,
  type Numbers,
} from "../../protocol/kernel/quantityInputs.js";
import type { ChainPlan } from "../../protocol/kernel/plan.js";
import { COLUMN, type TableInputs } from "../../protocol/table/columns.js";
import { parseUnit } from "../../protocol/units/index.js";
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
  const all = withStated(apart?.numbers, read.spreads);
  if (!all.ok) throw faultError(all, "inputs");
  return {
    ...others,
    inputs: read.numbers,
    ...(all.uncertainties === undefined ? {} : { uncertainties: all.uncertainties }),
  };
}

/**
 * Columns of a table in SI: a constant that is a text is read as an input is, with the uncertainty
 * that it states.
 *
 * @throws ApiError for what is no quantity of its input
 */
export function columnsInNumbers<C>(
  { operators }: ChainPlan,
  columns: Readonly<Record<string, C | string>>,
  uncertainties?: TableInputs["uncertainties"],
): {
  readonly columns: Record<string, C | number>;
  readonly uncertainties?: TableInputs["uncertainties"];
} {
  const texts: Record<string, string> = {};
  for (const [name, column] of Object.entries(columns))
    if (typeof column === "string") texts[name] = column;
  const read = settled(operators, texts, "columns");
  const twice = Object.keys(read.spreads).find((name) => uncertainties?.[name] !== undefined);
  if (twice !== undefined) {
    const message = `the uncertainty of ${twice} is stated twice`;
    throw faultError({ ok: false, name: twice, message }, "columns");
  }
  const spreads = { ...uncertainties, ...read.spreads };
  // In the order of the caller.
  const inSI = Object.entries(columns).map(([name, column]): [string, C | number] => [
    name,
    typeof column === "string" ? read.numbers[name]! : column,
  ]);
  return {
    columns: Object.fromEntries(inSI),
    ...(Object.keys(spreads).length === 0 ? {} : { uncertainties: spreads }),
  };
}

function settled(
  operators: ChainPlan["operators"],
  given: Given,
  member: keyof InNumbers | "columns",
): Pick<InSI, "numbers" | "spreads"> {
  if (isNumbers(given)) return { numbers: given, spreads: {} };
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
