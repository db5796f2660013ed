/** A law that lacks one input, and the law or conversion that gives it from numbers that are left. */
import { chained, type Chained } from "../joins/statedChain.js";
import { conversions } from "../../derivation/conversions.js";
import { lawBookOf } from "../../derivation/lawBook.js";
import type { Law as BookLaw, LawSlot as BookSlot } from "../../derivation/laws.js";
import { once } from "../../once.js";
import type { OperatorEntry } from "../../operators/entry.js";
import type { Registry } from "../../operators/registry.js";
import type { Filled } from "../laws/filling/fillTypes.js";
import { Kept } from "../laws/filling/kept.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import { lawOf, type Law, type LawSlot } from "../laws/lexicon/lexicon.js";
import type { Given, Question } from "../laws/reading/reading.js";
import type { Guess } from "./candidates.js";
import { mayBeWanted } from "./candidates.js";
import { looselyTaken, usualPrice } from "./fill.js";

/** Two laws of which the first gives an input of the second. */
export interface Pair {
  readonly first: { readonly law: Law; readonly target: LawSlot; readonly filled: Filled };
  readonly second: { readonly law: Law; readonly target: LawSlot; readonly filled: Filled };
  /** The input of the second. */
  readonly symbol: string;
  /** The guess that it came from. */
  readonly guess: Guess;
  readonly left: readonly Given[];
  readonly score: number;
  /** The law beside that of the guess is a conversion. */
  readonly isConverted: boolean;
  readonly chained: () => Chained | null;
}

const RANK_MAX = 25;

export function pairsOf(registry: Registry, guesses: readonly Guess[]): readonly Pair[] {
  const kept = new Kept();
  return guesses.flatMap((guess) =>
    guess.rank >= RANK_MAX ? [] : [...givenTo(registry, guess, kept), ...furtherOf(registry, guess)],
  );
}

const conversionLaw = (() => {
  const known = new Map<OperatorEntry, Law>();
  return (entry: OperatorEntry): Law => {
    const before = known.get(entry);
    if (before !== undefined) return before;
    const law = lawOf(entry);
    known.set(entry, law);
    return law;
  };
})();

function lexiconLaw(registry: Registry, { entry, id, isConversion }: BookLaw): Law | null {
  if (isConversion) return conversionLaw(entry);
  return lawIndexOf(registry).profiles.byLaw.get(id)?.law ?? null;
}

interface Giver {
  readonly book: BookLaw;
  readonly law: Law;
  readonly target: LawSlot;
}

const giversKept = new WeakMap<Registry, Map<string, readonly Giver[]>>();

/** Laws that give a kind, and conversions from either side. */
function giversOf(registry: Registry, slot: BookSlot): readonly Giver[] {
  const known = giversKept.get(registry) ?? new Map<string, readonly Giver[]>();
  giversKept.set(registry, known);
  const key = `${[...slot.kinds].join(" ")}|${slot.loose ?? ""}|${slot.unit}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found: Giver[] = [];
  for (const book of lawBookOf(registry).laws) {
    for (const own of book.slots) {
      if (!own.isResult && !book.isConversion) continue;
      if (own.unit !== slot.unit) continue;
      if (!own.accepted.some((kind) => slot.kinds.has(kind) || kind === slot.loose)) continue;
      const law = lexiconLaw(registry, book);
      const target = law === null ? undefined : [...law.slots, law.result].find(({ name }) => name === own.symbol);
      if (law !== null && target !== undefined) found.push({ book, law, target });
    }
  }
  known.set(key, found);
  return found;
}

function givenTo(registry: Registry, guess: Guess, kept: Kept): readonly Pair[] {
  const { filled, left, profile, question, target } = guess;
  const [missing, another] = filled.missing;
  if (missing === undefined || another !== undefined) return [];
  const book = lawBookOf(registry).byId().get(profile.law.id);
  const slot = book?.slots.find(({ symbol }) => symbol === missing.name);
  if (book === undefined || slot === undefined) return [];
  return giversOf(registry, slot).flatMap((giver): readonly Pair[] => {
    if (giver.book.id === book.id) return [];
    const isLeft = (one: Given): boolean => left.includes(one);
    const given = question.given;
    const ways = looselyTaken(giver.law, giver.target, question, given, kept, (one) =>
      isLeft(one) ? usualPrice(one) : 0,
    );
    return ways.slice(0, 2).flatMap((way): readonly Pair[] => {
      if (way.filled.missing.some(({ isOptional }) => !isOptional)) return [];
      const numbers = way.filled.uses.filter(({ score }) => score !== undefined);
      if (!numbers.some(({ at }) => left.some(({ span }) => span.at === at)) && left.length > 0) return [];
      if (numbers.length === 0) return [];
      const rest = left.filter(({ span }) => !numbers.some(({ at }) => at === span.at));
      return [
        {
          first: { law: giver.law, target: giver.target, filled: way.filled },
          second: { law: profile.law, target, filled },
          symbol: missing.name,
          guess,
          left: rest,
          score: guess.score + way.score,
          isConverted: giver.book.isConversion,
          chained: once(() =>
            chained(registry, question, [
              { law: giver.book, target: giver.target, uses: way.filled.uses, links: new Map() },
              { law: book, target, uses: filled.uses, links: new Map([[missing.name, 0]]) },
            ]),
          ),
        },
      ];
    });
  });
}

/** A law that gives all but what is asked: a conversion behind it does. */
function furtherOf(_registry: Registry, _guess: Guess): readonly Pair[] {
  return [];
}
void conversions;
void mayBeWanted;
export type { Question };
