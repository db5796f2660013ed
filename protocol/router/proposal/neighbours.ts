/** Laws and conversions that give a kind, and those that take one, each with how well a question says it. */
import { lawBookOf } from "../../derivation/lawBook.js";
import type { Law as BookLaw, LawSlot as BookSlot } from "../../derivation/laws.js";
import { headKind, stemsOf } from "../../lexicon/kinds.js";
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

export const lawOfConversion = keepingEach((entry: OperatorEntry) => lawOf(entry));

/** The same law as questions say it. */
function lawOfBook(registry: Registry, book: BookLaw): Omit<Giver, "target"> | null {
  if (book.isConversion) return { book, profile: null, law: lawOfConversion(book.entry) };
  const profile = lawIndexOf(registry).profiles.byLaw.get(book.id);
  return profile === undefined ? null : { book, profile, law: profile.law };
}

/** A quantity of a law of the book. */
interface Place {
  readonly book: BookLaw;
  readonly slot: BookSlot;
}

/** Quantities by the kinds that they may give, and by those that they take, in the order of the book. */
const placesIn = keepingEach((registry: Registry) => {
  const places = { gives: new Map<string, Place[]>(), takes: new Map<string, Place[]>() };
  const add = (to: Map<string, Place[]>, kind: string, place: Place): void => {
    const list = to.get(kind);
    if (list === undefined) to.set(kind, [place]);
    else list.push(place);
  };
  for (const book of lawBookOf(registry).laws)
    for (const slot of book.slots) {
      const place = { book, slot };
      const isGiven = slot.isResult || book.isConversion || (isShort(book) && !slot.isOptional);
      if (isGiven) for (const kind of givenAs(registry, slot)) add(places.gives, kind, place);
      for (const kind of slot.kinds) add(places.takes, kind, place);
      if (slot.loose !== null) add(places.takes, slot.loose, place);
    }
  return places;
});

/** Kinds that what a law gives may be taken as. */
function givenAs(registry: Registry, { accepted, kind }: BookSlot): readonly string[] {
  const head = headKind(lawBookOf(registry).kinds, kind);
  return head === null || accepted.includes(head) ? accepted : [...accepted, head];
}

/** Those of some kinds that are measured in a unit, each once. */
function placesFor(
  places: ReadonlyMap<string, readonly Place[]>,
  kinds: Iterable<string>,
  slot: BookSlot,
): readonly Place[] {
  const found = new Set<Place>();
  for (const kind of kinds)
    for (const place of places.get(kind) ?? [])
      if (unitOf(place.slot) === unitOf(slot)) found.add(place);
  return [...found];
}

const giversKept = keepingEach((_registry: Registry) => new Map<string, readonly Giver[]>());

/** Laws that give a kind, short ones from either side, and conversions. */
export function giversOf(registry: Registry, slot: BookSlot): readonly Giver[] {
  const known = giversKept(registry);
  const key = `${[...slot.kinds].join(" ")}|${slot.loose ?? ""}|${slot.unit}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const kinds = slot.loose === null ? slot.kinds : [...slot.kinds, slot.loose];
  const found = placesFor(placesIn(registry).gives, kinds, slot).flatMap(
    ({ book, slot: own }): readonly Giver[] => {
      const read = lawOfBook(registry, book);
      const { law } = read ?? {};
      const target = law && [...law.slots, law.result].find(({ name }) => name === own.symbol);
      return read === null || target === undefined ? [] : [{ ...read, target }];
    },
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
  const found = placesFor(placesIn(registry).takes, givenAs(registry, result), result).flatMap(
    ({ book, slot: from }): readonly Taker[] => {
      const read = lawOfBook(registry, book);
      if (read === null) return [];
      const { law } = read;
      const isTurned = book.isConversion || isShort(book);
      const others = { ...law, slots: law.slots.filter(({ name }) => name !== from.symbol) };
      return [...law.slots, law.result]
        .filter(
          ({ isOptional, isResult, name }) =>
            name !== from.symbol && !isOptional && (isResult || isTurned),
        )
        .map((target) => ({ ...read, from, target, others }));
    },
  );
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
  if (profile === null) return isOfThings(book, question) ? "said" : "unsaid";
  if ((ranks.get(profile) ?? RANK_MAX) < RANK_MAX) return "said";
  if (saidShareOf(lawIndexOf(registry).profiles, profile, words) >= NAME_SHARE_MIN) return "said";
  if (law.slots.length > SHORT_MAX || book.isStatedOnly) return null;
  return isOfThings(book, question) ? "unsaid" : "far";
}

/** It holds for any body, or one of its things is said. */
function isOfThings({ things }: BookLaw, { text }: Question): boolean {
  if (things.length === 0) return true;
  const stems = stemsIn(text);
  return things.some((thing) => stems.has(thing));
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

/** Inputs of a law that a number has to be, by dimension; of a body's property, the body may be named. */
const requiredOf = keepingEach((law: Law) =>
  law.slots
    .filter(
      (slot) =>
        !slot.isOptional &&
        !law.assumes.has(slot.name) &&
        !law.supposes.has(slot.name) &&
        !law.adjectives.some(({ values }) => values.some(([name]) => name === slot.name)) &&
        slot.conversion === null &&
        !slot.isThermalEnergy &&
        slot.unit !== null &&
        !isDimensionless(slot.unit.dimension),
    )
    .map((slot) => ({ slot, key: keyOf(slot), isOfBody: slot.property !== null })),
);

/** How many inputs of a law no number can be by its dimension: a cheap look before any other. */
export function lackingOf(law: Law, target: LawSlot, question: Question, most: number): number {
  const dimensions = dimensionsIn(question);
  const isNamed = question.named.length > 0;
  // A bare number may stand in the unit of the law where a symbol names it.
  let lacking = -barelyIn(question);
  for (const { isOfBody, key, slot } of requiredOf(law)) {
    if (slot === target || (isOfBody && isNamed) || dimensions.has(key)) continue;
    lacking += 1;
    if (lacking > most) return lacking;
  }
  return Math.max(0, lacking);
}

const barelyIn = keepingLast(({ given }: Question): number => given.filter(isBareSymbol).length);

const keysOf = keepingEach((law: Law): ReadonlySet<string> => {
  const keys = [...law.slots, law.result].flatMap((slot) =>
    slot.conversion !== null || slot.isThermalEnergy ? [ANY] : [keyOf(slot)],
  );
  return new Set(keys);
});
const ANY = "any";

/** Whether a law may take one of some numbers, by their dimensions: cheaper than all that they may be. */
export function mayTakeOne(law: Law, some: readonly Given[]): boolean {
  const keys = keysOf(law);
  if (keys.has(ANY)) return true;
  return some.some(
    (one) =>
      isBareSymbol(one) ||
      one.span.quantities.some(({ readings }) =>
        readings.some(({ unit }) => keys.has(dimensionKey(unit.dimension))),
      ),
  );
}

function isBareSymbol({ label, span }: Given): boolean {
  return span.quantities[0]?.hasUnit !== true && (span.name !== null || label !== null);
}
