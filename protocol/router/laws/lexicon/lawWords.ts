/** Words of laws: stems that mean the same are one, and those that say nothing are known as such. */
import everyday from "./everyday.json" with { type: "json" };
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
export const THINGS: ReadonlySet<string> = setOf(data.things);
/** Words that change what is asked; only a law that is called by them takes them. */
export const CHANGES: ReadonlySet<string> = setOf(data.changes);
/** Everyday words: they name no law and change no value, wherever they stand. */
export const PLAIN: ReadonlySet<string> = setOf([...plain.verbs, ...plain.nouns, ...plain.others]);
/** Of these, the things. */
export const PLAIN_NOUNS: ReadonlySet<string> = setOf(plain.nouns);
/** Words that ask for a judgement and no number. */
export const OPINIONS: ReadonlySet<string> = setOf(plain.opinions);
/** Words that say what kind of statement a name is. */
export const LAW_WORDS: ReadonlySet<string> = setOf(data.laws);
/** `how fast` asks for a speed. */
export const HOW: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(data.how).map(([word, phrases]) => [word, phrases.map(lawStem)]),
);
/** Words for a quantity beside its own name, by the name that records have for it. */
export function wordsOfQuantity(quantity: string): readonly string[] {
  const found: unknown = Reflect.get(data.quantities, quantity);
  const more = typeof found === "string" ? lawStems(found) : [];
  return [...lawStems(quantity), ...more];
}

/** Roots are cut from these: words that name a kind of quantity. */
export const QUANTITY_STEMS: ReadonlySet<string> = new Set([
  ...Object.keys(data.quantities).flatMap(lawStems),
  ...lawStems(data.quantity_nouns),
]);

/** Ordinary words of any story. Each is known, and none says anything of a law. */
export const EVERYDAY: ReadonlySet<string> = setOf(everyday.words);
/** Words for a condition under which other laws hold. */
export const CONDITIONS: ReadonlySet<string> = setOf(data.conditions);
