/** The other way round than a law has it: the way back, a fall for a rise, one part for another. */
import { FALLS_BY } from "../../filling/signs.js";
import type { Filled } from "../../filling/fillTypes.js";
import { lawStem } from "../../lexicon/lawWords.js";
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

const FROM_TO =
  /\bfrom\s+(?:the\s+|an?\s+)?(\p{L}{3,})\s+(?:back\s+)?to\s+(?:the\s+|an?\s+)?(\p{L}{3,})/giu;

/** `goes from donor to acceptor ... the return from acceptor to donor`: both ways are said, and a law has one. */
export function wayBack({ text }: Question, { entry: { record } }: Law): Open | null {
  const ways: (readonly [string, string])[] = [];
  for (const match of text.matchAll(FROM_TO)) {
    const [from, to] = [lawStem(match[1]!), lawStem(match[2]!)];
    if (ways.some(([a, b]) => a === to && b === from))
      return {
        what: "case",
        at: [match.index, match.index + match[0].length],
        message: `"${match[0]}" is the way back of what is said before, and ${record.name} has one of the two`,
      };
    ways.push([from, to]);
  }
  return null;
}

/** Counted from a place: it may fall by a height. */
const LENGTH = /length|height|distance|displacement|altitude|depth/u;
const IS_FALL = /\b(?:fall|drop|loss|decrease|reduction|cooling|lower)/iu;

/** `cooled by 30 K`, `the entropy falls by 199 J/(mol K)`, where a law counts upwards. */
export function fallsBy({ text }: Question, law: Law, { uses }: Filled): Open | null {
  const { name } = law.entry.record;
  for (const { at, score, slot, turn, value } of uses) {
    if (score === undefined || value <= 0) continue;
    if (LENGTH.test(slot.quantity) || IS_FALL.test(slot.about) || IS_FALL.test(name)) continue;
    const before = text.slice(0, at[0]);
    // Where its size is the answer, a change is told otherwise.
    const isFall =
      ((turn ?? null) === null && FALLS_BY.test(before)) ||
      (/temperature/.test(slot.quantity) && COOLED.test(before));
    if (!isFall) continue;
    return {
      what: "fact",
      at,
      message: `"${text.slice(...at)}" is a fall, and ${name} counts a rise; give it with a minus`,
    };
  }
  return null;
}

const COOLED = /\b(?:cool(?:s|ed|ing)?|chill(?:s|ed)?)\s+(?:down\s+)?(?:by\s+)?(?:about\s+)?$/i;

const SHARE_ASKED =
  /\b(?:fraction|share|percentage|proportion|per\s?cent)\s+of\s+(?:the\s+|an?\s+|all\s+)?(\p{L}{3,})/iu;

/** `fraction of the ligand`, by a law of the fraction of a protein: the other one of its parts. */
export function shareOfAnother({ text }: Question, { entry, slots }: Law): Open | null {
  const asked = SHARE_ASKED.exec(text);
  const own = SHARE_ASKED.exec(entry.record.description)?.[1];
  if (asked === null || own === undefined) return null;
  const [said, held] = [lawStem(asked[1]!), lawStem(own)];
  if (said === held || !slots.some(({ words }) => words.has(said))) return null;
  if (!slots.some(({ words }) => words.has(held))) return null;
  return {
    what: "order",
    at: [asked.index, asked.index + asked[0].length],
    message: `"${asked[0]}" is asked for, and ${entry.record.name} gives that of the ${own}`,
  };
}
