/** Laws to which words lead, those of their names and of their scenes, whatever numbers they take. */
import { scoresOf } from "./filling/readings.js";
import type { Profiles } from "./lexicon/profile.js";

/** What a word of a scene is worth, beside those of names and cases. */
const LAY_WORTH = 2;

/** What the words come to for each law, by its place; below nought where none leads to it. */
export function ledScoresOf(profiles: Profiles, roots: ReadonlySet<string>): Float64Array {
  const { all } = profiles;
  const scores = scoresOf(profiles, roots);
  const { laws, rarityIn } = profiles.lay();
  for (const root of roots)
    for (const at of laws.get(root) ?? [])
      scores[at] = Math.max(0, scores[at]!) + LAY_WORTH * rarityIn(all[at]!.law.id, root);
  return scores;
}
