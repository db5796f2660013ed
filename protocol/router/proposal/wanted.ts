/** What the unit that is asked for may measure, where it is said in parts or in other words. */
import { keepingFew } from "../../once.js";
import { dimensionsEqual, divide, parseUnit, type Dimension } from "../../units/index.js";
import type { Question } from "../laws/reading/reading.js";

/** Whether what has this dimension may be the answer. */
export function mayMeasureAsked(dimension: Dimension, question: Question): boolean {
  const asked = question.wanted?.dimension ?? null;
  if (asked === null || dimensionsEqual(dimension, asked)) return true;
  return othersOf(question).some((other) => dimensionsEqual(dimension, other));
}

const DEGREES = /\bdegrees?\b/iu;
const IN = /^in\s+/iu;
const PER = /\s+(?:per|an?|each|every)\s+.*$/iu;
const EACH =
  /\b(?:per|each|every|a|an)\s+((?:square|cubic)\s+\p{L}+|\p{L}+)|\/\s*(\p{L}+[23\u00b2\u00b3]?)/giu;

/** `degrees per km` of temperature, `mV per decade`, `how many joules ... in each cubic centimetre`. */
const othersOf = keepingFew(({ given, text, wanted }: Question): readonly Dimension[] => {
  const said = wanted?.text ?? "";
  const whole = wanted?.dimension ?? null;
  const found = [said.replace(DEGREES, "K"), said.replace(IN, ""), said.replace(PER, "")]
    .filter((one) => one !== said)
    .flatMap(dimensionsOf);
  if (whole === null) return found;
  // What a number is measured in says nothing of what is asked for.
  const parts = [...text.matchAll(EACH)]
    .filter(({ index }) => !given.some(({ span }) => index >= span.at[0] && index < span.at[1]))
    .flatMap(([, word, sign]) => dimensionsOf(word ?? sign!));
  return [...found, ...parts.map((part) => divide(whole, part))];
});

function dimensionsOf(text: string): readonly Dimension[] {
  const unit = parseUnit(text.trim());
  return unit.ok ? [unit.dimension] : [];
}
