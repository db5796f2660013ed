/**
 * Of several ways to give the numbers to the inputs, which the words say as well: the one for which
 * order, things, subjects and signs speak. It is proposed with the other way beside it, and never
 * sealed before it is sent back.
 */
import type { Registry } from "../../operators/registry.js";
import { inAnotherWay } from "./filling/fill.js";
import type { Filled, Use, Way } from "./filling/fillTypes.js";
import type { Reading } from "./filling/readings.js";
import { lawStems } from "./lexicon/lawWords.js";
import type { Law, LawSlot } from "./lexicon/lexicon.js";
import type { Question } from "./reading/reading.js";
import { computed, isSame, type Settled } from "./settle.js";

export interface Likelier extends Settled {
  /** The inputs of the other way, in words. */
  readonly other: string;
}

/** Ways that are said this much less are none. */
const WAY_LEAD = 4;
/** What speaks for the first way beyond the next. */
const HINTS_MIN = 1;
/** Words that say a little more, and an order that is that of the indices, are half a reason each. */
const HALF = 0.5;

interface Weighed {
  readonly way: Way;
  readonly value: number;
  readonly hints: number;
}

/** The way for which most speaks; null where two are as likely, or the law is asked for one of two alike. */
export function likelierOf(
  registry: Registry,
  { filled, profile: { law } }: Reading & { readonly filled: Filled },
  question: Question,
): Likelier | null {
  const { target, ways } = filled;
  const best = ways[0]!.score;
  if (isOneOfTwo(law, target) || isDirected(law, question)) return null;
  const weighed = ways
    .filter(({ score }) => best - score < WAY_LEAD)
    .flatMap((way): readonly Weighed[] => {
      const read = inAnotherWay(law, filled, way, question);
      const value = computed(registry, law, read.uses);
      if (typeof value === "string" || read.missing.length > 0) return [];
      const lead = way.score === best ? HALF : 0;
      const ideal = way.uses.filter(({ slot, value: own }) => isIdeal(law, slot, own)).length;
      return [{ way, value, hints: lead + ideal + hintsOf(way.uses, value, target, question) }];
    })
    .sort((a, b) => b.hints - a.hints);
  const [first] = weighed;
  const next = weighed.find(({ value }) => !isSame(value, first!.value));
  if (first === undefined || next === undefined || first.hints - next.hints < HINTS_MIN)
    return null;
  return {
    filled: { ...inAnotherWay(law, filled, first.way, question), isOpen: false },
    value: first.value,
    other: otherOf(first.way, next.way),
  };
}

/** The value that an input has in the ideal case: the index of the air. */
function isIdeal({ assumes, supposes }: Law, { name }: LawSlot, value: number): boolean {
  const ideal = assumes.get(name) ?? supposes.get(name);
  return ideal !== undefined && ideal !== 0 && Math.abs(value - ideal) <= NEAR_IDEAL * ideal;
}

const NEAR_IDEAL = 1e-3;
const INDEX = /_?(\d)[a-z]?$/u;
const SUFFIX = /_([A-Za-z]+)$/u;

/** The thing or state that an input is of: the `1` of `m_1`, the `s` of `rho_s`. */
function thingOf({ name }: LawSlot): string {
  return INDEX.exec(name)?.[1] ?? SUFFIX.exec(name)?.[1] ?? "";
}

/**
 * An input that is asked for where another is of its kind, or the result for one of two bodies of
 * which both have all: words and no order say which.
 */
function isOneOfTwo({ slots }: Law, target: LawSlot): boolean {
  const alike = slots.filter((slot) => slot !== target && slot.quantity === target.quantity);
  if (!target.isResult) return alike.length > 0;
  const own = INDEX.exec(target.name)?.[1];
  return own !== undefined && alike.some(({ name }) => INDEX.exec(name)?.[1] === own);
}

const WAYS = new RegExp(
  String.raw`\b(?:left|right|opposite(?:ly)?|towards|head-on|oncoming|directions?|east|west|north|south|` +
    String.raw`(?:back|for|up|down)wards?|back|rebound(?:s|ed|ing)?|bounc(?:es?|ed|ing))\b`,
  "iu",
);

/** `to the left`: which way bodies move is a matter of signs. */
export function isDirected({ slots }: Law, { text }: Question): boolean {
  const speeds = slots.filter(({ quantity }) => /speed|velocity/u.test(quantity));
  return speeds.length > 1 && WAYS.test(text);
}

/** What speaks for a way, in halves: numbers of one thing, subjects of clauses, and the order of two alike. */
export function halfHintsOf(all: readonly Use[], question: Question): number {
  const uses = all.filter(({ score }) => score !== undefined).sort((a, b) => a.at[0] - b.at[0]);
  const whole = togetherIn(uses, question) + subjectsIn(uses, question);
  return 2 * whole + (isInOrder(uses) ? 1 : 0);
}

function hintsOf(all: readonly Use[], value: number, target: LawSlot, question: Question): number {
  const uses = all.filter(({ score }) => score !== undefined).sort((a, b) => a.at[0] - b.at[0]);
  const isNegative = value < 0 && !/temperature|charge|potential|energy/u.test(target.quantity);
  return (
    togetherIn(uses, question) +
    subjectsIn(uses, question) +
    (isInOrder(uses) ? HALF : 0) -
    (isNegative ? 1 : 0)
  );
}

const hasAlike = (slot: LawSlot, uses: readonly Use[]): boolean =>
  uses.some((use) => use.slot !== slot && use.slot.quantity === slot.quantity);

/** Numbers of one thing that stand in inputs of one thing. */
function togetherIn(uses: readonly Use[], { text }: Question): number {
  const groups = groupsOf(uses, text);
  let count = 0;
  for (const group of groups) {
    group.forEach(({ slot }, i) => {
      for (const other of group.slice(i + 1)) {
        if (!hasAlike(slot, uses) && !hasAlike(other.slot, uses)) continue;
        if (thingOf(slot) === thingOf(other.slot)) count += 1;
      }
    });
  }
  return count;
}

/** `a 6 tonne car`, `orbits a planet`: something else is spoken of. */
const ANOTHER =
  /(?<!\b(?:at|with|of|by|for|has|have|having|in|over|through|within)\s)\b(?:an?|another)\s+(?:\p{L}|$)/iu;

/** Numbers side by side, up to a mark, another thing or another number of a kind. */
function groupsOf(uses: readonly Use[], text: string): readonly (readonly Use[])[] {
  const groups: Use[][] = [];
  uses.forEach((use, i) => {
    const group = groups.at(-1);
    const between = i === 0 ? "" : text.slice(uses[i - 1]!.at[1], use.at[0]);
    const isApart =
      group === undefined ||
      group.some(({ slot }) => slot.quantity === use.slot.quantity) ||
      /[.,;?!]\s/u.test(between) ||
      ANOTHER.test(between);
    if (isApart) groups.push([use]);
    else group.push(use);
  });
  return groups;
}

/** `the hot stream enters at 95 and leaves at 60`: what the clause is about says more of a number. */
function subjectsIn(uses: readonly Use[], { text }: Question): number {
  let count = 0;
  for (const { at, slot } of uses) {
    const alike = uses.filter((use) => use.slot !== slot && use.slot.quantity === slot.quantity);
    if (alike.length === 0) continue;
    const clause = text
      .slice(0, at[0])
      .split(/[.;?!]\s/u)
      .at(-1)!;
    const said = lawStems(clause).filter(
      (stem) => slot.words.has(stem) && alike.some((use) => !use.slot.words.has(stem)),
    );
    if (said.length > 0) count += 1;
  }
  return count;
}

/** The first thing is spoken of before the second. */
function isInOrder(uses: readonly Use[]): boolean {
  const pairs = uses.flatMap(({ slot }, i) =>
    uses.slice(i + 1).flatMap((other) => {
      const [a, b] = [slot, other.slot].map(({ name }) => INDEX.exec(name)?.[1]);
      const isPair = slot.quantity === other.slot.quantity && a !== undefined && b !== undefined;
      return isPair ? [a < b] : [];
    }),
  );
  return pairs.length > 0 && pairs.every((isAscending) => isAscending);
}

/** The numbers that the other way gives to other inputs. */
function otherOf(first: Way, other: Way): string {
  return other.uses
    .filter(({ at, slot }) =>
      first.uses.some((use) => use.at === at && use.slot !== slot && use.score !== undefined),
    )
    .map(({ said, slot }) => `${slot.name} = ${said.trim()}`)
    .join(", ");
}
