/**
 * Laws that lack an input, each with the law or conversion that gives it, and laws that give all but
 * what is asked for, each with what follows.
 */
import type { LawSlot as BookSlot } from "../../derivation/laws.js";
import { once } from "../../once.js";
import { dimensionsEqual, isDimensionless } from "../../units/index.js";
import type { Filled } from "../laws/filling/fillTypes.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import type { Given } from "../laws/reading/reading.js";
import { askedFeaturesOf } from "./asked.js";
import type { Guess } from "./candidates.js";
import { isInRadians } from "./features.js";
import { emptyTaken, looselyTaken, usualPrice, type Taken } from "./fill.js";
import type { Chaining, Near } from "./chaining.js";
import { mayTakeOne, type Giver, type Saidness, type Taker } from "./neighbours.js";
import { BY_SYMBOL, type NumberOptions } from "./options.js";
import { portionsOf, sharesIn, sharesOf } from "./shares.js";
import { supposedAs } from "./suppose.js";
import { togetherOf } from "./together.js";
import { statesOf } from "./states.js";
import { isSum, otherOf } from "./sums.js";
import { chainOf, inOrder, isUsedIn, NONE_GIVEN, stepOf, type Chain, type Step } from "./steps.js";

const GIVERS_MAX = 8;
const WAYS_MAX = 2;
/** Inputs that steps may give. */
const GIVEN_MAX = 2;
/** Ways to give a law what it lacks, where another law follows it. */
const BASES_MAX = 4;
/** What a step that nobody says has to make up for. */
const UNSAID_PRICE = 10;

export function chainsOf(chaining: Chaining, from: Guess): readonly Chain[] {
  const { numbers, registry } = chaining;
  const guess = atRest(from);
  const own = stepOf(registry, guess);
  if (own === null) return [];
  const lacks = guess.filled.missing.length;
  if (lacks > GIVEN_MAX) return [];
  const bases = lacks === 0 ? [own] : givenTo(chaining, guess, own);
  const mayFollow = guess.target.isResult || isInRadians(guess.target, numbers.question);
  const further = mayFollow
    ? bases
        .slice(0, BASES_MAX)
        .flatMap((base) => followersOf(chaining, guess, base).map((root) => ({ base, root })))
    : [];
  const whole = guess.isWanted && lacks > 0 ? bases.map((base) => ({ base, root: base })) : [];
  return [...whole, ...further].flatMap(({ base, root }) => {
    const chain = chainOf(registry, numbers.question, { guess, own: base, root });
    const parts = { left: chain.left, own: base, root };
    return [chain, ...sharesOf(chaining, guess, parts), ...togetherOf(chaining, guess, parts)];
  });
}

/** A law that takes all that it needs, with a share of what it gives or takes, or at several states. */
export function arithmeticOf(chaining: Chaining, guess: Guess): readonly Chain[] {
  if (guess.filled.missing.length > 0) return [];
  const own = stepOf(chaining.registry, guess);
  if (own === null) return [];
  const { left } = guess;
  const isShared = guess.isWanted && sharesIn(chaining.numbers.question).length > 0;
  return [
    ...(left.length === 0 ? [] : statesOf(chaining, guess, own)),
    ...(isShared ? sharesOf(chaining, guess, { left, own, root: own }) : []),
    ...portionsOf(chaining, guess, own),
    ...togetherOf(chaining, guess, { left, own, root: own }),
  ];
}

const AT_REST =
  /\b(?:at|from|of)\s+(?:a\s+)?(?:rest|standstill|stop)\b|\bstanding\s+start\b|\bstationary\b/iu;

/** Of a law that lacks more, the first speed of what starts from rest is none. */
function atRest(guess: Guess): Guess {
  const { filled, said } = guess;
  const first = filled.missing.find(
    ({ about, quantity }) => /speed|velocity/u.test(quantity) && /initial|first|start/u.test(about),
  );
  if (first === undefined || filled.missing.length < 2 || !AT_REST.test(said.question.text))
    return guess;
  const missing = filled.missing.filter((slot) => slot !== first);
  return { ...guess, filled: { ...filled, missing, uses: [...filled.uses, supposedAs(first, 0)] } };
}

/** A law that is said so well may be asked for an input where another law gives its result. */
const TURNED_RANK = 4;

/**
 * Of a law that gives nothing in the unit that is asked for: an input that is in that unit, with its result
 * given by another law.
 */
export function turnedChainsOf(chaining: Chaining, guess: Guess): readonly Chain[] {
  const { numbers, registry } = chaining;
  const { isWanted, profile, rank, said, target } = guess;
  const dimension = numbers.question.wanted?.dimension ?? null;
  if (dimension === null || isWanted || rank >= TURNED_RANK || !target.isResult) return [];
  const { law } = profile;
  return law.slots.flatMap((slot) => {
    if (slot.isOptional || slot.unit === null || isDimensionless(slot.unit.dimension)) return [];
    if (!dimensionsEqual(slot.unit.dimension, dimension)) return [];
    const saidFeatures = once(() =>
      askedFeaturesOf(lawIndexOf(registry).profiles, { profile, target: slot }, said),
    );
    return looselyTaken(law, slot, numbers, numbers.question.given)
      .slice(0, WAYS_MAX)
      .filter(({ filled: { missing } }) => missing.some(({ isResult }) => isResult))
      .flatMap((taken) =>
        chainsOf(chaining, {
          ...guess,
          ...taken,
          target: slot,
          isWanted: true,
          saidFeatures,
          value: () => null,
        }),
      );
  });
}

/** The law with steps for each input that is missing, the best first. */
function givenTo(chaining: Chaining, guess: Guess, own: Step): readonly Step[] {
  let all: readonly (readonly (readonly [string, Step])[])[] = [[]];
  const isOnly = own.filled.missing.length === 1;
  for (const { name } of own.filled.missing) {
    const slot = own.book.slots.find(({ symbol }) => symbol === name);
    const steps = slot === undefined ? [] : stepsFor(chaining, guess, slot, isOnly);
    all = all.flatMap((before) => steps.map((step) => [...before, [name, step] as const]));
  }
  return all
    .filter(areJoined)
    .map((pairs): Step => ({ ...own, given: new Map(pairs) }))
    .sort((a, b) => scoreOf(b) - scoreOf(a));
}

/** Of two that are given one is a conversion, or both are said. */
function areJoined(pairs: readonly (readonly [string, Step])[]): boolean {
  const [first, second] = pairs.map(([, step]) => step);
  if (first === undefined || second === undefined) return true;
  const isOne = first.profile === null || second.profile === null;
  return isOne || !(first.isUnsaid || second.isUnsaid);
}

function scoreOf(root: Step): number {
  return inOrder(root).reduce(
    (sum, { isUnsaid, score }) => sum + score - (isUnsaid ? UNSAID_PRICE : 0),
    0,
  );
}

/** Steps that give an input from the numbers that are left and, where it helps, from others. */
function stepsFor(
  chaining: Chaining,
  { left, profile: taker }: Pick<Guess, "left" | "profile">,
  slot: BookSlot,
  isDeep = false,
): readonly Step[] {
  return chaining
    .stepsKept(slot, left, isDeep, () => foundSteps(chaining, left, slot, isDeep))
    .filter(({ book }) => book.id !== taker.law.id)
    .slice(0, GIVERS_MAX);
}

function foundSteps(
  chaining: Chaining,
  left: readonly Given[],
  slot: BookSlot,
  isDeep: boolean,
): readonly Step[] {
  const { numbers } = chaining;
  const found: Step[] = [];
  for (const giver of chaining.giversFor(slot)) {
    const { lacking, law, profile, saidness, target } = giver;
    if (lacking === 0 && left.length > 0 && !mayTakeOne(law, left)) continue;
    if (lacking > 0 || !numbers.mayFill(law, target)) {
      if (isDeep && saidness === "said" && (profile !== null || giver.book.inputs === 1))
        found.push(...deeperFor(chaining, left, giver));
      continue;
    }
    for (const way of waysFor(giver, law, numbers, left)) {
      if (!isWhole(way.filled) || !isClearFor(profile === null ? "unsaid" : saidness, way))
        continue;
      if (left.length > 0 && !left.some((one) => isUsedIn(way, one))) continue;
      found.push(stepWith(giver, way, saidness !== "said"));
    }
  }
  return found.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, GIVERS_MAX + 2);
}

/** A law that is said and lacks one input, with what gives that from the numbers that are left. */
function deeperFor(chaining: Chaining, before: readonly Given[], giver: Giver): readonly Step[] {
  const { book, law } = giver;
  const [way] = waysFor(giver, law, chaining.numbers, before);
  const missing = way?.filled.missing.filter(({ isOptional }) => !isOptional) ?? [];
  const [only] = missing;
  if (way === undefined || only === undefined || missing.length > 1) return [];
  const slot = book.slots.find(({ symbol }) => symbol === only.name);
  const left = before.filter((one) => !isUsedIn(way, one));
  if (slot === undefined || left.length === 0) return [];
  return foundSteps(chaining, left, slot, false)
    .filter((step) => step.book.id !== book.id)
    .slice(0, WAYS_MAX)
    .map((step) => ({ ...stepWith(giver, way, false), given: new Map([[only.name, step]]) }));
}

function waysFor(
  { target }: Giver,
  law: Giver["law"],
  numbers: NumberOptions,
  left: readonly Given[],
): readonly Taken[] {
  const priceOf = (one: Given): number => (left.includes(one) ? usualPrice(one) : 0);
  return looselyTaken(law, target, numbers, numbers.question.given, priceOf).slice(0, WAYS_MAX);
}

function stepWith({ book, profile, target }: Giver, way: Taken, isUnsaid: boolean): Step {
  return { ...way, book, profile, target, given: NONE_GIVEN, isUnsaid };
}

function isWhole({ missing }: Filled, from = ""): boolean {
  return missing.every(({ isOptional, name }) => isOptional || name === from);
}

/** Words say each number of a law that is not said itself, and symbols of one whose thing is not said. */
function isClearFor(saidness: Saidness, { filled: { uses } }: Taken): boolean {
  if (saidness === "said") return true;
  const least = saidness === "far" ? BY_SYMBOL - 1 : 0;
  return uses.every(({ score }) => score === undefined || score > least);
}

/** What gives what is asked for from what a law gives: a conversion, or a law that takes other numbers too. */
function followersOf(chaining: Chaining, guess: Guess, base: Step): readonly Step[] {
  const { numbers } = chaining;
  const own = base.book.slots.find(({ symbol }) => symbol === guess.target.name);
  if (own === undefined) return [];
  const before = new Set(inOrder(base).map(({ book }) => book.id));
  const isInUnit = guess.isWanted && numbers.question.wanted?.dimension != null;
  return chaining.takersFor(own).flatMap((taker) => {
    if (before.has(taker.book.id)) return [];
    // A value in the unit that is asked for may only be said in another form: a radius as a diameter.
    const isOfSum = isSum(taker.book);
    if (isInUnit && !isOfSum && !(taker.book.isConversion && taker.book.inputs === 1)) return [];
    const added = isOfSum ? addedTo(chaining, guess, taker, base) : [];
    const behind = stepsBehind(taker, guess, numbers).map((step) => ({
      ...step,
      given: new Map([[taker.from.symbol, base]]),
    }));
    return [...added, ...behind];
  });
}

/** What another law gives of the same kind from numbers that are left, added or taken away. */
function addedTo(chaining: Chaining, guess: Guess, taker: Taker, base: Step): readonly Step[] {
  if (guess.left.length === 0 || !guess.isWanted) return [];
  const other = otherOf(taker);
  return stepsFor(chaining, guess, other).map((step) => ({
    ...stepWith(taker, emptyTaken(taker.target), false),
    given: new Map([
      [taker.from.symbol, base],
      [other.symbol, step],
    ]),
  }));
}

/** The other inputs of a law that takes what another gives; its numbers may be some that the other has used. */
function stepsBehind(taker: Near<Taker>, { left }: Guess, numbers: NumberOptions): readonly Step[] {
  const { from, others, saidness, target } = taker;
  const needed = [...others.slots, others.result].filter(
    ({ isOptional, isResult, name }) =>
      !isOptional && name !== target.name && name !== from.symbol && !(isResult && target.isResult),
  );
  const isUnsaid = saidness !== "said";
  const again = saidness === "said" ? "unsaid" : saidness;
  if (needed.length === 0) return [stepWith(taker, emptyTaken(target), isUnsaid)];
  return waysFor(taker, others, numbers, left)
    .filter(
      (way) =>
        isWhole(way.filled, from.symbol) &&
        !way.filled.uses.some(({ slot }) => slot.name === from.symbol) &&
        isClearFor(left.some((one) => isUsedIn(way, one)) ? saidness : again, way),
    )
    .map((way) => stepWith(taker, way, isUnsaid));
}
