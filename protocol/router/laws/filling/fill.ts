/**
 * Which input of a law each number of a question is: an assignment of all numbers to slots, by
 * name, by the words around them, by role and by dimension. Two different ones that are as good
 * decide nothing.
 */
import { once } from "../../../once.js";
import { valueFor } from "../../../units/quantity/index.js";
import { heightMessage } from "./altitude.js";
import {
  APART,
  PASSED,
  TOGETHER,
  assigned,
  passedIn,
  togetherOf,
  type Assignment,
  type Chosen,
} from "./assign.js";
import { productOf } from "./conversions.js";
import type { Filled, Option, Unfilled, Use, Way } from "./fillTypes.js";
import { idleIn } from "./idle.js";
import { Kept } from "./kept.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import { SUPPOSED, assumedBy, bodiesFor, isPassage, isSpokenOf, statedBy } from "./otherwise.js";
import { pairOf, warmthIn } from "./pairs.js";
import type { Given, Question } from "../reading/reading.js";
import { turnOf } from "./signs.js";
import { isElsewhere, moreStated, restingIn } from "./stated.js";

/** A reading wins by at least this. */
const LEAD_MIN = 4;

/** @param kept what was found of the same numbers for other targets */
export function fillLaw(
  law: Law,
  target: LawSlot,
  question: Question,
  kept: Kept,
): Filled | Unfilled {
  return kept.filledFor(law, target, question, () => filledLaw(law, target, question, kept));
}

function filledLaw(law: Law, target: LawSlot, question: Question, kept: Kept): Filled | Unfilled {
  const slots = [...law.slots, law.result].filter((slot) => slot !== target);
  const [rest, warm] = [kept.restIn(question), kept.warmIn(question)];
  const resting = [
    ...(rest === null ? [] : restingIn(slots, rest, question)),
    ...(warm === null ? [] : warmthIn(slots, warm, question)),
  ];
  const filled = fillWith(law, target, question, resting, kept);
  // `at rest (0 m/s)` says it with a number.
  return resting.length > 0 && !("uses" in filled)
    ? fillWith(law, target, question, [], kept)
    : filled;
}

function fillWith(
  law: Law,
  target: LawSlot,
  question: Question,
  resting: readonly Use[],
  kept: Kept,
): Filled | Unfilled {
  const slots = [...law.slots, law.result].filter((slot) => slot !== target);
  const pair = [...pairOf(law, slots, question), ...resting];
  const used = new Set(pair.map(({ slot }) => slot));
  const idle = idleIn(law, question);
  const given = question.given.filter(
    (one) =>
      one !== idle &&
      !pair.some(({ at }) => at === one.span.at) &&
      !kept.isOwnConstant(law, one, question),
  );
  const isOpen = ({ slot }: Option): boolean => slot !== target && !used.has(slot);
  const options: (readonly Option[])[] = [];
  for (const one of given) {
    const inputs = kept.inputsFor(law, one, question).filter(isOpen);
    const list = target.isResult
      ? inputs
      : [...inputs, ...kept.resultFor(law, one, question).filter(isOpen)];
    options.push(list);
    if (list.length === 0) break;
  }
  const empty = options.findIndex((list) => list.length === 0);
  const product = empty < 0 ? null : productOf(slots, given, question);
  if (product !== null)
    return product === "fails"
      ? unfilled(law, given[empty]!, slots, question)
      : finished(law, target, slots, [{ uses: product, score: 0 }], question, false, kept);
  if (empty >= 0) return unfilled(law, given[empty]!, slots, question);
  const found = assigned(law, options);
  if (found === null) return unfilled(law, given[given.length - 1]!, slots, question);
  const { isTie, ranked } = rankedBy(found, given, question);
  const uses = new Map<Option, Use>();
  const ways = ranked.map(({ chosen, score }): Way => ({
    score,
    uses: [...pair, ...chosen.map((option, i) => useOf(option, given[i]!))],
  }));
  const likely = finished(law, target, slots, ways, question, isTie, kept);
  const filled = found.isCut ? { ...likely, isCut: true } : likely;
  if (!question.maySuppose || !isTie || filled.missing.length === 0) return filled;
  // Of ways as good, one that lacks nothing but an ideal value goes first.
  const whole = ways
    .filter(({ score }, i) => i > 0 && ways[0]!.score - score < LEAD_MIN)
    .map((way) => finished(law, target, slots, [way], question, false, kept))
    .find(({ missing, uses: own }) => missing.length === 0 && own.some(isSupposed));
  return whole ?? filled;

  /** An option is of one number, and stands in many ways. */
  function useOf(option: Option, one: Given): Use {
    const before = uses.get(option);
    if (before !== undefined) return before;
    const plain: Use = {
      slot: option.slot,
      value: option.value,
      at: one.span.at,
      rule: option.rule,
      uncertainty: option.uncertainty ?? null,
      said: question.text.slice(one.span.at[0], one.span.at[1]),
      score: option.score,
      turn: turnOf(option.slot, one, question),
    };
    const use = option.body === undefined ? plain : { ...plain, body: option.body.entity.name };
    uses.set(option, use);
    return use;
  }
}

interface Ranked {
  readonly ranked: readonly Chosen[];
  readonly isTie: boolean;
}

/** The ways with what order and nearness say of them. What only a preposition decides stays a tie. */
function rankedBy(
  { isCut, ways }: Assignment,
  given: readonly Given[],
  { text }: Question,
): Ranked {
  const isPassed = isPassage(text);
  const scoreOf = ({ chosen, score }: Chosen, isParted: boolean): number =>
    score +
    TOGETHER * togetherOf(chosen, given, text, isParted) +
    (isPassed ? PASSED * passedIn(chosen, given) : 0);
  const isParted = ways.length > 1 && APART.test(text);
  const scored = ways.map((way) => {
    const plain = scoreOf(way, false);
    return { chosen: way.chosen, plain, score: isParted ? scoreOf(way, true) : plain };
  });
  scored.sort((a, b) => b.score - a.score);
  const best = Math.min(scored[0]!.score, scored[0]!.plain);
  const ranked = scored.map(({ chosen, plain, score }) => ({
    chosen,
    score: Math.min(best, Math.max(plain, score)),
  }));
  const [first, next] = ranked;
  const isTie = isCut || (next !== undefined && first!.score - next.score < LEAD_MIN);
  return { ranked, isTie };
}

function isSupposed({ rule }: Use): boolean {
  return rule === SUPPOSED;
}

/** A law that has no place for a number of the question: which one is looked for where somebody asks. */
export function unfilledLaw(law: Law, target: LawSlot, question: Question, kept: Kept): Unfilled {
  const why = once((): Unfilled => {
    const filled = fillLaw(law, target, question, kept);
    if (!("uses" in filled)) return filled;
    return unfilled(law, question.given[0]!, [...law.slots, law.result], question);
  });
  return {
    get given() {
      return why().given;
    },
    get message() {
      return why().message;
    },
  };
}

/** The same question and law, with the numbers given to the inputs another way. */
export function inAnotherWay(
  law: Law,
  { target }: Pick<Filled, "target">,
  way: Way,
  question: Question,
): Filled {
  const slots = [...law.slots, law.result].filter((slot) => slot !== target);
  return finished(law, target, slots, [way], question, false, new Kept());
}

/** Why no input takes the number is written where somebody reads it. */
function unfilled(law: Law, given: Given, slots: readonly LawSlot[], question: Question): Unfilled {
  return {
    given,
    get message() {
      return unfilledMessage(law, given, slots, question);
    },
  };
}

function unfilledMessage(
  law: Law,
  given: Given,
  slots: readonly LawSlot[],
  question: Question,
): string {
  const name = given.span.name?.text ?? null;
  const own = name === null ? undefined : slots.find(({ spellings }) => spellings.includes(name));
  const [quantity] = given.span.quantities;
  if (own !== undefined && quantity !== undefined) {
    const read = valueFor(quantity, own);
    return read.ok ? `${own.name} is given twice` : read.message;
  }
  const height = heightMessage(law, given, question);
  if (height !== null) return height;
  return name === null
    ? `"${question.text.slice(...given.span.at).trim()}" is no one input of "${law.entry.record.name}", ` +
        `which takes ${calledOf(slots)}; say which it is`
    : `${law.entry.record.name} has no input ${name}; it takes ${calledOf(slots)}`;
}

/** `the mass (m), the speed (v)`: what people call the inputs. */
function calledOf(slots: readonly LawSlot[]): string {
  return slots.map(({ about, name }) => `the ${about} (${name})`).join(", ");
}

function finished(
  law: Law,
  target: LawSlot,
  slots: readonly LawSlot[],
  ways: readonly Way[],
  question: Question,
  isOpen: boolean,
  kept: Kept,
): Filled {
  const { score, uses } = ways[0]!;
  const filled = new Set(uses.map(({ slot }) => slot));
  const stated = statedBy(law, slots, question, filled);
  for (const { slot } of stated.uses) filled.add(slot);
  const bodies = bodiesFor(law, slots, question, filled);
  for (const { slot } of bodies.uses) filled.add(slot);
  const more = moreStated(law, slots, uses, question, filled);
  for (const { slot } of more) filled.add(slot);
  const assumed = assumedBy(law, slots, question, filled);
  for (const { slot } of assumed) filled.add(slot);
  return {
    target,
    uses: [...uses, ...stated.uses, ...bodies.uses, ...more, ...assumed],
    missing: slots.filter(
      (slot) =>
        !filled.has(slot) &&
        (!slot.isOptional ||
          isSpokenOf(law, slot, question) ||
          (slot.property === "gravity" && isElsewhere(question))),
    ),
    bodies: [
      ...bodies.used,
      ...(uses.some(
        ({ rule, uncertainty }) => uncertainty !== null && /mass times|radius of/.test(rule),
      )
        ? question.named
        : []),
    ],
    stated: stated.stems,
    constants: question.given.filter((one) => kept.isOwnConstant(law, one, question)),
    idle: idleIn(law, question),
    isOpen: isOpen || bodies.isOpen,
    isCut: false,
    score,
    ways,
  };
}
