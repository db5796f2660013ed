/**
 * What the label of a number says of the inputs that it may be, beside what is read by words and kinds: `Ni 0.15` is
 * the `w_Ni` of its law, and bare numbers are in the unit that all others of their kind have, or in that of the law.
 */
import { isDimensionless } from "../../units/index.js";
import { valueFor, valueInSI, type Quantity } from "../../units/quantity/index.js";
import type { Option } from "../laws/filling/fillTypes.js";
import { IN_UNIT_OF_LAW, IN_UNIT_OF_OTHERS, unitOfOthers } from "../laws/filling/unitSupposed.js";
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import type { Given, Question } from "../laws/reading/reading.js";
import { quantityOf } from "../laws/reading/spanForms.js";
import { isCalledSo, SPELLED, SURE_FIT, symbolFit } from "./symbolFit.js";

const BY_SYMBOL = 20;
const BY_NOUN = 6;
/** A label that says an input a little, for each degree of it. */
const NEAR_SYMBOL = 5;
/** Rules of numbers that stand under the name of their input. */
const BY_NAME: ReadonlySet<string> = new Set(["named", "symbol", IN_UNIT_OF_LAW]);
/** Rules that say less than a symbol. */
const BY_KIND: ReadonlySet<string> = new Set(["dimension", "word"]);

export function withLabels(
  law: Law,
  given: Given,
  question: Question,
  options: readonly Option[],
): readonly Option[] {
  const [quantity] = given.span.quantities;
  if (quantity === undefined) return options;
  const said = given.span.name?.text ?? given.label;
  const fitted =
    said === null ? options : ownOnly(options, said).map((one) => withSymbol(one, said));
  if (quantity.hasUnit) return fitted;
  const named = [...law.slots, law.result]
    .filter((slot) => !isPure(slot) && !options.some((one) => one.slot === slot))
    .flatMap((slot) => namedAs(slot, given, quantity, question));
  return [...fitted, ...named].map((one) => inUnitOfOthers(one, quantity, question));
}

/** Whether a number stands under the symbol of an input, as the law spells it. */
export function isSpelledIn({ given }: Question, slot: LawSlot): boolean {
  return (
    !slot.isResult &&
    given.some(({ label, span }) => {
      const said = span.name?.text ?? label;
      return said !== null && symbolFit(slot, said) === SPELLED;
    })
  );
}

function isPure({ unit }: LawSlot): boolean {
  return unit === null || isDimensionless(unit.dimension);
}

/** What a law spells so is no other input: `C 0.18` is no manganese. */
function ownOnly(options: readonly Option[], said: string): readonly Option[] {
  const isOwn = ({ slot }: Option): boolean => symbolFit(slot, said) === SPELLED;
  const own = new Set(options.filter(isOwn).map(({ slot }) => slot));
  return own.size === 1
    ? options.filter(({ rule, slot }) => own.has(slot) || !BY_KIND.has(rule))
    : options;
}

function withSymbol(option: Option, said: string): Option {
  const fit = BY_KIND.has(option.rule) ? symbolFit(option.slot, said) : 0;
  return fit === 0
    ? option
    : { ...option, score: option.score + NEAR_SYMBOL * fit, rule: "symbol" };
}

/** `n 0.03`, `density 1000` */
function namedAs(
  slot: LawSlot,
  given: Given,
  quantity: Quantity,
  question: Question,
): readonly Option[] {
  const said = given.span.name?.text ?? given.label;
  const isSymbol = said !== null && !slot.isResult && symbolFit(slot, said) >= SURE_FIT;
  const isOneOfSeveral = unitOfOthers(question, slot) !== null;
  if (!isSymbol && !isCalledSo(slot, given, question.text, isOneOfSeveral)) return [];
  const value = valueInSI(quantity.readings[0]!);
  return [{ slot, value, score: isSymbol ? BY_SYMBOL : BY_NOUN, rule: IN_UNIT_OF_LAW }];
}

/** `spec 24.95 to 25.05 mm, mean 25.012` */
function inUnitOfOthers(option: Option, quantity: Quantity, question: Question): Option {
  const { rule, slot } = option;
  const unit = isPure(slot) || !BY_NAME.has(rule) ? null : unitOfOthers(question, slot);
  if (unit === null) return option;
  const { number, piPower } = quantity.readings[0]!;
  const read = valueFor(quantityOf(quantity.at, [{ number, piPower, unit }]), slot);
  return read.ok ? { ...option, value: read.value, rule: IN_UNIT_OF_OTHERS } : option;
}
