/**
 * A reading to confirm where none is sure: the law whose kinds take the numbers and give what is
 * asked. Inputs of the ideal case may be supposed, a symbol may be written otherwise than the law
 * writes it, and one number may be set aside. It is never sealed before it is sent back.
 */
import type { Registry } from "../../operators/registry.js";
import { dimensionsEqual } from "../../units/index.js";
import { valueInSI, type Reading as QuantityReading } from "../../units/quantity/index.js";
import type { Filled, Use } from "./filling/fillTypes.js";
import { SUPPOSED } from "./filling/otherwise.js";
import { Kept } from "./filling/kept.js";
import { isWhole, readingsOf, type Reading } from "./filling/readings.js";
import { lawIndexOf } from "./lexicon/lawIndex.js";
import { PLACE, kinOf, kinSaying, type Profiles } from "./lexicon/profile.js";
import { rootOf } from "./lexicon/roots.js";
import { lawStem } from "./lexicon/lawWords.js";
import { licenceOf, type Licence } from "./licence/licence.js";
import type { Open } from "./licence/open.js";
import { GUARDED } from "./licence/wordClasses.js";
import type { Matched } from "./matched.js";
import type { Given, Question } from "./reading/reading.js";
import { isMismatched } from "./said.js";
import { computed, settledBy, type Settled } from "./settle.js";
import { stopIn } from "./stops/stops.js";
import { outsideByValue } from "./stops/validity.js";
import {
  askedFor,
  isInUnit,
  saidBy,
  supportOf,
  inputSupportOf,
  weightOf,
  type Said,
} from "./weigh.js";

export interface Proposal {
  readonly match: Matched;
  readonly question: Question;
  readonly licence: Licence;
}

interface Candidate {
  readonly reading: Reading & { readonly filled: Filled };
  readonly weight: number;
  readonly question: Question;
  readonly said: Said;
  /** Numbers that the law does not take. */
  readonly left: readonly Given[];
}

/** A law that is said so well is proposed where its unit or some word of its own is said. */
const WEIGHT_MIN = 3_500;
const SUPPORT_MIN = 50;
/** One that is said less, by so many of its own words, where no other is near. */
const SUPPORTED_WEIGHT_MIN = -1_100;
const SUPPORTED_MIN = 190;
const LEAD_MIN = 1_000;
/** One that no word asks for, said by so many of its own; one whose inputs are named. */
const LED_MIN = 600;
const INPUTS_MIN = 120;
/** In place of a law that the question names. */
const NAMED_WEIGHT_MIN = 7_000;
const WORDS_MIN = 2;
const SAME_SHARE = 1e-9;

/**
 * @param lacking the law that the question names and that lacks an input; null for none
 * @param kept what was found of its numbers when a sure law was sought
 */
export function proposedLaw(
  registry: Registry,
  question: Question,
  lacking: string | null,
  kept = new Kept(),
): Proposal | null {
  if (question.given.length === 0) return null;
  const { profiles } = lawIndexOf(registry);
  const loose = loosened(question);
  const said = saidBy(profiles, loose);
  const whole = wholeOf(profiles, loose, [], said, kept);
  const best = bestOf(
    registry,
    whole.filter(({ reading, said }) => isAsked(reading, said)),
    lacking,
  );
  if (best !== null) return best;
  const parts = withoutSome(loose).flatMap(({ asked, left }) =>
    wholeOf(profiles, asked, left, saidBy(profiles, asked), kept).filter((one) =>
      isAsked(one.reading, one.said),
    ),
  );
  return bestOf(registry, parts, null) ?? ledOf(registry, whole, loose, lacking);
}

/** The law that is said far better than any other that takes the numbers, where what is asked names nothing else. */
function ledOf(
  registry: Registry,
  whole: readonly Candidate[],
  question: Question,
  lacking: string | null,
): Proposal | null {
  const [first, ...others] = [...whole].sort((a, b) => b.weight - a.weight);
  if (first === undefined || !isOpenToIt(first)) return null;
  // Bare numbers fit too many.
  if (!question.given.some(({ span }) => span.quantities[0]?.hasUnit === true)) return null;
  const { profiles } = lawIndexOf(registry);
  const { profile } = first.reading;
  if (lacking !== null && profile.law.id !== lacking) return null;
  const rival = others.find(({ reading }) => reading.profile !== profile);
  const { support, words } = supportOf(profiles, profile, first.said);
  if (words < WORDS_MIN || support < SUPPORTED_MIN) return null;
  if (rival !== undefined && first.weight - rival.weight < LED_MIN) return null;
  return proposed(registry, first, profile.law.id === lacking);
}

/** The law has a word of what is asked, or its unit, and nothing of it is of another kind. */
function isOpenToIt({ reading, said }: Candidate): boolean {
  const { profile } = reading;
  const isUnit = isInUnit(reading, said);
  if (isUnit === false || isMismatched(reading, said, isUnit === true)) return false;
  if (askedFor(profile, reading, said).others.length > 0) return false;
  const isOwn = (root: string): boolean =>
    ((profile.places.get(root) ?? 0) & ~PLACE.description) !== 0;
  return isUnit === true || said.asked.length === 0 || said.asked.some(isOwn);
}

/** Names that no law has to have, and inputs of the ideal case that may be supposed. */
export function loosened(question: Question): Question {
  return {
    ...question,
    maySuppose: true,
    given: question.given.map((one) =>
      one.span.name === null
        ? one
        : { ...one, label: one.span.name.text, span: { ...one.span, name: null } },
    ),
  };
}

export interface Part {
  readonly asked: Question;
  readonly left: readonly Given[];
}

/** The question without what one sentence tells, where it asks nothing; and without what is said twice. */
export function withoutSome(question: Question): readonly Part[] {
  const { given, text, tokens } = question;
  const sentences = [...text.matchAll(/[^.;!?]*(?:[.;!?](?!\s|$)[^.;!?]*)*[.;!?]?/gu)]
    .map((match) => [match.index, match.index + match[0].length] as const)
    .filter(([from, to]) => from < to);
  const bySentence = sentences.flatMap((place) => {
    const isIn = ({ at }: { readonly at: readonly [number, number] }): boolean =>
      place[0] <= at[0] && at[1] <= place[1];
    if (tokens.some((token) => token.isOpener && isIn(token))) return [];
    return [given.filter(({ span }) => isIn(span))];
  });
  const twice = given.filter((one, i) => given.slice(0, i).some((other) => isSame(one, other)));
  return (
    [...bySentence, ...twice.map((one) => [one])]
      .filter((left) => left.length > 0 && left.length < given.length)
      // What has a name is meant.
      .filter((left) => left.every(({ label, span }) => label === null && span.kind === "value"))
      .map((left) => ({
        left,
        asked: { ...question, given: given.filter((one) => !left.includes(one)) },
      }))
  );
}

const readingOf = ({ span }: Given): QuantityReading | undefined => span.quantities[0]?.readings[0];

/** The same value in another unit or other words: `half a metre (0.5 m)`. */
function isSame(one: Given, other: Given): boolean {
  const [a, b] = [readingOf(one), readingOf(other)];
  if (a === undefined || b === undefined || !isAlike(one, other)) return false;
  return Math.abs(valueInSI(a) - valueInSI(b)) <= SAME_SHARE * Math.abs(valueInSI(a));
}

function isAlike(one: Given, other: Given): boolean {
  const [a, b] = [readingOf(one), readingOf(other)];
  return a === undefined || b === undefined || dimensionsEqual(a.unit.dimension, b.unit.dimension);
}

function wholeOf(
  profiles: Profiles,
  question: Question,
  left: readonly Given[],
  said: Said,
  kept: Kept,
): readonly Candidate[] {
  return readingsOf(profiles, question, said.roots, kept)
    .filter(isWhole)
    .map((reading) => ({
      reading,
      said,
      question,
      left,
      weight: weightOf(profiles, reading, said),
    }));
}

/** It gives what is asked for, by its words or its unit. */
export function isAsked(reading: Reading, said: Said): boolean {
  const isUnit = isInUnit(reading, said);
  if (isUnit === false || isMismatched(reading, said, isUnit === true)) return false;
  const { hits, others } = askedFor(reading.profile, reading, said);
  return hits.length > 0 || (isUnit === true && others.length === 0);
}

function bestOf(
  registry: Registry,
  all: readonly Candidate[],
  lacking: string | null,
): Proposal | null {
  const ranked = [...all].sort((a, b) => b.weight - a.weight);
  const [first] = ranked;
  if (first === undefined) return null;
  const isLacking = first.reading.profile.law.id === lacking;
  // A law that is asked for by its name, and lacks what nobody supposes, stays asked about.
  if (lacking !== null && !isLacking && first.weight < NAMED_WEIGHT_MIN) return null;
  const rival = ranked.find(({ reading }) => reading.profile !== first.reading.profile);
  const lead = rival === undefined ? Infinity : first.weight - rival.weight;
  if (!isSaid(registry, first, lead, isLacking) || !isIdle(first)) return null;
  if (isNamedOtherwise(first.question, first.reading.filled)) return null;
  return proposed(registry, first, isLacking);
}

/** The reading with its value, where nothing stops it. */
function proposed(registry: Registry, first: Candidate, isLacking: boolean): Proposal | null {
  const settled = settledBy(registry, first.reading, first.question);
  if ("message" in settled || settled.filled.isOpen) return null;
  if (isStopped(first, settled)) return null;
  const words = licenceBy(registry, first, settled);
  const isChanged = words.open.some(
    ({ at, what }) => what !== "word" || GUARDED.has(lawStem(first.question.text.slice(...at))),
  );
  if (isChanged && !isLacking) return null;
  return proposalOf(first, settled, words);
}

/** Whether enough is said of the law, for one that nothing else says. */
function isSaid(
  registry: Registry,
  { left, question, reading, said, weight }: Candidate,
  lead: number,
  isLacking: boolean,
): boolean {
  const { profiles } = lawIndexOf(registry);
  const { support, words } = supportOf(profiles, reading.profile, said);
  if (words < WORDS_MIN || question.given.length === 0) return false;
  if (left.length > 0 && lead < LEAD_MIN) return false;
  const { inputs, isNear } = inputSupportOf(profiles, reading, said);
  // Each number stands by a word of its input.
  if (
    reading.target.isResult &&
    left.length === 0 &&
    isNear &&
    support + inputs >= INPUTS_MIN &&
    lead >= LED_MIN
  )
    return true;
  if (weight >= WEIGHT_MIN)
    return isLacking || support >= SUPPORT_MIN || isInUnit(reading, said) === true;
  return weight >= SUPPORTED_WEIGHT_MIN && support >= SUPPORTED_MIN && lead >= LEAD_MIN;
}

/** A number of a kind that is used is set aside only where it is said twice. */
export function isIdle({
  left,
  question: { given },
}: Pick<Candidate, "left" | "question">): boolean {
  return left.every((one) => given.every((other) => !isAlike(one, other) || isSame(one, other)));
}

/** One letter names anything. */
const LABEL_CHARS_MIN = 2;

/** `Re = 45000` is no friction factor: a pure number that has a name, by its kind alone. */
export function isNamedOtherwise(question: Question, { uses }: Filled): boolean {
  return uses.some(({ at, rule, slot }) => {
    const given = question.given.find(({ span }) => span.at === at);
    if (given === undefined || rule !== "dimension") return false;
    if (given.label === null || given.label.length < LABEL_CHARS_MIN) return false;
    const [quantity] = given.span.quantities;
    const first = given.label.charAt(0).toLowerCase();
    return (
      quantity?.hasUnit === false &&
      !slot.spellings.some((spelling) => spelling.charAt(0).toLowerCase() === first)
    );
  });
}

function isStopped({ question, reading, said }: Candidate, { filled, value }: Settled): boolean {
  const stop = stopIn(question, reading, said);
  const isBehind =
    stop?.reason === "unknown unit" &&
    question.given.every(
      ({ span: { follower } }) =>
        follower === null || said.isKnownRoot(rootOf(lawStem(follower.text))),
    );
  return (
    (stop !== null && !isBehind) ||
    outsideByValue(question, reading.profile.law, filled, value) !== null
  );
}

function licenceBy(
  registry: Registry,
  { question, reading: { profile }, said }: Candidate,
  settled: Settled,
): Licence {
  const { profiles } = lawIndexOf(registry);
  const answer = {
    ...settled,
    profile,
    kin: kinOf(profiles, profile),
    kinSaying: (root: string, places: number) => kinSaying(profiles, profile, root, places),
    valueOf: (uses: readonly Use[]) => computed(registry, profile.law, uses),
    isTelling: () => true,
  };
  return licenceOf(question, answer, said.isKnownRoot);
}

function proposalOf(
  { left, question, reading, weight }: Candidate,
  { filled }: Settled,
  { open, setAside }: Licence,
): Proposal {
  const { law } = reading.profile;
  const { name } = law.entry.record;
  const whole = [0, question.text.length] as const;
  const supposed = filled.uses
    .filter(({ rule }) => rule === SUPPOSED)
    .map(({ slot, value }): Open => ({
      what: "fact",
      at: whole,
      message: `the ${slot.about} (${slot.name}) is not said; ${value} is supposed`,
    }));
  const meant: Open = {
    what: "case",
    at: whole,
    message: `"${name}" takes these numbers and gives what is asked; say that it is meant`,
  };
  const aside = left.map(({ span: { at } }) => ({
    at,
    text: question.text.slice(...at),
    why: `${name} takes no such number`,
  }));
  return {
    match: { law, filled, said: [], score: weight, isNamed: false },
    question,
    licence: {
      open: [...(supposed.length > 0 ? supposed : [meant]), ...open],
      setAside: [...setAside, ...aside],
    },
  };
}
