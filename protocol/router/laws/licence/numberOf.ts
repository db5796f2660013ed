/** Numbers that count or measure something else than the input that takes them. */
import { isUnit } from "../../../units/index.js";
import { convertQuantity } from "../../../units/quantity/index.js";
import type { Filled } from "../filling/fillTypes.js";
import { lawStems } from "../lexicon/lawWords.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

const BARE = /^[-+\d.,\s]*\d$/;
const NOUN_BEHIND = /^\s+((?:\p{L}+)(?:-\p{L}+)?)/u;

/** `after 10 half-lives`: so many of another input are a value of none. */
export function countOfOther({ given, text }: Question, { uses }: Filled): Open | null {
  for (const { at, score, slot } of uses) {
    const number = given.find(({ span }) => span.at === at);
    if (number === undefined || score === undefined || number.span.name !== null) continue;
    if (!BARE.test(text.slice(...at))) continue;
    const noun = NOUN_BEHIND.exec(text.slice(at[1]))?.[1];
    if (noun === undefined) continue;
    const stems = lawStems(noun.replace(/ives$/i, "ife"));
    const isOf = ({ about }: LawSlot): boolean => {
      const own = lawStems(about);
      return stems.every((stem) => own.includes(stem));
    };
    const other = uses.find((use) => use.slot !== slot && isOf(use.slot));
    if (other === undefined || isOf(slot)) continue;
    return {
      what: "order",
      at: [at[0], at[1] + noun.length + 1],
      message: `"${text.slice(...at)} ${noun}" is a multiple of the ${other.slot.about}, and no ${slot.about}`,
    };
  }
  return null;
}

const TYRE = /\b(?:tyre|tire|inner\s+tube|gauge|psig|barg)\b/i;
const ABSOLUTE = /\b(?:absolute|psia|bara)\b/i;
/** Laws of gases take pressures from nought. */
const OF_TEMPERATURE = /^K\b/;

/** Tyres are measured over the pressure of the air, and laws of gases count from nought. */
export function pressureOfGauge({ text }: Question, law: Law, { uses }: Filled): Open | null {
  const match = TYRE.exec(text);
  if (match === null || ABSOLUTE.test(text)) return null;
  const isOfGas = law.slots.some(({ unit }) => OF_TEMPERATURE.test(unit?.text ?? ""));
  const use = uses.find(({ score, slot }) => score !== undefined && slot.unit?.text === "Pa");
  if (!isOfGas || use === undefined) return null;
  return {
    what: "case",
    at: use.at,
    message: `"${text.slice(...use.at)}" of a ${match[0]} is counted from the air outside; say the absolute pressure`,
  };
}

/** `mass_g = 500`, `wavelength_nm=500`: a name that ends in a unit. */
const UNIT_IN_NAME = /^(.+)_(\p{L}+)$/u;
/** A name of so many letters is a word, and no symbol with an index. */
const WORD_CHARS_MIN = 3;

/** A number without a unit whose name says another one than SI. */
export function unitInName({ given, text }: Question, { uses }: Filled): Open | null {
  for (const { at, slot } of uses) {
    const span = given.find((one) => one.span.at === at)?.span;
    const [, base = "", unit = ""] = UNIT_IN_NAME.exec(span?.name?.text ?? "") ?? [];
    if (span === undefined || unit === "" || slot.unit === null || !isUnit(unit)) continue;
    if (span.quantities.some(({ hasUnit }) => hasUnit)) continue;
    if (slot.spellings.some((one) => plain(one) === plain(span.name!.text))) continue;
    const read = convertQuantity(`1 ${unit}`, slot.unit.text);
    const isOther = read.ok ? read.conversion.value !== 1 : base.length >= WORD_CHARS_MIN;
    if (!isOther) continue;
    const number = text.slice(...at);
    return {
      what: "fact",
      at,
      message: `"${span.name!.text}" ends in a unit, and "${number}" has none; write the unit behind the number`,
    };
  }
  return null;
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** `faster than 3 m/s`, `at least 2 kg`: a bound is no value. */
const BOUND = new RegExp(
  String.raw`\b(?:(?:\p{L}+er|more|less|better|worse)\s+than|(?:at|of)\s+(?:at\s+(?:least|most)|up\s+to)|` +
    String.raw`no\s+(?:more|less)\s+than|not\s+(?:over|under|above|below)|exceeding|` +
    String.raw`as\s+(?:much|many|high|low|fast|far|long)\s+as)\s+(?:about\s+)?$`,
  "iu",
);

export function boundOfNumber({ given, text }: Question, { uses }: Filled): Open | null {
  for (const { at, score, slot } of uses) {
    if (score === undefined || !given.some(({ span }) => span.at === at)) continue;
    const match = BOUND.exec(text.slice(0, at[0]));
    if (match === null) continue;
    return {
      what: "fact",
      at: [match.index, at[1]],
      message: `"${text.slice(match.index, at[1])}" is a bound, and no value of the ${slot.about}`,
    };
  }
  return null;
}
