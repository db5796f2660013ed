/**
 * Inputs that a caller writes with units, as numbers in SI: what is computed, hashed and sealed is
 * the same as for a caller who converted them.
 */
import { fold } from "../equations/evaluation/bind.js";
import { INDEX_LETTERS, memberReader, readIndexed } from "../equations/reading/seriesNames.js";
import type { SymbolInfo } from "../equations/reading/symbols.js";
import { factorText, fromSI, isExactIn } from "../units/convert.js";
import { equals } from "../units/dimension.js";
import { parseUnit } from "../units/parse.js";
import {
  joinedSpreads,
  kindOf,
  readMeasured,
  spreadOfUnit,
  valueFor,
  type Slot,
} from "../units/quantity/index.js";
import type { UnitValue } from "../units/unit.js";
import { halfUlp } from "../equations/evaluation/tape.js";
import type { ChainOperator } from "../chains/plan.js";

export type Given = Readonly<Record<string, number | string>>;
export type Numbers = Readonly<Record<string, number>>;

export interface InSI {
  readonly ok: true;
  readonly numbers: Numbers;
  /** Standard uncertainties that texts state with their number: `384400 ± 20 km`. */
  readonly spreads: Numbers;
  /** Standard uncertainties that units bring with them: a solar mass is known to 22 ppm. */
  readonly unitSpreads: Numbers;
}

export interface InputFault {
  readonly ok: false;
  readonly name: string;
  readonly message: string;
}

export function isNumbers(given: Readonly<Record<string, unknown>>): given is Numbers {
  for (const name in given) if (typeof given[name] !== "number") return false;
  return true;
}

/** @param isSpread they are uncertainties: a unit with its own zero counts by its size */
export function numbersOf(
  operators: readonly ChainOperator[],
  given: Given,
  isSpread = false,
): InSI | InputFault {
  const entries: [string, number][] = [];
  const spreads: [string, number][] = [];
  const unitSpreads: [string, number][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "number") {
      entries.push([name, value]);
      continue;
    }
    const read = readMeasured(value);
    if (!read.ok) return { ok: false, name, message: `${name}: ${read.message}` };
    const { quantity, spread } = read;
    if (isSpread && spread !== null)
      return { ok: false, name, message: `${name}: an uncertainty states none of its own` };
    if (!quantity.hasUnit && spread === null) {
      const message = `${name}: a text has a unit, as in "384400 km"; a number in SI stands without quotes`;
      return { ok: false, name, message };
    }
    const slot = slotOf(operators, name);
    const asSize = { ...slot, isDifference: true };
    const found = valueFor(quantity, isSpread ? asSize : slot);
    if (!found.ok) return { ok: false, name, message: found.message };
    entries.push([name, found.value]);
    const ofUnit = isSpread ? 0 : spreadOfUnit(found);
    if (ofUnit > 0) unitSpreads.push([name, ofUnit]);
    if (spread === null) continue;
    const size = valueFor(spread, asSize);
    if (!size.ok) return { ok: false, name, message: size.message };
    spreads.push([name, size.value]);
  }
  return {
    ok: true,
    numbers: Object.fromEntries(entries),
    spreads: Object.fromEntries(spreads),
    unitSpreads: Object.fromEntries(unitSpreads),
  };
}

/**
 * Uncertainties given apart together with those that inputs state, and those of their units.
 * @returns undefined uncertainties where there are none; a fault where one is stated twice
 */
export function withStated(
  uncertainties: Numbers | undefined,
  { spreads, unitSpreads }: Pick<InSI, "spreads" | "unitSpreads">,
): { readonly ok: true; readonly uncertainties: Numbers | undefined } | InputFault {
  const twice = Object.keys(spreads).find((name) => Object.hasOwn(uncertainties ?? {}, name));
  if (twice !== undefined)
    return { ok: false, name: twice, message: `the uncertainty of ${twice} is stated twice` };
  return { ok: true, uncertainties: joinedSpreads({ ...uncertainties, ...spreads }, unitSpreads) };
}

/** What an input of a chain is measured in; no unit where two operators disagree or none knows it. */
export function slotOf(operators: readonly ChainOperator[], name: string): Slot {
  let found: Slot | null = null;
  for (const operator of operators) {
    const slot = slotIn(operator, name);
    if (slot === null) continue;
    const unit: UnitValue | null =
      found === null || found.unit?.text === slot.unit?.text ? slot.unit : null;
    found = { ...slot, unit };
  }
  return found ?? { name, unit: null, isDifference: false };
}

function slotIn(
  { resultQuantity, resultSymbol, resultUnit, symbols }: ChainOperator,
  name: string,
): Slot | null {
  const symbol = symbols.get(name) ?? byOtherName([...symbols.values()], name);
  if (symbol !== null) return slotFrom(name, symbol.unit, symbol.quantity ?? "");
  return resultSymbol === name ? slotFrom(name, resultUnit, resultQuantity ?? "") : null;
}

function byOtherName(symbols: readonly SymbolInfo[], name: string): SymbolInfo | null {
  const folded = fold(name);
  const spelled = (test: (spelling: string) => boolean): readonly SymbolInfo[] =>
    symbols.filter((one) => [one.name, ...one.aliases].some(test));
  const [exact] = spelled((spelling) => spelling === name);
  if (exact !== undefined) return exact;
  const near = folded === null ? [] : spelled((spelling) => fold(spelling) === folded);
  if (near.length === 1) return near[0]!;
  const family = symbols.find((one) => {
    const indexed = readIndexed(one.name, INDEX_LETTERS);
    return indexed !== null && memberReader(indexed)(name) !== null;
  });
  return family ?? null;
}

function slotFrom(name: string, text: string | null, quantity: string): Slot {
  const unit = text === null ? null : parseUnit(text);
  return {
    name,
    unit: unit !== null && unit.ok ? unit : null,
    isDifference: quantity.includes("difference"),
  };
}

/** A value in a unit that was asked for, beside the sealed one in SI. */
export interface InUnit {
  readonly value: number;
  readonly unit: string;
  readonly uncertainty: number;
  /** SI value of one such unit, exact. */
  readonly factor: string;
}

/** What a value would be in another unit. @returns a sentence where it has none */
export function inUnit(
  {
    uncertainty,
    unit,
    value,
  }: { readonly value: number; readonly unit: string | null; readonly uncertainty: number },
  wanted: UnitValue,
): InUnit | string {
  const own = unit === null ? null : parseUnit(unit);
  if (own === null || !own.ok)
    return `the unit of the result is not known, so it has no value in ${wanted.text}`;
  if (!equals(own.dimension, wanted.dimension))
    return `the result is ${kindOf(own)}, and ${wanted.text} is the unit of ${kindOf(wanted)}`;
  const { offset: _, ...size } = wanted;
  const shown = fromSI(value, wanted);
  const rounding = isExactIn(wanted, shown, value) ? 0 : halfUlp(shown);
  return {
    value: shown,
    unit: wanted.text,
    uncertainty: fromSI(uncertainty, size) + rounding,
    factor: factorText(wanted),
  };
}
