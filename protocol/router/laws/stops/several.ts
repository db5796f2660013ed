/** More than one thing is asked for, or a judgement. */
import { askedFor } from "../askedKind.js";
import { OPINIONS, QUANTITY_STEMS, lawStems } from "../lexicon/lawWords.js";
import { stepsIn } from "../reading/steps.js";
import type { Check, Stop } from "./stop.js";

/** `What a great pendulum`, `the best law`: a judgement. */
export const opinion: Check = ({ asked, head, lead, tokens }, reading, said) => {
  const { law } = reading.profile;
  const isAsked = askedFor(reading.profile, reading, said).hits.length > 0;
  const words = new Set([...(asked ?? []), ...head, ...lead]);
  const one = tokens.find(
    ({ stem }) =>
      OPINIONS.has(stem) &&
      !law.vocabulary.has(stem) &&
      words.has(stem) &&
      // The best efficiency is the greatest.
      !(isAsked && /^(?:best|worst)$/.test(stem)),
  );
  if (one === undefined) return null;
  return {
    at: one.at,
    message: `"${one.text}" asks for a judgement; this service computes numbers`,
    reason: "opinion",
  };
};

const ASKED_AGAIN = new RegExp(
  String.raw`\b(?:find|compute|calculate|determine)\b.*\band\s+(?:also\s+|then\s+)?(?:find|compute|` +
    String.raw`calculate|determine)\b|\bhow\s+[a-z]+\s+and\s+how\s+[a-z]+|\bwhat\s+(?:is|are|` +
    String.raw`was)\b[^.?]*\band\s+(?:what|how)\b`,
  "i",
);

const AND_ALSO = new RegExp(
  String.raw`\b(?:and|or)\s+(?:also\s+|then\s+)?(?:find\s+|compute\s+|calculate\s+|` +
    String.raw`determine\s+)?(?:(?:the|its|his|her|their|what|how)\s+)?((?:[a-z]+\s+){0,2}[a-z]+)`,
  "giu",
);

/** `momentum and kinetic energy`: two things are asked for. */
export const several: Check = ({ text, tokens }, { profile: { law } }) => {
  const isAsk = (end: number): boolean =>
    tokens.some(({ at, isOpener }) => isOpener && at[0] < end) || !/\d/.test(text.slice(0, end));
  const marks = [...text.matchAll(/\?/g)].length;
  const openers = tokens.filter(
    ({ isOpener, text: word }) => isOpener && /^(?:what|which|how)$/i.test(word),
  );
  if (marks > 1 && openers.length > 1) return severalThings([0, text.length]);
  if (ASKED_AGAIN.test(text) || stepsIn(text) !== null) return severalThings([0, text.length]);
  for (const match of text.matchAll(AND_ALSO)) {
    const end = match.index + match[0].length;
    if (!isAsk(match.index) || /^(?:an?|at)\s/i.test(match[1]!)) continue;
    // A sentence before the one that asks tells what happens: `it starts from rest and gains speed`.
    const isTold = tokens.some(
      ({ at, isOpener }) => isOpener && at[0] > end && /[.?!]\s/.test(text.slice(end, at[0])),
    );
    if (isTold && !tokens.some(({ at, isOpener }) => isOpener && at[0] < end)) continue;
    // Behind a number `and the length of 3 m` gives another; before all numbers it asks.
    const asked = tokens.findLast(({ at, isOpener }) => isOpener && at[1] <= match.index);
    const since = text.slice(asked?.at[1] ?? 0, match.index);
    if (/[,;:.?!]\s/.test(since) || (/\d/.test(since) && isGivenBehind(text, match))) continue;
    const before = lawStems(text.slice(Math.max(0, match.index - 24), match.index)).slice(-2);
    const isPair = lawStems(match[1]!).some((stem) => QUANTITY_STEMS.has(stem));
    const stems = [...lawStems(match[1]!), ...(isPair ? before : [])];
    const quantity = stems.find((stem) => QUANTITY_STEMS.has(stem) && !law.own.has(stem));
    if (quantity === undefined) continue;
    return severalThings([match.index, end]);
  }
  return null;
};

const GIVEN_BEHIND = /^\s*(?:of|is|are|=|:|at|\()?\s*(?:an?\s+)?(?:about\s+)?[\d.]/i;

function isGivenBehind(text: string, match: RegExpMatchArray): boolean {
  const end = match.index! + match[0].length;
  return GIVEN_BEHIND.test(text.slice(end)) || /\s(?:of|is|at)$/i.test(match[1]!);
}

/** Why a question that asks for more than one thing is turned down. */
export const SEVERAL = "several questions";

export function severalThings(at: readonly [number, number]): Stop {
  return {
    at,
    message: "this asks for more than one thing; ask once for each",
    reason: SEVERAL,
  };
}
