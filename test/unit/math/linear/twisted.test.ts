/** Elimination from both ends, against the sums it must satisfy. */
import { expect } from "chai";
import { SingularMatrix } from "../../../../protocol/math/linear/singular.js";
import { factorTwisted, solveTwisted } from "../../../../protocol/math/linear/twisted.js";

/** A small linear congruence: reproducible numbers in (-1, 1). */
function numbers(n: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: n }, () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  });
}

type Room = readonly [Float64Array, Float64Array, Float64Array];
const room = (n: number): Room => [new Float64Array(n), new Float64Array(n), new Float64Array(n)];

describe("math/linear/twisted", () => {
  for (const n of [1, 2, 3, 4, 5, 8, 17, 1000]) {
    it(`${n} equations: each sum is its right side`, () => {
      const [lower, upper, f] = [numbers(n, 7 + n), numbers(n, 11 + n), numbers(n, 13 + n)];
      const diagonal = lower.map((a, i) => 2.5 + Math.abs(a) + Math.abs(upper[i]!));
      const x = new Float64Array(n + 2);
      x.set(f, 1);
      solveTwisted(factorTwisted(lower, diagonal, upper, room(n)), x, 1);
      for (let i = 0; i < n; i += 1) {
        const sum =
          (i > 0 ? lower[i]! * x[i]! : 0) +
          diagonal[i]! * x[i + 1]! +
          (i < n - 1 ? upper[i]! * x[i + 2]! : 0);
        expect(sum).to.be.closeTo(f[i]!, 2e-15);
      }
      expect([x[0], x[n + 1]]).to.deep.equal([0, 0]);
    });
  }

  it("refuses a pivot of zero at either end and in the middle, and one that is no number", () => {
    const [one, zero] = [Float64Array.of(1, 1, 1), new Float64Array(3)];
    for (const diagonal of [
      [0, 1, 1],
      [1, 1, 0],
      [1, 2, 1],
      [1, Number.NaN, 1],
    ]) {
      expect(() => factorTwisted(one, Float64Array.from(diagonal), one, room(3))).to.throw(
        SingularMatrix,
        "pivot",
      );
    }
    expect(() => factorTwisted(zero, one, zero, room(3))).not.to.throw();
  });
});
