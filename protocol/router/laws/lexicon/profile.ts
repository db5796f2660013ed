/** What each law is called and spoken of, by roots of words and where they stand; and what it takes. */
import { wordsOfRecord } from "../../../lexicon/words/recordWords.js";
import { once } from "../../../once.js";
import { dimensionKey, quantityDimension } from "../../../units/index.js";
import { NEUTRAL } from "./lawWords.js";
import type { Law, LawSlot } from "./lexicon.js";
import { rarityOf } from "./rarity.js";
import { rootOf, rootsOf } from "./roots.js";

/** Places of a word in what is known of a law: the strongest counts. */
export const PLACE = {
  title: 1,
  result: 2,
  input: 4,
  alias: 8,
  case: 16,
  description: 32,
} as const;

export interface Profile {
  readonly law: Law;
  /** Bits of `PLACE` by root. */
  readonly places: ReadonlyMap<string, number>;
  /** Roots of each name of the law. */
  readonly names: () => readonly (readonly string[])[];
  readonly title: ReadonlySet<string>;
  /** Roots of the words by which a quantity is asked for or told, by the name of its slot; the result's among them. */
  readonly spoken: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many of its quantities, the result among them, are measured in a dimension. */
  readonly dimensions: ReadonlyMap<string, number>;
  /** Dimensions of the numbers that each of its quantities may be given by, the result last. */
  readonly taken: readonly (readonly string[])[];
  /** Inputs without a standard value. */
  readonly required: number;
  /** Of these, how many adjectives or the ideal case may state. */
  readonly otherwise: number;
}

/** A law in whose profile a root stands, and the bits of its places. */
export type Posting = readonly [law: number, bits: number];

export interface Profiles {
  readonly all: readonly Profile[];
  readonly byLaw: ReadonlyMap<string, Profile>;
  /** Rarity of a root, in sixteenths of a bit. */
  readonly rarity: ReadonlyMap<string, number>;
  readonly postings: ReadonlyMap<string, readonly Posting[]>;
  /** Laws with a quantity of a dimension. */
  readonly byDimension: ReadonlyMap<string, readonly Profile[]>;
}

export function profilesFrom(all: readonly Profile[]): Profiles {
  const counts = new Map<string, number>();
  const postings = new Map<string, Posting[]>();
  all.forEach(({ places }, law) => {
    for (const [root, bits] of places) {
      if (bits !== PLACE.description) counts.set(root, (counts.get(root) ?? 0) + 1);
      const list = postings.get(root) ?? [];
      list.push([law, bits]);
      postings.set(root, list);
    }
  });
  const byDimension = new Map<string, Profile[]>();
  for (const profile of all)
    for (const key of profile.dimensions.keys()) {
      const list = byDimension.get(key) ?? [];
      list.push(profile);
      byDimension.set(key, list);
    }
  return {
    all,
    byLaw: new Map(all.map((one) => [one.law.id, one])),
    rarity: new Map([...counts].map(([root, count]) => [root, rarityOf(all.length, count)])),
    postings,
    byDimension,
  };
}

export function profileOf(law: Law): Profile {
  const { record } = law.entry;
  const { also = [], cases = "" } = wordsOfRecord(record.id);
  const places = new Map<string, number>();
  const note = (roots: readonly string[], place: number): void => {
    for (const root of roots) places.set(root, (places.get(root) ?? 0) | place);
  };
  const title = content(record.name);
  note(title, PLACE.title);
  note([...law.result.words].map(rootOf), PLACE.result);
  for (const slot of law.slots) note([...slot.words].map(rootOf), PLACE.input);
  for (const name of [...also, ...law.phrases.map((stems) => stems.join(" "))])
    note(content(name), PLACE.alias);
  note(rootsOf(cases), PLACE.case);
  note(content(record.description), PLACE.description);
  note(content(record.domain.replaceAll("_", " ")), PLACE.description);
  const words = (slot: LawSlot): ReadonlySet<string> => new Set([...slot.words].map(rootOf));
  const near = new Map(law.slots.map((slot) => [slot.name, words(slot)] as const));
  const result = words(law.result);
  const dimensions = new Map<string, number>();
  for (const slot of [...law.slots, law.result])
    for (const key of keysOf(slot)) dimensions.set(key, (dimensions.get(key) ?? 0) + 1);
  return {
    law,
    places,
    names: namesOf(law),
    title: new Set(title),
    spoken: new Map([...near, [law.result.name, result] as const]),
    dimensions,
    taken: [...law.slots, law.result].map(takenBy),
    required: law.slots.filter(({ isOptional }) => !isOptional).length,
    otherwise: new Set([
      ...law.adjectives.flatMap(({ values }) => values.map(([name]) => name)),
      ...law.assumes.keys(),
      ...law.slots
        .filter(({ conversion, property }) => conversion === "momentum" || property === "gravity")
        .map(({ name }) => name),
    ]).size,
  };
}

/** Most laws are looked at by no question of a process. */
export function namesOf({ phrases }: Law): Profile["names"] {
  return once(() => phrases.map((stems) => stems.map(rootOf)));
}

/** Dimensions in which a quantity may be stated: its own, and those of what it is made from. */
function keysOf({ conversion, isThermalEnergy, quantity, unit }: LawSlot): readonly string[] {
  const keys = unit === null ? [] : [dimensionKey(unit.dimension)];
  if (conversion === "light") keys.push(LENGTH);
  if (conversion === "momentum") keys.push(MASS, SPEED);
  if (isThermalEnergy) keys.push(ENERGY);
  if (quantity === "standard_gravitational_parameter") keys.push(MASS);
  return [...new Set(keys)];
}

/** A section is given by its diameter too, and the mass of a particle by that of a mole. */
function takenBy(slot: LawSlot): readonly string[] {
  const keys = [...keysOf(slot)];
  if (/area|cross_section/.test(slot.quantity)) keys.push(LENGTH);
  if (slot.property === "mass") keys.push(MOLAR_MASS);
  return keys;
}

const keyOf = (name: string): string => dimensionKey(quantityDimension(name)!);
const LENGTH = keyOf("length");
const MASS = keyOf("mass");
const MOLAR_MASS = keyOf("molar_mass");
const SPEED = keyOf("speed");
const ENERGY = keyOf("energy");

function content(text: string): readonly string[] {
  return rootsOf(text).filter((root) => !NEUTRAL.has(root));
}
