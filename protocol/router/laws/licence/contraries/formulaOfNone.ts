/** `V = I/R`, by the law that V = I R: the formula that is written out is another. */
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import { otherFormula } from "../../stops/formulaSaid.js";
import type { Open } from "../open.js";

export function formulaOfNone({ text }: Question, { entry }: Law): Open | null {
  const at = otherFormula(text, entry);
  if (at === null) return null;
  const { equation, name } = entry.record;
  const message = `"${text.slice(...at)}" is not the formula of ${name}, which is ${equation}`;
  return { what: "case", at, message };
}
