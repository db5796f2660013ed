/**
 * What the numbers of a question may be of a law's inputs, for a proposal: as a stricter reader takes
 * them, and else by their dimension alone, which says less.
 */
import { dimensionsEqual, isDimensionless } from "../../units/index.js";
import { valueFor, valueInSI, type Quantity } from "../../units/quantity/index.js";
import { isSpelledIn, withLabels } from "./byLabel.js";
import type { Option } from "../laws/filling/fillTypes.js";
import { Kept } from "../laws/filling/kept.js";
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import type { Given, Question } from "../laws/reading/reading.js";
import { statedOptions } from "./stated.js";

/** A number that a stricter reader does not take there. */
const BY_DIMENSION = -4;
const NEAR_WORD = 4;
const NEAR_WORDS_MAX = 3;
const BEFORE_MAX = 5;
const AFTER_MAX = 3;
export const BY_SYMBOL = 20;
export const IN_UNIT_OF_LAW = "its symbol, in the unit of the law";

/** Of one question, for all laws. */
export class NumberOptions {
  readonly question: Question;
  readonly kept = new Kept();
  readonly #known = new Map<Law, ReadonlyMap<Given, readonly Option[]>>();
  readonly #stated = new Map<Law, Map<Given, readonly Option[]>>();

  /** A number that words say, as `in a day` does: a law may do without it. */
  readonly spoken: Given | null;

  constructor(question: Question, written = question.text) {
    this.question = question;
    const isSpoken = ({ span: { at } }: Given): boolean =>
      written.slice(...at) !== question.text.slice(...at);
    this.spoken = written === question.text ? null : (question.given.find(isSpoken) ?? null);
  }

  /** What a number may be where the law is asked for `target`. */
  of(law: Law, target: LawSlot, given: Given): readonly Option[] {
    // A given input is not asked for.
    if (isSpelledIn(this.question, target)) return [];
    const all = [...this.#of(law).get(given)!, ...this.#statedOf(law, given)];
    return all.filter(({ slot }) => slot !== target && (!slot.isResult || !target.isResult));
  }

  /** Whether some number may be a quantity of a law. */
  mayBe(law: Law, slot: LawSlot): boolean {
    return [...this.#of(law).values()].some((all) => all.some((one) => one.slot === slot));
  }

  /** Whether each input of a law that has no standard value may have a number of its own or another value. */
  mayFill(law: Law, target: LawSlot): boolean {
    const { given, named } = this.question;
    let lacking = 0;
    for (const slot of [...law.slots, law.result]) {
      if (slot === target || slot.isOptional || (slot.isResult && target.isResult)) continue;
      if (slot.property !== null && named.length > 0) continue;
      if (law.assumes.has(slot.name) || law.supposes.has(slot.name)) continue;
      const isTaken = given.some((one) =>
        this.#of(law)
          .get(one)!
          .some((own) => own.slot === slot),
      );
      if (!isTaken) lacking += 1;
    }
    return lacking === 0;
  }

  #of(law: Law): ReadonlyMap<Given, readonly Option[]> {
    const before = this.#known.get(law);
    if (before !== undefined) return before;
    const { question } = this;
    const found = new Map(
      question.given.map(
        (one) => [one, withLabels(law, one, question, this.#found(law, one))] as const,
      ),
    );
    this.#known.set(law, found);
    return found;
  }

  /** What a number says of a quantity in another way: looked for where the law is filled. */
  #statedOf(law: Law, given: Given): readonly Option[] {
    let own = this.#stated.get(law);
    if (own === undefined) this.#stated.set(law, (own = new Map<Given, readonly Option[]>()));
    const before = own.get(given);
    if (before !== undefined) return before;
    const found = openTo(law, given).flatMap((slot) => statedOptions(slot, given, this.question));
    own.set(given, found);
    return found;
  }

  #found(law: Law, given: Given): readonly Option[] {
    const { question, kept } = this;
    const strict = [
      ...kept.inputsFor(law, given, question),
      ...kept.resultFor(law, given, question),
    ];
    const [quantity] = given.span.quantities;
    if (quantity === undefined) return strict;
    const usual = strict.filter((one) => one.rule !== "dimension" || isUsual(quantity, one.slot));
    const loose = openTo(law, given)
      .filter((slot) => !strict.some((one) => one.slot === slot) && isUsual(quantity, slot))
      .flatMap((slot) => looselyAs(slot, given, quantity));
    return [...usual, ...loose].filter(({ slot }) => isOfScale(slot, given, question));
  }
}

const SAYS_LEVEL = new RegExp(
  String.raw`d[bB]|\b(?:decibels?|levels?|gains?|loss(?:es)?|attenuation|ratio|snr|vswr|strength` +
    String.raw`|threshold|index|ripple|phons?)\b`,
  "iu",
);

/** A percentage is no level, and a bare number one only where levels are spoken of. */
function isOfScale(slot: LawSlot, { span }: Given, { text }: Question): boolean {
  if (slot.quantity !== "level") return true;
  return SAYS_LEVEL.test(text) && !/%|\bper\s?cent\b/iu.test(text.slice(...span.at));
}

/** `300 g` is a mass, and 300 times the acceleration of gravity only where words say so. */
export function isUsual({ hasUnit, readings }: Quantity, { unit }: LawSlot): boolean {
  const [first] = readings;
  if (!hasUnit || unit === null || first!.unit.text !== "g") return true;
  return dimensionsEqual(first!.unit.dimension, unit.dimension);
}

/** The quantities that a number may be: what has the symbol of one of them is none of the others. */
function openTo({ result, slots }: Law, { label, span }: Given): readonly LawSlot[] {
  const all = [...slots, result];
  const called = span.name?.text ?? label;
  const own = called === null ? [] : all.filter(({ spellings }) => spellings.includes(called));
  return own.length === 0 ? all : own;
}

function looselyAs(slot: LawSlot, given: Given, quantity: Quantity): readonly Option[] {
  const isPure = slot.unit === null || isDimensionless(slot.unit.dimension);
  if (!quantity.hasUnit && !isPure) return bySymbol(slot, given, quantity);
  if (isPure && (slot.unit?.text === "rad" ? !quantity.hasUnit : isAngle(quantity))) return [];
  const read = valueFor(quantity, slot);
  if (!read.ok) return [];
  const near = [...given.before.slice(0, BEFORE_MAX), ...given.after.slice(0, AFTER_MAX)];
  const words = near.filter((stem) => slot.words.has(stem)).length;
  const score = BY_DIMENSION + NEAR_WORD * Math.min(NEAR_WORDS_MAX, words);
  return [{ slot, value: read.value, score, rule: words > 0 ? "word" : "dimension" }];
}

const ANGLES = /^(?:\p{L}?rad|deg|°|arc|gon)/u;

/** An angle is no share and no index, and a bare number no angle. Turns are counted. */
function isAngle({ hasUnit, readings }: Quantity): boolean {
  return hasUnit && readings.some(({ unit }) => ANGLES.test(unit.text));
}

/** `"I_L_A": 3.5`: a bare number that the symbol of an input names. */
function bySymbol(slot: LawSlot, { label, span }: Given, quantity: Quantity): readonly Option[] {
  const said = span.name?.text ?? label;
  if (said === null || slot.isResult) return [];
  if (!slot.spellings.some((spelling) => plain(spelling) === plain(said))) return [];
  const value = valueInSI(quantity.readings[0]!);
  return [{ slot, value, score: BY_SYMBOL, rule: IN_UNIT_OF_LAW }];
}

function plain(symbol: string): string {
  return symbol.replaceAll("_", "").toLowerCase();
}
