/** Turns that say nothing more than they say whole; losses that laws leave out anyway. */
import { keepingLast } from "../../../once.js";

const TURNS = new RegExp(
  String.raw`\b(?:up\s+and\s+down|back\s+and\s+forth|to\s+and\s+fro|right\s+angles?|right\s+(?:after|before))\b|` +
    String.raw`\bon\s+the\s+(?:way|flat|level)\b(?!\s+(?:back|up|down|home|out|there|of))|` +
    String.raw`\bi\.e\.?|\be\.g\.?|\b(?:no|without|neglect\w*|ignor\w*|disregard\w*|forget)` +
    String.raw`\s+(?:about\s+)?(?:any\s+|the\s+)?(?:(?:air|wind|heat|energy)\s+)?` +
    String.raw`(?:resistance|friction|drag|loss(?:es)?|air|wind)\b|\b(?:air|wind|drag|friction|losses|` +
    String.raw`resistance)\s+(?:(?:is|are|may|can|be)\s+){0,2}(?:ignored|neglected|negligible|disregarded|absent)\b`,
  "giu",
);

type Place = readonly [start: number, end: number];

/** Tells whether a place of a text stands within such a turn. */
export const turnsIn = keepingLast((text: string): ((at: Place) => boolean) => {
  const turns = [...text.matchAll(TURNS)].map((match): Place => [
    match.index,
    match.index + match[0].length,
  ]);
  return ([start, end]) => turns.some(([from, to]) => from <= start && end <= to);
});
