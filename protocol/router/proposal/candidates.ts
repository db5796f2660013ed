/** Laws that words lead to, each with the numbers that its inputs may take, and those that are left. */
import { keepingLast, once } from "../../once.js";
import {
  dimensionKey,
  isDimensionless,
  quantityDimension,
  type Dimension,
} from "../../units/index.js";
import type { Registry } from "../../operators/registry.js";
import { askedFor, isInUnit } from "../laws/askedKind.js";
import type { Filled } from "../laws/filling/fillTypes.js";
import { ledScoresOf } from "../laws/found.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import { QUANTITY_STEMS } from "../laws/lexicon/lawWords.js";
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import type { Profile, Profiles } from "../laws/lexicon/profile.js";
import { saidBy, type Said } from "../laws/questionRoots.js";
import type { Question } from "../laws/reading/reading.js";
import { computed } from "../laws/settle.js";
import { takenBy, type Taken } from "./fill.js";
import { askedFeaturesOf, type AskedFeatures } from "./asked.js";
import type { NumberOptions } from "./options.js";
import { NOUGHT, isSupposed, supposing } from "./suppose.js";
import { mayMeasureAsked } from "./wanted.js";

/** A law with some numbers of the question. */
export interface Guess extends Taken {
  readonly profile: Profile;
  readonly target: LawSlot;
  readonly said: Said;
  /** The place of the law by its words alone, from nought. */
  readonly rank: number;
  /** Whether it gives what is asked for, by its unit. */
  readonly isWanted: boolean;
  /** What words say of the law for this target: one function for all ways to give it the numbers. */
  readonly saidFeatures: () => AskedFeatures;
  /** Null where it has no value, or lacks an input. */
  readonly value: () => number | null;
}

const LAWS_MAX = 20;

export function guessesOf(registry: Registry, numbers: NumberOptions): readonly Guess[] {
  const { profiles } = lawIndexOf(registry);
  const { question } = numbers;
  const said = saidBy(profiles, question);
  return lawsSaid(profiles, said).flatMap((profile, rank) =>
    targetsOf(profile, numbers, said, rank).flatMap((target) => {
      const { law } = profile;
      const isWanted = mayBeWanted(target, question);
      const saidFeatures = once(() => askedFeaturesOf(profiles, { profile, target }, said));
      return takenBy(law, target, numbers, rank)
        .flatMap((taken) => [taken, ...supposing(registry, law, taken, question)])
        .map(({ filled, left, score }): Guess => ({
          profile,
          target,
          filled,
          left,
          score,
          said,
          rank,
          isWanted,
          saidFeatures,
          value: once(() => valueOf(registry, law, filled)),
        }));
    }),
  );
}

function valueOf(registry: Registry, law: Law, { missing, uses }: Filled): number | null {
  if (missing.length > 0) return null;
  const value = computed(registry, law, uses);
  if (typeof value !== "number") return null;
  // What gives back a number that was put in says nothing, where the rest is supposed.
  const isSame = uses.some((use) => Math.abs(use.value) === Math.abs(value));
  return isSame && uses.some(isSupposed) ? null : value;
}

/** Laws by the words that they have, the best first. */
function lawsSaid(profiles: Profiles, { question, roots }: Said): readonly Profile[] {
  const { all } = profiles;
  const scores = ledScoresOf(profiles, roots);
  const order = [...scores.keys()]
    .filter((at) => scores[at]! > 0)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .map((at) => all[at]!);
  const more = order.slice(LAWS_MAX, BEYOND_TRIED).filter((profile) => takesAll(profile, question));
  const isUnsaid = more.length === 0;
  const unsaid = all.filter(
    (profile, at) => isUnsaid && scores[at]! <= 0 && takesAll(profile, question),
  );
  const beyond = [...more, ...unsaid.filter(({ law }) => law.isFamous)];
  return [...order.slice(0, LAWS_MAX), ...beyond.slice(0, BEYOND_MAX)];
}

/** Laws that few words lead to are looked at where they take each number and give what is asked. */
const BEYOND_TRIED = 160;
const BEYOND_MAX = 4;
/** Where no unit is asked for, the kinds of so many numbers tell a law that few words lead to. */
const UNSAID_NUMBERS_MIN = 3;

function takesAll({ takes }: Profile, question: Question): boolean {
  const { dimensions, required } = takes;
  const { given } = question;
  const asked = dimensionAsked(question);
  if (asked === null || isDimensionless(asked) || !dimensions.has(dimensionKey(asked)))
    return false;
  const measured = given
    .flatMap(({ span: { quantities } }) => quantities.slice(0, 1))
    .filter(({ hasUnit }) => hasUnit);
  return (
    measured.length > 0 &&
    required <= measured.length + 1 &&
    measured.every(({ readings }) =>
      readings.some(({ unit }) => dimensions.has(dimensionKey(unit.dimension))),
    )
  );
}

/** Of the unit that is asked for, or of the quantity: `pressure of 2 mol at 300 K in 0.05 m^3`. */
const dimensionAsked = keepingLast((question: Question): Dimension | null => {
  const { asked, given, tokens, wanted } = question;
  if (wanted !== null) return wanted.dimension;
  if (given.length < UNSAID_NUMBERS_MIN) return null;
  const first = given[0]?.span.at[0] ?? 0;
  const ahead = tokens.filter(({ at }) => at[1] <= first).map(({ stem }) => stem);
  const kind = (asked ?? ahead).find((stem) => QUANTITY_STEMS.has(stem));
  return kind === undefined ? null : (quantityDimension(kind) ?? null);
});

/** A law that is said so well may be asked for an input that nobody names. */
const TURNED_RANK = 4;

/** What a law may be asked for: its result, or an input where a number may be its result. */
function targetsOf(
  profile: Profile,
  numbers: NumberOptions,
  said: Said,
  rank: number,
): readonly LawSlot[] {
  const { law } = profile;
  const { question } = numbers;
  if (!numbers.mayBe(law, law.result) && !NOUGHT.test(question.text)) return [law.result];
  const isAsked = (target: LawSlot): boolean =>
    rank < TURNED_RANK ||
    isInUnit({ target }, said) === true ||
    askedFor(profile, { target }, said).hits.length > 0;
  const inputs = law.slots.filter(
    (slot) => !slot.isOptional && mayBeWanted(slot, question) && isAsked(slot),
  );
  return [law.result, ...inputs];
}

function mayBeWanted({ unit }: LawSlot, question: Question): boolean {
  return unit === null || mayMeasureAsked(unit.dimension, question);
}
