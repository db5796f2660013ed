/**
 * The likeliest reading of a question that was turned down: the law, alone or with what gives its inputs,
 * whose words and numbers say most of it. It is always open, and sealed only when it is sent back.
 */
import { once } from "../../once.js";
import type { Registry } from "../../operators/registry.js";
import { loosened } from "../laws/candidates.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import type { Profile } from "../laws/lexicon/profile.js";
import { readAnyhow } from "../laws/reading/reading.js";
import { guessesOf, type Guess } from "./candidates.js";
import { Chaining } from "./chaining.js";
import { arithmeticOf, chainsOf, turnedChainsOf } from "./chains.js";
import {
  featuresOfCandidate,
  isInRadians,
  surenessOf,
  weightOfCandidate,
  type Candidate,
  type Features,
} from "./features.js";
import { NumberOptions } from "./options.js";
import { isSupposed } from "./suppose.js";
import { sizeFeaturesOf } from "./size.js";
import { spokenForms } from "./spoken.js";
import type { Chain } from "./steps.js";
import { isSum } from "./sums.js";

export interface Weighed extends Candidate {
  readonly numbers: NumberOptions;
  readonly features: () => Features;
  readonly weight: number;
  /** Null where it has no value, or nought: what cancels says nothing. */
  readonly value: () => number | null;
}

export interface Likeliest {
  readonly candidate: Weighed;
  readonly value: number;
  /** In thousandths of a unit of log odds. */
  readonly sureness: number;
}

/** No law takes more numbers, but one of a list. */
const NUMBERS_MAX = 14;
/** Laws that may lack an input, by what speaks for them. */
const LACKING_MAX = 12;
/** Of one law. */
const OF_EACH_MAX = 4;
/** A law that is said so well may lead further. */
const LED_RANK = 2;
/** Candidates that are computed, the likeliest first. */
const COMPUTED_MAX = 24;
/** Candidates with the same value are one answer. */
const SAME_SHARE = 1e-4;
const LEAD_MAX = 6_000;
/** So sure, no other form of the numbers is looked at. */
const SURE = 1_100;

/** All candidates, the likeliest first; none of them is computed. */
export function weighed(registry: Registry, text: string): readonly Weighed[] {
  return byWeight(formsOf(text).flatMap((form) => candidatesOf(registry, form)));
}

function formsOf(text: string): readonly NumberOptions[] {
  return spokenForms(text)
    .flatMap((form) => readAnyhow(form))
    .filter(({ given }) => given.length > 0 && given.length <= NUMBERS_MAX)
    .map((form) => new NumberOptions(loosened(form), text));
}

function byWeight(candidates: readonly Weighed[]): readonly Weighed[] {
  return candidates.toSorted((a, b) => b.weight - a.weight);
}

function candidatesOf(registry: Registry, numbers: NumberOptions): readonly Weighed[] {
  const guesses = guessesOf(registry, numbers).map((guess) =>
    weighedAs(registry, numbers, { guess, chain: null }),
  );
  return [...guesses.filter(isWhole), ...chainsAmong(registry, numbers, guesses)];
}

function isWhole({ guess }: Candidate): boolean {
  return guess.isWanted && guess.filled.missing.length === 0;
}

/** Laws that lack an input, leave a number or give what is not asked for, the likeliest of them, with others. */
function chainsAmong(
  registry: Registry,
  numbers: NumberOptions,
  guesses: readonly Weighed[],
): readonly Weighed[] {
  const [first] = guesses;
  if (first === undefined) return [];
  const { said } = first.guess;
  const ranks = new Map(guesses.map(({ guess: { profile, rank } }) => [profile, rank] as const));
  const chaining = new Chaining(registry, numbers, { ranks, said });
  const inOther = guesses.filter(
    (one) => isWhole(one) && isInRadians(one.guess.target, numbers.question),
  );
  const lacking = guesses.filter(
    (one) =>
      !inOther.includes(one) &&
      !one.guess.filled.uses.some(isSupposed) &&
      (!isWhole(one) || one.guess.left.length > 0 || isAskedFurther(one.guess)),
  );
  const turned = guesses.filter(
    ({ guess: { profile } }, i) => guesses[i - 1]?.guess.profile !== profile,
  );
  const chains = [
    ...[...fewOfEach(byWeight(inOther)), ...fewOfEach(byWeight(lacking))].flatMap(({ guess }) =>
      chainsOf(chaining, guess),
    ),
    ...turned.flatMap(({ guess }) => turnedChainsOf(chaining, guess)),
    ...guesses.flatMap(({ guess }) => arithmeticOf(chaining, guess)),
  ];
  return chains.map((chain) => weighedAs(registry, numbers, { guess: chain.guess, chain }));
}

/** A law that is said well, takes all numbers and gives nothing of what words ask for. */
function isAskedFurther({ rank, said, saidFeatures, target }: Guess): boolean {
  if (rank >= LED_RANK || !target.isResult || said.asked.length === 0) return false;
  return said.question.wanted === null && saidFeatures().asked === 0;
}

/** Many ways to give one law its numbers do not keep others out. */
function fewOfEach(all: readonly Weighed[]): readonly Weighed[] {
  const taken = new Map<Profile, number>();
  const few = all.filter(({ guess: { profile } }) => {
    const before = taken.get(profile) ?? 0;
    taken.set(profile, before + 1);
    return before < OF_EACH_MAX;
  });
  return few.slice(0, LACKING_MAX);
}

function weighedAs(registry: Registry, numbers: NumberOptions, candidate: Candidate): Weighed {
  const { profiles } = lawIndexOf(registry);
  const { chain, guess } = candidate;
  return {
    chain,
    guess,
    numbers,
    features: once(() => featuresOfCandidate(profiles, candidate)),
    weight: weightOfCandidate(profiles, candidate),
    value: once(() => {
      const value = chain === null ? guess.value() : valueOf(chain);
      return value === 0 ? null : value;
    }),
  };
}

/**
 * Null where a step has no value, its numbers are not of the size that its law is used for, or more is
 * taken away than there is.
 */
function valueOf({ books, chained }: Chain): number | null {
  const found = chained();
  if (found?.isUsual !== true) return null;
  return found.value < 0 && isSum(books.at(-1)!) ? null : found.value;
}

/** The kind that is asked for: candidates of another one are looked at where none of it is sure enough. */
export interface Kind {
  readonly isOfKind: (candidate: Weighed) => boolean;
  /** Which of the others may be shown. */
  readonly mayElse: (candidate: Weighed) => boolean;
  /** How sure one of the kind has to be, and one of another. */
  readonly surely: number;
  readonly elseSurely: number;
}

const ANY: Kind = {
  isOfKind: () => true,
  mayElse: () => false,
  surely: -Infinity,
  elseSurely: Infinity,
};

/**
 * The first candidate that has a value, and how sure it is; null for none. Other forms of the numbers are
 * tried where it is not sure.
 */
export function likeliestOf(
  registry: Registry,
  text: string,
  mayBe: (candidate: Weighed) => boolean,
  { elseSurely, isOfKind, mayElse, surely }: Kind = ANY,
): Likeliest | null {
  let [all, others]: [readonly Weighed[], readonly Weighed[]] = [[], []];
  let found: Likeliest | null = null;
  for (const form of formsOf(text)) {
    const some = candidatesOf(registry, form).filter(mayBe);
    const own = new Set(some.filter(isOfKind));
    others = [...others, ...some.filter((one) => !own.has(one) && mayElse(one))];
    all = byWeight([...all, ...own]);
    found = firstOf(all);
    if (found !== null && found.sureness >= SURE) break;
  }
  if (found !== null && found.sureness >= surely) return found;
  const another = firstOf(byWeight(others));
  return another !== null && another.sureness >= elseSurely ? another : null;
}

function firstOf(candidates: readonly Weighed[]): Likeliest | null {
  let first: { readonly candidate: Weighed; readonly value: number } | null = null;
  let lead = LEAD_MAX;
  for (const candidate of candidates.slice(0, COMPUTED_MAX)) {
    if (first !== null && first.candidate.weight - candidate.weight >= lead) break;
    const value = candidate.value();
    if (value === null) continue;
    if (first === null) first = { candidate, value };
    else if (Math.abs(value - first.value) > SAME_SHARE * Math.abs(first.value))
      lead = Math.min(lead, first.candidate.weight - candidate.weight);
  }
  if (first === null) return null;
  const { features, numbers, weight } = first.candidate;
  const size = sizeFeaturesOf(first.value, numbers.question);
  return { ...first, sureness: surenessOf({ features: features(), size }, weight, lead) };
}
