/**
 * Laws that take lists (`SUM_i`): all numbers of one kind, in the order of the question, are the members
 * of one list. Such a reading is proposed and never sealed at once, since what is in a list nobody said.
 */
import { readIndexed, INDEX_LETTERS } from "../../equations/reading/seriesNames.js";
import type { OperatorEntry } from "../../operators/entry.js";
import type { Registry } from "../../operators/registry.js";
import { dimensionsEqual, parseUnit, type UnitValue } from "../../units/index.js";
import { valueInSI } from "../../units/quantity/index.js";
import { wordsOfRecord } from "../../lexicon/words/recordWords.js";
import { findLaws, type FoundLaw } from "./find.js";
import { rootOf, rootsOf } from "./lexicon/roots.js";
import type { Open } from "./licence/open.js";
import { CLOSED } from "./licence/wordClasses.js";
import type { Given, Question } from "./reading/reading.js";

export interface Listed {
  readonly id: string;
  readonly params: Readonly<Record<string, number>>;
  /** Where each input is said. */
  readonly places: readonly { readonly name: string; readonly at: readonly [number, number] }[];
  readonly open: readonly Open[];
}

/** So many words of a law must be said. */
const WORDS_MIN = 3;
/** Laws that are said best, among which one of lists is looked for. */
const FOUND_MAX = 6;
/** Members of a list at least: of one there is no list. */
const MEMBERS_MIN = 2;

/** The law of lists that is said best and takes all numbers; null for none. */
export function listedLaw(registry: Registry, question: Question): Listed | null {
  if (question.given.length < MEMBERS_MIN) return null;
  for (const found of findLaws(registry, question.text).slice(0, FOUND_MAX)) {
    if (found.entry.record.kind !== "sum" || found.matched < WORDS_MIN) continue;
    const listed = filledBy(found, question);
    if (listed !== null) return listed;
  }
  return null;
}

/** An input of a law of lists, or a list of them. */
export interface Place {
  readonly name: string;
  readonly unit: UnitValue;
  readonly isList: boolean;
  readonly isLevel: boolean;
}

export function placesOf({ record }: OperatorEntry): readonly Place[] | null {
  const places: Place[] = [];
  for (const [name, { quantity, unit }] of Object.entries(record.symbols)) {
    const read = parseUnit(unit);
    if (!read.ok) return null;
    const isList = readIndexed(name, INDEX_LETTERS) !== null;
    places.push({ name, unit: read, isList, isLevel: quantity === "level" });
  }
  return places;
}

const DECIBELS = /^dB(?:\(?[AC]\)?)?$/u;

/** The number in SI, where its unit is that of the place; a level is said in decibels. */
function valueFor({ span }: Given, { isLevel, unit }: Place): number | null {
  const [quantity, another] = span.quantities;
  if (span.kind !== "value" || quantity === undefined || another !== undefined) return null;
  const { follower } = span;
  if (isLevel) {
    const isSaid = follower !== null && DECIBELS.test(follower.text);
    return isSaid && !quantity.hasUnit ? valueInSI(quantity.readings[0]!) : null;
  }
  if (follower !== null && DECIBELS.test(follower.text)) return null;
  const reading = quantity.readings.find((one) =>
    dimensionsEqual(one.unit.dimension, unit.dimension),
  );
  return reading === undefined ? null : valueInSI(reading);
}

function filledBy({ entry }: FoundLaw, question: Question): Listed | null {
  const places = placesOf(entry);
  if (places === null) return null;
  const own = given(places, question);
  if (own === null) return null;
  return isWhole(places, own) ? listOf(entry, question, own) : null;
}

/** The reading of a law of lists with the members of each list, to confirm. */
export function listOf(
  entry: OperatorEntry,
  question: Question,
  own: ReadonlyMap<Place, readonly Said[]>,
): Listed {
  const named = [...own].flatMap(([place, list]) =>
    list.map(({ value, at }, i) => ({
      name: place.isList ? memberOf(place.name, i) : place.name,
      value,
      at,
    })),
  );
  return {
    id: entry.record.id,
    params: Object.fromEntries(named.map(({ name, value }) => [name, value])),
    places: named.map(({ name, at }) => ({ name, at })),
    open: [meant(entry, question), ...unread(entry, question)],
  };
}

interface Said {
  readonly value: number;
  readonly at: readonly [number, number];
}

/** Each number where it fits; null where it fits nowhere, or where nobody says which place is meant. */
function given(
  places: readonly Place[],
  { given: numbers }: Question,
): ReadonlyMap<Place, readonly Said[]> | null {
  const own = new Map<Place, Said[]>();
  for (const one of numbers) {
    const fit = places.flatMap((place) => {
      const value = valueFor(one, place);
      return value === null ? [] : [{ place, value }];
    });
    // Plain inputs of one kind are taken in the order of the law: the reading shows it.
    const [first] = fit.filter(({ place }) => place.isList || !own.has(place));
    if (first === undefined || (fit.length > 1 && fit.some(({ place }) => place.isList)))
      return null;
    const { place, value } = first;
    own.set(place, [...(own.get(place) ?? []), { value, at: one.span.at }]);
  }
  return own;
}

/** Each plain input has one number, and all lists are of one length. */
function isWhole(places: readonly Place[], own: ReadonlyMap<Place, readonly unknown[]>): boolean {
  const lengths = new Set<number>();
  for (const place of places) {
    const count = own.get(place)?.length ?? 0;
    if (!place.isList && count !== 1) return false;
    if (place.isList) lengths.add(count);
  }
  const [length = 0, another] = lengths;
  return another === undefined && length >= MEMBERS_MIN;
}

/** `L_3` of `L_i` */
function memberOf(name: string, index: number): string {
  return `${name.slice(0, name.lastIndexOf("_"))}_${index + 1}`;
}

function meant({ record }: OperatorEntry, { text }: Question): Open {
  return {
    what: "case",
    at: [0, text.length],
    message: `"${record.name}" takes these numbers as a list, in this order; say that it is meant`,
  };
}

/** Words of the question that the law does not have. */
function unread({ record }: OperatorEntry, { given, tokens }: Question): readonly Open[] {
  const { also = [], cases = "", names = [], result = "" } = wordsOfRecord(record.id);
  const symbols = Object.values(record.symbols).map(({ name, quantity }) => `${name} ${quantity}`);
  const own = new Set(
    rootsOf(
      [record.name, record.description, cases, result, ...also, ...names, ...symbols].join(" "),
    ),
  );
  return tokens.flatMap(({ at, isOpener, stem, text }): readonly Open[] => {
    const isUnit = given.some(({ span: { follower } }) => follower?.at[0] === at[0]);
    if (isOpener || isUnit || CLOSED.has(stem) || own.has(rootOf(stem))) return [];
    return [{ what: "word", at, message: `"${text}" is not used by ${record.name}` }];
  });
}
