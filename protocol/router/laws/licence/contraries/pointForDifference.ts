/** `20 degC inside`, where a law takes a difference of temperatures: one reading of a thermometer is none. */
import type { Filled } from "../../filling/fillTypes.js";
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

const ON_SCALE =
  /(?:°\s?[CF]|\bdeg(?:rees)?\s?(?:C|F|[Cc]elsius|[Ff]ahrenheit)|\b[Cc]elsius|\b[Ff]ahrenheit)\s*$/u;
/** A difference is said so. */
const IS_DIFFERENCE = new RegExp(
  String.raw`\b(?:difference|diff|delta|rise[sn]?|rising|rose|fall(?:s|en|ing)?|fell|drop(?:s|ped)?` +
    String.raw`|increase[sd]?|decrease[sd]?|gradient|change[sd]?|excess|span|swing|range|by|between` +
    String.raw`|through|warmer|hotter|colder|cooler|warm(?:s|ed|ing)?|heat(?:s|ed|ing)?|cool(?:s|ed|ing)?` +
    String.raw`|above|below|higher|lower|apart|across|up|down|per|superheat(?:ed|ing)?|(?:sub|under)cooled` +
    String.raw`|undercooling|supercooling)\b|[ΔΔ]|\bd[Tt]\b`,
  "u",
);
/** The place of what has a temperature. */
const PLACE = /\b(?:inside|outside|indoors|outdoors|temperature\s+of|ambient|room|surface|at)\b/iu;

export function pointForDifference(
  { given, text }: Question,
  law: Law,
  { uses }: Filled,
): Open | null {
  for (const { at, rule, score, slot } of uses) {
    if (score === undefined || !slot.isDifference || !/temperature/.test(slot.quantity)) continue;
    const number = given.find(({ span }) => span.at === at);
    if (number === undefined || number.span.name !== null || !ON_SCALE.test(text.slice(...at)))
      continue;
    const others = given.filter(({ span }) => ON_SCALE.test(text.slice(...span.at)));
    if (
      others.length > 1 ||
      IS_DIFFERENCE.test(near(text, at)) ||
      !PLACE.test(near(text, at)) ||
      rule.includes("to")
    )
      continue;
    return {
      what: "fact",
      at,
      message:
        `"${text.slice(...at)}" is a temperature, and ${law.entry.record.name} takes the ` +
        `${slot.about}; give both temperatures`,
    };
  }
  return null;
}

const BEFORE_CHARS = 36;
const BEHIND_CHARS = 24;

function near(text: string, [from, to]: readonly [number, number]): string {
  return text.slice(Math.max(0, from - BEFORE_CHARS), to + BEHIND_CHARS);
}
