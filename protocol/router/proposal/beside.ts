/**
 * What the words right around a number say of two alike inputs, up to the mark or the `and` that parts it from the next
 * number; and whether numbers of several kinds are given to first and second bodies in one order.
 */
import { dimensionKey } from "../../units/index.js";
import { keepingEach, keepingFew } from "../../once.js";
import type { Use } from "../laws/filling/fillTypes.js";
import { QUANTITY_STEMS, lawStem } from "../laws/lexicon/lawWords.js";
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import type { Given, Question } from "../laws/reading/reading.js";

const PARTED = new RegExp(
  String.raw`[,;:]\s|[.?!](?:\s|$)|[()[\]\u2013\u2014]|\b(?:and|against|versus|vs|but|while|whereas|then|or|with)\b`,
  "giu",
);
const REMARK = /\(([^()\d]*)\)/gu;
const WORDS = /\p{L}[\p{L}-]+/gu;
const BEFORE_MAX = 5;
const AFTER_MAX = 4;
/** Where something lies is said of the upper and the lower of two. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ["above", "upper"],
  ["top", "upper"],
  ["below", "lower"],
  ["bottom", "lower"],
]);
/** `rated 63 V`, `it melts at 933 K`: a number that is said of a thing, and not of what happens to it. */
const OF_THING = /^(?:rated|rating|melts?|boils?|aged|costs?)$/iu;

/** What a word tells that stands right before its number or behind an `of`, one that stands elsewhere, and a kind. */
const TELLS = { near: 2, far: 1, kind: 1 } as const;
const NEAR = 3;
const TELLS_MAX = 3;

interface Beside {
  /** How much its words tell of each quantity of a law of which they tell anything. */
  readonly of: (law: Law) => ReadonlyMap<LawSlot, number>;
  /** `a 28-bed ward`, `rated 63 V`: the stem that says so of a number; null for none. */
  readonly ofThing: string | null;
}

function countsOf(law: Law, stems: ReadonlyMap<string, number>): ReadonlyMap<LawSlot, number> {
  const found = new Map<LawSlot, number>();
  for (const [slot, own] of tellingWords(law)) {
    let sum = 0;
    // What names the law says little of a number that it does not stand right beside.
    for (const [stem, tells] of stems)
      if (own.has(stem) && (tells > TELLS.far || !law.title.has(stem))) sum += tells;
    if (sum > 0) found.set(slot, Math.min(TELLS_MAX, sum));
  }
  return found;
}

/** The words beside each number of a question. */
const besideNumbers = keepingFew(({ given, text }: Question) => {
  const pieceOf = (from: number, to: number): string =>
    text.slice(from, Math.max(from, to)).replaceAll(REMARK, " $1 ");
  return new Map<Given["span"]["at"], Beside>(
    given.map((one, i) => {
      const start = one.span.name?.at[0] ?? one.span.at[0];
      const head = pieceOf(given[i - 1]?.span.at[1] ?? 0, start)
        .split(PARTED)
        .at(-1)!;
      const next = given[i + 1]?.span;
      const end = next === undefined ? text.length : (next.name?.at[0] ?? next.at[0]);
      const tail = pieceOf(one.span.at[1], end).split(PARTED)[0]!;
      const ahead = (head.match(WORDS) ?? []).slice(-BEFORE_MAX).toReversed();
      const behind = (tail.match(WORDS) ?? []).slice(0, AFTER_MAX);
      const stems = new Map<string, number>();
      const note = (word: string, isNear: boolean): void => {
        const stem = lawStem(PLACES.get(word.toLowerCase()) ?? word);
        const tells = QUANTITY_STEMS.has(stem) ? TELLS.kind : isNear ? TELLS.near : TELLS.far;
        stems.set(stem, Math.max(stems.get(stem) ?? 0, tells));
      };
      for (const [k, word] of behind.entries()) note(word, behind[0] === "of" && k < NEAR);
      for (const [k, word] of ahead.entries()) note(word, k < NEAR);
      const noun = /^-(\p{Ll}{3,})/u.exec(text.slice(one.span.at[1]))?.[1];
      const thing = noun ?? [...ahead, ...behind].find((word) => OF_THING.test(word));
      return [
        one.span.at,
        {
          of: keepingEach((law: Law) => countsOf(law, stems)),
          ofThing: thing === undefined ? null : lawStem(thing),
        },
      ];
    }),
  );
});

/** Of each quantity of a law the words that no other one of its dimension has. */
const tellingWords = keepingEach((law: Law): ReadonlyMap<LawSlot, ReadonlySet<string>> => {
  const all = [...law.slots, law.result];
  return new Map(
    all.map((slot) => {
      const others = all.filter((one) => one !== slot && isAlike(one, slot));
      const own = [...slot.words].filter((stem) => !others.some(({ words }) => words.has(stem)));
      return [slot, new Set(others.length === 0 ? [] : own)] as const;
    }),
  );
});

function isAlike({ unit }: LawSlot, other: LawSlot): boolean {
  return keyOf(unit) === keyOf(other.unit);
}

const keyOf = (unit: LawSlot["unit"]): string =>
  unit === null ? "" : dimensionKey(unit.dimension);

export interface BesideCounts {
  /** What words beside numbers tell of their input and of no other one of its dimension, and of another one. */
  readonly own: number;
  readonly another: number;
  /** Numbers that are said of a thing. */
  readonly rated: number;
  /** Pairs of one kind whose numbers stand in another order than in the law, where no word tells them apart. */
  readonly reversed: number;
}

export function besideOf(law: Law, uses: readonly Use[], question: Question): BesideCounts {
  const beside = besideNumbers(question);
  let [own, another, rated] = [0, 0, 0];
  for (const { at, score, slot } of uses) {
    if (score === undefined) continue;
    const said = beside.get(at);
    if (said === undefined) continue;
    if (said.ofThing !== null && !slot.words.has(said.ofThing)) rated += 1;
    const counts = said.of(law);
    own += counts.get(slot) ?? 0;
    let most = 0;
    for (const [other, count] of counts)
      if (other !== slot && isAlike(other, slot)) most = Math.max(most, count);
    another += most;
  }
  return { own, another, rated, reversed: reversedIn(uses, law, beside) };
}

function reversedIn(
  uses: readonly Use[],
  law: Law,
  beside: ReturnType<typeof besideNumbers>,
): number {
  const placed = uses.filter(({ at, score }) => score !== undefined && beside.has(at));
  const isApart = ({ at, slot }: Use): boolean =>
    [...beside.get(at)!.of(law).keys()].some((one) => one.quantity === slot.quantity);
  let count = 0;
  for (const [i, one] of placed.entries())
    for (const other of placed.slice(i + 1)) {
      if (one.slot.quantity !== other.slot.quantity || isApart(one) || isApart(other)) continue;
      const isBefore = one.at[0] < other.at[0];
      if (isBefore !== law.slots.indexOf(one.slot) < law.slots.indexOf(other.slot)) count += 1;
    }
  return count;
}

/** Pairs of kinds whose numbers are given to the first and the second of two in another order. */
export function crossedIn(uses: readonly Use[], { slots }: Law): number {
  const kinds = new Map<string, Use[]>();
  for (const use of uses) {
    if (use.score === undefined || use.slot.isResult) continue;
    const own = kinds.get(use.slot.quantity) ?? [];
    kinds.set(use.slot.quantity, [...own, use]);
  }
  const orders = [...kinds.values()]
    .filter(({ length }) => length > 1)
    .map((own) =>
      own
        .toSorted((a, b) => slots.indexOf(a.slot) - slots.indexOf(b.slot))
        .map((one) => own.filter(({ at }) => at[0] < one.at[0]).length),
    );
  let crossed = 0;
  for (const [i, one] of orders.entries())
    for (const other of orders.slice(i + 1))
      if (one.length === other.length && one.some((place, k) => place !== other[k])) crossed += 1;
  return crossed;
}
