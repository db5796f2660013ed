/** Comparators that belong to one quantity: hotter, faster, louder. */
import { dimensionsEqual, parseUnit } from "../../units/index.js";
import type { Limit } from "./reading.js";
import type { Asked } from "./slots.js";

/** Comparators that say what is compared, and units of it. */
const COMPARED: readonly (readonly [RegExp, readonly string[], string])[] = [
  [/\b(?:hotter|warmer|colder|cooler)\b/u, ["K"], "temperature"],
  [/\b(?:faster|slower)\b/u, ["m/s", "1/s", "rad/s", "m^3/s", "kg/s", "s"], "speed"],
  [/\b(?:louder|quieter)\b/u, ["1", "Pa", "W/m^2"], "loudness"],
  [/\b(?:heavier|lighter)\b/u, ["kg", "N", "kg/m^3"], "weight"],
  [/\b(?:deeper|shallower|taller|wider|thicker|thinner)\b/u, ["m"], "length"],
  [/\b(?:longer|shorter)\b/u, ["m", "s"], "length"],
  [/\b(?:older|younger)\b/u, ["s"], "age"],
];

/** A pressure is never hotter than another; null where the words and the number are of one kind. */
export function comparedIn(values: Limit["values"], words: string): Asked | null {
  for (const [said, units, noun] of COMPARED) {
    if (!said.test(words)) continue;
    const isOne = units.some((unit) => {
      const read = parseUnit(unit);
      return read.ok && dimensionsEqual(read.dimension, values[0].dimension);
    });
    if (!isOne)
      return { slot: "limit", question: `${values[0].text} is no ${noun}: what is read?`, words };
  }
  return null;
}
