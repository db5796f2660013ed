/** Laws and conversions that give a kind, and those that take one, each with how well a question says it. */
import { lawBookOf } from "../../derivation/lawBook.js";
import type { Law as BookLaw, LawSlot as BookSlot } from "../../derivation/laws.js";
import { stemsOf } from "../../lexicon/kinds.js";
import { keepingEach, keepingLast } from "../../once.js";
import type { OperatorEntry } from "../../operators/entry.js";
import type { Registry } from "../../operators/registry.js";
import { dimensionKey, isDimensionless } from "../../units/index.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import { lawOf, type Law, type LawSlot } from "../laws/lexicon/lexicon.js";
import type { Profile } from "../laws/lexicon/profile.js";
import type { Said } from "../laws/questionRoots.js";
import type { Given, Question } from "../laws/reading/reading.js";
import { saidShareOf } from "../laws/weigh.js";

/** A law of the book with its words and what it gives. */
export interface Giver {
  readonly book: BookLaw;
  readonly law: Law;
  /** Null for a conversion. */
  readonly profile: Profile | null;
  readonly target: LawSlot;
}

/** A law with the input that takes what another gives. */
export interface Taker extends Giver {
  readonly from: BookSlot;
  /** The law without that input. */
  readonly others: Law;
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
export function giversOf(registry: Registry, slot: BookSlot): readonly Giver[] {
  const known = giversKept(registry);
  const key = `${[...slot.kinds].join(" ")}|${slot.loose ?? ""}|${slot.unit}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = lawBookOf(registry).laws.flatMap((book) =>
    book.slots.flatMap((own): readonly Giver[] => {
      const isGiven = own.isResult || book.isConversion || (isShort(book) && !own.isOptional);
      if (unitOf(own) !== unitOf(slot) || !isGiven) return [];
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

/** Events in a time are written in either way. */
function unitOf({ unit }: BookSlot): string {
  return unit === "Hz" ? "1/s" : unit;
}

const takersKept = keepingEach((_registry: Registry) => new Map<string, readonly Taker[]>());

/** Laws that take what a law gives, and conversions from either side; a short law from either side too. */
export function takersOf(registry: Registry, result: BookSlot): readonly Taker[] {
  const known = takersKept(registry);
  const key = `${result.accepted.join(" ")}|${result.unit}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = lawBookOf(registry).laws.flatMap((book): readonly Taker[] => {
    const read = lawOfBook(registry, book);
    if (read === null) return [];
    const { law } = read;
    const isTurned = book.isConversion || isShort(book);
    return book.slots.flatMap((from): readonly Taker[] => {
      const isTaken = result.accepted.some((kind) => from.kinds.has(kind) || kind === from.loose);
      if (unitOf(from) !== unitOf(result) || !isTaken) return [];
      const others = { ...law, slots: law.slots.filter(({ name }) => name !== from.symbol) };
      return [...law.slots, law.result]
        .filter(
          ({ isOptional, isResult, name }) =>
            name !== from.symbol && !isOptional && (isResult || isTurned),
        )
        .map((target) => ({ ...read, from, target, others }));
    });
  });
  known.set(key, found);
  return found;
}

/** It may be asked for its inputs, too. */
function isShort({ inputs }: BookLaw): boolean {
  return inputs <= SHORT_MAX;
}

/** `far`: its thing is not said, so that only symbols can mean it. */
export type Saidness = "said" | "unsaid" | "far";

/** Of the weight of a name, what must be said. */
const NAME_SHARE_MIN = 30;
/** Laws by their words alone, from nought: one so near is said. */
const RANK_MAX = 12;
/** Inputs of a law that may follow from the numbers though nobody names it. */
const SHORT_MAX = 3;

/**
 * Whether words say a law: enough of its name is said or it is among the first by its words; of a
 * conversion, its things. A short law that holds for the things that are said may stand unsaid.
 */
export function saidnessOf(
  registry: Registry,
  { book, law, profile }: Pick<Giver, "book" | "law" | "profile">,
  { question, words }: Said,
  ranks: ReadonlyMap<Profile, number>,
): Saidness | null {
  const stems = stemsIn(question.text);
  const isOfThings = book.things.length === 0 || book.things.some((thing) => stems.has(thing));
  if (profile === null) return isOfThings ? "said" : "unsaid";
  if (saidShareOf(lawIndexOf(registry).profiles, profile, words) >= NAME_SHARE_MIN) return "said";
  if ((ranks.get(profile) ?? RANK_MAX) < RANK_MAX) return "said";
  if (law.slots.length > SHORT_MAX || book.isStatedOnly) return null;
  return isOfThings ? "unsaid" : "far";
}

const stemsIn = keepingLast((text: string): ReadonlySet<string> => new Set(stemsOf(text)));

/** Dimensions that the numbers of a question have; a bare number is pure. */
const dimensionsIn = keepingLast(({ given }: Question): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { span } of given)
    for (const { readings } of span.quantities)
      for (const { unit } of readings) found.add(dimensionKey(unit.dimension));
  return found;
});

const keyOf = keepingEach(({ unit }: LawSlot): string =>
  unit === null ? "" : dimensionKey(unit.dimension),
);

/** How many inputs of a law no number can be by its dimension: a cheap look before any other. */
export function lackingOf(law: Law, target: LawSlot, question: Question): number {
  const dimensions = dimensionsIn(question);
  // A bare number may stand in the unit of the law where a symbol names it.
  let lacking = -question.given.filter(isBareSymbol).length;
  for (const slot of law.slots) {
    if (slot === target || slot.isOptional) continue;
    if (slot.property !== null && question.named.length > 0) continue;
    if (law.assumes.has(slot.name) || law.supposes.has(slot.name)) continue;
    if (law.adjectives.some(({ values }) => values.some(([name]) => name === slot.name))) continue;
    if (slot.conversion !== null || slot.isThermalEnergy) continue;
    if (slot.unit === null || isDimensionless(slot.unit.dimension)) continue;
    if (!dimensions.has(keyOf(slot))) lacking += 1;
  }
  return lacking;
}

function isBareSymbol({ label, span }: Given): boolean {
  return span.quantities[0]?.hasUnit !== true && (span.name !== null || label !== null);
}
