/** A value made when it is first asked for, and kept. */
export function once<T>(make: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => (kept ??= { value: make() }).value;
}

/** A pure function that keeps its last value: one text is held against hundreds of laws in turn. */
export function keepingLast<K, V>(find: (key: K) => V): (key: K) => V {
  let kept: { readonly key: K; readonly value: V } | null = null;
  return (key) => {
    if (kept === null || kept.key !== key) kept = { key, value: find(key) };
    return kept.value;
  };
}

const FEW = 8;

/**
 * A pure function that keeps what it found for the last few objects or texts, as the numbers of a
 * question are. A weak map of what lives so shortly costs the collector more than it spares.
 */
export function keepingFew<K extends object | string, V>(find: (key: K) => V): (key: K) => V {
  const keys: K[] = [];
  const values: V[] = [];
  let next = 0;
  return (key) => {
    const at = keys.indexOf(key);
    if (at >= 0) return values[at]!;
    const value = find(key);
    keys[next] = key;
    values[next] = value;
    next = (next + 1) % FEW;
    return value;
  };
}

/** A pure function that keeps what it found for each object of a registry as long as that lives. */
export function keepingEach<K extends object, V>(find: (key: K) => V): (key: K) => V {
  const kept = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const before = kept.get(key);
    if (before !== undefined) return before.value;
    const value = find(key);
    kept.set(key, { value });
    return value;
  };
}
