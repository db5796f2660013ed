/** A law with some numbers of a question, and what it leaves out. */
import { fillLaw, inAnotherWay } from "../laws/filling/fill.js";
import type { Filled, Option, Use } from "../laws/filling/fillTypes.js";
import { idleIn } from "../laws/filling/idle.js";
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import type { Given, Question } from "../laws/reading/reading.js";
import { waysOf, type Choice, type NumberWay } from "./assign.js";
import { isUsual, type NumberOptions } from "./options.js";

export interface Taken {
  readonly filled: Filled;
  readonly left: readonly Given[];
  /** How well the words around the numbers say so. */
  readonly score: number;
}

const WAYS_MAX = 6;
/** Of a law that words lead to before others, more ways are looked at. */
const MORE_WAYS = 12;
const LED_RANK = 2;
/** What it costs to leave out a number with a unit or a name, and a bare one. */
const PRICE = { measured: 14, bare: 5, constant: 0 } as const;

/** The numbers as a stricter reader gives them where it does, and as they may be given else. */
export function takenBy(
  law: Law,
  target: LawSlot,
  numbers: NumberOptions,
  rank = LED_RANK,
): readonly Taken[] {
  const { kept, question, spoken } = numbers;
  const all = fillLaw(law, target, question, kept);
  const isLess = spoken !== null && !("uses" in all);
  const less = { ...question, given: question.given.filter((one) => one !== spoken) };
  const whole = isLess ? fillLaw(law, target, less, kept) : all;
  const strict =
    "uses" in whole
      ? whole.ways.length > 1
        ? whole.ways.slice(0, WAYS_MAX).map((way) => inAnotherWay(law, whole, way, question))
        : [whole]
      : [];
  const idle = idleIn(law, question);
  const given = question.given.filter(
    (one) => one !== idle && !kept.isOwnConstant(law, one, question),
  );
  return withoutTwins([
    ...strict
      .filter(({ uses }) => uses.every((use) => isUsualIn(use, question)))
      .map((filled) => ({ filled, left: isLess ? [spoken] : [], score: filled.score })),
    ...looselyTaken(
      law,
      target,
      numbers,
      given,
      usualPrice,
      rank < LED_RANK ? MORE_WAYS : WAYS_MAX,
    ),
  ]);
}

/** A law that takes no number. */
export function emptyTaken(target: LawSlot): Taken {
  return {
    filled: {
      target,
      uses: [],
      missing: [],
      bodies: [],
      stated: new Set(),
      constants: [],
      idle: null,
      isOpen: false,
      isCut: false,
      score: 0,
      ways: [],
    },
    left: [],
    score: 0,
  };
}

function isUsualIn({ at, rule, slot }: Use, { given }: Question): boolean {
  const quantity = given.find(({ span }) => span.at === at)?.span.quantities[0];
  return rule !== "dimension" || quantity === undefined || isUsual(quantity, slot);
}

/**
 * @param given the numbers that may be given
 * @param priceOf what it costs to leave one out
 * @param most how many ways are looked at
 */
export function looselyTaken(
  law: Law,
  target: LawSlot,
  numbers: NumberOptions,
  given: readonly Given[],
  priceOf: (one: Given) => number = usualPrice,
  most = WAYS_MAX,
): readonly Taken[] {
  const { question } = numbers;
  const choices = given.map((one): Choice => ({
    options: numbers.of(law, target, one),
    price: priceOf(one),
  }));
  const ways = waysOf(choices, most);
  return [...ways, ...ways.slice(0, ORDERED_MAX).flatMap((way) => inOrder(way, choices, law))].map(
    ({ chosen, score }) => {
      const uses = chosen.flatMap((option, i) =>
        option === null ? [] : [useOf(option, given[i]!, question)],
      );
      const filled = inAnotherWay(law, { target }, { uses, score }, question);
      return { filled, left: given.filter((_, i) => chosen[i] === null), score };
    },
  );
}

/** Of many ways that are as good, those in which alike inputs have their numbers in the order of the law are tried. */
const ORDERED_MAX = 2;

/** The same with the numbers of each kind in the order of its inputs; none where that is no other way. */
function inOrder(
  { chosen, score }: NumberWay,
  choices: readonly Choice[],
  { slots }: Law,
): readonly NumberWay[] {
  const kinds = new Map<string, number[]>();
  for (const [i, option] of chosen.entries())
    if (option !== null && !option.slot.isResult)
      kinds.set(option.slot.quantity, [...(kinds.get(option.slot.quantity) ?? []), i]);
  const ordered = [...chosen];
  let own = score;
  for (const places of kinds.values()) {
    const inputs = slots.filter((slot) => places.some((i) => chosen[i]!.slot === slot));
    for (const [k, i] of places.entries()) {
      const option = choices[i]!.options.find(({ slot }) => slot === inputs[k]);
      if (option === undefined) return [];
      own += option.score - chosen[i]!.score;
      ordered[i] = option;
    }
  }
  return ordered.every((option, i) => option?.slot === chosen[i]?.slot)
    ? []
    : [{ chosen: ordered, score: own }];
}

export function usualPrice({ constant, span }: Given): number {
  if (constant !== null) return PRICE.constant;
  return span.quantities[0]?.hasUnit === true || span.name !== null ? PRICE.measured : PRICE.bare;
}

export function useOf(option: Option, { span }: Given, question: Question): Use {
  return {
    slot: option.slot,
    value: option.value,
    at: span.at,
    rule: option.rule,
    uncertainty: option.uncertainty ?? null,
    said: question.text.slice(...span.at),
    score: option.score,
    ...(option.body === undefined ? {} : { body: option.body.entity.name }),
  };
}

/** Of two ways that give the same numbers to the same inputs, that for which more is said. */
function withoutTwins(all: readonly Taken[]): readonly Taken[] {
  const best = new Map<string, Taken>();
  for (const one of all) {
    const key = one.filled.uses
      .map(({ slot, value }) => `${slot.name} ${value}`)
      .sort()
      .join(" ");
    const before = best.get(key);
    if (before === undefined || before.score < one.score) best.set(key, one);
  }
  return [...best.values()];
}
