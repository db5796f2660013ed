/** Signs and shorthand of a sentence in the one form that all clauses are read in; no place in it moves. */
import { CALL_WORDS } from "../words.js";

/** A change of a share, and not a share of the reading. */
const POINTS = /(?:%|\bper ?cent(?:age)?) ?points?\b/giu;

/** `50 % ± 5 % RH`: points of the share that is read. */
const OFF_IN_POINTS =
  /(?<=@ ?\d+(?:\.\d+)? ?)(?:%|per ?cent(?:age)?) ?(?:rh|relative humidity|points?)\b/giu;

/** Of a share points are of it. */
const SHARES = /%|\b(?:per ?cent|humidity|moisture|saturation)\b/iu;

/** Between a value and what it may be off. */
export const TOLERANCE =
  /\s*(?:±|\+\/?-|\bplus or minus\b|\bplus\/minus\b|,? give or take\b)(?=\s*\d)/giu;

/** `above 5 bar = alarm`. */
const EQUALS_ACT = new RegExp(` = (?=(?:an? )?(?:${CALL_WORDS.join("|")}|siren|horn)\\b)`, "giu");

/** `40...55 %`. */
const ELLIPSIS = /(?<=\d)\.{2,3}(?=\d)/gu;

/** Of a rate: what is counted is the reading's own. */
const COUNTED =
  /(?<=\d )(?:breaths|beats|strokes|drops|counts|pulses)(?= (?:per|an?|each|every)\b)/giu;

/** The sentence with its signs in words: what is shorter is filled up with blanks. */
export function plainSigns(text: string): string {
  return text
    .replace(/\b95th percentile\b/gi, "p95            ")
    .replace(/\b50th percentile\b/gi, "p50            ")
    .replace(TOLERANCE, (sign) => (sign.length === 1 ? "@" : " @".padEnd(sign.length)))
    .replace(ELLIPSIS, (dots) => (dots.length === 2 ? " -" : " - "))
    .replace(OFF_IN_POINTS, (points) => " ".repeat(points.length))
    .replace(POINTS, (points) => "%".padEnd(points.length))
    .replace(/(?<=@ ?\d+ )points?\b/giu, (points) => " ".repeat(points.length))
    .replace(/(?<=\d )points?\b(?! in a row)/giu, (points) =>
      SHARES.test(text) ? "%".padEnd(points.length) : points,
    )
    .replace(EQUALS_ACT, " ; ")
    .replace(COUNTED, (noun) => " ".repeat(noun.length));
}
