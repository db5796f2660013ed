/** Inputs of an equation typed by hand that have their unit with them: `{"r": "384400 km"}`. */
import { fromSI, isCoherent } from "../units/convert.js";
import { formatDimension } from "../units/dimension.js";
import { roundToDouble } from "../units/exact.js";
import { parseUnit } from "../units/parse.js";
import {
  joinedSpreads,
  readMeasured,
  spreadOfUnit,
  valueFor,
  type Quantity,
} from "../units/quantity/index.js";
import type { UnitValue } from "../units/unit.js";
import type { BadInput } from "./evaluation/evaluation.js";
import { asciiName } from "./reading/lexer.js";
import { isDifferenceName, isTemperatureName } from "./reading/quantityQuestions.js";
import { writtenQuantities, type WrittenQuantity } from "./reading/writtenQuantities.js";
import type { SymbolRequest, UnnamedRequest } from "./playground.js";

type Given = Readonly<Record<string, number | string>>;
type Symbols = Readonly<Record<string, SymbolRequest>>;

/** An equation, and inputs that are numbers or texts with a unit. */
export type QuantityRequest = Omit<UnnamedRequest, "inputs" | "uncertainties"> & {
  readonly inputs: Given;
  readonly uncertainties?: Given;
};

export type InNumbers =
  | { readonly ok: true; readonly request: UnnamedRequest }
  | { readonly ok: false; readonly problem: BadInput };

export function equationInNumbers(asked: QuantityRequest): InNumbers {
  const { inputs, uncertainties = {}, symbols = {}, ...others } = asked;
  const units: Record<string, SymbolRequest> = { ...symbols };
  const settled = numbersIn(inputs, units, false);
  if (!settled.ok) return settled;
  const written = writtenQuantities(asked.equation, namesIn(asked, units));
  if (!written.ok) return bad(written.text, written.message);
  for (const { text, unit } of written.quantities) units[text] = unit;
  const spreads = numbersIn(uncertainties, units, true);
  if (!spreads.ok) return spreads;
  const stated = Object.keys(settled.spreads);
  const twice = stated.find((name) => spreads.numbers[name] !== undefined);
  if (twice !== undefined) return bad(twice, `the uncertainty of ${twice} is stated twice`);
  const concise = written.quantities.filter(({ spread }) => spread > 0);
  const all = joinedSpreads(
    {
      ...spreads.numbers,
      ...settled.spreads,
      ...Object.fromEntries(concise.map(({ spread, text }) => [text, spread])),
    },
    settled.unitSpreads,
  );
  return {
    ok: true,
    request: {
      ...others,
      inputs: withWritten(settled.numbers, written.quantities),
      ...(Object.keys(units).length === 0 ? {} : { symbols: units }),
      ...(all === undefined ? {} : { uncertainties: all }),
    },
  };
}

/** Names that are known to be names: each with a value or a unit, and the one that is sought. */
function namesIn({ inputs, solve_for: sought }: QuantityRequest, units: Symbols): Set<string> {
  const names = new Set([...Object.keys(inputs), ...Object.keys(units)]);
  if (sought !== undefined) names.add(sought);
  return new Set([...names, ...[...names].flatMap((name) => asciiName(name) ?? [])]);
}

function withWritten(
  inputs: Readonly<Record<string, number>>,
  written: readonly WrittenQuantity[],
): Readonly<Record<string, number>> {
  if (written.length === 0) return inputs;
  return { ...inputs, ...Object.fromEntries(written.map(({ text, value }) => [text, value])) };
}

type Settled =
  | {
      readonly ok: true;
      readonly numbers: Readonly<Record<string, number>>;
      /** Uncertainties that texts state with their number. */
      readonly spreads: Readonly<Record<string, number>>;
      /** Those of measured units, where the number is no longer in its unit. */
      readonly unitSpreads: Readonly<Record<string, number>>;
    }
  | { readonly ok: false; readonly problem: BadInput };

/** @param units of names: those that a text brings with it are added */
function numbersIn(given: Given, units: Record<string, SymbolRequest>, isSpread: boolean): Settled {
  const numbers: [string, number][] = [];
  const spreads: [string, number][] = [];
  const unitSpreads: [string, number][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "number") {
      numbers.push([name, value]);
      continue;
    }
    const read = readMeasured(value);
    if (!read.ok) return bad(name, `${name}: ${read.message}`);
    const { quantity, spread } = read;
    if (isSpread && spread !== null)
      return bad(name, `${name}: an uncertainty states none of its own`);
    const found = inUnitOf(name, quantity, units, isSpread);
    if (!found.ok) return bad(name, found.message);
    numbers.push([name, found.value]);
    if (!isSpread && found.spreadOfUnit > 0) unitSpreads.push([name, found.spreadOfUnit]);
    if (spread === null) continue;
    const size = inUnitOf(name, spread, units, true);
    if (!size.ok) return bad(name, size.message);
    spreads.push([name, size.value]);
  }
  return {
    ok: true,
    numbers: Object.fromEntries(numbers),
    spreads: Object.fromEntries(spreads),
    unitSpreads: Object.fromEntries(unitSpreads),
  };
}

type Found =
  | {
      readonly ok: true;
      readonly value: number;
      /** That of the measured unit it was converted from; 0 where it stays in its unit. */
      readonly spreadOfUnit: number;
    }
  | { readonly ok: false; readonly message: string };

function inUnitOf(
  name: string,
  quantity: Quantity,
  units: Record<string, SymbolRequest>,
  isSpread: boolean,
): Found {
  const stated = unitStated(units, name);
  const isDifference = isSpread || isDifferenceName(name);
  if (!quantity.hasUnit)
    return { ok: true, value: roundToDouble(quantity.readings[0]!.number), spreadOfUnit: 0 };
  const unit = stated ?? usualUnit(name, quantity);
  if (unit === null) return { ok: false, message: `${name}: ${quantity.question}` };
  if (stated === null && unit.text === "deg" && (isTemperatureName(name) || isDifference))
    return {
      ok: false,
      message: `${name}: degrees may be of temperature or an angle: write degC, degF or K, or the angle in rad`,
    };
  const found = valueFor(quantity, { name, unit, isDifference });
  if (!found.ok) return found;
  if (stated === null) units[name] = withUnit(units[name], formatDimension(unit.dimension));
  if (stated === null || isCoherent(stated))
    return { ok: true, value: found.value, spreadOfUnit: spreadOfUnit(found) };
  const { offset, ...size } = stated;
  const isSame = found.reading.unit.text === stated.text && found.reading.piPower === 0;
  const own = isDifference || offset === undefined ? size : stated;
  return {
    ok: true,
    value: isSame ? roundToDouble(found.reading.number) : fromSI(found.value, own),
    spreadOfUnit: 0,
  };
}

function unitStated(units: Symbols, name: string): UnitValue | null {
  const request = units[name];
  const text = typeof request === "string" ? request : request?.unit;
  const unit = text === undefined ? null : parseUnit(text);
  return unit !== null && unit.ok ? unit : null;
}

function withUnit(request: SymbolRequest | undefined, unit: string): SymbolRequest {
  return request === undefined || typeof request === "string" ? unit : { ...request, unit };
}

/** What the unit usually means; null where it has to be asked. */
function usualUnit(name: string, { question, readings }: Quantity): UnitValue | null {
  const [first, ...others] = readings;
  const degree = others.find(({ unit }) => unit.offset !== undefined);
  if (isTemperatureName(name) && degree !== undefined) return degree.unit;
  return question === null ? first!.unit : null;
}

function bad(name: string, message: string): { ok: false; problem: BadInput } {
  return { ok: false, problem: { status: "bad-input", code: "INVALID_INPUT", message, name } };
}
