/**
 * A law of lists that is said best, with the numbers of a question that was turned down as their members:
 * two lists of one kind take them in turns, and how many there are and their mean are counted.
 */
import type { Registry } from "../../operators/registry.js";
import { dimensionsEqual, isDimensionless } from "../../units/index.js";
import { valueInSI, type Quantity } from "../../units/quantity/index.js";
import { findLaws } from "../laws/find.js";
import { unitOf } from "../laws/lexicon/lexicon.js";
import { listOf, placesOf, type Listed, type Place } from "../laws/listed.js";
import type { Given, Question } from "../laws/reading/reading.js";

/** Laws that are said best, among which one of lists is looked for. */
const FOUND_MAX = 2;
const WORDS_MIN = 2;
const MEMBERS_MIN = 2;

interface Said {
  readonly value: number;
  readonly at: readonly [number, number];
}

export function listedAnyhow(registry: Registry, question: Question): Listed | null {
  if (question.given.length < MEMBERS_MIN) return null;
  const found = findLaws(registry, question.text)
    .slice(0, FOUND_MAX)
    .find(({ entry, matched }) => entry.record.kind === "sum" && matched >= WORDS_MIN);
  const places = found === undefined ? null : placesOf(found.entry);
  if (found === undefined || places === null) return null;
  const members = membersOf(places, question);
  if (members === null) return null;
  const whole = withCounts(found.entry.record.symbols, places, members);
  return whole === null ? null : listOf(found.entry, question, whole);
}

/** The number as a member of a list; null where its unit is of another kind. */
function memberOf({ quantities, ...rest }: Given["span"], { isLevel, unit }: Place): Said | null {
  const [quantity] = quantities;
  if (quantity === undefined || isLevel) return null;
  const value = isDimensionless(unit.dimension) ? countOf(quantity) : measuredIn(quantity, unit);
  return value === null ? null : { value, at: rest.at };
}

/** `20000 cycles`, `4000 euros`: so many of them. */
function countOf({ hasUnit, readings }: Quantity): number | null {
  const { number, piPower, unit } = readings[0]!;
  if (hasUnit && !isDimensionless(unit.dimension)) return null;
  return valueInSI({ number, piPower, unit: COUNT });
}

const COUNT = unitOf("1")!;

function measuredIn({ readings }: Quantity, unit: Place["unit"]): number | null {
  const reading = readings.find((one) => dimensionsEqual(one.unit.dimension, unit.dimension));
  return reading === undefined ? null : valueInSI(reading);
}

/** Each number in the first list of its kind; lists of one kind take them in turns. */
function membersOf(
  places: readonly Place[],
  { given }: Question,
): Map<Place, readonly Said[]> | null {
  const lists = places.filter(({ isList }) => isList);
  const own = new Map<Place, readonly Said[]>(lists.map((list) => [list, []]));
  for (const { constant, span } of given) {
    if (constant !== null || span.name !== null) return null;
    const fit = lists.flatMap((list) => {
      const said = memberOf(span, list);
      return said === null ? [] : [{ list, said }];
    });
    const shortest = Math.min(...fit.map(({ list }) => own.get(list)!.length));
    const next = fit.find(({ list }) => own.get(list)!.length === shortest);
    if (next === undefined) return null;
    own.set(next.list, [...own.get(next.list)!, next.said]);
  }
  const lengths = new Set([...own.values()].map(({ length }) => length));
  const [length = 0] = lengths;
  return lengths.size === 1 && length >= MEMBERS_MIN ? own : null;
}

type Symbols = Readonly<Record<string, { readonly name: string; readonly quantity: string }>>;

/** How many members there are, and their mean; null where anything else is asked for. */
function withCounts(
  symbols: Symbols,
  places: readonly Place[],
  members: ReadonlyMap<Place, readonly Said[]>,
): ReadonlyMap<Place, readonly Said[]> | null {
  const [first] = members.values();
  const values = first!.map(({ value }) => value);
  const whole = new Map(members);
  for (const place of places) {
    if (place.isList) continue;
    const { name } = symbols[place.name]!;
    const value = /\bnumber of\b/u.test(name)
      ? values.length
      : /\bmean\b/u.test(name)
        ? values.reduce((sum, one) => sum + one, 0) / values.length
        : null;
    if (value === null) return null;
    whole.set(place, [{ value, at: first![0]!.at }]);
  }
  return whole;
}
