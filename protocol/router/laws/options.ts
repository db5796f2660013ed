/** How well a number of a question is an input of a law: by name, by the words around, by dimension. */
import { isDimensionless } from "../../units/index.js";
import { valueFor } from "../../units/quantity/index.js";
import { countWork } from "../../workCount.js";
import { conversionOf, isPoles, mayMeasure } from "./conversions.js";
import type { Option } from "./fillTypes.js";
import { NEUTRAL, lawStems } from "./lawWords.js";
import type { Law, LawSlot } from "./lexicon.js";
import { isStart, isStop } from "./pairs.js";
import type { Given, Question } from "./reading.js";
import { rootOf } from "./roots.js";

export const OPTION_WORK = 4;
const NAMED_SCORE = 1_000;
const STARTING: ReadonlySet<string> = new Set(
  lawStems("starts start starting initially begins beginning"),
);

export function optionOf(
  law: Law,
  slot: LawSlot,
  given: Given,
  question: Question,
): readonly Option[] {
  countWork(OPTION_WORK);
  const { span } = given;
  const [quantity] = span.quantities;
  if (span.kind !== "value" || quantity === undefined) return [];
  const name = nameScore(law, slot, given);
  if (name === null) return [];
  const words = wordScore(slot, given) + lightScore(slot, question.text.slice(...span.at));
  const converted = conversionOf(slot, given, quantity, question);
  if (converted !== null) return [{ ...converted, slot, score: name + words }];
  if (!mayMeasure(quantity, slot)) return [];
  const read = valueFor(quantity, slot);
  if (!read.ok) return [];
  // Poles are no pairs of poles.
  if (slot.about.includes("pole pair") && isPoles(given)) return [];
  if (!quantity.hasUnit && name === 0) {
    const isPure = slot.unit !== null && isDimensionless(slot.unit.dimension);
    // A bare number is no angle: a power factor is not its phase.
    if (!isPure || slot.unit.text === "rad") return [];
    if (words === 0) return [{ slot, value: read.value, score: 0, rule: "dimension" }];
  }
  if (isSized(slot, given) || isOtherPart(slot, given)) return [];
  const rule = name > 0 ? "named" : words > 0 ? "word" : "dimension";
  return [{ slot, value: read.value, score: name + words + 1, rule }];
}

/** A diameter is no radius, and a radius no diameter. */
function isSized(slot: LawSlot, given: Given): boolean {
  const near = [...given.before.slice(0, 4), ...given.after.slice(0, 2)];
  if (near.includes("diameter") && slot.quantity === "radius") return true;
  return near.includes("radius") && slot.quantity === "diameter";
}

/** Parts of a thing that are no other part: a circumference is no radius, a thickness no distance. */
const PARTS: ReadonlySet<string> = new Set(
  lawStems("circumference perimeter girth chord diagonal thick thickness tread arc"),
);

function isOtherPart(slot: LawSlot, { after, before }: Given): boolean {
  const near = [...before.slice(0, 3), ...after.slice(0, 1)].find((stem) => PARTS.has(stem));
  if (near === undefined) return false;
  const root = rootOf(near);
  return !(slot.words.has(near) || [...slot.words].some((stem) => rootOf(stem) === root));
}

/** How well the name before an equals sign says this slot; null where it says another. */
function nameScore(law: Law, slot: LawSlot, { span }: Given): number | null {
  if (span.name === null) return 0;
  const { text } = span.name;
  if (slot.spellings.includes(text)) return NAMED_SCORE;
  const others = [...law.slots, law.result].filter((one) => one !== slot);
  if (others.some(({ spellings }) => spellings.includes(text))) return null;
  const plain = (one: string): string => one.replaceAll("_", "").toLowerCase();
  const isNear = (one: LawSlot): boolean =>
    one.spellings.some((spelling) => plain(spelling) === plain(text));
  if (isNear(slot) && !others.some(isNear)) return NAMED_SCORE - 100;
  if (text.length >= 3 && lawStems(text).some((stem) => slot.words.has(stem))) return 1;
  const [quantity] = span.quantities;
  if (quantity === undefined) return null;
  // `n = 1.00 ... n = 1.52` name `n_1` and `n_2`.
  if (!/\d$/.test(text) && baseOf(slot.name) === text) return 12;
  if (text.length > 3) return quantity.hasUnit ? 0 : null;
  const fits = (one: LawSlot): boolean => valueFor(quantity, one).ok;
  const isLetter = (one: LawSlot): boolean => one.name.charAt(0) === text.charAt(0);
  if (!quantity.hasUnit) {
    const isPure = slot.unit !== null && isDimensionless(slot.unit.dimension);
    return isPure && text.length === 1 && isLetter(slot) && !others.some(isLetter) ? 300 : null;
  }
  const sameLetter = slot.name.charAt(0).toLowerCase() === text.charAt(0).toLowerCase();
  if (!fits(slot)) return null;
  return sameLetter && !others.some((one) => fits(one) && !one.isResult) ? 300 : sameLetter ? 8 : 0;
}

/** `n` of `n_1`. */
function baseOf(name: string): string {
  return name.replace(/_?\d+$|_[a-z]+$/, "");
}

/** Words near the number that the slot is called by; the nearest count most. */
function wordScore(slot: LawSlot, { after, before, preposition }: Given): number {
  let score = 0;
  let place = 0;
  const counted = new Set<string>();
  for (const stem of before) {
    if (place >= 5) break;
    const share = shareOf(slot, stem);
    if (share > 0 && !counted.has(stem)) {
      score += Math.max(2, Math.floor((share * (14 - 3 * place)) / 4));
      counted.add(stem);
    }
    if (!NEUTRAL.has(stem)) place += 1;
  }
  place = 0;
  for (const stem of after) {
    if (place >= 4) break;
    const share = shareOf(slot, stem);
    if (share > 0 && !counted.has(stem)) {
      score += Math.max(1, Math.floor((share * (9 - 2 * place)) / 4));
      counted.add(stem);
    }
    place += 1;
  }
  if (before.slice(0, 3).some((stem) => STARTING.has(stem)) && isStart(slot)) score += 6;
  if (preposition === "from" && isStart(slot)) score += 6;
  if ((preposition === "to" || preposition === "into") && isStop(slot)) score += 6;
  return score;
}

/** In quarters: a word of its own name in full, one that people use for it, or one alike, less. */
function shareOf({ near, roots, words }: LawSlot, stem: string): number {
  if (words.has(stem)) return 4;
  if (near.has(stem)) return 3;
  return roots.has(rootOf(stem)) ? 2 : 0;
}

/** Lengths in nanometres are of light, where a law has a wavelength. */
function lightScore({ quantity }: LawSlot, said: string): number {
  return quantity === "wavelength" && /(?:nm|nanomet(?:re|er)s?|pm|Å|angstroms?)$/.test(said)
    ? 3
    : 0;
}
