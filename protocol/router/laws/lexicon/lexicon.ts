/** What each law is called, what it needs, and the words that belong to it. */
import type { OperatorEntry } from "../../../operators/entry.js";
import type { Registry } from "../../../operators/registry.js";
import { parseUnit } from "../../../units/index.js";
import type { Slot } from "../../../units/quantity/index.js";
import { wordsOfRecord } from "../../../lexicon/words/recordWords.js";
import { rootOf } from "./roots.js";
import {
  CHANGES,
  LAW_WORDS,
  NEUTRAL,
  STATES,
  idealOf,
  lawStem,
  lawStems,
  wordsOfQuantity,
  wordsOfRole,
} from "./lawWords.js";

/** A quantity of a law: an input, or its result. */
export interface LawSlot extends Slot {
  readonly quantity: string;
  /** What people call it. */
  readonly about: string;
  readonly spellings: readonly string[];
  /** Stems of its own names. */
  readonly words: ReadonlySet<string>;
  /** Roots of the words of its name. */
  readonly roots: ReadonlySet<string>;
  /** Stems of values that it is made from: of a wavelength where it is a frequency. */
  readonly made: ReadonlySet<string>;
  /** A temperature that plasma physics gives as an energy. */
  readonly isThermalEnergy: boolean;
  readonly isResult: boolean;
  /** It has a standard value that the kernel declares where none is given. */
  readonly isOptional: boolean;
  /** Property of a body that it may be: `mass`, `gm`. */
  readonly property: string | null;
  /** `light`: a frequency from a wavelength. */
  readonly conversion: string | null;
}

export interface Law {
  readonly id: string;
  readonly entry: OperatorEntry;
  /** Stems of each name that identifies it. */
  readonly phrases: readonly (readonly string[])[];
  readonly slots: readonly LawSlot[];
  readonly result: LawSlot;
  /** Every word that may stand in a question about it. */
  readonly vocabulary: ReadonlySet<string>;
  /** Words of its names. */
  readonly title: ReadonlySet<string>;
  /** Words of its other names, without those that change a value. */
  readonly alias: ReadonlySet<string>;
  /** Words of its names, its inputs and its result. */
  readonly own: ReadonlySet<string>;
  /** It has other names beside that of its record. */
  readonly isFamous: boolean;
  readonly adjectives: readonly Adjective[];
  /** Values of the ideal case, by input, where the question says nothing else. */
  readonly assumes: ReadonlyMap<string, number>;
  /** Values that a reading to be confirmed may suppose, by input. */
  readonly supposes: ReadonlyMap<string, number>;
  /** Lower and higher of two alike. */
  readonly between: readonly [string, string] | null;
  readonly twins: readonly (readonly [string, string])[];
  /** One of these stems must be said: without them another law may be meant as well. */
  readonly needs: readonly string[];
  /** What people say though it changes nothing: the mass of what falls. */
  readonly idle: "mass" | "phase temperature" | null;
}

/** Words that state an input. */
export interface Adjective {
  readonly stems: readonly string[];
  readonly values: readonly (readonly [string, number])[];
}

export interface Lexicon {
  readonly laws: readonly Law[];
  readonly byId: ReadonlyMap<string, Law>;
}

const COMPUTED: ReadonlySet<string> = new Set(["closed-form", "implicit", "integral", "ode"]);

export function lexiconFrom(registry: Registry): Lexicon {
  const laws = registry.entries
    .filter(({ record }) => record.result !== null && COMPUTED.has(record.kind))
    .filter(({ record }) => Object.keys(record.symbols).length > 0)
    .map(lawOf);
  return lexiconOfLaws(laws);
}

export function lexiconOfLaws(laws: readonly Law[]): Lexicon {
  return { laws, byId: new Map(laws.map((law) => [law.id, law])) };
}

export function lawOf(entry: OperatorEntry): Law {
  const { record } = entry;
  const own = wordsOfRecord(record.id);
  const result = record.result!;
  const titles = [record.name.replace(/\(.*?\)/g, ""), ...record.name.split(":")];
  const { also = [], bodies = {}, from = {}, names = [], states = {} } = own;
  const phrases = unique([
    ...titles
      .filter((name, i) => !isWorn(name) && !(i > 1 && isQuantity(name)))
      .map((name) => identifying(name)),
    ...names.map((name) => identifying(name)),
    ...also.map((name) => identifying(name)).filter((stems) => stems.length > 1),
  ]);
  const alias = new Set(also.flatMap(contentStems).filter((stem) => !CHANGES.has(stem)));
  const title = new Set([...contentStems(record.name), ...names.flatMap(contentStems)]);
  const resultWords = new Set([
    ...lawStems(result.quantity),
    ...wordsOfQuantity(result.quantity),
    ...(resultNameOf(record.name) ?? []),
    ...lawStems(own.result ?? ""),
    ...wordsOfRole(lawStems(tailOf(record.name))),
    ...(isLater(record) ? wordsOfRole(FINAL) : []),
  ]);
  const resultSlot: LawSlot = {
    name: result.symbol,
    about: result.quantity.replaceAll("_", " "),
    quantity: result.quantity,
    unit: unitOf(result.unit),
    isDifference: isDifference(result.quantity, ""),
    spellings: [result.symbol],
    words: resultWords,
    roots: new Set(),
    made: new Set(),
    isThermalEnergy: false,
    isResult: true,
    isOptional: false,
    property: null,
    conversion: null,
  };
  const slots = Object.entries(record.symbols).map(([name, symbol]): LawSlot => ({
    name,
    about: symbol.name,
    quantity: symbol.quantity,
    unit: unitOf(symbol.unit),
    isDifference: isDifference(symbol.quantity, symbol.name),
    spellings: [name, ...symbol.aliases],
    words: new Set(
      [
        ...contentStems(symbol.name),
        ...symbol.aliases.flatMap(contentStems),
        ...wordsOfQuantity(symbol.quantity),
        ...wordsOfRole(lawStems(symbol.name)),
      ].filter((stem) => stem.length > 1 || /\d/.test(stem)),
    ),
    roots: new Set(lawStems(symbol.name).map(rootOf)),
    made: new Set([
      ...(CONVERTED.get(from[name] ?? symbol.quantity) ?? []),
      ...(symbol.name.includes("pole pair") ? lawStems("pole") : []),
      ...(record.domain === "plasma" && symbol.quantity === "temperature" ? ["temperature"] : []),
    ]),
    isThermalEnergy: record.domain === "plasma" && symbol.quantity === "temperature",
    isResult: false,
    isOptional: record.assumed?.[name] !== undefined,
    property: bodies[name] ?? propertyOf(record.symbols, name),
    conversion: from[name] ?? null,
  }));
  const vocabulary = new Set([
    ...title,
    ...names.flatMap(lawStems),
    ...alias,
    ...lawStems(record.description),
    ...lawStems(record.validity ?? ""),
    ...resultWords,
    ...slots.flatMap(({ made, words }) => [...words, ...made]),
    ...Object.keys(states).flatMap(lawStems),
  ]);
  return {
    id: record.id,
    entry,
    phrases,
    slots,
    result: resultSlot,
    vocabulary,
    title,
    alias,
    own: new Set([
      ...title,
      ...resultWords,
      ...slots.flatMap(({ made, words }) => [...words, ...made]),
    ]),
    isFamous: names.length > 0,
    adjectives: [
      ...adjectivesOf(slots),
      ...statesOf(slots),
      ...Object.entries(states).map(([phrase, values]) => ({
        stems: lawStems(phrase),
        values: Object.entries(values),
      })),
    ],
    assumes: new Map([
      ...slots.flatMap(({ name, quantity }) => (MEDIA.has(quantity) ? [[name, 1] as const] : [])),
      ...Object.entries(own.ideal ?? {}),
    ]),
    supposes: new Map(
      slots.flatMap(({ about, name, quantity }) => {
        const value = idealOf(quantity, about);
        return value === null ? [] : [[name, value] as const];
      }),
    ),
    between: own.between ?? null,
    twins: record.symmetric ?? [],
    idle: own.idle ?? null,
    needs: [...(own.needs ?? []), ...wiringOf(record.name)].flatMap(lawStems),
  };
}

const FINAL = lawStems("final");
const BEGINNING = /\b(?:initial|start|first|proper|zero|surface)\b/;

/** What the law gives is what became of an input: nuclei that are left of those at the start. */
function isLater({ result, symbols }: OperatorEntry["record"]): boolean {
  return Object.values(symbols).some(
    ({ name, quantity }) => quantity === result?.quantity && BEGINNING.test(name),
  );
}

/** Of parts in series or in parallel: the two laws differ by that word alone. */
function wiringOf(name: string): readonly string[] {
  const said = /\bin (series|parallel)\b/.exec(name)?.[1];
  if (said === undefined) return [];
  return said === "series" ? ["series", "row", "chain", "successive"] : ["parallel", "side"];
}

/** `at rest`, `from rest`: the initial speed is nought. */
function adjectivesOf(slots: readonly LawSlot[]): readonly Adjective[] {
  const starts = slots.filter(
    ({ about, quantity }) => /speed|velocity/.test(quantity) && /initial|start/.test(about),
  );
  const [only, another] = starts;
  if (only === undefined || another !== undefined) return [];
  return [["rest"]].map((stems) => ({ stems, values: [[only.name, 0] as const] }));
}

/** `perfect mirror`, `unit gain`: the only input that is called so has the value of the phrase. */
function statesOf(slots: readonly LawSlot[]): readonly Adjective[] {
  return STATES.flatMap(([phrase, values]) => {
    const own = Object.entries(values).flatMap(([about, value]) => {
      const [slot, another] = slots.filter((one) => one.about === about);
      return slot === undefined || another !== undefined ? [] : [[slot.name, value] as const];
    });
    return own.length === 0 ? [] : [{ stems: lawStems(phrase), values: own }];
  });
}

function isDifference(quantity: string, name: string): boolean {
  return (
    /difference|change/.test(quantity) ||
    /\b(?:difference|rise|change)\b|^(?:decrease|increase)\b/.test(name)
  );
}

/** Records share a few hundred units, and reading one is dear. */
const unitsRead = new Map<string, LawSlot["unit"]>();

export function unitOf(text: string): LawSlot["unit"] {
  const before = unitsRead.get(text);
  if (before !== undefined) return before;
  const unit = parseUnit(text);
  const read = unit.ok ? unit : null;
  unitsRead.set(text, read);
  return read;
}

/** The units of laws that were read, and the text of each. */
export function textsOfUnits(): ReadonlyMap<object, string> {
  return new Map([...unitsRead].flatMap(([text, unit]) => (unit === null ? [] : [[unit, text]])));
}

/** The only mass, or the only charge, of a law is that of the particle or body that is named. */
function propertyOf(symbols: OperatorEntry["record"]["symbols"], name: string): string | null {
  const { name: about, quantity } = symbols[name]!;
  const property = /\bmolecule\b/.test(about) ? MOLECULES.get(quantity) : PROPERTIES.get(quantity);
  if (property === undefined) return null;
  const alike = Object.values(symbols).filter((one) => one.quantity === quantity);
  return alike.length === 1 || property === "refractive_index" ? property : null;
}

/** A mass that a molar mass may give. */
export function isOfMolecule(property: string | null): boolean {
  return property === "mass" || property === "molecule_mass";
}

/** Properties of a medium that are one where no medium is named. */
export const MEDIA: ReadonlySet<string> = new Set([
  "relative_permittivity",
  "relative_permeability",
]);

/** Which one, of melting or of boiling, is said by the question. */
export const LATENT_HEAT = "latent_heat";

/** A molecule is no body: the mass of nitrogen is none of its molecule. */
const MOLECULES: ReadonlyMap<string, string> = new Map([["mass", "molecule_mass"]]);

const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ["mass", "mass"],
  ["rest_mass", "mass"],
  ["charge", "charge"],
  ["electric_charge", "charge"],
  ["gravitational_acceleration", "gravity"],
  ["free_fall_acceleration", "gravity"],
  ["standard_gravitational_parameter", "gm"],
  ["density", "density"],
  ["mass_density", "density"],
  ["specific_heat", "specific_heat"],
  ["specific_heat_capacity", "specific_heat"],
  ["refractive_index", "refractive_index"],
  ["resistivity", "resistivity"],
  ["molar_mass", "molar_mass"],
  ["half_life", "half_life"],
  ["latent_heat", LATENT_HEAT],
]);

/** Words of what an input is made from. */
const CONVERTED: ReadonlyMap<string, readonly string[]> = new Map([
  ["light", lawStems("wavelength light")],
  ["momentum", lawStems("mass speed moving moves travelling flying")],
  ["standard_gravitational_parameter", lawStems("mass")],
  ["radius", ["diameter"]],
  ["diameter", ["radius"]],
]);

function tailOf(name: string): string {
  return name.includes(":") ? name.slice(name.indexOf(":") + 1) : name;
}

/** `Projectile: range on level ground` is about a range. */
function resultNameOf(name: string): readonly string[] | null {
  const head = tailOf(name).split(
    /\b(?:and|of|for|on|in|from|at|to|after|under|with|against|through|by)\b/,
  )[0];
  return head === undefined ? null : contentStems(head);
}

function contentStems(phrase: string): readonly string[] {
  return lawStems(phrase).filter(
    (stem) => !NEUTRAL.has(stem) || LAW_WORDS.has(stem) || CHANGES.has(stem),
  );
}

/** `energy levels` of a longer name: one word that says something is too few to name it. */
function isWorn(name: string): boolean {
  const stems = lawStems(name);
  const said = stems.filter((stem) => !NEUTRAL.has(stem));
  return said.length === 0 || (said.length === 1 && stems.some((stem) => WEAK.has(stem)));
}

const PLAIN_QUANTITIES: ReadonlySet<string> = new Set(
  lawStems(
    "speed velocity time force energy power temperature pressure radius length mass voltage",
  ),
);

/** `Circular orbit: speed`: the quantity alone names no law. */
function isQuantity(name: string): boolean {
  const [stem, another] = lawStems(name).filter((one) => !NEUTRAL.has(one));
  return stem !== undefined && another === undefined && PLAIN_QUANTITIES.has(stem);
}

const WEAK: ReadonlySet<string> = new Set(lawStems("levels level body moving"));

/** Stems that must all stand in a question for a name to be said; `law` and `equation` may lack. */
function identifying(name: string): readonly string[] {
  const stems = lawStems(name).filter((stem) => !NEUTRAL.has(stem));
  const without = stems.filter((stem) => !LAW_WORDS.has(stem));
  return without.length > 0 && !/number$/i.test(name.trim()) ? without : stems;
}

function unique(phrases: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(phrases.map((one) => [one.join(" "), one])).values()];
}

/** A word as the lexicon has it. */
export { lawStem };
