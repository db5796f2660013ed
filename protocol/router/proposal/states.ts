/**
 * One law at two states: each of its numbers stands twice, or one of them does, and words ask for the
 * difference, the ratio or the sum of what it gives.
 */
import type { Arithmetic } from "../../derivation/arithmetic.js";
import type { LawSlot as BookSlot } from "../../derivation/laws.js";
import type { Registry } from "../../operators/registry.js";
import { isDimensionless } from "../../units/index.js";
import { valueFor, valueInSI } from "../../units/quantity/index.js";
import type { Option, Use } from "../laws/filling/fillTypes.js";
import { inAnotherWay } from "../laws/filling/fill.js";
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import type { Given } from "../laws/reading/reading.js";
import { arithmeticStep, askedOfStates, togetherIn, type Asked } from "./arithmetic.js";
import type { Guess } from "./candidates.js";
import type { Chaining } from "./chaining.js";
import { useOf } from "./fill.js";
import { STATED } from "./stated.js";
import { RATIO } from "./suppose.js";
import { chainOf, NONE_GIVEN, type Chain, type Step } from "./steps.js";

/** Numbers that are given once more. */
const AGAIN_MAX = 4;
const STATES_MAX = 4;
const CALLED: ReadonlySet<string> = new Set(["named", "symbol"]);
/** What it says for two states that one follows the other. */
const IN_TURN = 150;

export function statesOf(chaining: Chaining, guess: Guess, own: Step): readonly Chain[] {
  const { numbers, registry } = chaining;
  const { question } = numbers;
  const asked = askedOfStates(question.text);
  const { left, target } = guess;
  // Before and after a collision no body moves as it is said of the other.
  if (asked === null || togetherIn(question.text) === "collided") return [];
  if (left.length === 0 || left.length > AGAIN_MAX) return [];
  const states = statesWith(chaining, guess);
  const slot = own.book.slots.find(({ symbol }) => symbol === target.name);
  if (slot === undefined) return [];
  const beside = comparedBeside(chaining, guess, { asked, own, slot });
  if (states === null) return beside;
  const others = states.map((uses) => stateOf(chaining, own, guess, uses));
  const forms = asked.forms.filter(
    (form) =>
      (form === "sum" ? areAdded(guess, states) : others.length === 1) && mayBeAsked(form, guess),
  );
  const compared = forms.flatMap((form) => {
    const [one, other] =
      form === "sum"
        ? [addedUp(registry, slot, [own, ...others])]
        : [
            comparedTo(registry, form, slot, [own, others[0]!]),
            comparedTo(registry, form, slot, [others[0]!, own]),
          ];
    if (one === null || one === undefined) return [];
    const chainTo = (root: Step): Chain =>
      chainOf(registry, question, { guess, own, root }, "states");
    const first = chainTo(one);
    if (other === null || other === undefined) return [first];
    return [eitherWay(first, chainTo(other), form, asked.isOfPart)];
  });
  return [...compared, ...beside];
}

/** `longer than the fibre of 12 mm` */
const THAN = /\bthan\s+[^.?!;,\d]{0,30}$/iu;

/** What the law gives beside a number of its kind: how many times as long a fibre of 12 mm is. */
function comparedBeside(
  { numbers: { question }, registry }: Chaining,
  guess: Guess,
  { asked, own, slot }: { readonly asked: Asked; readonly own: Step; readonly slot: BookSlot },
): readonly Chain[] {
  const [number, another] = guess.left.filter(({ constant }) => constant === null);
  const [quantity] = number?.span.quantities ?? [];
  const { unit } = guess.target;
  if (number === undefined || another !== undefined || quantity?.hasUnit !== true) return [];
  if (unit === null || isDimensionless(unit.dimension)) return [];
  const read = valueFor(quantity, guess.target);
  if (!read.ok) return [];
  const { at } = number.span;
  const said = question.text.slice(...at);
  const isBeside = THAN.test(question.text.slice(0, at[0]));
  const forms = asked.forms.filter(
    (form) => form !== "sum" && mayBeAsked(form, guess) && (isBeside || form === "ratio"),
  );
  return forms.flatMap((form) => {
    const rootOf = (first: string, second: string): Step | null =>
      arithmeticStep(registry, form, slot, {
        given: new Map([[first, own]]),
        usesOf: (slots) => {
          const place = slots.find(({ name }) => name === second)!;
          return [
            { slot: place, value: read.value, at, said, rule: "word", uncertainty: null, score: 0 },
          ];
        },
      });
    const [one, other] = [rootOf("x_1", "x_2"), rootOf("x_2", "x_1")];
    if (one === null || other === null) return [];
    const chainTo = (root: Step): Chain =>
      chainOf(registry, question, { guess, own, root }, "states");
    return [eitherWay(chainTo(one), chainTo(other), form, asked.isOfPart)];
  });
}

/** Things are added, and no pure numbers of one thing. */
function areAdded({ filled }: Guess, [other = []]: readonly (readonly Use[])[]): boolean {
  return other.some(
    (use) =>
      !filled.uses.includes(use) &&
      use.slot.unit !== null &&
      !isDimensionless(use.slot.unit.dimension),
  );
}

/** A difference and a sum are in the unit that is asked for, and a ratio in none. */
function mayBeAsked(form: Arithmetic, { isWanted, said, target }: Guess): boolean {
  const { wanted } = said.question;
  if (form === "ratio" || form === "change" || form === "loss")
    return wanted === null || wanted.dimension === null || isDimensionless(wanted.dimension);
  const isPure = target.unit === null || isDimensionless(target.unit.dimension);
  return isWanted && !(isPure && wanted !== null && wanted.text === "%");
}

/** A comparison is told as a positive number, and a share as less than one. */
function eitherWay(one: Chain, other: Chain, form: Arithmetic, isOfPart: boolean): Chain {
  const isMeant = (value: number): boolean =>
    form === "ratio" ? value < 1 === isOfPart : value > 0;
  return {
    ...one,
    chained: () => {
      const first = one.chained();
      return first === null || isMeant(first.value) ? first : other.chained();
    },
  };
}

/** The other states: each number that is left stands for one that the law has of its input. */
function statesWith({ numbers }: Chaining, guess: Guess): readonly (readonly Use[])[] | null {
  const { filled, left, profile, target } = guess;
  const again = new Map<LawSlot, Use[]>();
  for (const one of left) {
    const use = againOf(one);
    if (use === null) return null;
    again.set(use.slot, [...(again.get(use.slot) ?? []), use]);
  }
  const lists = [...again.values()];
  const count = lists[0]!.length;
  if (count >= STATES_MAX || lists.some(({ length }) => length !== count)) return null;
  // A number that is said once more, or with its sign, is of no other state.
  for (const use of filled.uses)
    if (again.get(use.slot)?.some(({ value }) => Math.abs(value) === Math.abs(use.value)) === true)
      return null;
  return Array.from({ length: count }, (_, at) =>
    filled.uses.map((use) => again.get(use.slot)?.[at] ?? use),
  );

  function againOf(one: Given): Use | null {
    if (one.constant !== null) return null;
    // A number whose symbol is said stands for all states.
    const mayBeAgain = ({ rule, slot }: Option): boolean =>
      filled.uses.some(
        (use) =>
          use.slot === slot && isBefore(use, one) && (!CALLED.has(use.rule) || CALLED.has(rule)),
      );
    const placeOf = (slot: LawSlot): number => filled.uses.findIndex((use) => use.slot === slot);
    const options = numbers
      .of(profile.law, target, one)
      .filter(mayBeAgain)
      // Numbers of one state are of inputs that differ, in the order of the first state.
      .toSorted(
        (a, b) =>
          Number(again.has(a.slot)) - Number(again.has(b.slot)) ||
          b.score - a.score ||
          placeOf(a.slot) - placeOf(b.slot),
      );
    const best = options.find(({ rule }) => !STATED.has(rule));
    if (best !== undefined) return useOf(best, one, numbers.question);
    const [stated] = options;
    return ratioOf(one) ?? (stated === undefined ? null : useOf(stated, one, numbers.question));
  }

  /** A bare number beside another that is the ratio of two inputs. */
  function ratioOf(one: Given): Use | null {
    const reading = one.span.quantities[0]?.readings[0];
    const use = filled.uses.find((own) => own.rule === RATIO && isBefore(own, one));
    if (use === undefined || reading === undefined) return null;
    if (!isDimensionless(reading.unit.dimension)) return null;
    const { at } = one.span;
    return { ...use, at, value: valueInSI(reading), said: numbers.question.text.slice(...at) };
  }
}

/** The first state is that of the numbers that stand first. */
function isBefore({ at, score }: Use, { span }: Given): boolean {
  return score !== undefined && at[1] <= span.at[0];
}

function stateOf(
  { numbers }: Chaining,
  own: Step,
  { profile, score, target }: Guess,
  uses: readonly Use[],
): Step {
  const filled = inAnotherWay(profile.law, { target }, { uses, score }, numbers.question);
  const isBehind = uses.every(
    (use) => own.filled.uses.includes(use) || isBehindAll(use, own, uses),
  );
  return { ...own, filled, left: [], score: isBehind ? IN_TURN : 0, given: NONE_GIVEN };
}

/** It stands behind all numbers of the first state that have others. */
function isBehindAll({ at }: Use, { filled }: Step, uses: readonly Use[]): boolean {
  return filled.uses.every((use) => uses.includes(use) || use.at[1] <= at[0]);
}

function comparedTo(
  registry: Registry,
  form: Arithmetic,
  slot: BookSlot,
  [first, second]: readonly [Step, Step],
): Step | null {
  const given = new Map([
    ["x_1", first],
    ["x_2", second],
  ]);
  return arithmeticStep(registry, form, slot, { given });
}

function addedUp(
  registry: Registry,
  slot: BookSlot,
  [first, ...others]: readonly Step[],
): Step | null {
  let sum: Step | null = first ?? null;
  for (const other of others)
    if (sum !== null) sum = comparedTo(registry, "sum", slot, [sum, other]);
  return sum;
}
