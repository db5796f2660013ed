/** Laws that lack an input, each with the law or conversion that gives it from numbers that are left. */
import { lawBookOf } from "../../derivation/lawBook.js";
import type { Law as BookLaw, LawSlot as BookSlot } from "../../derivation/laws.js";
import { keepingEach, once } from "../../once.js";
import type { OperatorEntry } from "../../operators/entry.js";
import type { Registry } from "../../operators/registry.js";
import { dimensionsEqual } from "../../units/index.js";
import { chained, type Chained, type ChainStep } from "../joins/statedChain.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import { lawOf, type Law, type LawSlot } from "../laws/lexicon/lexicon.js";
import { PLACE, type Profile } from "../laws/lexicon/profile.js";
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
  /** What is asked for is given by the last step and not by the law. */
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
  const { filled, isWanted, target } = guess;
  if (filled.missing.length === 0)
    return isWanted || !target.isResult ? [] : furtherOf(registry, guess, numbers);
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
const giversKept = keepingEach((_registry: Registry) => new Map<string, readonly Giver[]>());

/** Laws that give a kind, and conversions from either side. */
function giversOf(registry: Registry, slot: BookSlot): readonly Giver[] {
  const known = giversKept(registry);
  const key = `${[...slot.kinds].join(" ")}|${slot.loose ?? ""}|${slot.unit}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const { byLaw } = lawIndexOf(registry).profiles;
  const found = lawBookOf(registry).laws.flatMap((book) =>
    book.slots.flatMap((own): readonly Giver[] => {
      if (own.unit !== slot.unit || !(own.isResult || book.isConversion)) return [];
      if (!own.accepted.some((kind) => slot.kinds.has(kind) || kind === slot.loose)) return [];
      const profile = book.isConversion ? null : (byLaw.get(book.id) ?? null);
      const law = book.isConversion ? lawOfConversion(book.entry) : profile?.law;
      const target = law && [...law.slots, law.result].find(({ name }) => name === own.symbol);
      return law === undefined || target === undefined ? [] : [{ book, law, profile, target }];
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
  for (const { book, law, profile, target } of giversOf(registry, slot)) {
    if (book.id === taker.law.id || !isSaid(profile, said)) continue;
    if (!numbers.mayFill(law, target)) continue;
    for (const way of looselyTaken(law, target, numbers, given, priceOf).slice(0, WAYS_MAX)) {
      if (way.filled.missing.some(({ isOptional }) => !isOptional)) continue;
      const step: Step = { ...way, book, profile, target };
      if (left.length === 0 || left.some((one) => isUsedIn(step, one))) found.push(step);
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, GIVERS_MAX);
}

const NAMES = PLACE.title | PLACE.alias | PLACE.case;

/** A conversion, or a law of whose name a word is said. */
function isSaid(profile: Profile | null, { words }: Said): boolean {
  if (profile === null) return true;
  for (const root of words) if (((profile.places.get(root) ?? 0) & NAMES) !== 0) return true;
  return false;
}

/** A law that gives all but what is asked: a conversion behind it does. */
function furtherOf(registry: Registry, guess: Guess, numbers: NumberOptions): readonly Chain[] {
  const { filled, left, profile, score } = guess;
  const { byId, forms } = lawBookOf(registry);
  const book = byId().get(profile.law.id);
  const own = book?.slots.find(({ isResult }) => isResult);
  const dimension = numbers.question.wanted?.dimension ?? null;
  if (book === undefined || own === undefined || dimension === null) return [];
  return forms.flatMap((form): readonly Chain[] => {
    const from = form.slots.find(
      ({ kinds, loose, unit }) =>
        unit === own.unit && own.accepted.some((kind) => kinds.has(kind) || kind === loose),
    );
    const law = lawOfConversion(form.entry);
    const to = [...law.slots, law.result].find(({ name }) => name !== from?.symbol);
    if (from === undefined || to?.unit === null || to === undefined) return [];
    if (!dimensionsEqual(to.unit.dimension, dimension)) return [];
    const step: Step = { filled: { ...filled, uses: [] }, left: [], score: 0, book: form, profile: null, target: to };
    const links = new Map([[from.symbol, 0]]);
    return [
      {
        guess,
        steps: [step],
        isFurther: true,
        target: to,
        left,
        score,
        chained: once(() =>
          chained(registry, numbers.question, [
            { law: book, target: guess.target, uses: filled.uses, links: new Map() },
            { law: form, target: to, uses: [], links },
          ]),
        ),
      },
    ];
  });
}
