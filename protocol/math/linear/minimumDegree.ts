/** Minimum degree ordering of a symmetric pattern (Tinney and Walker, Proc. IEEE 55 (1967) 1801, scheme 2). */

/**
 * @param neighbours of every node, itself left out or not; symmetric
 * @returns order[k] = node eliminated as the k-th; of equal degrees the lower number goes first
 */
export function minimumDegree(neighbours: readonly (readonly number[])[]): Int32Array {
  const n = neighbours.length;
  const graph = neighbours.map((list, i) => {
    const made = new Set(list);
    made.delete(i);
    return made;
  });
  const buckets: Set<number>[] = [];
  const bucket = (degree: number): Set<number> => buckets[degree] ??= new Set();
  for (let i = 0; i < n; i += 1) bucket(graph[i]!.size).add(i);
  const order = new Int32Array(n);
  let lowest = 0;
  for (let k = 0; k < n; k += 1) {
    while ((buckets[lowest]?.size ?? 0) === 0) lowest += 1;
    let pivot = n;
    for (const node of buckets[lowest]!) pivot = Math.min(pivot, node);
    order[k] = pivot;
    bucket(lowest).delete(pivot);
    const front = [...graph[pivot]!].sort((a, b) => a - b);
    for (const a of front) {
      const mine = graph[a]!;
      bucket(mine.size).delete(a);
      mine.delete(pivot);
      for (const b of front) if (b !== a) mine.add(b);
      bucket(mine.size).add(a);
      lowest = Math.min(lowest, mine.size);
    }
    graph[pivot] = new Set();
  }
  return order;
}
