/** Questions that ask for a share of something, or for the rest of it. */
import { lawStem } from "./lexicon/lawWords.js";
import type { Law } from "./lexicon/lexicon.js";
import type { Question } from "./reading/reading.js";

const SHARE = new RegExp(
  String.raw`\b(?:(?:what|which)\s+(?:percentage|percent|per\s?cent|fraction|share|proportion|part|portion|` +
    String.raw`probability|odds|chances?)|how\s+(?:likely|probable))\b`,
  "iu",
);

/** `What percentage of people`, `how likely is it`: a pure number is asked for. */
export function asksShare({ text }: Question): boolean {
  return SHARE.test(text);
}

const REST = new RegExp(
  String.raw`\b(?:out|above|outside|left|over|remain\w*|rest|lost|los[et]s?|wasted|gone|missing|fail\w*|exceed\w*|` +
    String.raw`taller|heavier|longer|larger|greater|higher|more|older|beyond|not|nobody|without|un\w+ed)\b`,
  "giu",
);

/** `What percentage sticks out`: the rest of what a law gives, of which it has no word. */
export function asksRest({ text }: Question, { vocabulary }: Law): boolean {
  const share = SHARE.exec(text);
  if (share === null) return false;
  const end = text.slice(share.index).search(/[.;?!]/u);
  const asked = text.slice(share.index, end < 0 ? text.length : share.index + end);
  return [...asked.matchAll(REST)].some(([word]) => !vocabulary.has(lawStem(word)));
}
