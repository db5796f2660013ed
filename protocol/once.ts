/** A value made when it is first asked for, and kept. */
export function once<T>(make: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => (kept ??= { value: make() }).value;
}
