/** Words of laws: stems that mean the same are one, and those that say nothing are known as such. */
import kinds from "../../../lexicon/words/kinds.json" with { type: "json" };
import things from "../../../lexicon/words/things.json" with { type: "json" };
import plain from "./plain.json" with { type: "json" };
import data from "./words.json" with { type: "json" };
import { stemOf } from "../../text.js";

const canonical: ReadonlyMap<string, string> = new Map(
  data.same.flatMap((group) => {
    const [first, ...others] = group.split(" ").map(stemOf);
    return others.map((other) => [other, first!] as const);
  }),
);

/** Stems of words that stood before: those of records are a few thousand. */
const stems = new Map<string, string>();
const STEMS_MAX = 16_384;

/** The stem of a word, or the first of the words that mean the same. */
export function lawStem(word: string): string {
  const before = stems.get(word);
  if (before !== undefined) return before;
  const stem = stemOf(word.toLowerCase());
  const law = canonical.get(stem) ?? stem;
  if (stems.size < STEMS_MAX) stems.set(word, law);
  return law;
}

const IS_ASCII = /^[ -~]*$/;

/** Letters and digits without accents; underscores part words, and `'s` and `'t` are none. */
export function plainWords(phrase: string): readonly string[] {
  // Most phrases need no tables of Unicode.
  const words = IS_ASCII.test(phrase)
    ? phrase.split(/[^A-Za-z0-9]+/)
    : phrase
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "")
        .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== "" && word !== "s" && word !== "t");
}

/** Stems of a phrase. */
export function lawStems(phrase: string): readonly string[] {
  return plainWords(phrase).map(lawStem);
}

const setOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.split(" ").map(lawStem)));

/** Words of every sentence: they name no law, and none needs them. */
export const NEUTRAL: ReadonlySet<string> = setOf(data.neutral);
/** Things that have inputs: a car, a ball. They may stand behind a number with its unit. */
export const THINGS: ReadonlySet<string> = setOf(things.inputs);
/** Words that change what is asked; only a law that is called by them takes them. */
export const CHANGES: ReadonlySet<string> = setOf(data.changes);
/** Everyday words: they name no law and change no value, wherever they stand. */
export const PLAIN: ReadonlySet<string> = setOf([
  ...plain.verbs,
  ...things.carriers,
  ...plain.qualities,
  ...plain.others,
]);
/** Forms of everyday verbs. */
export const VERBS: ReadonlySet<string> = new Set(
  plain.verbs.flatMap((text: string) => text.split(" ")),
);
/** Of these, the things. */
export const PLAIN_NOUNS: ReadonlySet<string> = setOf(things.carriers);
/** Words that ask for a judgement and no number. */
export const OPINIONS: ReadonlySet<string> = setOf(plain.opinions);
/** Words that say what kind of statement a name is. */
export const LAW_WORDS: ReadonlySet<string> = setOf(data.laws);
/** `how fast` asks for a speed. */
export const HOW: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(kinds.how).map(([word, asked]) => [word, lawStems(asked)]),
);
/** Words for a quantity beside its own name, by the name that records have for it. */
export function wordsOfQuantity(quantity: string): readonly string[] {
  const found: unknown = Reflect.get(kinds.kinds, quantity);
  const more = typeof found === "string" ? lawStems(found) : [];
  return [...lawStems(quantity), ...more];
}

const ideals: readonly (readonly [string, number])[] = Object.entries(kinds.ideal);

/** The value of the ideal case of a kind, by its name or by what people call the input; null for none. */
export function idealOf(quantity: string, about: string): number | null {
  const name = quantity.replaceAll("_", " ");
  return ideals.find(([said]) => name === said || about.includes(said))?.[1] ?? null;
}

/** Phrases that state an input of a kind, and its value, by what people call the input. */
export const STATES: readonly (readonly [string, Readonly<Record<string, number>>])[] =
  Object.entries(kinds.states);

/** Words that people use for a part that an input plays, by the word that its name has for it. */
const roles: readonly { readonly role: readonly string[]; readonly words: readonly string[] }[] =
  Object.entries(kinds.roles).map(([role, words]) => ({
    role: lawStems(role),
    words: lawStems(words),
  }));

/**
 * Other words for the part that a name of an input says first: that of the observer in `speed of the
 * observer towards the source`. A longer role goes before one that stands as early.
 */
export function wordsOfRole(stems: readonly string[]): readonly string[] {
  const said = roles
    .filter(({ role }) => role.every((stem) => stems.includes(stem)))
    .map(({ role, words }) => ({ role, words, at: stems.indexOf(role[0]!) }))
    .sort((a, b) => a.at - b.at || b.role.length - a.role.length);
  return said[0]?.words ?? [];
}

/** Roots are cut from these: words that name a kind of quantity. */
export const QUANTITY_STEMS: ReadonlySet<string> = new Set([
  ...Object.keys(kinds.kinds).flatMap(lawStems),
  ...lawStems(kinds.nouns),
]);

/** Bodies that carry a quantity, behind an article or a number, and say nothing of it. */
export const BODIES: ReadonlySet<string> = setOf(Object.values(things.bodies));
/** Shapes of bodies: round ones are alike from outside, and no extended one is a point. */
export const ROUND: ReadonlySet<string> = setOf([things.shapes.round]);
export const SHAPES: ReadonlySet<string> = setOf([things.shapes.round, things.shapes.others]);
export const EXTENDED: ReadonlySet<string> = setOf([things.shapes.extended]);
export const ANIMALS: ReadonlySet<string> = setOf([
  things.bodies.animals,
  "cheetah horse dog cat bird whale elephant",
]);
/** Words for a condition under which other laws hold. */
export const CONDITIONS: ReadonlySet<string> = setOf(data.conditions);
