/**
 * How well a reading, a law with its inputs, says what the question says. Integers alone: the same
 * words give the same weight on every node.
 */
import { keepingEach } from "../../once.js";
import { entities } from "./lexicon/entities.js";
import type { Use } from "./filling/fillTypes.js";
import { bitsAt, lawAt, PLACE, type Profile, type Profiles } from "./lexicon/profile.js";
import type { Reading } from "./filling/readings.js";
import { rootOf } from "./lexicon/roots.js";
import { WEIGHTS, type Feature } from "./weights.js";
import { QUANTITY_WORDS, type Said } from "./questionRoots.js";
import { askedFor, isInUnit } from "./askedKind.js";

const BODY_ROOTS: ReadonlySet<string> = new Set(entities.flatMap(({ stems }) => stems.map(rootOf)));

/** Counts are in tenths, so that one unit of each feature is alike. */
const ONE = 10;
const ASKED_MAX = 3;
const NEAR_MAX = 20;
const CLEAR_NAME = 300;

type Features = Readonly<Record<Feature, number>>;

export function weightOf(profiles: Profiles, reading: Reading, said: Said): number {
  const { filled, profile } = reading;
  const isFilled = "uses" in filled;
  const uses = isFilled ? filled.uses : [];
  const { byDimension, nearNone, nearest } = numbersOf(uses, said, profile);
  return (
    saidWeightOf(profiles, reading, said) +
    WEIGHTS.nearest * nearest +
    WEIGHTS.byDimension * byDimension +
    WEIGHTS.nearNone * nearNone +
    weightOfUses(uses) +
    (isFilled ? WEIGHTS.missing * ONE * Math.min(3, filled.missing.length) : WEIGHTS.unfit * ONE)
  );
}

/** What no number changes: the words, and what is asked for. */
function saidWeightOf(
  profiles: Profiles,
  reading: Pick<Reading, "profile" | "target">,
  said: Said,
): number {
  const { profile, target } = reading;
  const words = said.ofLaws.get(profile) ?? weightOfWords(profiles, profile, said);
  const { asked, askedNone, askedOther, unit, unitOther } = askedOf(profile, reading, said);
  return (
    words +
    WEIGHTS.asked * asked +
    WEIGHTS.askedOther * askedOther +
    WEIGHTS.askedNone * askedNone +
    WEIGHTS.unit * unit +
    WEIGHTS.unitOther * unitOther +
    (target.isResult ? WEIGHTS.isResult * ONE : 0)
  );
}

/** What a reading weighs at most, whatever numbers its inputs take: none speaks against it. */
export function weightAtMost(
  profiles: Profiles,
  reading: Pick<Reading, "profile" | "target">,
  said: Said,
): number {
  const { brought, taken } = reading.profile;
  const { named } = said.question;
  // A body may give any input, and each number may stand by none of the words of its own.
  const bodies = named.length > 0 || brought > 0 ? taken.length : 0;
  return (
    saidWeightOf(profiles, reading, said) +
    WEIGHTS.nearest * NEAR_MAX +
    ONE * (WEIGHTS.bodies * bodies + WEIGHTS.nearNone * taken.length)
  );
}

function weightOfUses(uses: readonly Use[]): number {
  let sum = 0;
  for (const use of uses) {
    if (isAssumed(use)) sum += WEIGHTS.assumed * ONE;
    if (use.uncertainty !== null) sum += WEIGHTS.bodies * ONE;
  }
  return sum;
}

/** What the words say of a law, whatever it is asked for. */
function weightOfWords(profiles: Profiles, profile: Profile, said: Said): number {
  const own = wordsOf(profiles, profile, said);
  const sum =
    WEIGHTS.title * own.title +
    WEIGHTS.titleMissing * own.titleMissing +
    WEIGHTS.titleShare * own.titleShare +
    WEIGHTS.phrase * own.phrase +
    WEIGHTS.result * own.result +
    WEIGHTS.input * own.input +
    WEIGHTS.alias * own.alias +
    WEIGHTS.case * own.case +
    WEIGHTS.left * own.left +
    (profile.law.isFamous ? WEIGHTS.famous * ONE : 0);
  said.ofLaws.set(profile, sum);
  return sum;
}

export function featuresOf(profiles: Profiles, reading: Reading, said: Said): Features {
  const { filled, profile, target } = reading;
  const isFilled = "uses" in filled;
  const uses = isFilled ? filled.uses : [];
  return {
    ...wordsOf(profiles, profile, said),
    ...askedOf(profile, reading, said),
    ...numbersOf(uses, said, profile),
    assumed: ONE * uses.filter(isAssumed).length,
    bodies: ONE * uses.filter(({ uncertainty }) => uncertainty !== null).length,
    isResult: target.isResult ? ONE : 0,
    famous: profile.law.isFamous ? ONE : 0,
    missing: ONE * Math.min(3, isFilled ? filled.missing.length : 0),
    unfit: isFilled ? 0 : ONE,
  };
}

/** The part of them that no number changes: of a law that is asked for one of its quantities. */
export type SaidFeatures = WordFeatures &
  Pick<
    Features,
    "asked" | "askedOther" | "askedNone" | "unit" | "unitOther" | "isResult" | "famous"
  >;

export function saidFeaturesOf(
  profiles: Profiles,
  reading: Pick<Reading, "profile" | "target">,
  said: Said,
): SaidFeatures {
  const { profile, target } = reading;
  return {
    ...wordsOf(profiles, profile, said),
    ...askedOf(profile, reading, said),
    isResult: target.isResult ? ONE : 0,
    famous: profile.law.isFamous ? ONE : 0,
  };
}

/** The part that the numbers of the law are. */
export function numberFeaturesOf(
  uses: readonly Use[],
  said: Said,
  profile: Profile,
): Pick<Features, "assumed" | "bodies" | "byDimension" | "nearNone" | "nearest"> {
  const { byDimension, nearNone, nearest } = numbersOf(uses, said, profile);
  let [assumed, bodies] = [0, 0];
  for (const use of uses) {
    if (isAssumed(use)) assumed += ONE;
    if (use.uncertainty !== null) bodies += ONE;
  }
  return { assumed, bodies, byDimension, nearNone, nearest };
}

function isAssumed({ rule, said }: Use): boolean {
  return said === "assumed" || rule.endsWith(", assumed");
}

type WordFeatures = Pick<
  Features,
  | "title"
  | "titleMissing"
  | "titleShare"
  | "phrase"
  | "result"
  | "input"
  | "alias"
  | "case"
  | "left"
>;

/** Places of a word that are told apart, the strongest first. */
const RANKED = ["title", "result", "input", "alias", "case"] as const;

/** What the words of a question weigh of all laws, by the postings of their roots. */
interface Sums {
  /** The question that it was counted for last. */
  roots: ReadonlySet<string> | null;
  /** Of each law by the strongest place of each word. */
  readonly byPlace: Int32Array;
  /** Of each law by the words that it has anywhere. */
  readonly had: Int32Array;
  whole: number;
}

const sumsOf = keepingEach(({ all }: Profiles): Sums => ({
  roots: null,
  byPlace: new Int32Array(RANKED.length * all.length),
  had: new Int32Array(all.length),
  whole: 0,
}));

function countedSums(profiles: Profiles, roots: ReadonlySet<string>): Sums {
  const sums = sumsOf(profiles);
  if (sums.roots === roots) return sums;
  const { byPlace, had } = sums;
  sums.roots = null;
  byPlace.fill(0);
  had.fill(0);
  sums.whole = 0;
  for (const root of roots) {
    const rare = profiles.rarity.get(root) ?? 0;
    if (rare === 0) continue;
    sums.whole += rare;
    for (const posting of profiles.postings.get(root) ?? []) {
      const [law, place] = [lawAt(posting), placeAt(bitsAt(posting))];
      had[law]! += rare;
      if (place >= 0) byPlace[RANKED.length * law + place]! += rare;
    }
  }
  sums.roots = roots;
  return sums;
}

const titleWeight = keepingEach(({ rarity }: Profiles) =>
  keepingEach(({ title }: Profile): number => {
    let sum = 0;
    for (const root of title) sum += rarity.get(root) ?? 0;
    return sum;
  }),
);

/** The strongest place of each word that the law has. */
function wordsOf(profiles: Profiles, profile: Profile, said: Said): WordFeatures {
  const { roots } = said;
  const { byPlace, had, whole } = countedSums(profiles, roots);
  const law = profiles.places.get(profile)!;
  const at = (place: number): number => byPlace[RANKED.length * law + place]!;
  const [title, result, input, alias, cased] = [at(0), at(1), at(2), at(3), at(4)];
  const titleMissing = titleWeight(profiles)(profile) - title;
  const phrase = longestName((root) => profiles.rarity.get(root) ?? 0, profile.names(), roots);
  const all = title + titleMissing;
  const titleShare = all === 0 ? 0 : Math.floor((100 * title) / all);
  const lay = layFeatures(profiles, profile, said);
  const left = whole - had[law]! - lay.had;
  const ofCases = cased + lay.case;
  return { title, result, input, alias, case: ofCases, titleMissing, titleShare, phrase, left };
}

/** How much of the name of a law is said, in hundredths of what its words weigh. */
export function saidShareOf(
  profiles: Profiles,
  profile: Profile,
  roots: ReadonlySet<string>,
): number {
  const whole = titleWeight(profiles)(profile);
  let said = 0;
  for (const root of profile.title) if (roots.has(root)) said += profiles.rarity.get(root) ?? 0;
  return whole === 0 ? 0 : Math.floor((100 * said) / whole);
}

/** What words of scenes add, where a law may be supposed. */
function layFeatures(
  profiles: Profiles,
  profile: Profile,
  { question, roots }: Said,
): { readonly case: number; readonly had: number } {
  const sums = { case: 0, had: 0 };
  if (!question.maySuppose) return sums;
  const lay = profiles.lay();
  for (const root of roots) {
    const rare = lay.rarityIn(profile.law.id, root);
    if (rare === 0) continue;
    const bits = profile.places.get(root) ?? 0;
    if (placeAt(bits) < 0) sums.case += rare;
    if (bits === 0) sums.had += profiles.rarity.get(root) ?? 0;
  }
  return sums;
}

function longestName(
  rare: (root: string) => number,
  names: readonly (readonly string[])[],
  roots: ReadonlySet<string>,
): number {
  let longest = 0;
  for (const own of names) {
    if (!own.every((root) => roots.has(root))) continue;
    longest = Math.max(
      longest,
      own.reduce((sum, root) => sum + rare(root), 0),
    );
  }
  return longest;
}

/** Rarity of the longest name of a law that is said in full. */
export function phraseOf(
  { rarity }: Profiles,
  { profile: { names } }: Reading,
  { roots }: Said,
): number {
  return longestName((root) => rarity.get(root) ?? 0, names(), roots);
}

/** The strongest place of a word, by its rank; -1 for a description alone. */
function placeAt(bits: number): number {
  if ((bits & PLACE.title) !== 0) return 0;
  if ((bits & PLACE.result) !== 0) return 1;
  if ((bits & PLACE.input) !== 0) return 2;
  if ((bits & PLACE.alias) !== 0) return 3;
  return (bits & PLACE.case) === 0 ? -1 : 4;
}

function askedOf(
  profile: Profile,
  reading: Pick<Reading, "target">,
  said: Said,
): Pick<Features, "asked" | "askedOther" | "askedNone" | "unit" | "unitOther"> {
  const { hits, others } = askedFor(profile, reading, said);
  const isUnit = isInUnit(reading, said);
  return {
    asked: ONE * Math.min(ASKED_MAX, hits.length),
    askedOther: ONE * Math.min(ASKED_MAX, others.length),
    askedNone: said.asked.length > 0 && hits.length === 0 ? ONE : 0,
    unit: isUnit === true ? ONE : 0,
    unitOther: isUnit === false ? ONE : 0,
  };
}

/** How well the words around each number say its input. */
function numbersOf(
  uses: readonly Use[],
  { around, question: { given } }: Said,
  { spoken }: Profile,
): Pick<Features, "nearest" | "byDimension" | "nearNone"> {
  const numbers = uses.filter(({ score }) => score !== undefined);
  let [nearest, nearNone] = [NEAR_MAX, 0];
  for (const { at, score, slot } of numbers) {
    nearest = Math.min(nearest, score!);
    const own = spoken.get(slot.name);
    const number = given.find(({ span }) => span.at === at);
    if (own === undefined || number === undefined) continue;
    if (!around(number).some((root) => own.has(root))) nearNone += 1;
  }
  return {
    nearest,
    byDimension: ONE * numbers.filter(({ rule }) => rule === "dimension").length,
    nearNone: ONE * nearNone,
  };
}

/** What of the question's words is the law's beyond the quantity asked for, and how many words there are. */
export function supportOf(
  profiles: Profiles,
  profile: Profile,
  said: Said,
): { readonly support: number; readonly words: number } {
  const { rarity } = profiles;
  const { places } = profile;
  const lay = said.question.maySuppose ? profiles.lay() : null;
  const asked = new Set(said.asked);
  let support = 0;
  for (const root of said.words) {
    const bits = places.get(root) ?? 0;
    if (BODY_ROOTS.has(root)) continue;
    const isOwn = (bits & (PLACE.title | PLACE.alias | PLACE.case)) !== 0;
    if (isOwn && (!asked.has(root) || !QUANTITY_WORDS.has(root))) support += rarity.get(root) ?? 0;
    if (!isOwn) support += lay?.rarityIn(profile.law.id, root) ?? 0;
  }
  return { support, words: said.words.size };
}

/** Numbers that their own symbol names say more than any word. */
export function isBySymbols(uses: readonly Use[]): boolean {
  return uses.length > 0 && uses.every(({ score = 0 }) => score >= CLEAR_NAME);
}
