/**
 * What a number may be of a law's inputs, for a proposal: as a stricter reader takes it, and else by its
 * dimension alone, which says less.
 */
import { isDimensionless } from "../../units/index.js";
import { valueFor, valueInSI, type Quantity } from "../../units/quantity/index.js";
import type { Option } from "../laws/filling/fillTypes.js";
import type { Kept } from "../laws/filling/kept.js";
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import type { Given, Question } from "../laws/reading/reading.js";

/** A number that a stricter reader does not take there. */
const BY_DIMENSION = -4;
const NEAR_WORD = 4;
const NEAR_WORDS_MAX = 3;
const BY_SYMBOL = 20;
export const IN_UNIT_OF_LAW = "its symbol, in the unit of the law";

export function optionsFor(
  law: Law,
  target: LawSlot,
  given: Given,
  question: Question,
  kept: Kept,
): readonly Option[] {
  const strict = [
    ...kept.inputsFor(law, given, question),
    ...(target.isResult ? [] : kept.resultFor(law, given, question)),
  ].filter(({ slot }) => slot !== target);
  const [quantity] = given.span.quantities;
  if (quantity === undefined) return strict;
  const others = [...law.slots, ...(target.isResult ? [] : [law.result])].filter(
    (slot) => slot !== target && !strict.some((one) => one.slot === slot),
  );
  return [...strict, ...others.flatMap((slot) => looselyAs(slot, given, quantity))];
}

function looselyAs(slot: LawSlot, given: Given, quantity: Quantity): readonly Option[] {
  const isPure = slot.unit === null || isDimensionless(slot.unit.dimension);
  if (!quantity.hasUnit && !isPure) return bySymbol(slot, given, quantity);
  const read = valueFor(quantity, slot);
  if (!read.ok) return [];
  const near = [...given.before.slice(0, 5), ...given.after.slice(0, 3)];
  const words = near.filter((stem) => slot.words.has(stem)).length;
  const score = BY_DIMENSION + NEAR_WORD * Math.min(NEAR_WORDS_MAX, words);
  return [{ slot, value: read.value, score, rule: words > 0 ? "word" : "dimension" }];
}

/** `"I_L_A": 3.5`: a bare number that the symbol of an input names. */
function bySymbol(slot: LawSlot, { label, span }: Given, quantity: Quantity): readonly Option[] {
  const said = span.name?.text ?? label;
  if (said === null || slot.isResult) return [];
  const isSaid = slot.spellings.some((spelling) => plain(spelling) === plain(said));
  if (!isSaid) return [];
  return [{ slot, value: valueInSI(quantity.readings[0]!), score: BY_SYMBOL, rule: IN_UNIT_OF_LAW }];
}

function plain(symbol: string): string {
  return symbol.replaceAll("_", "").toLowerCase();
}
