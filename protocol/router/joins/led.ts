/**
 * A law that the question says, behind one that gives the input it lacks: the numbers that the first
 * does not take fill the second. It is proposed, and never sealed before it is sent back.
 */
import { lawBookOf } from "../../derivation/lawBook.js";
import type { Law as BookLaw } from "../../derivation/laws.js";
import { excludeEachOther } from "../../lexicon/contradictions.js";
import { keepingEach } from "../../once.js";
import type { Registry } from "../../operators/registry.js";
import { dimensionKey } from "../../units/index.js";
import { Kept } from "../laws/filling/kept.js";
import { mayMeasure } from "../laws/filling/conversions.js";
import { fillLaw, inAnotherWay } from "../laws/filling/fill.js";
import type { Filled } from "../laws/filling/fillTypes.js";
import { readingsOf, type Reading } from "../laws/filling/readings.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import { PLACE, type Profile, type Profiles } from "../laws/lexicon/profile.js";
import { rootOf } from "../laws/lexicon/roots.js";
import type { Open } from "../laws/licence/open.js";
import { loosened } from "../laws/candidates.js";
import { isAsked, isNamedOtherwise } from "../laws/propose.js";
import type { Given, Question } from "../laws/reading/reading.js";
import { stopIn } from "../laws/stops/stops.js";
import { supportOf, weightOf } from "../laws/weigh.js";
import { askedFor, isInUnit } from "../laws/askedKind.js";
import { QUANTITY_WORDS, saidBy, type Said } from "../laws/questionRoots.js";
import type { JoinReading } from "../typed/writeReading.js";
import { areFollowersKnown, isChanged } from "./join.js";
import { chained, type ChainStep } from "./statedChain.js";

export interface Led {
  readonly joined: JoinReading;
  readonly open: readonly Open[];
}

interface Leader {
  readonly profile: Profile;
  readonly law: BookLaw;
}

/** Two laws with the numbers of each, and what they come to. */
interface Pair extends Led {
  readonly support: number;
  readonly shared: number;
  /** How well words say which number is which input. */
  readonly score: number;
  /** Words of the first law's name that name the input which it gives, and no other of its kind. */
  readonly fit: number;
  readonly value: number;
}

const NUMBERS_MAX = 7;
/** Numbers that the second law does not take, and those that both take. */
const LEFT_MAX = 3;
const SHARED_MAX = 2;
const WAYS_MAX = 4;
const LEADERS = 4;
/** A law is said so much as the first one. */
const LEAD_NUMERATOR = 3;
const LEAD_DENOMINATOR = 5;
/** Sixteenths of a bit that words must say of each law. */
const FIRST_WORDS = 2;
const LEADER_SUPPORT_MIN = 100;
const SUPPORT_MIN = 100;
/** The same, where no word of its name is said. */
const UNNAMED_SUPPORT_MIN = 150;
/** Another pair that is said nearly as well, with another value, is asked about. */
const SUPPORT_LEAD = 40;
/** The same for which number is which input. */
const SCORE_LEAD = 4;
/** A name of so many words says more than a kind. */
const NAME_WORDS_MIN = 2;
const SAME_VALUE = 1e-6;
/** @param kept what was found of its numbers before */
export function ledJoin(registry: Registry, asked: Question, kept: Kept): Led | null {
  if (!mayJoin(registry, asked) || isChanged(asked)) return null;
  const question = loosened(asked);
  for (const leader of leadersOf(registry, question, kept)) {
    // It takes all numbers by itself, and was not proposed: something else speaks against it.
    if (waysOf(leader.profile, question, new Kept()).some((one) => isWhole(question, one)))
      return null;
    const { profiles } = lawIndexOf(registry);
    const said = saidBy(profiles, question);
    const pairs = pairsOf(registry, question, leader, LEFT_MAX, (first) =>
      sayingOf(profiles, first, said, isOnlyGiver(registry, first)),
    );
    const best = bestOf(pairs, SUPPORT_LEAD);
    if (best !== null) return best;
  }
  return null;
}

function mayJoin(registry: Registry, asked: Question): boolean {
  const { given, openers } = asked;
  return (
    openers <= 1 &&
    given.length >= 2 &&
    given.length <= NUMBERS_MAX &&
    given.every(({ span }) => span.kind === "value" || span.kind === "from-to") &&
    areFollowersKnown(registry, asked)
  );
}

/** `distance travelled with initial velocity`: what is asked first, or in whose unit, is what it gives. */
function isFirstAsked(reading: Reading, said: Said): boolean {
  if (isInUnit(reading, said) === true) return true;
  const { head, lead } = said.question;
  const first = (head.length > 0 ? head : lead).slice(0, FIRST_WORDS).map(rootOf);
  return askedFor(reading.profile, reading, said).hits.some((root) => first.includes(root));
}

interface LedBy {
  readonly leader: Leader;
  readonly support: number;
  readonly weight: number;
}

function isWhole(question: Question, filled: Filled): boolean {
  return filled.missing.length === 0 && !isNamedOtherwise(question, filled);
}

/** Laws that give what is asked, the best said first. */
function givingAsked(registry: Registry, question: Question, kept = new Kept()): readonly LedBy[] {
  const { profiles } = lawIndexOf(registry);
  const said = saidBy(profiles, question);
  const { byId } = lawBookOf(registry);
  const found = new Map<string, LedBy>();
  for (const reading of readingsOf(profiles, question, said.roots, kept)) {
    const { profile, target } = reading;
    if (!target.isResult || !isAsked(reading, said) || !isFirstAsked(reading, said)) continue;
    const { support } = supportOf(profiles, profile, said);
    const law = byId().get(profile.law.id);
    const weight = weightOf(profiles, reading, said);
    if (law !== undefined) found.set(law.id, { leader: { profile, law }, support, weight });
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight);
}

/** Laws that are said, and give what is asked. */
function leadersOf(registry: Registry, question: Question, kept: Kept): readonly Leader[] {
  const ranked = givingAsked(registry, question, kept).filter(
    ({ support }) => support >= LEADER_SUPPORT_MIN,
  );
  return ranked
    .filter(({ support }) => LEAD_DENOMINATOR * support >= LEAD_NUMERATOR * ranked[0]!.support)
    .slice(0, LEADERS)
    .map(({ leader }) => leader);
}

/** @param sayingOf how well a law is said to give the input; null for one that is not said */
function pairsOf(
  registry: Registry,
  question: Question,
  leader: Leader,
  leftMax: number,
  sayingOf: (first: Leader) => number | null,
): readonly Pair[] {
  const { profiles } = lawIndexOf(registry);
  const said = saidBy(profiles, question);
  const { given } = question;
  const pairs: Pair[] = [];
  const found = new Kept();
  for (const left of subsetsOf(given, 1, Math.min(leftMax, given.length))) {
    const kept = given.filter((one) => !left.includes(one));
    for (const filled of waysOf(leader.profile, { ...question, given: kept }, found)) {
      const [lacked, another] = filled.missing;
      if (lacked === undefined || another !== undefined) continue;
      if (isStopped({ ...question, given: kept }, leader.profile, filled, said)) continue;
      if (isBesideNumber(leader, lacked, given)) continue;
      for (const first of giversOf(registry, profiles, leader, lacked, left)) {
        const isOnly = isOnlyGiver(registry, first);
        // Bare numbers fit many laws: one that takes them all is said by itself.
        if (left.length === given.length && !isOnly && !left.every(isMeasured)) continue;
        const fit = fitOf(first, leader, lacked);
        if (fit === null) continue;
        const support = sayingOf(first);
        if (support === null) continue;
        for (const shared of subsetsOf(kept, 0, SHARED_MAX)) {
          const given_ = [...left, ...shared];
          for (const own of waysOf(first.profile, { ...question, given: given_ }, found)) {
            if (!isWhole(question, own)) continue;
            const pair = pairOf(registry, question, [first, own], [leader, filled], lacked);
            if (pair === null) continue;
            const score = filled.score + own.score + calledAs(first, lacked);
            pairs.push({ ...pair, support, shared: shared.length, score, fit });
          }
        }
      }
    }
  }
  return pairs;
}

function isMeasured({ span: { name, quantities } }: Given): boolean {
  return name !== null || quantities[0]?.hasUnit === true;
}

const BESIDE = 2;

/** `7 hash functions`: what a number is said to be follows from no others. */
function isBesideNumber({ profile }: Leader, lacked: LawSlot, given: readonly Given[]): boolean {
  const alike = profile.law.slots.filter(
    (slot) => slot !== lacked && slot.quantity === lacked.quantity,
  );
  const isOwn = (stem: string): boolean =>
    lacked.words.has(stem) && alike.every(({ words }) => !words.has(stem));
  return (
    alike.length > 0 &&
    given.some(({ after, before, span: { quantities } }) => {
      const near = [...after.slice(0, BESIDE), ...before.slice(0, BESIDE)];
      return quantities[0] !== undefined && mayMeasure(quantities[0], lacked) && near.some(isOwn);
    })
  );
}

/**
 * `Synchronous speed` gives the synchronous speed, and not that of the rotor.
 * @returns how many words of the name say so; null where they name another input of the kind
 */
function fitOf(
  { profile: first }: Leader,
  { profile: last }: Leader,
  lacked: LawSlot,
): number | null {
  const alike = last.law.slots.filter(
    (slot) => slot !== lacked && slot.quantity === lacked.quantity,
  );
  const title = [...first.law.title];
  const own = title.filter(
    (stem) => lacked.words.has(stem) && alike.some(({ words }) => !words.has(stem)),
  );
  const others = title.filter(
    (stem) => !lacked.words.has(stem) && alike.some(({ words }) => words.has(stem)),
  );
  return own.length === 0 && others.length > 0 ? null : own.length;
}

/** The input that is called as the result of the first law is the one that it gives. */
function calledAs({ profile }: Leader, { roots }: LawSlot): number {
  const isCalled = [...roots].every((root) => profile.places.has(root));
  return roots.size >= NAME_WORDS_MIN && isCalled ? SCORE_LEAD : 0;
}

/** All numbers of a question in a law's inputs, in each way that is said as well. */
function waysOf({ law }: Profile, question: Question, kept: Kept): readonly Filled[] {
  const filled = fillLaw(law, law.result, question, kept);
  if (!("uses" in filled) || filled.idle !== null) return [];
  const all = filled.isOpen
    ? filled.ways.slice(0, WAYS_MAX).map((way) => inAnotherWay(law, filled, way, question))
    : [filled];
  return all.filter(({ uses }) => uses.every(({ slot }) => !slot.isResult));
}

/** What stops the law stops the join. */
function isStopped(question: Question, profile: Profile, filled: Filled, said: Said): boolean {
  const stop = stopIn(question, { profile, filled, target: profile.law.result }, said);
  return stop !== null && stop.reason !== "unknown unit";
}

function subsetsOf(
  all: readonly Given[],
  least: number,
  most: number,
): readonly (readonly Given[])[] {
  let sets: readonly (readonly Given[])[] = [[]];
  for (const one of all)
    sets = [...sets, ...sets.flatMap((set) => (set.length < most ? [[...set, one]] : []))];
  return sets.filter(({ length }) => length >= least).sort((a, b) => a.length - b.length);
}

/** Laws whose result may stand for an input, and which have inputs of the kinds of the numbers. */
function giversOf(
  registry: Registry,
  profiles: Profiles,
  { law }: Leader,
  lacked: LawSlot,
  left: readonly Given[],
): readonly Leader[] {
  const { givers, laws } = lawBookOf(registry);
  const slot = law.slots.find(({ symbol }) => symbol === lacked.name);
  if (slot === undefined || lacked.unit === null) return [];
  const keys = left.map(({ span }) => {
    const [quantity] = span.quantities;
    return (quantity?.readings ?? []).map(({ unit }) => dimensionKey(unit.dimension));
  });
  const kinds = slot.loose === null ? [...slot.kinds] : [...slot.kinds, slot.loose];
  const places = new Set(kinds.flatMap((kind) => givers().get(kind) ?? []));
  return [...places]
    .sort((a, b) => a - b)
    .flatMap((at): readonly Leader[] => {
      const one = laws[at]!;
      const profile = profiles.byLaw.get(one.id);
      if (profile === undefined || one === law) return [];
      const mayTake = keys.every((own) => own.some((key) => profile.dimensions.has(key)));
      const isApart = excludeEachOther(one.marks, law.marks) || isMotion(one, law);
      return mayTake && !isApart ? [{ profile, law: one }] : [];
    });
}

/** Two laws of one motion take its beginning differently: a fall from rest, and one that begins with a speed. */
function isMotion(...laws: readonly BookLaw[]): boolean {
  return laws.every(({ entry }) => entry.record.domain === "kinematics");
}

function pairOf(
  registry: Registry,
  question: Question,
  [first, own]: readonly [Leader, Filled],
  [last, filled]: readonly [Leader, Filled],
  lacked: LawSlot,
): (Led & { readonly value: number }) | null {
  const stepOf = (
    { law, profile }: Leader,
    { uses }: Filled,
    links: ChainStep["links"],
  ): ChainStep => ({ law, target: profile.law.result, uses, links });
  const found = chained(registry, question, [
    stepOf(first, own, new Map()),
    stepOf(last, filled, new Map([[lacked.name, 0]])),
  ]);
  if (found === null) return null;
  const names = [first, last].map(({ law }) => `"${law.entry.record.name}"`).join(", then ");
  const open: Open = {
    what: "case",
    at: [0, question.text.length],
    message: `${names} lead from these numbers to what is asked; say that they are meant`,
  };
  return { joined: found.joined, open: [open], value: found.value };
}

/** The pair that is said best; null where another is said as well and gives another value. */
function bestOf(pairs: readonly Pair[], lead: number): Led | null {
  const [best, ...others] = [...pairs].sort(
    (a, b) => b.support - a.support || b.fit - a.fit || b.score - a.score || a.shared - b.shared,
  );
  if (best === undefined) return null;
  const lawsIn = ({ joined }: Led): string =>
    (joined.derivation ?? []).map(({ law }) => law).join(" ");
  // The same two laws, by another input that the first one is not called by.
  const isUnfit = (pair: Pair): boolean => pair.fit < best.fit && lawsIn(pair) === lawsIn(best);
  const isRival = (pair: Pair): boolean =>
    !isUnfit(pair) &&
    best.score - pair.score < SCORE_LEAD &&
    best.support - pair.support < lead &&
    Math.abs(pair.value - best.value) > SAME_VALUE * Math.abs(best.value);
  return others.some(isRival) ? null : { joined: best.joined, open: best.open };
}

/** What one law alone gives follows from it, whatever the words say: the rigidity of a plate. */
function isOnlyGiver(registry: Registry, { law }: Leader): boolean {
  return giversByKind(lawBookOf(registry).laws).get(kindGiven(law)) === 1;
}

function kindGiven({ slots }: BookLaw): string | undefined {
  return slots.find(({ isResult }) => isResult)?.kind;
}

/** How many laws give each kind. */
const giversByKind = keepingEach((laws: readonly BookLaw[]) => {
  const counts = new Map<string | undefined, number>();
  for (const law of laws) counts.set(kindGiven(law), (counts.get(kindGiven(law)) ?? 0) + 1);
  return counts;
});

/** What words say of a law that gives an input; null for one that is not said. */
function sayingOf(
  profiles: Profiles,
  { law, profile }: Leader,
  said: Said,
  isOnly: boolean,
): number | null {
  const { support } = supportOf(profiles, profile, said);
  const isNamed = [...said.words].some((root) => {
    const bits = profile.places.get(root) ?? 0;
    return (bits & (PLACE.title | PLACE.alias)) !== 0 && !QUANTITY_WORDS.has(root);
  });
  const least = isNamed ? SUPPORT_MIN : UNNAMED_SUPPORT_MIN;
  const isSaid = support >= least || isForm(law) || isOnly;
  return isSaid ? support : null;
}

/** The same wave by another quantity: a wavelength for its frequency. */
function isForm({ inputs, slots }: BookLaw): boolean {
  return inputs === 1 && slots.every(({ kind }) => OF_WAVES.has(kind));
}

const OF_WAVES: ReadonlySet<string> = new Set(
  "wavelength frequency period angular_frequency angular_velocity photon_energy".split(" "),
);
