/**
 * Minimum degree ordering of a symmetric pattern (Tinney and Walker, Proc. IEEE 55 (1967) 1801,
 * scheme 2).
 */

/** Smallest first; numbers below 2^53. */
class Heap {
  readonly #keys: number[] = [];

  push(key: number): void {
    const keys = this.#keys;
    let at = keys.length;
    keys.push(key);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (keys[above]! <= key) break;
      keys[at] = keys[above]!;
      at = above;
    }
    keys[at] = key;
  }

  /** Of a heap that is not empty. */
  pop(): number {
    const keys = this.#keys;
    const first = keys[0]!;
    const last = keys.pop()!;
    const size = keys.length;
    if (size === 0) return first;
    let at = 0;
    for (let below = 1; below < size; below = 2 * at + 1) {
      if (below + 1 < size && keys[below + 1]! < keys[below]!) below += 1;
      if (keys[below]! >= last) break;
      keys[at] = keys[below]!;
      at = below;
    }
    keys[at] = last;
    return first;
  }
}

/**
 * @param neighbours of every node, each once, itself left out or not; symmetric
 * @returns order[k] = node eliminated as the k-th; of equal degrees the lower number goes first
 */
export function minimumDegree(neighbours: readonly (readonly number[])[]): Int32Array {
  const n = neighbours.length;
  const graph = neighbours.map((list, i) => list.filter((j) => j !== i));
  const degrees = new Int32Array(n);
  const seen = new Int32Array(n).fill(-1);
  const heap = new Heap();
  for (let i = 0; i < n; i += 1) {
    degrees[i] = graph[i]!.length;
    heap.push(degrees[i]! * n + i);
  }
  const order = new Int32Array(n);
  let stamp = 0;
  for (let k = 0; k < n;) {
    const key = heap.pop();
    const pivot = key % n;
    // Keys of degrees that have changed since are still there.
    if (degrees[pivot]! * n + pivot !== key) continue;
    degrees[pivot] = -1;
    order[k] = pivot;
    k += 1;
    const front = graph[pivot]!;
    for (const a of front) {
      const mine = graph[a]!;
      stamp += 1;
      seen[a] = stamp;
      let kept = 0;
      for (const b of mine) {
        if (b === pivot) continue;
        seen[b] = stamp;
        mine[kept] = b;
        kept += 1;
      }
      mine.length = kept;
      for (const b of front) if (seen[b] !== stamp) mine.push(b);
      if (mine.length === degrees[a]) continue;
      degrees[a] = mine.length;
      heap.push(mine.length * n + a);
    }
    graph[pivot] = [];
  }
  return order;
}
