/** Edits (insert, delete, replace, swap neighbours) that turn one name into another. */
function distance(a: string, b: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, older[j - 2]! + 1);
      row.push(best);
    }
    older = previous;
    previous = row;
  }
  return previous[b.length]!;
}

/**
 * The known name most like `name`, if any is alike at all; capitals do not count.
 * @param editsMax more edits than this make another name; half its length unless given
 */
export function nearest(
  name: string, known: Iterable<string>, editsMax = Math.ceil(name.length / 2) - 1,
): string | null {
  let best: string | null = null;
  let least = Math.max(1, editsMax) + 1;
  for (const candidate of known) {
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}
