/** What a question leaves open of a law that is filled: the one answer that both a seal and a proposal ask about. */
import type { Registry } from "../../operators/registry.js";
import { lawIndexOf } from "./lexicon/lawIndex.js";
import { kinOf, kinSaying, type Profile } from "./lexicon/profile.js";
import { licenceOf, type Licence } from "./licence/licence.js";
import type { Question } from "./reading/reading.js";
import { computed, type Settled } from "./settle.js";
import type { Said } from "./questionRoots.js";

/** @param isTelling whether a word, by its root, tells another law of what is asked */
export function licenceFor(
  registry: Registry,
  question: Question,
  said: Said,
  profile: Profile,
  settled: Settled,
  isTelling: (root: string) => boolean,
): Licence {
  const { profiles } = lawIndexOf(registry);
  const answer = {
    ...settled,
    profile,
    kin: kinOf(profiles, profile),
    kinSaying: (root: string, places: number) => kinSaying(profiles, profile, root, places),
    valueOf: (uses: Settled["filled"]["uses"]) => computed(registry, profile.law, uses),
    isTelling,
  };
  return licenceOf(registry, question, answer, said.isKnownRoot);
}
