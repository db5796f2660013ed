/** What each law is called and spoken of, by roots of words and where they stand; and what it takes. */
import { wordsOfRecord } from "../../../lexicon/words/recordWords.js";
import { once } from "../../../once.js";
import { dimensionKey, quantityDimension } from "../../../units/index.js";
import { NEUTRAL } from "./lawWords.js";
import { layWordsFrom, type LayWords } from "./layWords.js";
import { isOfMolecule, type Law, type LawSlot } from "./lexicon.js";
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

/** What the numbers of a question are held against, before its words are. */
export interface Takes {
  /** How many of its quantities, the result among them, are measured in a dimension. */
  readonly dimensions: ReadonlyMap<string, number>;
  /** Dimensions of the numbers that each of its quantities may be given by, the result last. */
  readonly taken: readonly (readonly string[])[];
  /** Inputs without a standard value. */
  readonly required: number;
  /** Of these, how many adjectives or the ideal case may state. */
  readonly otherwise: number;
  /** Inputs whose value a reading to be confirmed may suppose. */
  readonly supposed: number;
  /** Inputs that a named body may bring. */
  readonly brought: number;
  /** It may have a number already, or not depend on it. */
  readonly isFree: boolean;
  readonly idle: Law["idle"];
}

export interface Words {
  readonly law: Law;
  /** Bits of `PLACE` by root. */
  readonly places: ReadonlyMap<string, number>;
  readonly title: ReadonlySet<string>;
  /** Roots of the words by which a quantity is asked for or told, by the name of its slot; the result's among them. */
  readonly spoken: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A law, of which each part is read when it is first looked at: most laws are by no question. */
export class Profile implements Takes, Words {
  readonly #readTakes: () => Takes;
  readonly #readWords: () => Words;
  #takes: Takes | null = null;
  #words: Words | null = null;
  /** Roots of each name of the law. */
  readonly names: () => readonly (readonly string[])[];

  constructor(takes: () => Takes, words: () => Words) {
    this.#readTakes = takes;
    this.#readWords = words;
    this.names = once(() => this.law.phrases.map((stems) => stems.map(rootOf)));
  }

  /** What the build packs. */
  get takes(): Takes {
    return (this.#takes ??= this.#readTakes());
  }

  get words(): Words {
    return (this.#words ??= this.#readWords());
  }

  get dimensions(): Takes["dimensions"] {
    return this.takes.dimensions;
  }

  get taken(): Takes["taken"] {
    return this.takes.taken;
  }

  get required(): number {
    return this.takes.required;
  }

  get otherwise(): number {
    return this.takes.otherwise;
  }

  get supposed(): number {
    return this.takes.supposed;
  }

  get brought(): number {
    return this.takes.brought;
  }

  get isFree(): boolean {
    return this.takes.isFree;
  }

  get idle(): Law["idle"] {
    return this.takes.idle;
  }

  get law(): Law {
    return this.words.law;
  }

  get places(): Words["places"] {
    return this.words.places;
  }

  get title(): Words["title"] {
    return this.words.title;
  }

  get spoken(): Words["spoken"] {
    return this.words.spoken;
  }
}

/** The dimension of what a law gives; undefined for one without a unit. */
export function resultKey({ taken }: Takes): string | undefined {
  return taken.at(-1)![0];
}

/** A law in whose profile a root stands, and the bits of its places, which are fewer than 64. */
export const lawAt = (posting: number): number => posting >>> 6;
export const bitsAt = (posting: number): number => posting & 63;

/** Laws by the roots of their words. */
export interface Postings {
  has(root: string): boolean;
  get(root: string): readonly number[] | undefined;
}

export interface Profiles {
  readonly all: readonly Profile[];
  readonly byLaw: ReadonlyMap<string, Profile>;
  /** Where each stands among them. */
  readonly places: ReadonlyMap<Profile, number>;
  /** Rarity of a root, in sixteenths of a bit. */
  readonly rarity: ReadonlyMap<string, number>;
  readonly postings: Postings;
  /** Places of the laws with a quantity of a dimension. */
  readonly byDimension: ReadonlyMap<string, readonly number[]>;
  /** Places of the laws that do not depend on a number which people say. */
  readonly idle: readonly number[];
  /** Of each law the others with the same kinds, where there are any, by their places. */
  readonly kin: ReadonlyMap<string, readonly number[]>;
  /** Words of scenes, for a reading that is proposed. */
  readonly lay: () => LayWords;
}

/** Other laws of the same kinds. */
export function kinOf({ all, kin }: Profiles, { law }: Profile): readonly Law[] {
  return (kin.get(law.id) ?? []).map((at) => all[at]!.law);
}

/** A law of the same kinds that has a root in one of these places of its words; null for none. */
export function kinSaying(
  { all, kin, postings }: Profiles,
  { law }: Profile,
  root: string,
  places: number,
): Law | null {
  const own = kin.get(law.id);
  if (own === undefined) return null;
  const posting = (postings.get(root) ?? []).find(
    (one) => (bitsAt(one) & places) !== 0 && own.includes(lawAt(one)),
  );
  return posting === undefined ? null : all[lawAt(posting)]!.law;
}

export interface Tables extends Omit<Profiles, "all" | "byLaw" | "lay" | "places" | "postings"> {
  readonly ids: readonly string[];
  readonly postings: ReadonlyMap<string, readonly number[]>;
}

export function tablesFrom(all: readonly Profile[]): Tables {
  const counts = new Map<string, number>();
  const postings = new Map<string, number[]>();
  const byDimension = new Map<string, number[]>();
  const byKinds = new Map<string, number[]>();
  const note = <K>(map: Map<K, number[]>, key: K, value: number): void => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [value]);
    else list.push(value);
  };
  all.forEach((profile, law) => {
    for (const [root, bits] of profile.places) {
      if (bits !== PLACE.description) counts.set(root, (counts.get(root) ?? 0) + 1);
      note(postings, root, law * 64 + bits);
    }
    for (const key of profile.dimensions.keys()) note(byDimension, key, law);
    note(byKinds, kindsOf(profile.law), law);
  });
  const kin = [...byKinds.values()].flatMap((laws) =>
    laws.length === 1
      ? []
      : laws.map((own) => [all[own]!.law.id, laws.filter((other) => other !== own)] as const),
  );
  return {
    ids: all.map(({ law: { id } }) => id),
    rarity: new Map([...counts].map(([root, count]) => [root, rarityOf(all.length, count)])),
    postings,
    byDimension,
    idle: all.flatMap(({ idle }, at) => (idle === null ? [] : [at])),
    kin: new Map(kin),
  };
}

/** Laws of the same kinds give and take alike. */
function kindsOf({ result, slots }: Law): string {
  const kindOf = ({ quantity, unit }: LawSlot): string =>
    unit === null ? quantity : dimensionKey(unit.dimension);
  const inputs = slots.filter(({ isOptional }) => !isOptional).map(kindOf);
  return [...inputs.sort(), "->", kindOf(result)].join(" ");
}

export function profilesFrom(
  all: readonly Profile[],
  { ids, ...tables }: Omit<Tables, "postings"> & { readonly postings: Postings },
): Profiles {
  const byLaw = new Map(ids.map((id, i) => [id, all[i]!]));
  const places = new Map(all.map((one, i) => [one, i]));
  const lay = once(() => layWordsFrom(ids, tables.rarity));
  return { all, byLaw, places, lay, ...tables };
}

export function profileOf(law: Law): Profile {
  return new Profile(
    () => takesOf(law),
    () => wordsOf(law),
  );
}

function wordsOf(law: Law): Words {
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
  return {
    law,
    places,
    title: new Set(title),
    spoken: new Map([...near, [law.result.name, result] as const]),
  };
}

function takesOf(law: Law): Takes {
  const dimensions = new Map<string, number>();
  for (const slot of [...law.slots, law.result])
    for (const key of keysOf(slot)) dimensions.set(key, (dimensions.get(key) ?? 0) + 1);
  return {
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
    supposed: law.supposes.size,
    brought: law.slots.filter(({ property }) => property !== null).length,
    isFree: law.idle !== null || law.entry.record.coefficients !== undefined,
    idle: law.idle,
  };
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
  if (isOfMolecule(slot.property)) keys.push(MOLAR_MASS);
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
