/** The law that a question in words asks for, filled; or what to ask back. */
import { once } from "../../once.js";
import type { Registry } from "../../operators/registry.js";
import { dimensionKey, dimensionsEqual, quantityDimension } from "../../units/index.js";
import type { Quantity } from "../../units/quantity/index.js";
import type { Filled } from "./filling/fillTypes.js";
import { Kept } from "./filling/kept.js";
import { lawIndexOf } from "./lexicon/lawIndex.js";
import type { Law } from "./lexicon/lexicon.js";
import type { Matched } from "./matched.js";
import { PLACE, bitsAt, lawAt, resultKey, type Profiles } from "./lexicon/profile.js";
import type { Question } from "./reading/reading.js";
import { isWhole, nearReadings, readingsOf, type Near, type Reading } from "./filling/readings.js";
import { rootOf } from "./lexicon/roots.js";
import { homonymOf, isMeant, isMismatched } from "./said.js";
import { isSame, settledBy } from "./settle.js";
import { stopIn } from "./stops/stops.js";
import { isBySymbols, phraseOf, supportOf, weightAtMost, weightOf } from "./weigh.js";
import { askedFor, isInUnit } from "./askedKind.js";
import { saidBy, type Said } from "./questionRoots.js";
import { outsideByValue } from "./stops/validity.js";
import { isOther } from "./which.js";
import type { Licence } from "./licence/licence.js";
import { licenceFor } from "./licensed.js";
import { contraryIn, type Open } from "./licence/open.js";

export type Match =
  | {
      readonly kind: "answer";
      readonly match: Matched;
      readonly question: Question;
      readonly licence: Licence;
    }
  | { readonly kind: "missing"; readonly match: Matched; readonly question: Question }
  | { readonly kind: "open"; readonly matches: readonly Matched[]; readonly question: Question }
  | {
      readonly kind: "unread";
      readonly law: Law;
      readonly at: readonly [number, number];
      readonly message: string;
      readonly reason: string;
      readonly question: Question;
    }
  | { readonly kind: "none"; readonly nearest: readonly Law[]; readonly question: Question };

/** In thousandths of a unit of log odds: another value that is so near is asked about. */
const VALUE_LEAD = 1_000;
/** The same for a law that lacks something. */
const LACK_LEAD = 300;
/** A law that is named in more words, and lacks an input, is asked about up to here. */
const NAME_LEAD = 6_000;
const UNFIT_LEAD = 600;
/** The same, where the other law has all words that were said of the first one's name. */
const LIKE_LEAD = 2_500;
/** A law that is measured in the unit asked for is meant before one that is not. */
const UNIT_LEAD = 4_000;
/** The same law, asked for another of its quantities. */
const TURNED_LEAD = 2_500;
const NEAREST_SHOWN = 5;
/** Sixteenths of a bit that words beside the quantity asked for must say of a law without its name. */
const SUPPORT_MIN = 48;
/** A law without its name must be said at least so well. */
const WEIGHT_MIN = -300;
/** A question of so few words says less by chance. */
const SPARSE_WORDS = 2;
const SPARSE_SUPPORT_MIN = 64;
/** Place of the ampere among the base units. */
const CURRENT = 3;
/** Readings whose values are computed to see whether they differ. */
const RIVALS_MAX = 4;

interface Evidence {
  readonly isNamed: boolean;
  readonly words: readonly string[];
  /** Its kinds speak for it, and hardly a word does. */
  readonly isSupposed: boolean;
}

interface Weighed extends Reading {
  readonly weight: number;
}

/** @param kept where what is found of its numbers is kept for looser forms of it */
export function matchLaw(registry: Registry, question: Question, kept = new Kept()): Match {
  const { profiles } = lawIndexOf(registry);
  const said = saidBy(profiles, question);
  const weighed = (one: Reading): Weighed => ({ ...one, weight: weightOf(profiles, one, said) });
  const near = nearReadings(profiles, question, said.roots, kept, {
    weighed,
    atMost: (profile, target) => weightAtMost(profiles, { profile, target }, said),
    lead: VALUE_LEAD,
    spokenLead: NAME_LEAD,
  });
  const all = once(() =>
    isAll(near) ? near.readings : readingsOf(profiles, question, said.roots, kept).map(weighed),
  );
  return (
    matchAmong(registry, said, near, all) ??
    matchAmong(registry, said, { ...NONE_LEFT, readings: all() }, all)!
  );
}

/** Who takes all numbers and whose case is not said is asked about, and no other law stands in for it. */
function rankedOf(all: readonly Weighed[], question: Question): readonly Weighed[] {
  return withoutLarger([...all].sort(byWeight)).filter(
    (one) =>
      (isWhole(one) || isSpoken(one, question)) && !isOther(one.profile.law, one.target, question),
  );
}

const NONE_LEFT = { left: -Infinity, leftSpoken: -Infinity };

function isAll({ left, leftSpoken }: Omit<Near<Weighed>, "readings">): boolean {
  return left === -Infinity && leftSpoken === -Infinity;
}

/** Whether the first reading is the same with those that were left out, and none of them is near it. */
function isFirstOfAll(
  first: Weighed,
  top: Weighed,
  { left, leftSpoken, readings: near }: Near<Weighed>,
  said: Said,
): boolean {
  const isUnfit = !("uses" in first.filled);
  const lead = isWhole(first) ? VALUE_LEAD : isUnfit ? LIKE_LEAD : 0;
  return (
    isInUnit(first, said) !== false &&
    left < top.weight - lead &&
    leftSpoken < top.weight - NAME_LEAD &&
    !near.some((one) => one.profile === first.profile && lacksOneAlike(one))
  );
}

/** @returns null where a reading that was left out may be the first, or be near it */
function matchAmong(
  registry: Registry,
  said: Said,
  near: Near<Weighed>,
  all: () => readonly Weighed[],
): Match | null {
  const { profiles } = lawIndexOf(registry);
  const { question } = said;
  const isWholeList = isAll(near);
  const readings = rankedOf(near.readings, question);
  const none = (): Match | null => {
    if (!isWholeList) return null;
    const laws = [...new Set(readings.map(({ profile }) => profile.law))];
    return { kind: "none", nearest: laws.slice(0, NEAREST_SHOWN), question };
  };
  const first = firstOf(readings, said);
  if (first === undefined) return none();
  const top = turnedOf(readings, first, said);
  if (!isWholeList && (first !== readings[0] || !isFirstOfAll(first, top, near, said))) return null;
  const ranked = once(() => (isWholeList ? readings : rankedOf(all(), question)));
  const evidence = evidenceFor(profiles, top, ranked, said);
  if (evidence === null) return none();
  const { law } = top.profile;
  if (question.given.length === 0 && !isWhole(top) && !(evidence.isNamed && isMeant(law, question)))
    return none();
  const stop = stopIn(question, top, said);
  if (stop !== null) return { kind: "unread", law, ...stop, question };
  if (!isWhole(top)) return lacking(top, evidence, question);
  const settled = settledBy(registry, top, question);
  if ("message" in settled)
    return {
      kind: "unread",
      law,
      at: [0, question.text.length],
      reason: "contradiction",
      ...settled,
      question,
    };
  const match = matchedBy(top, settled.filled, evidence);
  if (settled.filled.isOpen) return { kind: "open", matches: [match], question };
  const homonym = homonymOf(match, question);
  if (homonym !== null) return { kind: "unread", law, ...homonym, question };
  const beyond = outsideByValue(question, law, settled.filled, settled.value);
  if (beyond !== null) return { kind: "unread", law, ...beyond, question };
  const others = readings.filter((one) => isSpoken(one, question));
  const isLess = (one: Weighed): boolean => top !== first && asksLess(one, top, said);
  const rival = rivalOf(
    registry,
    profiles,
    others.filter((one) => !isLess(one)),
    top,
    settled.value,
    said,
  );
  if (rival !== null) return { kind: "open", matches: [match, rival], question };
  const words = licenceFor(registry, question, said, top.profile, settled, (root) =>
    isTelling(profiles, top, root),
  );
  const contrary = contraryIn(words.open);
  if (contrary !== null)
    return { kind: "unread", law, ...contrary, reason: "contradiction", question };
  const licence = evidence.isSupposed ? { ...words, open: [supposedLaw(law, question)] } : words;
  return { kind: "answer", match, question, licence };
}

/** Whether a law of what is asked for, other than this one, has a word of this root. */
function isTelling(profiles: Profiles, { profile, target }: Weighed, root: string): boolean {
  if (target.unit === null) return true;
  const key = dimensionKey(target.unit.dimension);
  return (profiles.postings.get(root) ?? []).some((posting) => {
    const other = profiles.all[lawAt(posting)]!;
    if (other === profile || bitsAt(posting) === PLACE.description) return false;
    return resultKey(other) === key;
  });
}

/** Whether the case of a law is spoken of: no battery has an internal resistance of itself. */
function isSpoken({ profile: { law } }: Weighed, { tokens }: Question): boolean {
  return law.needs.length === 0 || tokens.some(({ stem }) => law.needs.includes(stem));
}

/**
 * The same law asked for another of its quantities, where what asks says that one in more words and
 * the numbers fit the others at least as well.
 */
function turnedOf(readings: readonly Weighed[], top: Weighed, said: Said): Weighed {
  if (!isWhole(top)) return top;
  const turned = readings.find(
    (one) =>
      one !== top &&
      one.profile === top.profile &&
      isWhole(one) &&
      top.weight - one.weight < TURNED_LEAD &&
      isTurned(one, top, said),
  );
  return turned ?? top;
}

/** Asked for by more words, with numbers that fit as well. */
function isTurned(one: Weighed, top: Weighed, said: Said): boolean {
  if (!("uses" in one.filled) || !("uses" in top.filled)) return false;
  return asksLess(top, one, said) && one.filled.score >= top.filled.score;
}

/** What asks says of it some words of what it says of the other, and no more. */
function asksLess(one: Weighed, top: Weighed, said: Said): boolean {
  const [own, other] = [one, top].map((reading) => askedFor(reading.profile, reading, said).hits);
  return own!.length < other!.length && own!.every((root) => other!.includes(root));
}

/** A law that has no input for a number stands back behind one that takes them all, if that is near. */
function firstOf(readings: readonly Weighed[], said: Said): Weighed | undefined {
  const [first] = readings;
  if (first !== undefined && isInUnit(first, said) === false) {
    const fitting = readings.find((one) => isWhole(one) && isInUnit(one, said) === true);
    if (fitting !== undefined && first.weight - fitting.weight < UNIT_LEAD) return fitting;
  }
  if (first === undefined || "uses" in first.filled) return first;
  const like = readings.find((one) => isWhole(one) && isLike(one, first, readings, said));
  if (like !== undefined && first.weight - like.weight < LIKE_LEAD) return like;
  const whole = readings.find((one) => isWhole(one));
  return whole !== undefined && first.weight - whole.weight < UNFIT_LEAD ? whole : first;
}

/**
 * A law of the same quantity and field that has every word that was said of the names of all such
 * laws: a Diesel engine is no engine of Carnot.
 */
function isLike(
  { profile, target }: Weighed,
  first: Weighed,
  readings: readonly Weighed[],
  { roots }: Said,
): boolean {
  const { domain } = profile.law.entry.record;
  const isKin = (one: Weighed): boolean =>
    one.target.isResult &&
    one.target.quantity === target.quantity &&
    one.profile.law.entry.record.domain === domain;
  return (
    target.isResult &&
    isKin(first) &&
    readings
      .filter(isKin)
      .every((one) =>
        [...one.profile.title].every((root) => !roots.has(root) || profile.places.has(root)),
      )
  );
}

function byWeight(a: Weighed, b: Weighed): number {
  const [one, other] = [a.profile.law.id, b.profile.law.id];
  if (a.weight !== b.weight) return b.weight - a.weight;
  if (one !== other) return one < other ? -1 : 1;
  return a.target.name < b.target.name ? -1 : a.target.name > b.target.name ? 1 : 0;
}

/**
 * Why a law is meant at all: its name, its result asked for, or all of its symbols. A law that is
 * asked for something else is not.
 */
function evidenceFor(
  profiles: Profiles,
  top: Weighed,
  readings: () => readonly Weighed[],
  said: Said,
): Evidence | null {
  const { law } = top.profile;
  let isSupposed = false;
  const name = law.phrases.find((stems) => stems.every((stem) => said.words.has(rootOf(stem))));
  const { hits, others } = askedFor(top.profile, top, said);
  const isUnit = isInUnit(top, said);
  const isOther = hits.length === 0 && others.length > 0;
  // `the weight of a man of 70 kg and the time of a fall`: the mass is for the other question.
  if ("uses" in top.filled && top.filled.idle !== null && others.length > 0 && !said.question.isHow)
    return null;
  if (isOther && (name === undefined || (!top.target.isResult && isUnit !== true))) return null;
  if (isOther && isUnit !== true && isOfAnotherKind(others, top, said)) return null;
  if (isMismatched(top, said, isUnit === true)) return null;
  if (hits.length === 0 && isUnit !== true && name === undefined) {
    const uses = "uses" in top.filled ? top.filled.uses : [];
    if (!isBySymbols(uses) || said.asked.length > 0) return null;
  }
  if (name === undefined) {
    isSupposed = top.weight < WEIGHT_MIN;
    if (isSupposed && !(hits.length > 0 && isOnlyWhole(top, readings, said))) return null;
    const { support, words } = supportOf(profiles, top.profile, said);
    const isSparse = words <= SPARSE_WORDS;
    const uses = "uses" in top.filled ? top.filled.uses : [];
    const isClear = hits.length > 0 && (isBySymbols(uses) || isAlone(top, readings, said));
    if (!isClear && support < (isSparse ? SPARSE_SUPPORT_MIN : SUPPORT_MIN)) return null;
  }
  return { isNamed: name !== undefined, words: name ?? [], isSupposed };
}

/** Kinds alone find a law to propose, and none to seal. */
function supposedLaw({ entry }: Law, { text }: Question): Open {
  return {
    what: "case",
    at: [0, text.length],
    message: `only "${entry.record.name}" takes these numbers and gives what is asked; say that it is meant`,
  };
}

/** `time per revolution` asks for a time: no speed is meant, whatever law is named. */
function isOfAnotherKind(
  others: readonly string[],
  { target }: Weighed,
  { question }: Said,
): boolean {
  if (question.isHow || target.unit === null) return false;
  const { dimension } = target.unit;
  return question.head.some((stem) => {
    const asked = others.includes(rootOf(stem)) ? quantityDimension(stem) : undefined;
    return asked !== undefined && !dimensionsEqual(asked, dimension);
  });
}

/**
 * The only law that takes all numbers, two or more, and gives what is asked for. Volts, amperes and
 * ohms are related in one way; a force of a mass, a speed and a length is not.
 */
function isAlone(top: Weighed, readings: () => readonly Weighed[], said: Said): boolean {
  const { asked, given } = said.question;
  if (
    asked === null ||
    !top.profile.law.isFamous ||
    given.length < 2 ||
    !given.every(({ span }) => span.quantities[0]?.hasUnit === true) ||
    !given.some(({ span }) => span.quantities.some(isElectric))
  )
    return false;
  return readings().every(
    (one) =>
      one.profile === top.profile ||
      !isWhole(one) ||
      askedFor(one.profile, one, said).hits.length === 0,
  );
}

/** The one law of all whose kinds are those of the numbers and of what is asked for. */
function isOnlyWhole(top: Weighed, readings: () => readonly Weighed[], said: Said): boolean {
  return (
    isWhole(top) &&
    said.question.given.some(({ span }) => span.quantities[0]?.hasUnit === true) &&
    readings().every(
      (one) =>
        one.profile === top.profile ||
        !isWhole(one) ||
        askedFor(one.profile, one, said).hits.length === 0,
    )
  );
}

function isElectric({ readings }: Quantity): boolean {
  return readings[0]!.unit.dimension.exponents[CURRENT].num !== 0;
}

function matchedBy(
  { profile, weight }: Weighed,
  filled: Filled,
  { isNamed, words }: { readonly isNamed: boolean; readonly words: readonly string[] },
): Matched {
  return { law: profile.law, filled, said: words, score: weight, isNamed };
}

/** A law that is spoken of, and lacks an input or has none for a number. */
function lacking(
  top: Weighed,
  evidence: { readonly isNamed: boolean; readonly words: readonly string[] },
  question: Question,
): Match {
  const { filled, profile } = top;
  if (!("uses" in filled)) {
    return {
      kind: "unread",
      law: profile.law,
      at: filled.given.span.at,
      message: filled.message,
      reason: "input",
      question,
    };
  }
  return { kind: "missing", match: matchedBy(top, filled, evidence), question };
}

/** The words behind what asks, up to the end of the clause, say one quantity more than the other. */
function asksMore(one: Weighed, top: Weighed, { question }: Said): boolean {
  const count = ({ profile, target }: Weighed): number => {
    const own = profile.spoken.get(target.name)!;
    return question.clause.filter((stem) => own.has(rootOf(stem))).length;
  };
  return count(one) > count(top);
}

/** Another reading that is said nearly as well and gives another value, or none. */
function rivalOf(
  registry: Registry,
  profiles: Profiles,
  readings: readonly Weighed[],
  top: Weighed,
  value: number,
  said: Said,
): Matched | null {
  const { question } = said;
  const isUnit = isInUnit(top, said) === true;
  let looked = 0;
  for (const one of readings) {
    // A law that is measured in another unit than the one asked for is not meant.
    if (one === top || (isUnit && isInUnit(one, said) === false)) continue;
    if (one.profile === top.profile && contradictsName(one, top, question)) continue;
    const lead = top.weight - one.weight;
    if (lead >= NAME_LEAD || looked >= RIVALS_MAX) return null;
    const plain = { isNamed: false, words: [] };
    if (!isWhole(one)) {
      if (one.profile === top.profile || !("uses" in one.filled)) continue;
      const isNamedMore = phraseOf(profiles, one, said) > phraseOf(profiles, top, said);
      if (lead < LACK_LEAD || isNamedMore) return matchedBy(one, one.filled, plain);
      continue;
    }
    const isMore = one.profile === top.profile && asksMore(one, top, said);
    if (lead >= (isMore ? TURNED_LEAD : VALUE_LEAD)) continue;
    looked += 1;
    const settled = settledBy(registry, one, question);
    if ("message" in settled || isSame(settled.value, value)) continue;
    return matchedBy(one, settled.filled, plain);
  }
  return null;
}

/** `with a true airspeed of 125 m/s`: a number right behind the whole name of an input is of that input. */
function contradictsName(one: Weighed, top: Weighed, { given, text }: Question): boolean {
  if (!("uses" in one.filled) || !("uses" in top.filled)) return false;
  const others = one.filled.uses;
  return top.filled.uses.some(({ at, score, slot }) => {
    const number = given.find(({ span }) => span.at === at);
    if (score === undefined || number === undefined || slot.roots.size < NAME_WORDS_MIN)
      return false;
    const other = others.find((use) => use.at === at);
    if (other === undefined || other.slot === slot) return false;
    const head = text.slice(0, at[0]);
    // `zero-lift drag coefficient 0.022`: the longer name is that of the number.
    const isLonger = slot.about.endsWith(other.slot.about);
    const isBehind =
      isBehindName(head, slot.about) && (isLonger || !isBehindName(head, other.slot.about));
    // `0.37 nm diameter`
    const [behind] = number.after;
    const isBefore =
      behind !== undefined && slot.quantity === behind && !other.slot.words.has(behind);
    return isBehind || isBefore;
  });
}

/** A name of so many words is no word of the kind alone. */
const NAME_WORDS_MIN = 2;

function isBehindName(head: string, about: string): boolean {
  return new RegExp(String.raw`(?:^|\s)${escaped(about)}\s+(?:(?:of|is|was|=|:)\s+)?$`, "iu").test(
    head,
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Two resistors in parallel are no three of which one is not said. */
function withoutLarger(all: readonly Weighed[]): readonly Weighed[] {
  const larger = new Set(all.filter((one) => lacksOneAlike(one)).map(({ profile }) => profile));
  const others = all.filter(({ profile }) => !larger.has(profile));
  return others.some((one) => isWhole(one)) ? others : all;
}

function lacksOneAlike({ filled, profile: { law } }: Weighed): boolean {
  if (!("uses" in filled) || filled.missing.length === 0) return false;
  const given = new Set(filled.uses.map(({ slot }) => slot.name));
  return (
    law.twins.length > 1 &&
    given.size > 1 &&
    filled.missing.every(({ name }) =>
      law.twins.some((pair) => pair.includes(name) && pair.some((other) => given.has(other))),
    )
  );
}
