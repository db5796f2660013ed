/**
 * Texts with units in the body of a solver, as numbers in the unit that each field states: bound,
 * hashed and sealed as if the caller had converted them.
 */
import * as z from "zod";
import { fromSI, isCoherent } from "../units/convert.js";
import { equals } from "../units/dimension.js";
import { parseUnit } from "../units/parse.js";
import {
  readMeasured,
  readQuantity,
  statesUncertainty,
  valueFor,
} from "../units/quantity/index.js";

/** What a field says of its numbers. */
interface FieldSays {
  readonly unit: string;
  /** Variables of the expressions it takes; null where a text is no expression. */
  readonly over: readonly string[] | null;
  /** A difference of temperatures, so that 5 degC is 5 K. */
  readonly isDifference: boolean;
}

export type Settled =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly path: readonly string[]; readonly message: string };

/** @param unit of the spelling under which the value was given; null for that of the field */
export function withoutUnits(
  schema: unknown,
  given: unknown,
  name: string,
  unit: string | null = null,
): Settled {
  return settle(schema, given, [name], { ...NOTHING_SAID, unit: unit ?? "" });
}

function settle(
  schema: unknown,
  given: unknown,
  path: readonly string[],
  outer: FieldSays,
): Settled {
  // Samples and matrices have thousands of numbers, and no text.
  if (hasNoText(given)) return { ok: true, value: given };
  const { inner, says } = unwrapped(schema, outer);
  if (typeof given === "string") return text(inner, given, path, says);
  if (Array.isArray(given)) {
    const element = (i: number): unknown =>
      inner instanceof z.ZodTuple ? inner.def.items[i] : elementOf(inner);
    return all(
      given.map((one: unknown, i) => [
        String(i),
        settle(element(i), one, [...path, String(i)], says),
      ]),
      (entries) => entries.map(([, value]) => value),
    );
  }
  if (typeof given === "object" && given !== null) {
    const shape = inner instanceof z.ZodObject ? inner.shape : null;
    if (shape === null) return { ok: true, value: given };
    return all(
      Object.entries(given).map(([key, one]) => [
        key,
        settle(shape[key], one, [...path, key], NOTHING_SAID),
      ]),
      (entries) => Object.fromEntries(entries),
    );
  }
  return { ok: true, value: given };
}

/** Whether it is a number, or a list of what has no text. */
function hasNoText(given: unknown): boolean {
  if (Array.isArray(given)) return given.every(hasNoText);
  return typeof given === "number";
}

const NOTHING_SAID: FieldSays = { unit: "", over: null, isDifference: false };

function all(
  settled: readonly (readonly [string, Settled])[],
  whole: (entries: readonly (readonly [string, unknown])[]) => unknown,
): Settled {
  const entries: (readonly [string, unknown])[] = [];
  for (const [key, one] of settled) {
    if (!one.ok) return one;
    entries.push([key, one.value]);
  }
  return { ok: true, value: whole(entries) };
}

/** A number may be a text; an expression stays one unless it is a quantity of the field's kind. */
function text(schema: unknown, given: string, path: readonly string[], says: FieldSays): Settled {
  const stays: Settled = { ok: true, value: given };
  const isNumber = schema instanceof z.ZodNumber;
  if (says.unit === "" || (!isNumber && says.over === null)) return stays;
  // First, since most texts name a variable: to read a quantity takes longer than a short job.
  if (!isNumber && says.over!.some((variable) => new RegExp(`\\b${variable}\\b`).test(given)))
    return stays;
  const unit = parseUnit(says.unit);
  if (!unit.ok) return stays;
  const name = path.join(".");
  const quantity = readQuantity(given);
  if (isNumber && statesUncertainty(given) && readMeasured(given).ok)
    return {
      ok: false,
      path,
      message: `${name} = ${given} states an uncertainty, and solvers carry none of their inputs: give the value alone`,
    };
  if (!isNumber) {
    const isMeant =
      quantity.ok &&
      quantity.hasUnit &&
      quantity.readings.some((one) => equals(one.unit.dimension, unit.dimension));
    if (!isMeant) return stays;
  }
  if (!quantity.ok) return { ok: false, path, message: `${name}: ${quantity.message}` };
  if (!quantity.hasUnit) return { ok: false, path, message: quoted(name, given, says.unit) };
  const found = valueFor(quantity, { name, unit, isDifference: says.isDifference });
  if (!found.ok) return { ok: false, path, message: found.message };
  return { ok: true, value: isCoherent(unit) ? found.value : fromSI(found.value, unit) };
}

/** A number in quotes states no unit, and no number of SI. */
function quoted(name: string, given: string, unit: string): string {
  const others = unit === "1" ? "" : `, or a text with its unit, as "${given.trim()} ${unit}"`;
  return `${name}: "${given}" is a text without a unit: give the number${others}`;
}

function elementOf(schema: unknown): unknown {
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodUnion)
    return schema.options.find((option) => option instanceof z.ZodArray)?.element;
  return undefined;
}

/** Whether a field is a difference of two temperatures. */
export function saysDifference(schema: unknown): boolean {
  return unwrapped(schema, NOTHING_SAID).says.isDifference;
}

/** The schema below what makes it optional, and the nearest unit stated on the way. */
function unwrapped(schema: unknown, outer: FieldSays): { inner: unknown; says: FieldSays } {
  let at = schema;
  let says = outer;
  for (;;) {
    const meta = at instanceof z.ZodType ? at.meta() : undefined;
    const { description = "", over, unit } = meta ?? {};
    if (/\bdifference\b/i.test(description)) says = { ...says, isDifference: true };
    if (says.unit === "" && typeof unit === "string") says = { ...says, unit };
    if (says.over === null && Array.isArray(over)) says = { ...says, over: over.map(String) };
    if (!(at instanceof z.ZodOptional || at instanceof z.ZodDefault)) return { inner: at, says };
    at = at.unwrap();
  }
}
