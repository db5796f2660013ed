/** `a force at right angles to the velocity`, by a law of a force along it: a law holds for one of the two. */
import type { Filled } from "../../filling/fillTypes.js";
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

/** In a question. */
const ALONG_SAID = new RegExp(
  String.raw`\b(?:parallel\s+to|(?:lying|laid|pointing|acting|moving|held|pulled|placed|turned` +
    String.raw`|directed)\s+along|in\s+line\s+with|along\s+(?:an?|the)\s+(?:\p{L}+\s+)?(?:fields?` +
    String.raw`|field\s+lines|axis))\b`,
  "iu",
);
const ACROSS_SAID = new RegExp(
  String.raw`\b(?:at\s+(?:a\s+)?right[\s-]angles?|perpendicular(?:ly)?\s+to|at\s+90\s*(?:°|deg(?:rees)?)` +
    String.raw`|square(?:ly)?\s+to|across\s+(?:its|the)\s+(?:length|motion|axis|direction|velocity|path` +
    String.raw`|field))\b`,
  "iu",
);

/** In a record. */
const ALONG_HELD = new RegExp(
  String.raw`\b(?:along\s+(?:the|its)\s+(?:motion|velocity|path|direction|field|force)|in\s+(?:its` +
    String.raw`|the\s+same)\s+direction|parallel\s+to)\b`,
  "iu",
);
const ACROSS_HELD = /\b(?:at\s+right\s+angles|perpendicular(?:ly)?|stands?\s+square)\b/iu;

/** Words from a direction to that which it is said of. */
const MEANT_BEHIND = /^(?:\s+(?:to|on|with|of|its|the|an?|each|both))*\s*/iu;

/** The direction that a question says is not the one that the law holds for. */
export function otherAlignment({ text }: Question, law: Law, { uses }: Filled): Open | null {
  // A number for the angle says it.
  if (uses.some(({ score, slot }) => slot.quantity === "angle" && score !== undefined)) return null;
  const { record } = law.entry;
  const reasons = Object.values(record.assumed ?? {}).map(({ reason }) => reason);
  const held = [record.name, record.description, record.validity ?? "", ...reasons].join(". ");
  const pairs = [
    [ALONG_SAID, ACROSS_HELD, ALONG_HELD],
    [ACROSS_SAID, ALONG_HELD, ACROSS_HELD],
  ] as const;
  for (const [said, contrary, own] of pairs) {
    const match = said.exec(text);
    if (match === null || !contrary.test(held) || own.test(held)) continue;
    const start = match.index;
    const end = start + match[0].length;
    return {
      what: "case",
      at: [start, end + (MEANT_BEHIND.exec(text.slice(end))?.[0].trimEnd().length ?? 0)],
      message: `"${match[0]}" is another direction than ${record.name} holds for`,
    };
  }
  return null;
}
