/** How much the cues of a question say for each solver. */
import { cardOf, solverCards } from "../solvers/cards.js";
import { unitEvidence } from "./bindQuantities.js";
import type { CueMatch } from "./cues.js";
import type { quantitiesIn } from "./quantities.js";
import type { Reason } from "./routed.js";
import type { Word } from "./text.js";

/** Scores are integers: a cue's weight times this. */
export const SCALE = 100;

export interface Scored {
  readonly solver: string;
  readonly score: number;
  readonly isEnough: boolean;
  /** Words of the domain that speak for it where none names a method; null where one does. */
  readonly fieldWords: number | null;
}

/** One strong cue or two weak ones make a candidate; the same phrase counts once. */
export function scores(
  matches: readonly CueMatch[],
  found: ReturnType<typeof quantitiesIn>,
): readonly Scored[] {
  const scores: Scored[] = [];
  for (const { id } of solverCards) {
    const own = matches.filter(({ cue }) => cue.solver === id);
    if (own.length === 0) continue;
    const phrases = new Map(own.map(({ cue }) => [cue.phrase, cue]));
    let weight = 0;
    for (const cue of phrases.values()) weight += cue.weight;
    const strong = [...phrases.values()].some(({ kind }) => kind === "strong");
    const score = (SCALE * weight) / 100 + unitEvidence(cardOf(id)!, found);
    scores.push({
      solver: id,
      score,
      isEnough: strong || phrases.size >= 2,
      fieldWords: strong ? null : phrases.size,
    });
  }
  // Who has enough stands before who has not, whatever the units say.
  return scores
    .sort(
      (a, b) =>
        Number(b.isEnough) - Number(a.isEnough) ||
        b.score - a.score ||
        (a.solver < b.solver ? -1 : 1),
    )
    .filter(({ score }) => score > 0);
}

export function reasons(matches: readonly CueMatch[], solver: string | null): readonly Reason[] {
  return matches
    .filter(({ cue }) => cue.solver === solver)
    .map(({ at, cue }) => ({ cue: cue.phrase, at, weight: cue.weight, rule: cue.kind }))
    .sort((a, b) => a.at[0] - b.at[0] || b.at[1] - a.at[1] || (a.cue < b.cue ? -1 : 1));
}

const NEGATIONS: ReadonlySet<string> = new Set(["not", "no", "without", "never"]);
const NEGATION_PAIRS: readonly (readonly [string, string])[] = [
  ["instead", "of"],
  ["rather", "than"],
  ["other", "than"],
];

/** A cue behind a negation counts no more, up to the next comma or `but`. */
export function withoutNegated(
  matches: readonly CueMatch[],
  words: readonly Word[],
  text: string,
): readonly CueMatch[] {
  const off = new Uint8Array(words.length);
  let isOff = false;
  words.forEach((word, i) => {
    const between = i === 0 ? "" : text.slice(words[i - 1]!.end, word.start);
    if (/[,.;:!?]/.test(between) || word.stem === "but") isOff = false;
    off[i] = isOff ? 1 : 0;
    const next = words[i + 1]?.stem;
    if (NEGATIONS.has(word.stem) || NEGATION_PAIRS.some(([a, b]) => word.stem === a && next === b))
      isOff = true;
    // "isn't" is written as two words here.
    if (word.stem === "t" && /n'/i.test(text.slice(Math.max(0, word.start - 2), word.start)))
      isOff = true;
  });
  return matches.filter(({ words: [from, to] }) => !off.subarray(from, to).includes(1));
}

export function isInCue(matches: readonly CueMatch[], at: number): boolean {
  return matches.some(({ at: [from, to] }) => from <= at && at < to);
}
