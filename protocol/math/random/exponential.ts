/**
 * Exponential draws: -log u to some units in the last place, of sums, products and one quotient, so
 * that a vector kernel draws the same bits (`wasm/source/su2.as`). Where a logarithm is the answer,
 * it is `log` of the functions, rounded correctly.
 */

/** ln 2 to a multiple of 2^-42, and the rest. */
const LN2_1 = 0.6931471805598903;
const LN2_2 = 5.497923018708371e-14;
/** About the root of 2: up to here f stays below 0.172. */
const TURN = 1.4140625;
const view = new DataView(new ArrayBuffer(8));

/** -log x. @param x normal, below 1 */
export function exponentialOf(x: number): number {
  view.setFloat64(0, x, false);
  const high = view.getInt32(0, false);
  let e = (high >> 20) - 1023;
  view.setInt32(0, (high & 0xfffff) | 0x3ff00000, false);
  let m = view.getFloat64(0, false);
  if (m > TURN) {
    m *= 0.5;
    e += 1;
  }
  // log m = 2 artanh f; f^2 is below 0.0296, so the terms left out are below 2e-17 of it.
  const f = (m - 1) / (m + 1);
  const g = f * f;
  const tail =
    ((((((((((1 / 21) * g + 1 / 19) * g + 1 / 17) * g + 1 / 15) * g + 1 / 13) * g + 1 / 11) * g +
      1 / 9) *
      g +
      1 / 7) *
      g +
      1 / 5) *
      g +
      1 / 3) *
    g;
  return -(e * LN2_1 + (2 * f + (2 * f * tail + e * LN2_2)));
}
