/** Numbers that count or measure something else than the input that takes them. */
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
