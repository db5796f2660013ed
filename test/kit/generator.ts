/**
 * Seeded numbers in [0, 1) for tests that print their seed with a failure. Source: Marsaglia's
 * xorshift (2003), 32 bits, triple 13, 17, 5.
 */
export function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
