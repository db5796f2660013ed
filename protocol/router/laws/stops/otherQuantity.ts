/** A quantity that the question names and the law has not: a bulk modulus is no shear modulus. */
import { dimensionsEqual, quantityDimension } from "../../../units/index.js";
import { lawStem } from "../lexicon/lawWords.js";
import { rootOf } from "../lexicon/roots.js";
import type { Question } from "../reading/reading.js";
import type { Reading } from "../filling/readings.js";
import type { Stop } from "./stop.js";

/** Of what is asked for, two words together are another quantity of its dimension. */
export function otherQuantity(
  { text, tokens }: Question,
  { profile: { law, places }, target }: Reading,
): Stop | null {
  if (target.unit === null) return null;
  for (const [i, { at, stem, text: first }] of tokens.entries()) {
    const next = tokens[i + 1];
    if (next === undefined || text.slice(at[1], next.at[0]) !== " ") continue;
    const name = `${first}_${next.text}`.toLowerCase();
    const dimension = quantityDimension(name);
    if (dimension === undefined || !dimensionsEqual(dimension, target.unit.dimension)) continue;
    if (target.quantity === name || law.slots.some(({ quantity }) => quantity === name)) continue;
    if (law.vocabulary.has(lawStem(first)) || places.has(rootOf(stem))) continue;
    return {
      at: [at[0], next.at[1]],
      message: `"${text.slice(at[0], next.at[1])}" is not what ${law.entry.record.name} gives`,
      reason: "word",
    };
  }
  return null;
}
