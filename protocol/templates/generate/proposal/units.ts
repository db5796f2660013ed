/** The unit of a number: its own, that of the number beside it, or that of what is read. */
import { words } from "./clauses.js";
import { doubt } from "./doubt.js";
import { ANGLES, THERMAL } from "./lexicon.js";
import type { Sentence } from "./sentence.js";
import type { Stated } from "./stated.js";
import type { Amounted } from "./tokens.js";

/** Nouns of pure numbers. */
const NUMBERS = new RegExp(
  "^(?:ph|index|ratio|factor|score|counts?|counter|coefficient|magnitude|users|people|requests" +
    "|errors|jobs|messages|visitors|cars|connections|sessions|items|queue|number|uv)$",
  "u",
);
/** Nouns that are read in one unit nearly everywhere. */
const USUAL: readonly (readonly [noun: RegExp, unit: string])[] = [
  [/\b(?:humidity|rh|spo2|oxygen saturation|saturation|pulse ox|sats|soc|state of charge)\b/u, "%"],
  [/\b(?:heart rate|pulse|respirations?|breaths|breathing rate|respiratory rate)\b/u, "1/min"],
  [/\b(?:chlorine|nitrate|nitrite|ammonia|ammonium|phosphate|sulphur|sulfur)\b/u, "mg/L"],
  [/\b(?:voltage|volts)\b/u, "V"],
  [/\bamps\b/u, "A"],
  [/\bwatts\b/u, "W"],
  [/\blux\b/u, "lx"],
  [/\b(?:co2|carbon (?:mon|di)oxide|ppm)\b/u, "ppm"],
  [/\brpm\b/u, "rpm"],
  [/\bpsi\b/u, "psi"],
  [/\b(?:arterial|blood|systolic|diastolic)\b/u, "mmHg"],
];

/** @param isSecond whether another number of the sentence stands before it */
export function unitOf(
  sentence: Sentence,
  stated: Stated,
  amounts: readonly Amounted[],
  isSecond: boolean,
): string | null {
  const units = new Set(amounts.flatMap(({ unit }) => (unit === null ? [] : [unit])));
  const [unit = null, another] = units;
  if (another !== undefined) doubt("two units");
  if (unit !== null && unit !== "deg") return unit;
  if (unit === "deg") {
    if (ANGLES.test(sentence.text)) return unit;
    sentence.suppose("unit", "degC", "degrees: of which scale is not said");
    return "degC";
  }
  if (amounts.some(({ isNamed }) => isNamed)) return null;
  if (/^(?:times|readings?|samples?)$/u.test(stated.behind[0]?.word ?? "")) doubt("how often?");
  const clause = sentence.clauses[stated.clause]!;
  const near = isSecond ? sentence.said(clause) : sentence.text;
  const isHot = THERMAL.test(near) || amounts.some(({ value }) => value < 0);
  if (isNumber(stated)) return null;
  const usual = usualOf(words(clause).join(" ")) ?? (isHot ? null : usualOf(near.toLowerCase()));
  if (usual !== null) {
    sentence.suppose("unit", usual, "no unit is said: the usual one of what is read");
    return usual;
  }
  if (!isHot && isExpression(stated)) {
    sentence.suppose("unit", "none", "no unit is said: the number is compared as it is sent");
    return null;
  }
  if (!isHot) doubt("in which unit?");
  sentence.suppose("unit", "degC", "no unit is said: a temperature by the words beside it");
  return "degC";
}

function isNumber({ before, behind }: Stated): boolean {
  return [...before, ...behind.slice(0, 2)].some(({ word }) => NUMBERS.test(word));
}

/** `v_rail < 4`: a comparison by its sign. */
function isExpression({ before, tokens }: Stated): boolean {
  const near = before.some(({ word }) => word.includes("_"));
  return near && (tokens.length > 1 || /^(?:[<>≤≥]=?|lte?|gte?)$/u.test(before.at(-1)?.word ?? ""));
}

function usualOf(text: string): string | null {
  return USUAL.find(([noun]) => noun.test(text))?.[1] ?? null;
}
