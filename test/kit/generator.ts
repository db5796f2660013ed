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

/**
 * The same from a linear congruence, 1,664,525 and 1,013,904,223. Source: Press et al., Numerical
 * Recipes, 7.1.
 */
export function linearGenerator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}
