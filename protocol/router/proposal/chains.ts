/** Laws that lack an input, each with the law or conversion that gives it from numbers that are left. */
import { lawBookOf } from "../../derivation/lawBook.js";
import type { Law as BookLaw, LawSlot as BookSlot } from "../../derivation/laws.js";
import { stemsOf } from "../../lexicon/kinds.js";
import { keepingEach, once } from "../../once.js";
import type { OperatorEntry } from "../../operators/entry.js";
import type { Registry } from "../../operators/registry.js";
import { dimensionsEqual } from "../../units/index.js";
import { chained, type Chained, type ChainStep } from "../joins/statedChain.js";
import { saidShareOf } from "../laws/weigh.js";
import { askedFor } from "../laws/askedKind.js";
import type { Filled } from "../laws/filling/fillTypes.js";
import { lawIndexOf, type LawIndex } from "../laws/lexicon/lawIndex.js";
import { lawOf, type Law, type LawSlot } from "../laws/lexicon/lexicon.js";
import type { Profile } from "../laws/lexicon/profile.js";
import type { Said } from "../laws/questionRoots.js";
import type { Given } from "../laws/reading/reading.js";
import type { Guess } from "./candidates.js";
import { looselyTaken, usualPrice, type Taken } from "./fill.js";
import type { NumberOptions } from "./options.js";

/** A step that gives an input, or turns what a law gives into what is asked. */
export interface Step extends Taken {
  readonly book: BookLaw;
  readonly profile: Profile | null;
  readonly target: LawSlot;
}

/** A law with what gives its inputs, or with what follows it. */
export interface Chain {
  readonly guess: Guess;
  readonly steps: readonly Step[];
  /** The last step gives what is asked for, and not the law. */
  readonly isFurther: boolean;
  readonly target: LawSlot;
  readonly left: readonly Given[];
  readonly score: number;
  readonly chained: () => Chained | null;
}

const GIVERS_MAX = 8;
const WAYS_MAX = 2;
/** Inputs that steps may give. */
const GIVEN_MAX = 2;

export function chainsOf(
  registry: Registry,
  guess: Guess,
  numbers: NumberOptions,
): readonly Chain[] {
  const { filled, isWanted, left, target } = guess;
  if (filled.missing.length === 0)
    return (isWanted && left.length === 0) || !target.isResult
      ? []
      : furtherOf(registry, guess, numbers);
  return isWanted && filled.missing.length <= GIVEN_MAX ? givenTo(registry, guess, numbers) : [];
}

/** A law of the book with its words and its inputs as questions say them. */
interface Giver {
  readonly book: BookLaw;
  readonly law: Law;
  readonly profile: Profile | null;
  readonly target: LawSlot;
}

const lawOfConversion = keepingEach((entry: OperatorEntry) => lawOf(entry));
/** The same law as questions say it. */
function lawOfBook(registry: Registry, book: BookLaw): Omit<Giver, "target"> | null {
  if (book.isConversion) return { book, profile: null, law: lawOfConversion(book.entry) };
  const profile = lawIndexOf(registry).profiles.byLaw.get(book.id);
  return profile === undefined ? null : { book, profile, law: profile.law };
}

const giversKept = keepingEach((_registry: Registry) => new Map<string, readonly Giver[]>());

/** Laws that give a kind, and conversions from either side. */
function giversOf(registry: Registry, slot: BookSlot): readonly Giver[] {
  const known = giversKept(registry);
  const key = `${[...slot.kinds].join(" ")}|${slot.loose ?? ""}|${slot.unit}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = lawBookOf(registry).laws.flatMap((book) =>
    book.slots.flatMap((own): readonly Giver[] => {
      if (own.unit !== slot.unit || !(own.isResult || book.isConversion)) return [];
      if (!own.accepted.some((kind) => slot.kinds.has(kind) || kind === slot.loose)) return [];
      const read = lawOfBook(registry, book);
      const { law } = read ?? {};
      const target = law && [...law.slots, law.result].find(({ name }) => name === own.symbol);
      return read === null || target === undefined ? [] : [{ ...read, target }];
    }),
  );
  known.set(key, found);
  return found;
}

/** Steps for each input that is missing, from the numbers that are left and, where it helps, from others. */
function givenTo(registry: Registry, guess: Guess, numbers: NumberOptions): readonly Chain[] {
  const { filled, left, profile, target } = guess;
  const book = lawBookOf(registry).byId().get(profile.law.id);
  if (book === undefined) return [];
  let all: readonly (readonly Step[])[] = [[]];
  for (const missing of filled.missing) {
    const slot = book.slots.find(({ symbol }) => symbol === missing.name);
    const steps = slot === undefined ? [] : stepsFor(registry, guess, slot, numbers);
    all = all.flatMap((before) => steps.map((step) => [...before, step]));
  }
  // Of two that are given, one is a conversion.
  const some = all.filter(
    (steps) => steps.length < 2 || steps.some(({ profile: own }) => own === null),
  );
  return some.map((steps) => ({
    guess,
    steps,
    isFurther: false,
    target,
    left: left.filter((one) => !steps.some((step) => isUsedIn(step, one))),
    score: steps.reduce((sum, { score }) => sum + score, guess.score),
    chained: once(() => {
      const links = new Map(filled.missing.map(({ name }, i) => [name, i] as const));
      const last = { law: book, target, uses: filled.uses, links };
      return chained(registry, numbers.question, [...steps.map(asStep), last]);
    }),
  }));
}

function asStep({ book, filled: { uses }, target }: Step): ChainStep {
  return { law: book, target, uses, links: new Map() };
}

function isUsedIn({ filled: { uses } }: Step, { span }: Given): boolean {
  return uses.some(({ at, score }) => score !== undefined && at === span.at);
}

function stepsFor(
  registry: Registry,
  { left, profile: taker, said }: Guess,
  slot: BookSlot,
  numbers: NumberOptions,
): readonly Step[] {
  const { given } = numbers.question;
  const priceOf = (one: Given): number => (left.includes(one) ? usualPrice(one) : 0);
  const found: Step[] = [];
  const index = lawIndexOf(registry);
  for (const giver of giversOf(registry, slot)) {
    const { book, law, profile, target } = giver;
    if (book.id === taker.law.id || !isSaid(index, giver, said)) continue;
    if (!numbers.mayFill(law, target)) continue;
    for (const way of looselyTaken(law, target, numbers, given, priceOf).slice(0, WAYS_MAX)) {
      if (way.filled.missing.some(({ isOptional }) => !isOptional)) continue;
      const step: Step = { ...way, book, profile, target };
      if (left.length === 0 || left.some((one) => isUsedIn(step, one))) found.push(step);
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, GIVERS_MAX);
}

/** Of the weight of a name, what must be said. */
const NAME_SHARE_MIN = 30;

/** A conversion of things that are said, or a law of whose name enough is. */
function isSaid(
  { profiles }: LawIndex,
  { book, profile }: Pick<Giver, "book" | "profile">,
  { question, words }: Said,
): boolean {
  if (profile === null) {
    const { things } = book;
    return things.length === 0 || stemsOf(question.text).some((stem) => things.includes(stem));
  }
  return saidShareOf(profiles, profile, words) >= NAME_SHARE_MIN;
}

/** A law that gives all but what is asked: a conversion behind it does, or a law that takes numbers that are left. */
function furtherOf(registry: Registry, guess: Guess, numbers: NumberOptions): readonly Chain[] {
  const { filled, profile } = guess;
  const book = lawBookOf(registry).byId().get(profile.law.id);
  const own = book?.slots.find(({ isResult }) => isResult);
  if (book === undefined || own === undefined) return [];
  return takersOf(registry, own).flatMap((taker): readonly Chain[] => {
    if (taker.book.id === book.id || !isAskedOf(registry, taker, guess, numbers)) return [];
    return stepsBehind(taker, guess, numbers).map((step): Chain => {
      const links = new Map([[taker.from.symbol, 0]]);
      return {
        guess,
        steps: [step],
        isFurther: true,
        target: step.target,
        left: guess.left.filter((one) => !isUsedIn(step, one)),
        score: guess.score + step.score,
        chained: once(() =>
          chained(registry, numbers.question, [
            { law: book, target: guess.target, uses: filled.uses, links: new Map() },
            { law: step.book, target: step.target, uses: step.filled.uses, links },
          ]),
        ),
      };
    });
  });
}

/** A law with the input that takes what another gives. */
interface Taker extends Giver {
  readonly from: BookSlot;
}

const takersKept = keepingEach((_registry: Registry) => new Map<string, readonly Taker[]>());

function takersOf(registry: Registry, result: BookSlot): readonly Taker[] {
  const known = takersKept(registry);
  const key = `${result.accepted.join(" ")}|${result.unit}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = lawBookOf(registry).laws.flatMap((book): readonly Taker[] => {
    const read = lawOfBook(registry, book);
    if (read === null) return [];
    return book.slots.flatMap((from): readonly Taker[] => {
      const isTaken = result.accepted.some((kind) => from.kinds.has(kind) || kind === from.loose);
      if (from.unit !== result.unit || !isTaken) return [];
      const { law } = read;
      return [...law.slots, law.result]
        .filter(({ isResult, name }) => name !== from.symbol && (isResult || book.isConversion))
        .map((target) => ({ ...read, from, target }));
    });
  });
  known.set(key, found);
  return found;
}

/** What it gives is measured in the unit that is asked for, or is what words ask for. */
function isAskedOf(
  registry: Registry,
  taker: Taker,
  { said }: Guess,
  { question }: NumberOptions,
): boolean {
  const { profile, target } = taker;
  const dimension = question.wanted?.dimension ?? null;
  if (target.unit === null) return false;
  if (dimension !== null && !dimensionsEqual(target.unit.dimension, dimension)) return false;
  if (!isSaid(lawIndexOf(registry), taker, said)) return false;
  if (profile === null || dimension !== null) return dimension !== null;
  return askedFor(profile, { target }, said).hits.length > 0;
}

/** The other inputs of a law that takes what another gives. */
function stepsBehind(
  { book, from, law, profile, target }: Taker,
  { left }: Guess,
  numbers: NumberOptions,
): readonly Step[] {
  const others = { ...law, slots: law.slots.filter(({ name }) => name !== from.symbol) };
  const needed = others.slots.filter(({ isOptional, name }) => !isOptional && name !== target.name);
  if (needed.length === 0)
    return left.length > 0
      ? []
      : [{ filled: emptyFilled(target), left: [], score: 0, book, profile, target }];
  if (left.length === 0 || from.isResult) return [];
  const priceOf = (one: Given): number => (left.includes(one) ? usualPrice(one) : 0);
  return looselyTaken(others, target, numbers, numbers.question.given, priceOf)
    .slice(0, WAYS_MAX)
    .filter(({ filled: { missing } }) => missing.every(({ isOptional }) => isOptional))
    .map((way): Step => ({ ...way, book, profile, target }))
    .filter((step) => left.some((one) => isUsedIn(step, one)));
}

function emptyFilled(target: LawSlot): Filled {
  return {
    target,
    uses: [],
    missing: [],
    bodies: [],
    stated: new Set(),
    constants: [],
    idle: null,
    isOpen: false,
    isCut: false,
    score: 0,
    ways: [],
  };
}
