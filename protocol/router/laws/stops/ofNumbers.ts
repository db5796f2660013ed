/** What no input has as it stands: the cosine of an angle, a spin of 0.8, what lies not on one line. */
import type { Given, Question } from "../reading/reading.js";
import type { Reading } from "../filling/readings.js";
import type { LawSlot } from "../lexicon/lexicon.js";
import type { Stop } from "./stop.js";

const FUNCTION =
  /(?<![\p{L}\p{N}_])((?:a|arc)?(?:sin|cos|tan|cot)h?|ln|log(?:_?(?:2|10))?|lg|exp|sqrt|√)\s*\(?\s*$/iu;
/** Inputs that are such values themselves: `log P` of a partition, a power factor. */
const OF_FUNCTION = /\b(?:co)?(?:sine|tangent)\b|\blog(?:arithm\w*)?\b|\bpower factor\b/iu;

/** `cos theta = 0.5`, `ln K = 3`: the number is of the function, and its input takes what stands behind that. */
export function valueOfFunction({ given, text }: Question, { filled }: Reading): Stop | null {
  if (!("uses" in filled)) return null;
  for (const { at, rule, slot } of filled.uses) {
    if (!IS_PLAIN.has(rule) || isOfFunction(slot)) continue;
    const number = given.find(({ span }) => span.at === at);
    const from = number === undefined ? null : nameOf(number, text);
    const written = from === null ? null : FUNCTION.exec(text.slice(0, from));
    if (written === null) continue;
    const said = text.slice(written.index, at[1]);
    const { about, name } = slot;
    return {
      at: [written.index, at[1]],
      message: `"${said}" gives no value of the ${about} (${name}); give that itself`,
      reason: "change",
    };
  }
  return null;
}

/** Ways in which an input takes a number as it is. */
const IS_PLAIN: ReadonlySet<string> = new Set(["named", "word", "dimension"]);

function isOfFunction({ about, quantity }: LawSlot): boolean {
  return OF_FUNCTION.test(about) || OF_FUNCTION.test(quantity.replaceAll("_", " "));
}

/** Where the name or the symbol before a number begins; null without one. */
function nameOf({ label, span }: Given, text: string): number | null {
  if (span.name !== null) return span.name.at[0];
  const from = label === null ? -1 : text.slice(0, span.at[0]).lastIndexOf(label);
  return from < 0 ? null : from;
}

const SPIN = /\bspin quantum number\b/iu;

/** `spin quantum number 0.8`: each is a whole multiple of one half. */
export function noSpin(_question: Question, { filled }: Reading): Stop | null {
  if (!("uses" in filled)) return null;
  const one = filled.uses.find(
    ({ slot, value }) => SPIN.test(slot.about) && !Number.isInteger(2 * value),
  );
  if (one === undefined) return null;
  return {
    at: one.at,
    message: `a ${one.slot.about} is a whole multiple of one half, and ${one.value} is none`,
    reason: "input",
  };
}

const ACROSS = /\bat\s+(?:a\s+)?right\s+angles?\b|\b(?:perpendicular(?:ly)?|orthogonal(?:ly)?)\b/iu;
const ON_A_LINE = /\b(?:along\s+(?:one|the\s+same|a)\s+(?:straight\s+)?line|collinear)\b/iu;

/** `0.5c and 0.5c at right angles`, by a law of what lies on one line. */
export function offLine({ text }: Question, { profile: { law } }: Reading): Stop | null {
  const { record } = law.entry;
  const match = ACROSS.exec(text);
  if (match === null || !ON_A_LINE.test(record.validity ?? "")) return null;
  return {
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}": ${record.name} holds for ${record.validity}`,
    reason: "case",
  };
}

const GIVEN_OFF = new RegExp(
  String.raw`\b(?:(?:gives?|given|giving)\s+(?:off|away)|los(?:es|t|ing)|wast(?:es?|ed|ing)|dump\w*|` +
    String.raw`expel\w*|discard\w*|exhaust\w*)\b`,
  "iu",
);
const OF_HEAT = /^\s+(?:of\s+)?(?:(?:waste|exhaust)\s+)?heat\b/iu;

/** `gives off 500 J of heat`: no work, where a law of an engine takes both. */
export function heatForWork({ given, text }: Question, { filled, profile }: Reading): Stop | null {
  if (!("uses" in filled)) return null;
  const use = filled.uses.find(({ slot }) => slot.quantity === "work");
  if (use === undefined || !profile.law.slots.some(({ quantity }) => quantity === "heat"))
    return null;
  const { at, slot } = use;
  const ends = given.map(({ span }) => span.at[1]).filter((end) => end <= at[0]);
  const head = text.slice(Math.max(0, ...ends), at[0]);
  if (!GIVEN_OFF.test(head) && !OF_HEAT.test(text.slice(at[1]))) return null;
  return {
    at,
    message: `"${text.slice(...at)}" is heat, and the law would take it as the ${slot.about}`,
    reason: "dimension",
  };
}
