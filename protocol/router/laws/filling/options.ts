/** How well a number of a question is an input of a law: by name, by the words around, by dimension. */
import { countsCycles } from "../../../lexicon/kinds.js";
import { keepingEach, keepingFew } from "../../../once.js";
import { isDimensionless } from "../../../units/index.js";
import { valueFor, type Quantity } from "../../../units/quantity/index.js";
import { countWork } from "../../../workCount.js";
import { fromCentreOf } from "./altitude.js";
import { conversionOf, isPoles, mayMeasure, mayState } from "./conversions.js";
import type { Option } from "./fillTypes.js";
import {
  BODIES,
  NEUTRAL,
  PLAIN,
  QUANTITY_STEMS,
  THINGS,
  lawStem,
  lawStems,
} from "../lexicon/lawWords.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import { inUnitBeside } from "./listUnit.js";
import { isOtherMedium } from "./media.js";
import { isOtherPart } from "./parts.js";
import { isStart, isStop } from "./pairs.js";
import type { Given, Question } from "../reading/reading.js";

export const OPTION_WORK = 4;
const NAMED_SCORE = 1_000;
const STARTING: ReadonlySet<string> = new Set(
  lawStems("starts start starting initially begins beginning"),
);

/** Most numbers are none of most inputs. */
const NONE: readonly Option[] = [];

export function optionOf(
  law: Law,
  slot: LawSlot,
  given: Given,
  question: Question,
): readonly Option[] {
  countWork(OPTION_WORK);
  const { span } = given;
  const [quantity] = span.quantities;
  if (quantity === undefined) return NONE;
  const isOfUnit = mayMeasure(quantity, slot);
  if (!isOfUnit && !mayState(quantity, slot)) return NONE;
  if (!(span.kind === "value" || isChangeBy(law, slot, given, question))) return NONE;
  // `2 pi times 6 MHz` may be read in 1/s, as a linewidth is.
  const isAngular = quantity.readings.some(({ unit }) => unit.text === "rad/s");
  if (isAngular && slot.unit?.text !== "rad/s" && countsCycles(slot.quantity)) return NONE;
  const converted = conversionOf(slot, given, quantity, question);
  // Most units are of another kind, whatever the words say.
  if (converted === null && !isOfUnit) return NONE;
  const name = nameScore(law, slot, given);
  if (name === null) return NONE;
  const words =
    wordScore(slot, given, question) +
    wholeNameScore(slot, given, question) +
    derivedScore(slot, given, question) +
    unitScore(slot, question.text.slice(...span.at));
  if (converted !== null) return [{ ...converted, slot, score: name + words }];
  const read = valueFor(inUnitBeside(given, slot, question) ?? quantity, slot);
  if (!read.ok) return NONE;
  // Poles are no pairs of poles.
  if (slot.about.includes("pole pair") && isPoles(given)) return NONE;
  if (!quantity.hasUnit && name === 0) {
    const isPure = slot.unit !== null && isDimensionless(slot.unit.dimension);
    // A bare number is no angle: a power factor is not its phase.
    const isNought = read.value === 0 && words > 0;
    if (!isPure || (slot.unit.text === "rad" && !isNought)) return NONE;
    if (words === 0) return [{ slot, value: read.value, score: 0, rule: "dimension" }];
  }
  if (isOtherPart(law, slot, given, question) || isOtherMedium(slot, given, question.text))
    return NONE;
  const rule = name > 0 ? "named" : words > 0 ? "word" : "dimension";
  const score = name + words + 1;
  // A name is an answer to how it is counted.
  const centre = name > 0 ? null : fromCentreOf(law, slot, given, question, read.value);
  if (centre === "unfit") return NONE;
  return [centre === null ? { slot, value: read.value, score, rule } : { slot, score, ...centre }];
}

const CHANGED_BY = new RegExp(
  String.raw`\b(?:increase[sd]?|decrease[sd]?|reduce[sd]?|raise[sd]?|lower(?:s|ed)?|grow[ns]?|grew|` +
    String.raw`shrinks?|up|down)\s+by\s*$`,
  "i",
);
const RAISED_BY = /\b(?:raise[sd]?|lower(?:s|ed)?|up|down)\s+by\s*$/i;

/** `raised by 15 K`: the change itself, where a law has the change for an input. */
function isChangeBy({ result }: Law, slot: LawSlot, { span }: Given, { text }: Question): boolean {
  const [quantity, another] = span.quantities;
  if (span.kind !== "change" || quantity?.hasUnit !== true || another !== undefined) return false;
  if (slot.isResult || isDimensionless(quantity.readings[0]!.unit.dimension)) return false;
  const head = text.slice(0, span.at[0]);
  if (slot.isDifference) return CHANGED_BY.test(head);
  // A raised body has more energy by the height that it is raised.
  return slot.quantity === "height" && result.quantity.includes("energy") && RAISED_BY.test(head);
}

/** How well the name before an equals sign says this slot; null where it says another. */
function nameScore(law: Law, slot: LawSlot, { label, span }: Given): number | null {
  const [quantity] = span.quantities;
  if (span.name === null)
    return label === null || quantity === undefined ? 0 : labelScore(law, slot, label, quantity);
  const { text } = span.name;
  // `hot reservoir temperature = 550 degC`, `electrons per ion = 2`: words are no symbols.
  if (!slot.spellings.includes(text) && isWordName(text)) return 0;
  if (slot.spellings.includes(text)) return NAMED_SCORE;
  const others = [...law.slots, law.result].filter((one) => one !== slot);
  if (others.some(({ spellings }) => spellings.includes(text))) return null;
  const plain = text.replaceAll("_", "").toLowerCase();
  const isNear = (one: LawSlot): boolean => writtenOf(one).lowered.includes(plain);
  if (isNear(slot) && !others.some(isNear)) return NAMED_SCORE - 100;
  const latin = latinOf(text);
  const isGreek = (one: LawSlot): boolean => latin === writtenOf(one).name;
  if (latin !== null && isGreek(slot) && !others.some(isGreek)) return NAMED_SCORE - 300;
  // `tau_xy` names the one `tau` of a law.
  if (baseOf(text) === slot.name && GREEK_NAMES.has(slot.name)) return NAMED_SCORE - 300;
  if (text.length >= 3 && lawStems(text).some((stem) => slot.words.has(stem))) return 1;
  if (quantity === undefined) return null;
  // `n = 1.00 ... n = 1.52` name `n_1` and `n_2`.
  if (!/\d$/.test(text) && writtenOf(slot).base === text) return 12;
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

/** `R 47 kohm`: a symbol without its equals sign helps where the law has it, and decides nothing else. */
function labelScore(law: Law, slot: LawSlot, label: string, quantity: Quantity): number | null {
  const plain = label.replaceAll("_", "");
  const isIt = (one: LawSlot): boolean => writtenOf(one).plain.includes(plain);
  const own = law.slots.filter(isIt);
  if (own.length > 0) return isIt(slot) && own.length === 1 ? NAMED_SCORE - 200 : 0;
  // `zeta 0.05`, where the law has one `zeta_d`.
  const bases = law.slots.filter((one) => writtenOf(one).base === label);
  if (bases.length < 2) return bases[0] === slot ? NAMED_SCORE - 300 : 0;
  // `r 30 mm`, where the law has `r_1` and `r_2`: it is none of the other lengths.
  return bases.includes(slot) || !bases.every((one) => mayMeasure(quantity, one)) ? 0 : null;
}

const GREEK_NAMES: ReadonlySet<string> = new Set(
  "alpha beta gamma delta epsilon eta theta kappa lambda mu nu rho sigma tau phi omega zeta xi psi".split(
    " ",
  ),
);
const SYMBOLS: ReadonlySet<string> = new Set([...GREEK_NAMES, "max", "min"]);

/** A word of the language before an equals sign: it says which input, as any word before a number. */
export const isWordName = keepingFew((text: string): boolean => {
  if (!/^[a-z]{3,}$/.test(text) || SYMBOLS.has(text)) return false;
  const stem = lawStem(text);
  return (
    QUANTITY_STEMS.has(stem) ||
    NEUTRAL.has(stem) ||
    THINGS.has(stem) ||
    PLAIN.has(stem) ||
    BODIES.has(stem)
  );
});

/** `sx` of `sigma_x`: a record writes the first letter of a Greek one. */
function latinOf(text: string): string | null {
  const [, base, index] = /^([a-z]+)_(\w+)$/u.exec(text) ?? [];
  if (base === undefined || index === undefined || !GREEK_NAMES.has(base)) return null;
  return `${base.charAt(0)}${index}`.toLowerCase();
}

/** How an input is written. Asked for each number that has a symbol. */
const writtenOf = keepingEach(({ name, spellings }: LawSlot) => {
  const plain = spellings.map((one) => one.replaceAll("_", ""));
  return {
    base: baseOf(name),
    lowered: plain.map((one) => one.toLowerCase()),
    name: name.replaceAll("_", "").toLowerCase(),
    plain,
  };
});

/** `n` of `n_1`. */
function baseOf(name: string): string {
  return name.replace(/_?\d+$|_[a-z]+$/, "");
}

const LAWS: ReadonlySet<string> = new Set(
  lawStems("law equation formula relation theorem rule model theory approximation"),
);

interface WordNear {
  /** Whether it stands before the number. */
  readonly isBefore: boolean;
  readonly stem: string;
  readonly root: string;
  /** What it is worth where the slot has it in full. */
  readonly worth: number;
  readonly least: number;
}

/** Words near a number; the nearest count most. */
const wordsNear = keepingFew(({ after, before, roots }: Given): readonly WordNear[] => {
  const near: WordNear[] = [];
  let place = 0;
  for (const [i, stem] of before.entries()) {
    // `the Curie-Weiss law gives at 500 K`: words of a law's name are of no number.
    if (place >= 5 || LAWS.has(stem)) break;
    near.push({ isBefore: true, stem, root: roots.before[i]!, worth: 14 - 3 * place, least: 2 });
    if (!NEUTRAL.has(stem)) place += 1;
  }
  for (const [i, stem] of after.slice(0, 4).entries())
    near.push({ isBefore: false, stem, root: roots.after[i]!, worth: 9 - 2 * i, least: 1 });
  return near;
});

/** Words near the number that the slot is called by. */
function wordScore(slot: LawSlot, given: Given, question: Question): number {
  const { before, preposition } = given;
  const met = bodyMet(slot, given, question);
  const counted: string[] = [];
  let score = 0;
  for (const { isBefore, least, root, stem, worth } of wordsNear(given)) {
    const share = shareOf(slot, stem, root);
    if (share === 0 || counted.includes(stem) || (isBefore && met.includes(stem))) continue;
    score += Math.max(least, Math.floor((share * worth) / 4));
    counted.push(stem);
  }
  if (before.slice(0, 3).some((stem) => STARTING.has(stem)) && isStart(slot)) score += 6;
  if (preposition === "from" && isStart(slot)) score += 6;
  if ((preposition === "to" || preposition === "into") && isStop(slot)) score += 6;
  return score;
}

/** Worth of the whole name of an input right before a number, and of each word of it. */
const WHOLE_NAME = 24;
const WHOLE_NAME_WORD = 4;
const JOINT = /(?:\s*(?:[=:,]|\b(?:of|is|are|was|equals|being)))*\s*$/iu;

/** The text up to a number, without what joins it to its name. */
function headOf({ span: { at } }: Given, { text }: Question): string {
  return text
    .slice(Math.max(0, at[0] - HEAD_CHARS), at[0])
    .replace(JOINT, "")
    .toLowerCase();
}

/** Names of inputs are no longer. */
const HEAD_CHARS = 96;

/** Of what an input is called; asked for each number of each question. */
const lastStemOf = keepingEach(({ about }: LawSlot): string =>
  lawStem(/[\p{L}\d]+(?=[^\p{L}\d]*$)/u.exec(about.toLowerCase())?.[0] ?? ""),
);

/** `the stress along the fibres is -410 MPa`: no other input of a law is called so. */
function wholeNameScore(slot: LawSlot, given: Given, question: Question): number {
  const { about } = slot;
  if (!about.includes(" ") || given.span.name !== null) return 0;
  // Few names end before any number: the text is cut where their last word stands near it.
  if (!given.before.slice(0, 3).includes(lastStemOf(slot))) return 0;
  const name = about.toLowerCase();
  const head = headOf(given, question);
  if (!head.endsWith(name) || /[\p{L}\d]/u.test(head.charAt(head.length - name.length - 1)))
    return 0;
  return WHOLE_NAME + WHOLE_NAME_WORD * name.split(" ").length;
}

const NOBODY: readonly string[] = [];
const TOWARDS =
  /\btowards?\s+(?:an?|the|his|her|its|my|our)\s+((?:\p{L}+\s+){1,2})(?:at|with)\s+$/iu;

/** `drives towards a listener at 30 m/s`: the body that is met is not the one that moves. */
function bodyMet({ quantity }: LawSlot, { span }: Given, { text }: Question): readonly string[] {
  if (!quantity.includes("speed") && !quantity.includes("velocity")) return NOBODY;
  const met = TOWARDS.exec(text.slice(Math.max(0, span.at[0] - HEAD_CHARS), span.at[0]))?.[1];
  return met === undefined ? NOBODY : lawStems(met);
}

const MAKES: ReadonlySet<string> = new Set(
  "make makes get gets give gives produce produces deliver delivers obtain provide provides supply supplies".split(
    " ",
  ),
);

/** `makes 12 V from 230 V`: what is made is the end, and what it is made from the beginning. */
function derivedScore(slot: LawSlot, { preposition, span }: Given, { text }: Question): number {
  if (preposition === null || !MAKES.has(preposition) || !isStop(slot)) return 0;
  return /^\s+(?:\p{L}+\s+){0,3}?(?:from|out\s+of)\s/u.test(text.slice(span.at[1])) ? 6 : 0;
}

/** In quarters: a word of its own name or kind in full, one alike less. */
function shareOf({ roots, words }: LawSlot, stem: string, root: string): number {
  if (words.has(stem)) return 4;
  return roots.has(root) ? 2 : 0;
}

/** Lengths in nanometres are of light, where a law has a wavelength; `600 turns` count turns. */
function unitScore({ quantity, unit, words }: LawSlot, said: string): number {
  if (unit !== null && isDimensionless(unit.dimension)) {
    const noun = /\p{L}{3,}$/u.exec(said)?.[0];
    return noun !== undefined && words.has(lawStem(noun)) ? 6 : 0;
  }
  return quantity === "wavelength" && /(?:nm|nanomet(?:re|er)s?|pm|Å|angstroms?)$/.test(said)
    ? 3
    : 0;
}
