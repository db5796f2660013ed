/** A quantity in another unit: one exact fraction, rounded once. */
import { relativeSpreadOf } from "../constants.js";
import { factorText, fromSI, scaleOf } from "../convert.js";
import { formatDimension } from "../dimension.js";
import { divideExact, equalExact, exactOfText, roundToDouble, subtractExact } from "../exact.js";
import { parseUnit } from "../parse.js";
import type { UnitValue } from "../unit.js";
import { readMeasured } from "./measured.js";
import type { Quantity } from "./quantity.js";
import { NO_UNIT, readQuantity } from "./read.js";
import { valueFor, type SlotValue } from "./slot.js";

/** As it is answered by every surface. */
export interface Conversion {
  readonly value: number;
  readonly unit: string;
  /** Standard uncertainty in `unit`, where one is stated. */
  readonly uncertainty?: number;
  /** The value, as it is printed, is what was asked for without any rounding. */
  readonly exact: boolean;
  /** SI value of one such unit, exact. */
  readonly factor: string;
  readonly si: { readonly value: number; readonly unit: string };
  /** The quantity as it was read. */
  readonly read: string;
}

export interface Converted {
  readonly ok: true;
  readonly conversion: Conversion;
}

export interface ConversionRefusal {
  readonly ok: false;
  readonly part: "quantity" | "to";
  readonly message: string;
}

const ASKED = /^(.*\S)\s+(?:to|in|into|as|->)\s+(\S.*)$/s;
const NAME = "what is converted";

/** `5 mi to km` in its two parts; null where no unit is asked for. */
export function conversionAsked(
  text: string,
): { readonly quantity: string; readonly to: string } | null {
  const [, quantity, to] = ASKED.exec(text) ?? [];
  return quantity === undefined || to === undefined ? null : { quantity, to };
}

export function convertQuantity(text: string, to: string): Converted | ConversionRefusal {
  const measured = readMeasured(text);
  if (!measured.ok) return { ok: false, part: "quantity", message: measured.message };
  const { quantity, spread } = measured;
  const wanted = unitsNamed(to);
  if (typeof wanted === "string") return { ok: false, part: "to", message: wanted };
  const pairs = wanted.map((unit) => ({ unit, found: pairOf(quantity, unit) }));
  const fitting = pairs.flatMap(({ found, unit }) => (found.ok ? [{ found, unit }] : []));
  const [first, another] = fitting;
  if (first === undefined) {
    const { found } = pairs[0]!;
    return { ok: false, part: "to", message: found.ok ? "" : found.message };
  }
  if (another !== undefined) {
    const names = fitting.map(({ unit }) => unit.text).join(", ");
    return { ok: false, part: "to", message: `${to} may be each of ${names}: write one of them` };
  }
  return inUnit(first.found, first.unit, quantity, spread);
}

/** What a unit may mean, `F` for one; a sentence where it means none. */
function unitsNamed(to: string): readonly UnitValue[] | string {
  const unit = parseUnit(to);
  const read = readQuantity(`1 ${to}`);
  const others = read.ok && read.hasUnit ? read.readings.map((one) => one.unit) : [];
  const all = unit.ok ? [unit, ...others] : others;
  if (all.length === 0) return unit.ok ? "" : unit.message;
  return all.filter((one, i) => all.findIndex(({ text }) => text === one.text) === i);
}

type Pair = SlotValue | { readonly ok: false; readonly message: string };

function pairOf(quantity: Quantity, unit: UnitValue): Pair {
  if (!quantity.hasUnit && !isPure(unit)) {
    const message = `${quantity.text} has no unit: write it behind the number`;
    return { ok: false, message };
  }
  // A bare number counts ones, not percents.
  const slot = { name: NAME, unit: quantity.hasUnit ? unit : NO_UNIT, isDifference: false };
  const found = valueFor(quantity, slot);
  if (!found.ok) return found;
  const own = found.reading.unit;
  const isMixed =
    (isDifference(own) && unit.offset !== undefined) ||
    (own.offset !== undefined && isDifference(unit));
  if (!isMixed) return found;
  const message =
    `${isDifference(own) ? own.text : unit.text} is a difference of temperatures, and ` +
    `${isDifference(own) ? unit.text : own.text} counts from a zero of its own: ` +
    `write both as differences, as in delta_degF`;
  return { ok: false, message };
}

function isDifference({ text }: UnitValue): boolean {
  return text.startsWith("delta_");
}

function isPure({ dimension }: UnitValue): boolean {
  return formatDimension(dimension) === "1";
}

function inUnit(
  found: SlotValue,
  unit: UnitValue,
  { text: read }: Quantity,
  spread: Quantity | null,
): Converted | ConversionRefusal {
  const { exact, piPower, value: si } = found;
  const one = scaleOf(unit, 0);
  const shifted = unit.offset === undefined ? exact : subtractExact(exact, unit.offset);
  const whole = divideExact(shifted, one);
  const value = roundToDouble(whole);
  if (!Number.isFinite(value))
    return {
      ok: false,
      part: "to",
      message: `${read} in ${unit.text} is beyond the largest number a double can hold`,
    };
  const size = spread === null ? null : sizeOf(spread, unit);
  if (size !== null && !size.ok) return { ok: false, part: "quantity", message: size.message };
  const conversion = {
    value,
    unit: unit.text,
    ...uncertaintyOf(
      size === null ? null : roundToDouble(divideExact(size.exact, one)),
      found,
      unit,
    ),
    // Where a power of pi is left, it was rounded.
    exact: piPower === unit.piPower && equalExact(whole, exactOfText(String(value))),
    factor: factorText(unit),
    si: { value: si, unit: formatDimension(unit.dimension) },
    read,
  };
  return { ok: true, conversion };
}

/**
 * The stated uncertainty together with that of measured units: a solar mass is known to 22 ppm in kilograms.
 * A constant that both units have cancels.
 */
function uncertaintyOf(
  stated: number | null,
  { reading, value }: SlotValue,
  unit: UnitValue,
): { readonly uncertainty?: number } {
  const powers: Record<string, number> = { ...reading.unit.measured };
  for (const [name, power] of Object.entries(unit.measured ?? {}))
    powers[name] = (powers[name] ?? 0) - power;
  const ofUnits = Math.abs(fromSI(value, unit)) * relativeSpreadOf({ measured: powers });
  if (ofUnits === 0) return stated === null ? {} : { uncertainty: stated };
  const own = stated ?? 0;
  return { uncertainty: Math.sqrt(own * own + ofUnits * ofUnits) };
}

function sizeOf(spread: Quantity, whole: UnitValue): Pair {
  const { offset: _, ...size } = whole;
  const unit = spread.hasUnit ? size : NO_UNIT;
  return valueFor(spread, { name: NAME, unit, isDifference: true });
}
