/**
 * A law to which words lead before the others, and whose inputs take all numbers: what it gives is what
 * the question wants, so that it is proposed although a long story says much that belongs to no law.
 */
import { scoresOf } from "./filling/readings.js";
import type { Profile, Profiles } from "./lexicon/profile.js";

/** How well a law is said, and how far before the others. */
export interface FoundEvidence {
  readonly weight: number;
  readonly lead: number;
  readonly ownLead: number;
  readonly support: number;
  readonly isAsked: boolean;
  readonly isOther: boolean;
  readonly isResult: boolean;
  readonly isShare: boolean;
  readonly isUnit: boolean;
  readonly measured: number;
  readonly rank: () => number;
}

/** Words lead to it first, and no law that takes the numbers is near. */
const FIRST = { rank: 3, lead: 2_000, support: 120 } as const;
/** Words lead to others as well, which take other numbers. */
const AMONG = { rank: 10, lead: 5_000, support: 150 } as const;
/** Nothing says what is asked, but a symbol that nobody knows. */
const UNASKED = { rank: 1, lead: 3_000, support: 200, measured: 2 } as const;
/** Below it nothing but single words is of the law. */
const WEIGHT_MIN = -9_000;
/** Before the same law, asked for another quantity. */
const OWN_LEAD = 1_000;

/** What a word of a scene is worth, beside those of names and cases. */
const LAY_WORTH = 2;

/** The place of a law among all that words lead to, from one, whatever they take. */
export function rankOf(profiles: Profiles, profile: Profile, roots: ReadonlySet<string>): number {
  const { all } = profiles;
  const scores = scoresOf(profiles, roots);
  const { laws, rarityIn } = profiles.lay();
  for (const root of roots) {
    for (const at of laws.get(root) ?? [])
      scores[at] = Math.max(0, scores[at]!) + LAY_WORTH * rarityIn(all[at]!.law.id, root);
  }
  const own = scores[all.indexOf(profile)]!;
  return own < 0 ? Infinity : 1 + scores.filter((score) => score > own).length;
}

/** `steam engine`: a word that stands not in its name names another law of what it gives. */
export function saysNeighbour(
  { all }: Profiles,
  { law, title: own }: Profile,
  words: ReadonlySet<string>,
): boolean {
  const { domain } = law.entry.record;
  const left = [...words].filter((root) => !own.has(root));
  return all.some(
    ({ law: other, title }) =>
      other !== law &&
      other.result.quantity === law.result.quantity &&
      other.entry.record.domain === domain &&
      left.some((root) => title.has(root)),
  );
}

/** The same for a law whose case nobody names: words lead to no other law first. */
export function unsaidBy(evidence: FoundEvidence): boolean {
  return foundBy(evidence) && evidence.rank() === 1;
}

export function foundBy(evidence: FoundEvidence): boolean {
  const { isAsked, isOther, isResult, isShare, isUnit, lead, ownLead, support } = evidence;
  if (evidence.weight < WEIGHT_MIN || ownLead < OWN_LEAD) return false;
  const least = ({ rank, ...one }: typeof FIRST | typeof AMONG | typeof UNASKED): boolean =>
    lead >= one.lead && support >= one.support && evidence.rank() <= rank;
  if (isAsked || isUnit || isShare) return least(FIRST) || least(AMONG);
  return isResult && !isOther && evidence.measured >= UNASKED.measured && least(UNASKED);
}
