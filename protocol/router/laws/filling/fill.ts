/**
 * Which input of a law each number of a question is: an assignment of all numbers to slots, by
 * name, by the words around them, by role and by dimension. Two different ones that are as good
 * decide nothing.
 */
import { valueFor } from "../../../units/quantity/index.js";
import { heightMessage } from "./altitude.js";
import { PASSED, TOGETHER, assigned, passedIn, togetherOf } from "./assign.js";
import { productOf } from "./conversions.js";
import type { Filled, Option, Unfilled, Use, Way } from "./fillTypes.js";
import { isCoefficientOf, isConstantOf } from "../reading/givenConstants.js";
import { idleIn } from "./idle.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import { optionOf } from "./options.js";
import { PASSES, assumedBy, bodiesFor, isSpokenOf, statedBy } from "./otherwise.js";
import { pairOf, warmthIn } from "./pairs.js";
import type { Given, Question } from "../reading/reading.js";
import { turnOf } from "./signs.js";
import { isElsewhere, moreStated, restingIn } from "./stated.js";

/** A reading wins by at least this. */
const LEAD_MIN = 4;

export function fillLaw(law: Law, target: LawSlot, question: Question): Filled | Unfilled {
  const slots = [...law.slots, law.result].filter((slot) => slot !== target);
  const resting = [...restingIn(slots, question), ...warmthIn(slots, question)];
  const filled = fillWith(law, target, question, resting);
  // `at rest (0 m/s)` says it with a number.
  return resting.length > 0 && !("uses" in filled) ? fillWith(law, target, question, []) : filled;
}

function fillWith(
  law: Law,
  target: LawSlot,
  question: Question,
  resting: readonly Use[],
): Filled | Unfilled {
  const slots = [...law.slots, law.result].filter((slot) => slot !== target);
  const pair = [...pairOf(law, slots, question), ...resting];
  const used = new Set(pair.map(({ slot }) => slot));
  const idle = idleIn(law, question);
  const given = question.given.filter(
    (one) =>
      one !== idle &&
      !pair.some(({ at }) => at === one.span.at) &&
      !isOwnConstant(law, one, question),
  );
  const open = slots.filter((slot) => !used.has(slot));
  const options: (readonly Option[])[] = [];
  for (const one of given) {
    const list = open.flatMap((slot) => optionOf(law, slot, one, question));
    options.push(list);
    if (list.length === 0) break;
  }
  const empty = options.findIndex((list) => list.length === 0);
  const product = empty < 0 ? null : productOf(slots, given, question);
  if (product !== null)
    return product === "fails"
      ? unfilled(law, given[empty]!, slots, question)
      : finished(law, target, slots, [{ uses: product, score: 0 }], question, false);
  if (empty >= 0) return unfilled(law, given[empty]!, slots, question);
  const found = assigned(law, options);
  if (found === null) return unfilled(law, given[given.length - 1]!, slots, question);
  const isPassed = PASSES.test(question.text);
  const together = (chosen: readonly Option[]): number =>
    TOGETHER * togetherOf(chosen, given) + (isPassed ? PASSED * passedIn(chosen, given) : 0);
  const ranked = [...found.ways].sort(
    (a, b) => b.score + together(b.chosen) - a.score - together(a.chosen),
  );
  const [first, next] = ranked;
  const isOpen =
    found.isCut ||
    (next !== undefined &&
      first!.score + together(first!.chosen) - next.score - together(next.chosen) < LEAD_MIN);
  const ways = ranked.map(({ chosen, score }): Way => ({
    score: score + together(chosen),
    uses: [
      ...pair,
      ...chosen.map((option, i): Use => ({
        slot: option.slot,
        value: option.value,
        at: given[i]!.span.at,
        rule: option.rule,
        uncertainty: option.uncertainty ?? null,
        ...(option.body === undefined ? {} : { body: option.body.entity.name }),
        said: question.text.slice(...given[i]!.span.at),
        score: option.score,
        turn: turnOf(option.slot, given[i]!, question),
      })),
    ],
  }));
  return finished(law, target, slots, ways, question, isOpen);
}

/** The same question and law, with the numbers given to the inputs another way. */
export function inAnotherWay(law: Law, filled: Filled, way: Way, question: Question): Filled {
  const slots = [...law.slots, law.result].filter((slot) => slot !== filled.target);
  return finished(law, filled.target, slots, [way], question, false);
}

/** A number that says what the law has already. */
function isOwnConstant(
  law: Law,
  { before, constant, span }: Given,
  { maySuppose }: Question,
): boolean {
  return isConstantOf(law, constant) || isCoefficientOf(law, span, before, maySuppose);
}

function unfilled(law: Law, given: Given, slots: readonly LawSlot[], question: Question): Unfilled {
  const name = given.span.name?.text ?? null;
  const own = name === null ? undefined : slots.find(({ spellings }) => spellings.includes(name));
  const [quantity] = given.span.quantities;
  if (own !== undefined && quantity !== undefined) {
    const read = valueFor(quantity, own);
    if (!read.ok) return { given, message: read.message };
    return { given, message: `${own.name} is given twice` };
  }
  const height = heightMessage(law, given, question);
  if (height !== null) return { given, message: height };
  return {
    given,
    message:
      name === null
        ? `"${question.text.slice(...given.span.at).trim()}" is no one input of "${law.entry.record.name}", ` +
          `which takes ${calledOf(slots)}; say which it is`
        : `${law.entry.record.name} has no input ${name}; it takes ${calledOf(slots)}`,
  };
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
        ({ rule, uncertainty }) => /mass times|radius of/.test(rule) && uncertainty !== null,
      )
        ? question.named
        : []),
    ],
    stated: stated.stems,
    constants: question.given.filter((one) => isOwnConstant(law, one, question)),
    idle: idleIn(law, question),
    isOpen: isOpen || bodies.isOpen,
    score,
    ways,
  };
}
