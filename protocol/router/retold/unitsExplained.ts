/** Units that a question explains: they are left out where they are here what it says. */
import { dimensionsEqual } from "../../units/index.js";
import { readQuantity, valueInSI } from "../../units/quantity/index.js";
import { aside, rewriting } from "./rewrite.js";
import { isUnitSaid, UNIT_SHARE } from "../laws/reading/plainly.js";
import { UNSIGNED, VALUE } from "./written.js";

const MEANING = new RegExp(
  String.raw`(?:\b(?:with|where|and|using|taking|if)\s+)?(?:\b(?:1|an?|one)\s)(\p{L}[\p{L}-]*(?:\s\p{Ll}+)?)\s*` +
    String.raw`(?:=|\bis|\bequals|\bbeing)\s+(${VALUE}(?:\s?(?:x|×)\s?10\^?\d+)?` +
    String.raw`(?:\s(?:thousand|million|billion|trillion))?` +
    String.raw`\s\p{L}[\p{L}^\d]*(?:\s[a-z]{1,2}(?![\p{L}\d]))?)(?:\s\([^()]*\))?`,
  "giu",
);

const LENGTHS: Readonly<Record<string, string>> = { "light-year": "ly", "light year": "ly" };

/** The first thing that a quantity may be; null where it has no unit. */
function inSI(text: string) {
  const read = readQuantity(text);
  if (!read.ok || !read.hasUnit) return null;
  const [reading] = read.readings;
  return { value: valueInSI(reading!), dimension: reading!.unit.dimension };
}

function isSameSize(one: string, other: string): boolean {
  const [a, b] = [inSI(one), inSI(other)];
  if (a === null || b === null || !dimensionsEqual(a.dimension, b.dimension)) return false;
  return Math.abs(a.value - b.value) <= UNIT_SHARE * Math.abs(a.value);
}

/** `with 1 kpc = 3.0857e19 m`, `a light-year is 9.461 trillion km` */
export const meanings = aside(
  MEANING,
  (_written, [, unit = "", value = ""]) =>
    isSameSize(`1 ${LENGTHS[unit.toLowerCase()] ?? unit}`, value),
  "says what a unit is; it is what it is here",
);

const TO_THE_SUN = new RegExp(
  String.raw`(?:\b(?:if|as|and|when)\s+)?\bthe\s+Earth\s+is\s+(${VALUE}(?:\s(?:million|billion))?\s[\p{L}]+)` +
    String.raw`\s+(?:away\s+)?from\s+the\s+Sun\b`,
  "giu",
);

/** `the Earth is 149.6 million km from the Sun` */
export const toTheSun = aside(
  TO_THE_SUN,
  (_written, [, value = ""]) => isSameSize("1 au", value),
  "is the astronomical unit, which the law has",
);

const DEFINED = new RegExp(
  String.raw`(?:\b(?:with|using|where|take|taking|note|and|since)\s+)?` +
    String.raw`(?<![\p{L}\p{N}.])(1\s+\p{L}[\p{L}µ-]{0,16})\s*=\s*` +
    String.raw`(${UNSIGNED}(?:\s?[x×]\s?10\^-?\d+)?\s?[\p{L}µ][\p{L}\p{N}^/ ]{0,12}?)` +
    String.raw`(?=[,;)]|\.(?:\s|$)|\s(?:and|is|to)\s|$)`,
  "giu",
);

/** `with 1 kpc = 3.0857e19 m`: what a unit is, as it is here. */
export const definitions = rewriting(DEFINED, ([all, unit = "", value = ""]) =>
  isUnitSaid(unit, value) ? ["", `"${all.trim()}" says what a unit is, as it is here`] : null,
);
