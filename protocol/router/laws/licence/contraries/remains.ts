/** `nuclei decayed`, by a law of those that are left: what is asked for is the other part of what there was. */
import type { Filled } from "../../filling/fillTypes.js";
import { lawStem, lawStems } from "../../lexicon/lawWords.js";
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import { rootsOfWord } from "../licensedWord.js";
import type { Open } from "../open.js";

/** What a body may have less of, part by part. */
const PARTED =
  /(?:^|_)(?:count|number|amount|concentration|mass|charge|energy|activity|intensity|population|volume)$/;
/** They go without the name of their process. */
const GONE =
  "lost|absorbed|blocked|held\\s+back|stopped|" +
  "used\\s+up|consumed|converted|transformed|destroyed|spent|burnt|dissolved|gone";
const USED_UP = new RegExp(
  String.raw`\b(?:(?:has|have|had|is|are|was|were|been|already)\s+)*(${GONE}|(?!un|non)\p{L}{3,}ed)\b`,
  "giu",
);
/** Words between what is asked and what is said of it: `nuclei that have`. */
const BETWEEN =
  /^(?:\s+(?:of\s+)?(?:the\s+|its\s+|an?\s+)?(?!(?:at|in|to|from|after)\b)[\p{L}\d][\p{L}\d.+^-]*){0,5}\s+$/iu;
const SIZES: ReadonlySet<string> = new Set(lawStems("amount much many part"));

export function goneForLeft(
  { text, tokens }: Question,
  law: Law,
  { target, uses }: Filled,
): Open | null {
  const hasBefore = uses.some(({ slot }) => slot.quantity === target.quantity);
  if (!hasBefore || !target.isResult || !PARTED.test(target.quantity)) return null;
  const roots = new Set(lawStems(law.entry.record.name).flatMap(rootsOfWord));
  const own = new Set(lawStems(`${law.entry.record.name} ${target.about}`));
  for (const match of text.matchAll(USED_UP)) {
    const word = match[1]!;
    const stem = lawStem(word);
    const isProcess = rootsOfWord(stem).some((root) => roots.has(root));
    if (own.has(stem) || !(isProcess || IS_GONE.test(word))) continue;
    const noun = tokens.findLast(
      ({ at, stem: one }) => at[1] <= match.index && (target.words.has(one) || SIZES.has(one)),
    );
    if (noun === undefined || !BETWEEN.test(text.slice(noun.at[1], match.index))) continue;
    return {
      what: "kind",
      at: [match.index, match.index + match[0].length],
      message: `"${match[0]}" is the part that is gone, and ${law.entry.record.name} gives ${target.about}`,
    };
  }
  return null;
}

const IS_GONE = new RegExp(`^(?:${GONE})$`, "iu");
