/** What speaks for one way to give numbers to the inputs: order, things, subjects and ideal values. */
import type { Use } from "./filling/fillTypes.js";
import { lawStems } from "./lexicon/lawWords.js";
import type { Law, LawSlot } from "./lexicon/lexicon.js";
import type { Question } from "./reading/reading.js";

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
 * What speaks for a way, in halves: numbers of one thing, subjects of clauses, ideal values, and the order
 * of two alike.
 */
export function halfHintsOf(all: readonly Use[], question: Question, law: Law): number {
  const uses = all.filter(({ score }) => score !== undefined).sort((a, b) => a.at[0] - b.at[0]);
  const ideal = uses.filter(({ slot, value }) => hasAlike(slot, uses) && isIdeal(law, slot, value));
  const whole = togetherIn(uses, question) + subjectsIn(uses, question) + ideal.length;
  return 2 * whole + (isInOrder(uses) ? 1 : 0);
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
