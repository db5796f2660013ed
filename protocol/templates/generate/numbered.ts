/** Numbers that only tell things of one kind apart: the 3 of hall 3, the 101 of T-101. */
import { isDimensionless } from "../../units/index.js";
import type { Quantity, Span } from "./spans/spanTypes.js";
import { isNoName } from "./nounPhrase.js";
import { isThingNoun } from "./things.js";
import { ABOVE, BELOW, MOVES, REACHES, SINKS } from "./words.js";

const COUNTED = /^\d{1,4}$/u;
/** Of a room: floor and number. */
const ROOM = /^\d{1,2}\.\d{1,3}$/u;
const IN_PLACE = /\b(?:in|at|of) (?:the )?\p{L}+ $/iu;
const WORD_BEFORE = /(?<![\p{L}-])(?<word>\p{L}[\p{L}'-]+) $/u;
/** Behind these a number says how much. */
const MEASURES = new RegExp(
  "^(?:limit|threshold|maximum|minimum|max|min|value|reading|level|index|count|number|ratio|factor|score" +
    "|rating|setting|ph|total|sum|rate|grade|magnitude|band|hysteresis|deadband|step|equals?|alarm|alert" +
    "|warning|mark|target|setpoint|point)s?$",
  "u",
);
const COMPARING = new RegExp(`^(?:${[ABOVE, BELOW, REACHES, SINKS, MOVES].join("|")})$`, "u");
/** Behind a name stands a word, a stop, or nothing: a number there is part of a range or of a sum. */
const BEHIND =
  /^(?:\s*$|\s*[,:;.!?<>=≤≥]|\s+(?!(?:to|or|and|of|per|in a row|consecutive|times?)\b)\p{L})/u;

/** Spans that the sentence states, and names with a number in them, as it has them. */
export interface Stated {
  readonly spans: readonly Span[];
  readonly names: readonly string[];
}

/** @param spans of the text; a number that is part of a name is none that the sentence states */
export function withoutNames(text: string, spans: readonly Span[]): Stated {
  const numbered = spans.filter((span) => nameOf(text, span) !== null);
  const stated = spans.filter((span) => !numbered.includes(span));
  // Where nothing else is stated, it is what the sentence is about.
  if (!stated.some(({ kind }) => kind === "quantity")) return { spans, names: [] };
  return { spans: stated, names: numbered.map((span) => nameOf(text, span)!) };
}

function nameOf(text: string, span: Span): string | null {
  if (span.kind !== "quantity" || !isPure(span)) return null;
  const model = modelOf(text, span);
  if (model !== null) return model;
  const isRoom = ROOM.test(span.text) && IN_PLACE.test(text.slice(0, span.at[0]));
  if (!isRoom && !COUNTED.test(span.text)) return null;
  const before = WORD_BEFORE.exec(text.slice(0, span.at[0]))?.groups?.["word"];
  const word = before?.toLowerCase() ?? "the";
  if (isNoName(word) || MEASURES.test(word) || COMPARING.test(word)) return null;
  const behind = text.slice(span.at[1]);
  // Two of one kind: flow 1 and flow 2.
  const isOfTwo = new RegExp(`^ and (?:the )?${word} \\d`, "iu").test(behind);
  return isOfTwo || BEHIND.test(behind) ? `${before} ${span.text}` : null;
}

/** `the -80 freezer`: less than none of a thing are no number of it. */
function modelOf(text: string, { at: [start, end], text: number }: Span): string | null {
  const glued = /^[DG](?= \p{Ll}{3})/u.exec(text.slice(end))?.[0];
  if (glued !== undefined && /^[2-6]$/u.test(number)) return `${number}${glued}`;
  const noun = /^ (?<noun>\p{L}{3,})\b/u.exec(text.slice(end))?.groups?.["noun"];
  const isNamed = noun !== undefined && isThingNoun([noun.toLowerCase()]);
  const isFirst = /(?:^|\b(?:the|my|our|a|an|this|that|\p{L}+'s) |[,:;] )$/iu.test(
    text.slice(0, start),
  );
  return isNamed && isFirst && /^[-\u2212]\d{1,3}$/u.test(number) ? `${number} ${noun}` : null;
}

function isPure({ dimension, unit }: Quantity): boolean {
  return isDimensionless(dimension) && unit === "1";
}
