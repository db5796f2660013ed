/** Constants of nature and properties of bodies, asked for by name. */
import { CONSTANT_ROWS } from "../../units/constants.data.js";
import { once } from "../../once.js";
import data from "./lexicon/constantNames.json" with { type: "json" };
import { entities, entitySource } from "./lexicon/entities.js";
import { lawStem, lawStems } from "./lexicon/lawWords.js";
import { CLOSED, FRAMES, GUARDED } from "./licence/wordClasses.js";
import { ulp } from "../../math/bits.js";
import { convertQuantity, type Conversion } from "../../units/quantity/index.js";
import type { Question } from "./reading/reading.js";

/** A measured or defined value, with what it rests on. */
export interface NamedConstant {
  readonly name: string;
  /** Symbol that equations have for it; null for a property of a body. */
  readonly symbol: string | null;
  readonly value: number;
  readonly unit: string;
  readonly exact: boolean;
  /** Standard uncertainty, in `unit`. */
  readonly uncertainty: number;
  readonly source: string;
}

const CODATA = "CODATA 2022";
const IAU = "IAU 2012 Resolution B2, IAU 2015 Resolution B2";
const DEFINED = "by definition";

/** Every word of a name counts, in any order, and each that changes what is asked: `inside`. */
function keyOf(stems: readonly string[]): string {
  return [...new Set(stems)]
    .filter((stem) => !(CLOSED.has(stem) || OF_NUMBERS.has(stem)) || GUARDED.has(stem))
    .sort()
    .join(" ");
}

/** They say that a value is one, or what it goes back to. */
const OF_NUMBERS: ReadonlySet<string> = new Set("numerical due".split(" ").map(lawStem));

/** A name with the words of it that a question may say of any value: `unit charge`, `Planck constant`. */
interface Named {
  readonly constant: NamedConstant;
  readonly frames: readonly string[];
}

/** `unit charge` is called by both of its words: the charge alone is no constant. */
function framesOf(stems: readonly string[]): readonly string[] {
  return stems.filter((stem) => FRAMES.has(stem) && !GUARDED.has(stem));
}

const byName = once((): ReadonlyMap<string, readonly Named[]> => {
  const found = new Map<string, Named[]>();
  const add = (name: string, constant: NamedConstant): void => {
    const stems = lawStems(name);
    const key = keyOf(stems);
    found.set(key, [{ constant, frames: framesOf(stems) }, ...(found.get(key) ?? [])]);
  };
  for (const { name, names, properties } of entityNames()) {
    for (const [property, [value, relative]] of properties) {
      const constant = propertyOf(name, property, value, relative);
      if (constant === null) continue;
      for (const phrase of namesOfProperty(property))
        for (const one of names) add(`${phrase} ${one}`, constant);
    }
  }
  const names = new Map(Object.entries(data.constants));
  for (const row of CONSTANT_ROWS) {
    const { exact, name, symbol, uncertainty, unit, value } = row;
    const source = row.codata_name === null ? (/IAU/.test(name) ? IAU : DEFINED) : CODATA;
    const constant = { name, symbol, value, unit, exact, uncertainty, source };
    for (const one of [name, ...(names.get(symbol) ?? [])]) add(one, constant);
  }
  found.delete("");
  return found;
});

function entityNames() {
  return entities.map(({ name, properties }) => ({ name, names: [name], properties }));
}

function namesOfProperty(property: string): readonly string[] {
  const names: unknown = Reflect.get(data.properties_names, property);
  return Array.isArray(names) ? names.filter((one) => typeof one === "string") : [];
}

function propertyOf(
  body: string,
  property: string,
  value: number,
  relative: number,
): NamedConstant | null {
  const known: unknown = Reflect.get(data.properties, property);
  if (!Array.isArray(known)) return null;
  const [what, unit]: readonly unknown[] = known;
  if (typeof what !== "string" || typeof unit !== "string") return null;
  return {
    name: `${what} of ${body}`,
    symbol: null,
    value,
    unit,
    exact: relative === 0,
    uncertainty: Number((relative * Math.abs(value)).toPrecision(2)),
    source: entitySource,
  };
}

/** The constant that a question names and nothing else; null for any other question. */
export function constantOf({ given, tokens, wanted }: Question): NamedConstant | null {
  if (given.length > 0 || wanted?.isInside === true) return null;
  const stems = tokens.filter(({ isOpener }) => !isOpener).map(({ stem }) => stem);
  const found = (byName().get(keyOf(stems)) ?? []).find(({ frames }) =>
    frames.every((frame) => stems.includes(frame)),
  );
  if (found === undefined) return null;
  return wanted === null ? found.constant : inUnit(found.constant, wanted.text);
}

/** The same in the unit that is asked for; null where that measures another quantity. */
function inUnit(constant: NamedConstant, text: string): NamedConstant | null {
  const { exact, uncertainty, unit, value } = constant;
  const read = convertQuantity(`${value} ${unit}`, text);
  if (!read.ok || unit === "1") return null;
  const { conversion } = read;
  const share = value === 0 ? 0 : conversion.value / value;
  return {
    ...constant,
    value: conversion.value,
    unit: conversion.unit,
    exact: exact && conversion.exact,
    uncertainty: atLeastRounding(
      Number((uncertainty * Math.abs(share)).toPrecision(2)),
      conversion.value,
      exact && conversion.exact,
    ),
  };
}

/** A value that is not exact is off by half of its last bit, whatever else is known of it. */
function atLeastRounding(uncertainty: number, value: number, isExact: boolean): number {
  return isExact ? uncertainty : Math.max(uncertainty, ulp(value) / 2);
}

export function convertedTo({
  exact,
  read,
  uncertainty = 0,
  unit,
  value,
}: Conversion): NamedConstant {
  return {
    name: read,
    symbol: null,
    value,
    unit,
    exact,
    uncertainty: atLeastRounding(uncertainty, value, exact),
    source: "conversion of units",
  };
}
