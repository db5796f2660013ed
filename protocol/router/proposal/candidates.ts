/** Laws that words lead to, each with the numbers that its inputs may take, and those that are left. */
import { once } from "../../once.js";
import { dimensionsEqual } from "../../units/index.js";
import type { Registry } from "../../operators/registry.js";
import type { Filled } from "../laws/filling/fillTypes.js";
import type { Kept } from "../laws/filling/kept.js";
import { scoresOf } from "../laws/filling/readings.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import type { Profile, Profiles } from "../laws/lexicon/profile.js";
import { saidBy, type Said } from "../laws/questionRoots.js";
import type { Given, Question } from "../laws/reading/reading.js";
import { computed } from "../laws/settle.js";
import { supposing, takenBy } from "./fill.js";

/** A law with some numbers of the question. */
export interface Guess {
  readonly profile: Profile;
  readonly target: LawSlot;
  readonly filled: Filled;
  /** Numbers that it does not take. */
  readonly left: readonly Given[];
  readonly score: number;
  readonly said: Said;
  readonly question: Question;
  /** What words say of the law, before any number is looked at, and its place by that. */
  readonly words: number;
  readonly rank: number;
  /** Null where it has no value, or lacks an input. */
  readonly value: () => number | null;
}

const LAWS_MAX = 60;
/** What a word of a scene is worth, beside those of names and cases. */
const LAY_WORTH = 2;

export function guessesOf(registry: Registry, question: Question, kept: Kept): readonly Guess[] {
  const { profiles } = lawIndexOf(registry);
  const said = saidBy(profiles, question);
  return lawsSaid(profiles, said).flatMap(({ profile, score: words }, rank) =>
    targetsOf(profile, question, kept).flatMap((target) =>
      takenBy(profile.law, target, question, kept)
        .flatMap((taken) => [taken, ...(taken.filled.missing.length > 0 ? supposing(profile.law, taken) : [])])
        .map(
          ({ filled, left, score }): Guess => ({
            profile,
            target,
            filled,
            left,
            score,
            said,
            question,
            words,
            rank,
            value: once(() => valueOf(registry, profile.law, filled)),
          }),
        ),
    ),
  );
}

export function valueOf(registry: Registry, law: Law, { missing, uses }: Filled): number | null {
  if (missing.length > 0) return null;
  const value = computed(registry, law, uses);
  return typeof value === "number" ? value : null;
}

interface SaidLaw {
  readonly profile: Profile;
  readonly score: number;
}

/** Laws by the words that they have, the best first. */
export function lawsSaid(profiles: Profiles, { roots }: Said): readonly SaidLaw[] {
  const { all } = profiles;
  const scores = scoresOf(profiles, roots);
  const { laws, rarityIn } = profiles.lay();
  for (const root of roots)
    for (const at of laws.get(root) ?? [])
      scores[at] = Math.max(0, scores[at]!) + LAY_WORTH * rarityIn(all[at]!.law.id, root);
  return [...scores]
    .map((score, at) => ({ profile: all[at]!, score }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, LAWS_MAX);
}

/** What a law may be asked for: its result, or an input where a number may be its result. */
function targetsOf({ law }: Profile, question: Question, kept: Kept): readonly LawSlot[] {
  const { given } = question;
  const inputs = given.some((one) => kept.resultFor(law, one, question).length > 0)
    ? law.slots.filter((slot) => !slot.isOptional)
    : [];
  return [law.result, ...inputs].filter((slot) => mayBeWanted(slot, question));
}

export function mayBeWanted({ unit }: LawSlot, { wanted }: Question): boolean {
  const dimension = wanted?.dimension ?? null;
  return dimension === null || unit === null || dimensionsEqual(unit.dimension, dimension);
}
