/** `with friction`, by a law of what has none: what a law leaves out is said to be there. */
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

/** The noun that is there, or not. */
const WITH = /\bwith\s+(?:some\s+|the\s+|an?\s+|its\s+)?(?:\p{L}+\s+)?(\p{L}{4,})\b/giu;

export function thereAfterAll({ given, text }: Question, law: Law): Open | null {
  const { description, name } = law.entry.record;
  const own = `${name}. ${description}`;
  for (const match of text.matchAll(WITH)) {
    const [written, noun = ""] = match;
    const end = match.index + written.length;
    if (given.some(({ span: { at } }) => match.index < at[1] && at[0] <= end + 2)) continue;
    const isLeftOut = new RegExp(
      String.raw`\b(?:without|no|neglect\w*|ignor\w*)\s+(?:any\s+|the\s+)?${noun}\b|\b${noun}less\b`,
      "iu",
    ).test(own);
    if (!isLeftOut || new RegExp(String.raw`\bwith\s+(?:\p{L}+\s+)?${noun}\b`, "iu").test(own))
      continue;
    return {
      what: "case",
      at: [match.index, end],
      message: `"${written}": ${name} is of what has no ${noun}`,
    };
  }
  return null;
}
