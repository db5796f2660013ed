/** What words say of a law that is asked for one of its quantities, and whether they ask for that one alone. */
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import type { Profile, Profiles } from "../laws/lexicon/profile.js";
import type { Said } from "../laws/questionRoots.js";
import { saidFeaturesOf, type SaidFeatures } from "../laws/weigh.js";

/** Counts are in tenths, as the other features are. */
const ONE = 10;
const ASKED_MAX = 3;

export interface AskedFeatures extends SaidFeatures {
  /** Words that ask for this quantity alone of the law, and those that ask for another one of it. */
  readonly askedOnly: number;
  readonly askedElse: number;
}

export function askedFeaturesOf(
  profiles: Profiles,
  { profile, target }: { readonly profile: Profile; readonly target: LawSlot },
  said: Said,
): AskedFeatures {
  const { spoken } = profile;
  const own = spoken.get(target.name)!;
  let [only, others] = [0, 0];
  // What `how big` may mean is no word of the question.
  const words = said.asked.filter((root) => said.words.has(root));
  for (const root of words) {
    let isOfOther = false;
    for (const [name, roots] of spoken)
      if (name !== target.name && roots.has(root)) isOfOther = true;
    if (own.has(root) && !isOfOther) only += 1;
    if (!own.has(root) && isOfOther) others += 1;
  }
  return {
    ...saidFeaturesOf(profiles, { profile, target }, said),
    askedOnly: ONE * Math.min(ASKED_MAX, only),
    askedElse: ONE * Math.min(ASKED_MAX, others),
  };
}
