/** Roots along a step. */

const HALVINGS_MAX = 200;

/**
 * Where g passes zero between a and b, by the Illinois form of false position, to neighbouring
 * doubles or `width`.
 * @param ga, gb  g at the ends, of different signs (either may be zero)
 */
export function crossing(
  g: (x: number) => number,
  a: number,
  ga: number,
  b: number,
  gb: number,
  width = 0,
): number {
  if (ga === 0) return a;
  if (gb === 0) return b;
  let low = a;
  let high = b;
  let atLow = ga;
  let atHigh = gb;
  let side = 0;
  for (let i = 0; i < HALVINGS_MAX && Math.abs(high - low) > width; i += 1) {
    // Every third point is the middle: false position alone can crawl.
    let at =
      i % 3 === 2 ? low + (high - low) / 2 : (low * atHigh - high * atLow) / (atHigh - atLow);
    if (!(at > Math.min(low, high) && at < Math.max(low, high))) at = low + (high - low) / 2;
    if (at === low || at === high) break;
    const value = g(at);
    if (value === 0) return at;
    if (value > 0 === atLow > 0) {
      low = at;
      atLow = value;
      if (side < 0) atHigh /= 2;
      side = -1;
    } else {
      high = at;
      atHigh = value;
      if (side > 0) atLow /= 2;
      side = 1;
    }
  }
  return Math.abs(atLow) < Math.abs(atHigh) ? low : high;
}
