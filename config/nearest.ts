import { editDistance } from "../protocol/search/nearest.js";

/**
 * The known name most like `name`, if any is alike at all; capitals do not count.
 * @param editsMax more edits than this make another name; half its length unless given
 */
export function nearest(
  name: string,
  known: Iterable<string>,
  editsMax = Math.ceil(name.length / 2) - 1,
): string | null {
  let best: string | null = null;
  let least = Math.max(1, editsMax) + 1;
  for (const candidate of known) {
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}
