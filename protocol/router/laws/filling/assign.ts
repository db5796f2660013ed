/** All ways to give each number to one input, the best first. */
import { keepingEach } from "../../../once.js";
import { countWork } from "../../../workCount.js";
import type { Option } from "./fillTypes.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import { OPTION_WORK } from "./options.js";
import type { Given } from "../reading/reading.js";

const ASSIGNMENTS_MAX = 1_000;

/** Worth of two numbers side by side that belong to the same of two things. */
export const TOGETHER = 4;
const INDEX = /_?(\d)[a-z]?$/;
const SUFFIX = /_([a-z])$/;

/** Another thing begins: `6 °C into 200 g of coffee` are no numbers of one. */
export const APART = /\b(?:into|onto)\s/iu;
const APART_CHARS = 100;
const SENTENCE_ENDS = /[.?!]\s/u;

/** `a 1,200 kg car at 15 m/s hits a 1,800 kg van`: numbers side by side have the same index. */
export function togetherOf(
  chosen: readonly Option[],
  given: readonly Given[],
  text: string,
  isParted: boolean,
): number {
  const things = thingsOf(chosen);
  // Most laws have inputs of one thing.
  if (things.filter((thing) => thing !== null).length < 2) return 0;
  const between = (i: number, k: number): string => {
    const [a, b] = [given[i]!.span.at, given[k]!.span.at];
    return a[0] < b[0] ? text.slice(a[1], b[0]) : text.slice(b[1], a[0]);
  };
  // `Milk has 3.9 kJ/(kg K), coffee 4.18 kJ/(kg K)`: a sentence of one kind is of all things in turn.
  const isListed = chosen.map(({ slot }, i) =>
    chosen.some(
      (other, k) =>
        k !== i && other.slot.quantity === slot.quantity && !SENTENCE_ENDS.test(between(i, k)),
    ),
  );
  let count = 0;
  chosen.forEach(({ slot }, i) => {
    const own = things[i];
    if (own === null) return;
    let [nearest, gap] = [-1, Number.POSITIVE_INFINITY];
    chosen.forEach((other, k) => {
      if (k === i || other.slot.quantity === slot.quantity || things[k] === null) return;
      const gapText = between(i, k);
      if (isListed[i]! && isListed[k]! && SENTENCE_ENDS.test(gapText)) return;
      const length = gapText.length + (isParted && APART.test(gapText) ? APART_CHARS : 0);
      if (length < gap) [nearest, gap] = [k, length];
    });
    if (nearest >= 0 && things[nearest] === own) count += 1;
  });
  return count;
}

/** The thing that each input is of: the `1` of `m_1`, the `w` of `Q_w` where `Q_s` has its like. */
function thingsOf(chosen: readonly Option[]): readonly (string | null)[] {
  const kinds = new Map<string, string[]>();
  for (const { slot } of chosen) {
    const { suffix } = endOf(slot);
    if (suffix !== null) kinds.set(suffix, [...(kinds.get(suffix) ?? []), slot.quantity]);
  }
  const sets = [...kinds.values()].map((own) => own.sort().join(" "));
  const isAlike = sets.length > 1 && sets.every((own) => own === sets[0] && own.includes(" "));
  return chosen.map(({ slot }) => {
    const { index, suffix } = endOf(slot);
    return index ?? (isAlike ? suffix : null);
  });
}

/** What the symbol of an input ends in. Asked for each way to fill. */
const endOf = keepingEach(({ name }: LawSlot) => ({
  index: INDEX.exec(name)?.[1] ?? null,
  suffix: SUFFIX.exec(name)?.[1] ?? null,
}));

/** Worth of two numbers in the order of their indices, where something goes from one to the other. */
export const PASSED = 5;

/** `from air (n = 1) into water (n = 1.33)`: the first medium is named first. */
export function passedIn(chosen: readonly Option[], given: readonly Given[]): number {
  let count = 0;
  const indices = chosen.map(({ slot }) => endOf(slot).index);
  if (indices.every((index) => index === null)) return 0;
  chosen.forEach(({ slot }, i) => {
    const own = indices[i];
    chosen.forEach((other, k) => {
      const next = indices[k];
      if (own === null || own === undefined || next === null || next === undefined) return;
      if (slot.quantity !== other.slot.quantity) return;
      if (own < next && given[i]!.span.at[0] < given[k]!.span.at[0]) count += 1;
    });
  });
  return count;
}

export interface Assignment {
  /** The best first; those that only exchange two alike inputs once. */
  readonly ways: readonly { readonly chosen: readonly Option[]; readonly score: number }[];
  /** There are more than were looked at. */
  readonly isCut: boolean;
}

/** Ways to fill that are looked at beyond the best. */
const WAYS_MAX = 24;

export interface Chosen {
  readonly chosen: readonly Option[];
  readonly score: number;
}

export function assigned(law: Law, options: readonly (readonly Option[])[]): Assignment | null {
  if (!haveRoom(options)) return null;
  const plain = allOf(options);
  const { all, isCut } = plain.isCut ? bestOf(options) : plain;
  if (all.length === 0) return null;
  // A stable sort: of two that are as good the one in the order of the question comes first.
  all.sort((one, other) => other.score - one.score);
  const ways: Chosen[] = [];
  for (const one of all) {
    if (ways.length >= WAYS_MAX) break;
    if (!ways.some((before) => isTwin(law, before.chosen, one.chosen))) ways.push(one);
  }
  return { ways, isCut };
}

/** Whether an input has another number already. */
function isTaken(chosen: readonly Option[], { slot }: Option): boolean {
  for (const one of chosen) if (one.slot === slot) return true;
  return false;
}

/** Whether each number can have an input of its own: each is put in, and those before it make room. */
function haveRoom(options: readonly (readonly Option[])[]): boolean {
  const holder = new Map<LawSlot, number>();
  const putIn = (number: number, seen: Set<LawSlot>): boolean => {
    for (const { slot } of options[number]!) {
      if (seen.has(slot)) continue;
      seen.add(slot);
      const other = holder.get(slot);
      if (other !== undefined && !putIn(other, seen)) continue;
      holder.set(slot, number);
      return true;
    }
    return false;
  };
  return options.every((_, number) => putIn(number, new Set()));
}

interface Search {
  readonly all: Chosen[];
  /** It ended before all were looked at. */
  readonly isCut: boolean;
}

function allOf(options: readonly (readonly Option[])[]): Search {
  const all: Chosen[] = [];
  const chosen: Option[] = [];
  let tried = 0;
  const go = (at: number, score: number): void => {
    tried += 1;
    if (tried > ASSIGNMENTS_MAX) return;
    if (at === options.length) {
      all.push({ chosen: [...chosen], score });
      return;
    }
    for (const option of options[at]!) {
      if (isTaken(chosen, option)) continue;
      chosen.push(option);
      go(at + 1, score + option.score);
      chosen.pop();
    }
  };
  go(0, 0);
  countWork(OPTION_WORK * tried);
  return { all, isCut: tried > ASSIGNMENTS_MAX };
}

/** Steps of the search for the best of very many ways. */
const STEPS_MAX = 20_000;
/** Ways that are kept of them: some are the same but for inputs that may be exchanged. */
const KEPT_MAX = 4 * WAYS_MAX;

/** The best ways where there are too many to look at: the best option first, and none that stays behind. */
function bestOf(options: readonly (readonly Option[])[]): Search {
  const ranked = options.map((list) => [...list].sort((a, b) => b.score - a.score));
  const rest = [0];
  for (let i = ranked.length - 1; i >= 0; i -= 1)
    rest.unshift(rest[0]! + (ranked[i]![0]?.score ?? 0));
  const all: Chosen[] = [];
  const chosen: Option[] = [];
  let [tried, least] = [0, -Infinity];
  const go = (at: number, score: number): void => {
    tried += 1;
    if (tried > STEPS_MAX || score + rest[at]! <= least) return;
    if (at === ranked.length) {
      all.push({ chosen: [...chosen], score });
      if (all.length < 2 * KEPT_MAX) return;
      all.sort((one, other) => other.score - one.score).splice(KEPT_MAX);
      least = all.at(-1)!.score;
      return;
    }
    for (const option of ranked[at]!) {
      if (isTaken(chosen, option)) continue;
      chosen.push(option);
      go(at + 1, score + option.score);
      chosen.pop();
    }
  };
  go(0, 0);
  countWork(OPTION_WORK * tried);
  return { all, isCut: tried > STEPS_MAX };
}

/** The same but for two inputs that may be exchanged. */
function isTwin(law: Law, one: readonly Option[], other: readonly Option[]): boolean {
  const [first, second, another] = differingIn(one, other);
  if (first === undefined) return true;
  if (second === undefined || another !== undefined) return false;
  return (
    valueIn(one, first) === valueIn(other, second) &&
    valueIn(one, second) === valueIn(other, first) &&
    law.twins.some((pair) => pair.includes(first) && pair.includes(second))
  );
}

/** Names of inputs that have another value in the other one, or none; three are as good as more. */
function differingIn(one: readonly Option[], other: readonly Option[]): readonly string[] {
  const names: string[] = [];
  for (const { slot, value } of one)
    if (names.length < 3 && valueIn(other, slot.name) !== value) names.push(slot.name);
  for (const { slot } of other)
    if (names.length < 3 && valueIn(one, slot.name) === undefined) names.push(slot.name);
  return names;
}

function valueIn(chosen: readonly Option[], name: string): number | undefined {
  for (const { slot, value } of chosen) if (slot.name === name) return value;
  return undefined;
}
