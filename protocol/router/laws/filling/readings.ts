/** All readings of a question: laws whose inputs take every number of it, and need no other. */
import { dimensionKey, dimensionless } from "../../../units/index.js";
import { once } from "../../../once.js";
import { countWork } from "../../../workCount.js";
import { fillLaw, unfilledLaw } from "./fill.js";
import type { Filled, Reading, Search } from "./fillTypes.js";
import { saysSame } from "./held.js";
import { idleIn, mayIdle } from "./idle.js";
import { Kept } from "./kept.js";
import { saysNone } from "./none.js";
import { mayStand, standsOf } from "./places.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import {
  PLACE,
  bitsAt,
  lawAt,
  resultKey,
  type Profile,
  type Profiles,
} from "../lexicon/profile.js";
import type { Question } from "../reading/reading.js";

export type { Reading } from "./fillTypes.js";

export function isWhole(reading: Reading): reading is Reading & { readonly filled: Filled } {
  return "uses" in reading.filled && reading.filled.missing.length === 0;
}

/** Work of looking whether a law can take the numbers, and of filling it. */
const LOOK_WORK = 0.3;
const LAW_WORK = 30;
const POSTING_WORK = 0.1;
/** Laws that are spoken of and lack an input, or have none for a number. */
const SPOKEN_TRIED = 16;
/** Of these some take all numbers, and are not tried again. */
const SPOKEN_KEPT = 2 * SPOKEN_TRIED;
const UNSPOKEN = -1;
/** Values that `at constant temperature` states: before and after. */
const HELD_VALUES = 2;
const PURE = dimensionKey(dimensionless);

/**
 * @param roots of the words of the question
 * @param kept what was found of its numbers before, of a stricter form of it
 */
export function readingsOf(
  profiles: Profiles,
  question: Question,
  roots: ReadonlySet<string>,
  kept = new Kept(),
): readonly Reading[] {
  return kept.readingsOf(question, () => foundReadings(profiles, question, roots, kept));
}

function foundReadings(
  profiles: Profiles,
  question: Question,
  roots: ReadonlySet<string>,
  kept: Kept,
): readonly Reading[] {
  const search = kept.searchFor(question, () => searchOf(profiles, question, kept));
  countWork(LOOK_WORK * profiles.all.length);
  const complete = [
    ...search.takers.flatMap((profile) => search.completeIn(profile)),
    ...search.ofIdle(),
  ];
  const seen = new Set(complete.map(({ profile }) => profile));
  const all = { isSeen: (profile: Profile) => seen.has(profile), isNear: () => true };
  return [...complete, ...spokenReadings(profiles, question, roots, kept, all)];
}

function searchOf(profiles: Profiles, question: Question, kept: Kept): Search {
  const wanted = wantsOf(question);
  const takers = lawsFor(profiles, wanted).filter((one) => mayTake(one, wanted, question));
  const finder = finderFor(wanted, question, kept, false);
  const found = new Map<Profile, readonly Reading[]>();
  return {
    ...finder,
    takers,
    completeIn: (profile) => {
      const before = found.get(profile) ?? finder.completeIn(profile);
      found.set(profile, before);
      return before;
    },
    ofIdle: once(() => idleOf(profiles, question, kept)),
  };
}

/** Readings of the laws that may be worth most, and what each reading of the others is worth at most. */
export interface Near<W> {
  readonly readings: readonly W[];
  /** Of the others that take all numbers. */
  readonly left: number;
  /** Of the others that are spoken of alone. */
  readonly leftSpoken: number;
}

interface Worth<W> {
  readonly weighed: (reading: Reading) => W;
  /** What a reading is worth at most, whatever numbers its inputs take. */
  readonly atMost: (profile: Profile, target: LawSlot) => number;
  /** A reading that is worth so much less than the best one is none beside it. */
  readonly lead: number;
  /** The same of a law that is spoken of alone. */
  readonly spokenLead: number;
}

/** Laws are filled in the order of what they may be worth, until no other can be near the best of them. */
export function nearReadings<W extends Reading & { readonly weight: number }>(
  profiles: Profiles,
  question: Question,
  roots: ReadonlySet<string>,
  kept: Kept,
  { atMost, lead, spokenLead, weighed }: Worth<W>,
): Near<W> {
  const search = kept.searchFor(question, () => searchOf(profiles, question, kept));
  countWork(LOOK_WORK * profiles.all.length);
  const readings = search.ofIdle().map(weighed);
  const seen = new Set(readings.map(({ profile }) => profile));
  let best = readings.reduce((most, { weight }) => Math.max(most, weight), -Infinity);
  const fill = (profile: Profile): void => {
    for (const reading of search.completeIn(profile)) {
      const one = weighed(reading);
      readings.push(one);
      seen.add(profile);
      best = Math.max(best, one.weight);
    }
  };
  const bounds = new Map<Profile, number>();
  for (const profile of search.takers) {
    const most = search
      .targetsIn(profile)
      .reduce((before, target) => Math.max(before, atMost(profile, target)), -Infinity);
    if (most > -Infinity) bounds.set(profile, most);
  }
  for (const [profile, most] of [...bounds].sort((a, b) => b[1] - a[1])) {
    if (most < best - lead) break;
    bounds.delete(profile);
    fill(profile);
  }
  const isSeen = (profile: Profile): boolean => {
    // Whether a law that is spoken of takes the numbers decides which others are looked at.
    if (bounds.delete(profile)) fill(profile);
    return seen.has(profile);
  };
  let leftSpoken = -Infinity;
  const isNear = (profile: Profile, target: LawSlot): boolean => {
    const most = atMost(profile, target);
    if (most >= best - spokenLead) return true;
    leftSpoken = Math.max(leftSpoken, most);
    return false;
  };
  const spoken = spokenReadings(profiles, question, roots, kept, { isNear, isSeen }).map(weighed);
  return {
    readings: [...readings, ...spoken],
    left: Math.max(-Infinity, ...bounds.values()),
    leftSpoken,
  };
}

interface Spoken {
  /** It takes the numbers. */
  readonly isSeen: (profile: Profile) => boolean;
  readonly isNear: (profile: Profile, target: LawSlot) => boolean;
}

/** Laws that are spoken of, and lack an input or have none for a number. */
function spokenReadings(
  profiles: Profiles,
  question: Question,
  roots: ReadonlySet<string>,
  kept: Kept,
  { isNear, isSeen }: Spoken,
): readonly Reading[] {
  const stands = standsOf(question.given);
  const found: Reading[] = [];
  let tried = 0;
  for (const profile of spokenOf(profiles, roots)) {
    if (tried >= SPOKEN_TRIED) break;
    if (isSeen(profile)) continue;
    tried += 1;
    countWork(LAW_WORK);
    const { law } = profile;
    const asked = law.slots.findIndex(({ words }) => question.head.some((stem) => words.has(stem)));
    for (const at of [law.slots.length, ...(asked < 0 ? [] : [asked])]) {
      const target = law.slots[at] ?? law.result;
      if (!isNear(profile, target)) continue;
      const fill = mayStand(profile, at, stands) ? fillLaw : unfilledLaw;
      found.push({ profile, target, filled: fill(law, target, question, kept) });
    }
  }
  return found;
}

function completeOf(
  some: readonly Profile[],
  wanted: Wants,
  question: Question,
  kept: Kept,
  isOfResults = false,
): readonly Reading[] {
  const { completeIn } = finderFor(wanted, question, kept, isOfResults);
  return some
    .filter((profile) => mayTake(profile, wanted, question))
    .flatMap((profile) => completeIn(profile));
}

function finderFor(
  wanted: Wants,
  question: Question,
  kept: Kept,
  isOfResults: boolean,
): Pick<Search, "completeIn" | "targetsIn"> {
  const stands = standsOf(question.given);
  const isPlain = hasOnlyValues(question, kept);
  const targetsIn = (profile: Profile): readonly LawSlot[] => {
    const inputs = profile.taken.length - 1;
    const targets: LawSlot[] = [];
    for (let turn = 0; turn <= (isOfResults ? 0 : inputs); turn += 1) {
      const at = turn === 0 ? inputs : turn - 1;
      if (!mayAsk(profile, at, wanted) || !mayStand(profile, at, stands)) continue;
      targets.push(profile.law.slots[at] ?? profile.law.result);
    }
    return targets;
  };
  const completeIn = (profile: Profile): readonly Reading[] => {
    countWork(LAW_WORK);
    const targets = targetsIn(profile);
    const { law } = profile;
    if (targets.length === 0 || (isPlain && lacksPlace(law, question, kept))) return [];
    return targets.flatMap((target): readonly Reading[] => {
      const filled = fillLaw(law, target, question, kept);
      const isSaid = "uses" in filled && filled.missing.length === 0 && filled.uses.length > 0;
      return isSaid ? [{ profile, filled, target }] : [];
    });
  };
  return { completeIn, targetsIn };
}

/** Whether each number is one value, and nothing is said to rest or to be as warm: an input takes one number. */
function hasOnlyValues(question: Question, kept: Kept): boolean {
  return (
    question.given.every(({ span }) => span.quantities.length < 2) &&
    kept.restIn(question) === null &&
    kept.warmIn(question) === null
  );
}

/** Whether a number is none of the law's inputs and not its result, whatever it is asked for. */
function lacksPlace(law: Law, question: Question, kept: Kept): boolean {
  // An idle number needs no place, and a mass and a speed may share one.
  if (law.idle !== null || law.slots.some(({ conversion }) => conversion === "momentum"))
    return false;
  return question.given.some(
    (one) =>
      kept.inputsFor(law, one, question).length === 0 &&
      kept.resultFor(law, one, question).length === 0 &&
      !kept.isOwnConstant(law, one, question),
  );
}

/** Laws that do not depend on one of the numbers: the mass of what falls. */
function idleOf(
  { all, idle: some }: Profiles,
  question: Question,
  kept: Kept,
  isOfResults = false,
): readonly Reading[] {
  if (!mayIdle(question)) return [];
  return some.flatMap((place) => {
    const profile = all[place]!;
    const idle = idleIn(profile, question);
    if (idle === null) return [];
    const given = question.given.filter((one) => one !== idle);
    const wanted = wantsOf(question, { given });
    return completeOf([profile], wanted, question, kept, isOfResults);
  });
}

/** What the words of a question are worth to each law, by its place; `UNSPOKEN` for one that has none. */
export function scoresOf(
  { all, postings, rarity }: Pick<Profiles, "all" | "postings" | "rarity">,
  roots: ReadonlySet<string>,
): Float64Array {
  const scores = new Float64Array(all.length).fill(UNSPOKEN);
  for (const root of roots) {
    const list = postings.get(root) ?? [];
    countWork(POSTING_WORK * list.length);
    const rare = rarity.get(root) ?? 0;
    for (const posting of list) {
      const law = lawAt(posting);
      scores[law] = Math.max(0, scores[law]!) + rare * worthOf(bitsAt(posting));
    }
  }
  return scores;
}

/** Laws that a question speaks of, most words first; whether they can take its numbers or not. */
function spokenOf(
  { all, postings, rarity }: Profiles,
  roots: ReadonlySet<string>,
): readonly Profile[] {
  const scores = scoresOf({ all, postings, rarity }, roots);
  // The best so far, in order; of two alike the first law stays before the other.
  const best: number[] = [];
  for (let law = 0; law < scores.length; law += 1) {
    const score = scores[law]!;
    if (score === UNSPOKEN) continue;
    if (best.length === SPOKEN_KEPT && score <= scores[best[SPOKEN_KEPT - 1]!]!) continue;
    let at = best.length;
    while (at > 0 && scores[best[at - 1]!]! < score) at -= 1;
    best.splice(at, 0, law);
    if (best.length > SPOKEN_KEPT) best.pop();
  }
  return best.map((law) => all[law]!);
}

function worthOf(bits: number): number {
  if ((bits & PLACE.title) !== 0) return 4;
  if ((bits & (PLACE.alias | PLACE.result)) !== 0) return 3;
  return (bits & (PLACE.input | PLACE.case)) === 0 ? 1 : 2;
}

interface Wants {
  /** Dimensions that each number may have; null for a number that says none. */
  readonly keys: readonly (readonly string[])[];
  /** Of numbers of one dimension alone those that are several. */
  readonly repeated: readonly { readonly key: string; readonly count: number }[];
  /** Values that are stated: a range or a pair states two. */
  readonly values: number;
  /** Those that are no values of a constant. */
  readonly sure: number;
  /** A name stands before one of the numbers of the question. */
  readonly hasNames: boolean;
  /** Inputs that words of the question may give to any law. */
  readonly stated: number;
}

function wantsOf(question: Question, { given }: Pick<Question, "given"> = question): Wants {
  const keys: (readonly string[])[] = [];
  const counts = new Map<string, number>();
  let values = 0;
  let sure = 0;
  for (const { constant, span } of given) {
    const said = span.kind === "value" || span.kind === "change" ? 1 : 2;
    values += said;
    if (constant !== null) continue;
    sure += said;
    const [quantity] = span.quantities;
    if (quantity === undefined || (!quantity.hasUnit && span.name !== null)) continue;
    const own = quantity.hasUnit
      ? [...new Set(quantity.readings.map(({ unit }) => dimensionKey(unit.dimension)))]
      : [PURE];
    keys.push(own);
    if (own.length === 1)
      counts.set(own[0]!, (counts.get(own[0]!) ?? 0) + (span.kind === "range" ? 2 : 1));
  }
  const hasNames = question.given.some(({ span }) => span.name !== null);
  const stated = (saysSame(question) ? HELD_VALUES : 0) + (saysNone(question) ? 1 : 0);
  const repeated = [...counts].flatMap(([key, count]) => (count > 1 ? [{ key, count }] : []));
  return { keys, repeated, values, sure, hasNames, stated };
}

/** Laws with a quantity for each number, in the order of the number that fewest laws have one for. */
function lawsFor({ all, byDimension }: Profiles, wants: Wants): readonly Profile[] {
  let fewest: readonly number[] | null = null;
  // Numbers of one dimension ask for the same laws: how many there are is looked at later.
  const keys = [...new Map(wants.keys.map((own) => [own.join(), own])).values()];
  const fitting = new Uint8Array(all.length);
  for (const [before, own] of keys.entries()) {
    const lists = own.map((key) => byDimension.get(key) ?? []);
    const laws = lists.length === 1 ? lists[0]! : [...new Set(lists.flat())];
    for (const at of laws) if (fitting[at] === before) fitting[at] = before + 1;
    if (laws.length < (fewest?.length ?? all.length)) fewest = laws;
  }
  if (fewest === null) return all.filter((_, at) => fitting[at] === keys.length);
  return fewest.filter((at) => fitting[at] === keys.length).map((at) => all[at]!);
}

function mayTake(
  profile: Profile,
  { keys, repeated, stated, sure, values }: Wants,
  { maySuppose, named }: Question,
): boolean {
  const { brought, dimensions, otherwise, required, supposed, taken } = profile.takes;
  if (sure > taken.length) return false;
  // Words, bodies and the ideal case may give inputs, too.
  const given = otherwise + stated + (maySuppose ? supposed : 0) + (named.length > 0 ? brought : 0);
  if (required - values > given) return false;
  for (const own of keys) {
    const [key] = own;
    const isOne = own.length === 1 && key !== undefined;
    if (!(isOne ? dimensions.has(key) : own.some((one) => dimensions.has(one)))) return false;
  }
  for (const { count, key } of repeated) if ((dimensions.get(key) ?? 0) < count) return false;
  return true;
}

/** An input, by its place, is asked for where one of the numbers is the result. */
function mayAsk(profile: Profile, asked: number, { hasNames, keys, values }: Wants): boolean {
  const { required, taken } = profile.takes;
  const inputs = taken.length - 1;
  if (asked === inputs) return true;
  const key = resultKey(profile);
  if (values === 0 || key === undefined) return false;
  return (hasNames || keys.some((own) => own.includes(key))) && required - 1 <= values + inputs;
}
