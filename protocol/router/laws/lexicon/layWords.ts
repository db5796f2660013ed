/**
 * Words of scenes, as the records have them (`lay`). They lead to a law where none is sure, and belong to
 * no seal: a closed reading knows nothing of them.
 */
import { wordsOfRecord } from "../../../lexicon/words/recordWords.js";
import { rarityOf } from "./rarity.js";
import { rootsOf } from "./roots.js";

export interface LayWords {
  /** Places of the laws by a root that they have no other word of. */
  readonly laws: ReadonlyMap<string, readonly number[]>;
  /** Rarity of a root that a law has among these words, in sixteenths of a bit; 0 for any other. */
  readonly rarityIn: (law: string, root: string) => number;
}

export function layWordsFrom(
  ids: readonly string[],
  rarity: ReadonlyMap<string, number>,
): LayWords {
  const laws = new Map<string, number[]>();
  const own = new Map<string, ReadonlySet<string>>();
  let place = 0;
  for (const id of ids) {
    const roots = new Set(rootsOf(wordsOfRecord(id).lay ?? ""));
    own.set(id, roots);
    for (const root of roots) {
      const some = laws.get(root);
      if (some === undefined) laws.set(root, [place]);
      else some.push(place);
    }
    place += 1;
  }
  // A word that is rare among these, and common among the others, says little.
  const rare = new Map(
    [...laws].map(([root, some]) => {
      const alone = rarityOf(ids.length, some.length);
      return [root, Math.min(alone, rarity.get(root) ?? alone)] as const;
    }),
  );
  return {
    laws,
    rarityIn: (id, root) => (own.get(id)?.has(root) === true ? (rare.get(root) ?? 0) : 0),
  };
}
