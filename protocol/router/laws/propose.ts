/**
 * A reading to confirm where none is sure: the law whose kinds take the numbers and give what is
 * asked. Inputs of the ideal case may be supposed, a symbol may be written otherwise than the law
 * writes it, and one number may be set aside. It is never sealed before it is sent back.
 */
import type { Registry } from "../../operators/registry.js";
import {
  licenceBy,
  proposalOf,
  triedBy,
  type Candidate,
  type Proposal,
  type Tried,
} from "./candidates.js";
import type { Filled } from "./filling/fillTypes.js";
import { Kept } from "./filling/kept.js";
import type { Reading } from "./filling/readings.js";
import { lawIndexOf } from "./lexicon/lawIndex.js";
import { PLACE } from "./lexicon/profile.js";
import { rootOf } from "./lexicon/roots.js";
import { lawStem } from "./lexicon/lawWords.js";
import { GUARDED } from "./licence/wordClasses.js";
import type { Question } from "./reading/reading.js";
import { isMismatched } from "./said.js";
import { isIdle, withoutSome } from "./setApart.js";
import type { Settled } from "./settle.js";
import { contraryIn } from "./licence/open.js";
import { stopIn } from "./stops/stops.js";
import { outsideByValue } from "./stops/validity.js";
import { supportOf, inputSupportOf } from "./weigh.js";
import { askedFor, isInUnit } from "./askedKind.js";
import { type Said } from "./questionRoots.js";

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

/**
 * @param lacking the law that the question names and that lacks an input; null for none
 * @param kept what was found of its numbers when a sure law was sought
 */
export function proposedLaw(
  registry: Registry,
  { question, whole }: Tried,
  lacking: string | null,
  kept = new Kept(),
): Proposal | null {
  if (question.given.length === 0) return null;
  const asked = (all: readonly Candidate[]): readonly Candidate[] =>
    all.filter(({ reading, said }) => isAsked(reading, said));
  const best = bestOf(registry, asked(whole), lacking);
  if (best !== null) return best;
  const parts = withoutSome(question).flatMap((part) =>
    asked(triedBy(registry, part.asked, kept, part.left).whole),
  );
  return bestOf(registry, parts, null) ?? ledOf(registry, whole, question, lacking);
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
  const settled = first.settled();
  if ("message" in settled || settled.filled.isOpen) return null;
  if (isStopped(first, settled)) return null;
  const words = licenceBy(registry, first, settled);
  if (contraryIn(words.open) !== null) return null;
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
