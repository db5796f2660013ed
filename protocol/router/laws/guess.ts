/**
 * The last reading to confirm, where nothing else is proposed: the law that is said best among all
 * that take the numbers. What is near beside it, and what it leaves unread, is named.
 */
import type { Registry } from "../../operators/registry.js";
import { isDimensionless } from "../../units/index.js";
import { licenceBy, proposalOf, type Candidate, type Proposal, type Tried } from "./candidates.js";
import type { Filled, Use } from "./filling/fillTypes.js";
import { lawIndexOf } from "./lexicon/lawIndex.js";
import { lawStem, lawStems } from "./lexicon/lawWords.js";
import { PLACE, kinOf } from "./lexicon/profile.js";
import { rootOf } from "./lexicon/roots.js";
import type { Licence } from "./licence/licence.js";
import { contraryIn, type Open } from "./licence/open.js";
import type { Matched } from "./matched.js";
import { GUARDED, isOrdinary } from "./licence/wordClasses.js";
import { asksRest, asksShare } from "./asksShare.js";
import { foundBy, rankOf, saysNeighbour, unsaidBy } from "./found.js";
import { isNamedOtherwise } from "./propose.js";
import type { Question } from "./reading/reading.js";
import { isDirected, likelierOf } from "./likelier.js";
import { isMismatched } from "./said.js";
import type { Settled } from "./settle.js";
import { UNSAID } from "./stops/caseSaid.js";
import { stopIn } from "./stops/stops.js";
import { outsideByValue } from "./stops/validity.js";
import { inputSupportOf, supportOf } from "./weigh.js";
import { askedFor, isInUnit } from "./askedKind.js";
import { SYMBOL } from "./questionRoots.js";

/** Candidates that are computed, and those of them that are compared. */
const COMPUTED_MAX = 12;
const COMPARED = 3;

/** Why the question was turned down. */
export interface Reason {
  readonly kind: string;
  readonly reason?: string;
  /** The law that is named and lacks an input. */
  readonly operator?: string;
}

interface Guess {
  readonly candidate: Candidate;
  readonly settled: Settled;
  /** The other way to give the numbers to the inputs, where there is one. */
  readonly other?: string;
}

/** How well the first is said, and how far before the others. */
export interface Evidence {
  readonly weight: number;
  /** Before the next law, and before the same law asked for another quantity. */
  readonly lead: number;
  readonly ownLead: number;
  /** Words of its name and cases, and those with the words of its inputs. */
  readonly support: number;
  readonly words: number;
  readonly isAsked: boolean;
  /** The symbol of what it gives is asked for: `Re?`. */
  readonly isSymbol: boolean;
  /** All that is asked for is said by some word of it. */
  readonly isWholly: boolean;
  readonly isUnit: boolean;
  /** A word of what is asked is of a quantity that the law does not give. */
  readonly isOther: boolean;
  readonly isResult: boolean;
  readonly measured: number;
  /** No word and no name says which number is which input. */
  readonly isByKind: boolean;
  /** Its place among all laws that words lead to, from one. */
  readonly rank: () => number;
  /** A share is asked for, and it gives a pure number. */
  readonly isShare: boolean;
}

/**
 * @param why what the question was turned down for
 * @param isLoose its numbers were read otherwise since
 */
export function guessedLaw(
  registry: Registry,
  { question, whole }: Tried,
  why: Reason | null,
  isLoose: boolean,
): Proposal | null {
  if (question.given.length === 0 || why === null) return null;
  const candidates = computable(whole);
  if (!candidates.some((one) => mayBeEnough(registry, one, why, isLoose))) return null;
  const found = guessesIn(candidates);
  const { value: best } = found.next();
  if (best === undefined) return null;
  const first = decided(registry, best);
  if (first === null) return null;
  const { candidate, settled } = first;
  if (isNamedOtherwise(question, settled.filled)) return null;
  if (isOfAnotherLetter(question, settled.filled)) return null;
  const { uses } = settled.filled;
  // Too little alone is too little beside others, which then need no values.
  if (!isEnough(evidenceOf(registry, candidate, uses), why, isLoose)) return null;
  const guesses = [first, ...found];
  const evidence = evidenceOf(registry, candidate, uses, guesses.slice(1));
  if (!isEnough(evidence, why, isLoose) || isStopped(registry, first, evidence)) return null;
  const { law } = candidate.reading.profile;
  if (why.kind === "MISSING_INPUT" && why.operator !== law.id && evidence.weight < NAMED_WEIGHT_MIN)
    return null;
  const words = licenceBy(registry, candidate, settled);
  if (contraryIn(words.open) !== null) return null;
  const isFarFirst = Number.isFinite(evidence.lead) && evidence.lead >= KIN_LEAD;
  if (!isFarFirst && isOfKin(registry, candidate, words)) return null;
  if (evidence.isShare && asksRest(question, law)) return null;
  const { open, setAside } = withRivals(words, guesses);
  return proposalOf(candidate, settled, { open: [...otherWay(first), ...open], setAside });
}

/** The numbers in the likelier of two ways; null where both are as likely. */
function decided(registry: Registry, guess: Guess): Guess | null {
  const { candidate, settled } = guess;
  if (!settled.filled.isOpen) return guess;
  const likelier = likelierOf(registry, candidate.reading, candidate.question);
  if (likelier === null) return null;
  const { filled, other } = likelier;
  const reading = { ...candidate.reading, filled };
  return { candidate: { ...candidate, reading }, settled: likelier, other };
}

function otherWay({ candidate: { question }, other }: Guess): readonly Open[] {
  if (other === undefined) return [];
  const message = `the numbers may be given the other way: ${other}`;
  return [{ what: "fact", at: [0, question.text.length], message }];
}

/** `h = 6.6e-34 J` is no energy: what a symbol names with an equals sign has its letter. */
function isOfAnotherLetter({ given, text }: Question, { uses }: Filled): boolean {
  return uses.some(({ at, rule, slot }) => {
    const label = given.find(({ span }) => span.at === at)?.label ?? null;
    if (label === null || rule === "named" || !/=\s*$/u.test(text.slice(0, at[0]))) return false;
    const first = label.charAt(0).toLowerCase();
    return !slot.spellings.some((spelling) => spelling.charAt(0).toLowerCase() === first);
  });
}

/** Laws of which some word or symbol is said, and that are named where none is proposed. */
const NEAR_WEIGHT = -6_000;
const NEAR_SHOWN = 2;

/** Laws that take all numbers and share a word with the question: it may be asked which one is meant. */
export function nearLaws(registry: Registry, { whole }: Tried): readonly Matched[] {
  const { profiles } = lawIndexOf(registry);
  const isNear = ({ question, reading, said }: Candidate): boolean => {
    const { hits } = askedFor(reading.profile, reading, said);
    const { support } = supportOf(profiles, reading.profile, said);
    return (support > 0 || hits.length > 0) && stopIn(question, reading, said) === null;
  };
  // The best comes first: no candidate behind one of too little weight has more.
  const candidates = computable(whole).filter(({ weight }) => weight >= NEAR_WEIGHT);
  const near = new Set(candidates.filter(isNear));
  if (near.size === 0) return [];
  return [...guessesIn(candidates)]
    .filter(({ candidate }) => near.has(candidate))
    .slice(0, NEAR_SHOWN)
    .map(({ candidate: { reading, weight }, settled: { filled } }) => ({
      law: reading.profile.law,
      filled,
      said: [],
      score: weight,
      isNamed: false,
    }));
}

/** The best candidates that give what is asked, as far as that is said. */
function computable(whole: readonly Candidate[]): readonly Candidate[] {
  return whole.slice(0, COMPUTED_MAX).filter(({ reading, said }) => {
    const isUnit = isInUnit(reading, said);
    return isUnit !== false && !isMismatched(reading, said, isUnit === true);
  });
}

/** Those of the candidates that have a value, each computed when it is looked at. */
function* guessesIn(candidates: readonly Candidate[]): Generator<Guess, undefined> {
  let count = 0;
  for (const candidate of candidates) {
    const settled = candidate.settled();
    if ("message" in settled) continue;
    yield { candidate, settled };
    count += 1;
    if (count === COMPARED) return;
  }
}

/** Whether a candidate would be said enough if it had a value, and no other had one. */
function mayBeEnough(
  registry: Registry,
  candidate: Candidate,
  why: Reason,
  isLoose: boolean,
): boolean {
  const alone = evidenceOf(registry, candidate, candidate.reading.filled.uses);
  // Its numbers may be given to its inputs another way.
  return isEnough({ ...alone, isByKind: false }, why, isLoose);
}

/** @param uses the numbers as its inputs took them */
function evidenceOf(
  registry: Registry,
  candidate: Candidate,
  uses: readonly Use[],
  others: readonly Guess[] = [],
): Evidence {
  const { question, reading, said, weight } = candidate;
  const { profiles } = lawIndexOf(registry);
  const { profile, target } = reading;
  const leadOver = (isRival: (one: Candidate) => boolean): number =>
    weight - (others.find((one) => isRival(one.candidate))?.candidate.weight ?? -Infinity);
  const { support } = supportOf(profiles, profile, said);
  const { inputs } = inputSupportOf(profiles, reading, said);
  const asked = askedFor(profile, reading, said);
  const numbers = uses.filter(({ score }) => score !== undefined);
  return {
    weight,
    lead: leadOver((one) => one.reading.profile !== profile),
    ownLead: leadOver((one) => one.reading.profile === profile),
    support,
    words: support + inputs,
    isAsked: asked.hits.length > 0,
    isSymbol: asked.hits.some((root) => root.startsWith(SYMBOL)),
    isWholly: said.asked.every(
      (root) => ((profile.places.get(root) ?? 0) & ~PLACE.description) !== 0,
    ),
    isUnit: isInUnit(reading, said) === true,
    isOther: asked.others.length > 0,
    isResult: target.isResult,
    measured: question.given.filter(({ span }) => span.quantities[0]?.hasUnit === true).length,
    isByKind: numbers.every(({ rule }) => rule === "dimension"),
    rank: () => rankOf(profiles, profile, said.roots),
    isShare: asksShare(question) && target.unit !== null && isDimensionless(target.unit.dimension),
  };
}

/** Where no law was found at all: said a little, and before any other. */
const SAID = { weight: -2_700, lead: 450, words: 60 } as const;
/** The same by kinds alone: so many numbers with units. */
const MEASURED = { weight: -2_000, lead: 2_000, symbolLead: 700, numbers: 3 } as const;
/** Where another law took not all of the numbers. */
const INSTEAD = { weight: 0, lead: 1_000 } as const;
/** The same where that law is asked for an input, or words say nothing of what is asked. */
const TURNED = { weight: 0, lead: 1_500, ownLead: 1_500, support: 80 } as const;
const UNASKED = { weight: -500, lead: 1_000, support: 100, numbers: 3, few: 2 } as const;
/** By what is asked for alone. */
const CLEAR = { weight: 3_500, lead: 3_000 } as const;
/** Kinds alone say which number is which, but the law is said. */
const BY_KIND = { lead: 3_000, support: 200 } as const;
/** Where two were as near for a stricter reader. */
const NEAR = { lead: 700, ownLead: 1_200 } as const;
/** Reasons of a refusal that say no more than that a number was not taken. */
const NOT_TAKEN: ReadonlySet<string> = new Set(["input", "unknown unit", "unit"]);

/** Whether the law is said enough in place of another one that was named or takes less. */
function isInstead(evidence: Evidence): boolean {
  const { isAsked, isByKind, isResult, isUnit, lead, measured, ownLead, support, weight } =
    evidence;
  const isAskedFor = isAsked || isUnit;
  if (support === 0) return isAskedFor && isResult && weight >= CLEAR.weight && lead >= CLEAR.lead;
  if (!isAskedFor)
    return (
      isResult &&
      measured >= (evidence.isWholly ? UNASKED.few : UNASKED.numbers) &&
      support >= UNASKED.support &&
      weight >= UNASKED.weight &&
      lead >= UNASKED.lead
    );
  if (!isResult)
    return (
      isAsked &&
      (isUnit || ownLead >= TURNED.ownLead) &&
      support >= TURNED.support &&
      weight >= TURNED.weight &&
      lead >= TURNED.lead
    );
  const isSaid = !isByKind || (lead >= BY_KIND.lead && support >= BY_KIND.support);
  return isSaid && weight >= INSTEAD.weight && lead >= INSTEAD.lead;
}

function isEnough(evidence: Evidence, why: Reason, isLoose: boolean): boolean {
  const { isAsked, isOther, isResult, isShare, isUnit, lead, ownLead, support, weight } = evidence;
  if (isOther && !isUnit && !isShare) return false;
  switch (why.kind) {
    case "NO_MATCH": {
      const isSaid =
        support > 0 && evidence.words >= SAID.words && weight >= SAID.weight && lead >= SAID.lead;
      const isOfKinds =
        evidence.measured >= MEASURED.numbers &&
        weight >= MEASURED.weight &&
        lead >= (evidence.isSymbol ? MEASURED.symbolLead : MEASURED.lead) &&
        (isAsked || isUnit);
      const isFound = foundBy(evidence);
      return (
        why.reason === "no-domain-cue" &&
        (isFound || ((isResult || isAsked) && (isSaid || isOfKinds)))
      );
    }
    case "UNREAD_QUANTITY":
    case "MISSING_INPUT":
      if (why.reason === UNSAID) return isResult && unsaidBy(evidence);
      return (
        (why.kind === "MISSING_INPUT" || isLoose || NOT_TAKEN.has(why.reason ?? "input")) &&
        isInstead(evidence)
      );
    case "AMBIGUOUS":
      return (isAsked || isUnit) && !isOther && lead >= NEAR.lead && ownLead >= NEAR.ownLead;
    default:
      return false;
  }
}

/** A verb or a name behind a number (`50 nm wanders`) is left open where so much speaks for the law. */
const BEHIND = { weight: -2_700, lead: 3_000, support: 100 } as const;
/** They are no names: `12 times a minute`, `30 dB`. */
const NO_NAMES = /^(?:times|dB\p{L}?|mag|fold)$/u;

function isStopped(
  registry: Registry,
  { candidate: { question, reading, said }, settled: { filled, value } }: Guess,
  evidence: Evidence,
): boolean {
  const { lead, support, weight } = evidence;
  if (outsideByValue(question, reading.profile.law, filled, value) !== null) return true;
  // The way that the law takes may be another one than words say best.
  const isOther = "uses" in reading.filled && reading.filled.uses !== filled.uses;
  const stop =
    (isOther ? stopIn(question, { ...reading, filled }, said) : null) ??
    stopIn(question, reading, said);
  if (stop === null) return false;
  if (stop.reason === UNSAID)
    return (
      !unsaidBy(evidence) ||
      isDirected(reading.profile.law, question) ||
      saysNeighbour(lawIndexOf(registry).profiles, reading.profile, said.words)
    );
  if (stop.reason !== "unknown unit") return true;
  const isName = question.given.every(({ label, span: { follower, quantities } }) => {
    if (follower === null) return true;
    if (follower.text === "others") return true;
    // Behind a bare number, or one that is named, it may be a unit that nobody knows.
    if (label !== null || quantities[0]?.hasUnit !== true) return false;
    if (NO_NAMES.test(follower.text)) return false;
    const stem = lawStem(follower.text);
    // A word that nobody knows may be a unit.
    return !GUARDED.has(stem) && (isOrdinary(stem) || said.isKnownRoot(rootOf(stem)));
  });
  const isSaid = weight >= BEHIND.weight || foundBy(evidence);
  return !(isName && isSaid && lead >= BEHIND.lead && support >= BEHIND.support);
}

/** In place of a law that the question names, and that lacks an input. */
const NAMED_WEIGHT_MIN = 7_000;
const RIVAL_LEAD = 3_000;

/** Words of the first one that are open, and which other law takes the numbers, too. */
function withRivals(words: Licence, [first, ...others]: readonly Guess[]): Licence {
  const rivals = others
    .filter((one) => first!.candidate.weight - one.candidate.weight < RIVAL_LEAD)
    .map(({ candidate: { question, reading } }): Open => {
      const { profile, target } = reading;
      const { name } = profile.law.entry.record;
      return {
        what: "case",
        at: [0, question.text.length],
        message: `"${name}", asked for the ${target.about}, takes these numbers, too`,
      };
    });
  return { ...words, open: [...words.open, ...rivals] };
}

/** A law of the same kinds takes the same numbers, and is no rival where so much less is said of it. */
const KIN_LEAD = 8_000;

/** `single-phase` is no three-phase: a word that is left over is one of a law of the same kinds. */
function isOfKin(
  registry: Registry,
  { question, reading: { profile } }: Candidate,
  { open }: Licence,
): boolean {
  const left = open
    .filter(({ what }) => what === "word")
    .flatMap(({ at }) => lawStems(question.text.slice(...at)));
  const kin = kinOf(lawIndexOf(registry).profiles, profile);
  return kin.some((law) => left.some((stem) => law.title.has(stem) || law.own.has(stem)));
}
