import { expect } from "chai";
import {
  countBelow,
  eigenvalue,
  sturmForm,
  type SturmForm,
} from "../../../../protocol/math/eigen/tridiagonal.js";
import { Philox } from "../../../../protocol/math/random/philox.js";

const EPSILON = 2.220446049250313e-16;

/** By halving alone, which needs nothing but counts. */
function bisected(form: SturmForm, index: number): number {
  let { high, low } = form;
  for (;;) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    if (countBelow(form, middle) <= index) low = middle;
    else high = middle;
  }
}

describe("eigenvalues by counts and Newton's iteration", () => {
  it("are those of bisection, for matrices even, close in pairs, graded and split, with a guess and without", () => {
    const random = new Philox(21);
    for (let trial = 0; trial < 60; trial += 1) {
      const n = 2 + Math.floor(random.uniform() * 40);
      const of = (entry: (i: number, u: number) => number): Float64Array =>
        Float64Array.from({ length: n }, (_, i) => entry(i, random.uniform()));
      const kinds: readonly (readonly [Float64Array, Float64Array])[] = [
        [of((_, u) => 10 * u - 5), of((_, u) => u)],
        // Wilkinson's matrix, whose larger eigenvalues agree in pairs to many digits.
        [of((i) => Math.abs(i - (n - 1) / 2)), of(() => 1)],
        [of((_, u) => Math.exp(36 * u - 18)), of((_, u) => Math.exp(20 * u - 18))],
        [of(() => 1), of((i, u) => (i % 3 === 2 ? 0 : 1e-9 * u))],
      ];
      const [diagonal, off] = kinds[trial % 4]!;
      const form = sturmForm({ diagonal, off });
      const size = Math.max(Math.abs(form.low), Math.abs(form.high));
      for (let i = 0; i < n; i += 1) {
        const at = bisected(form, i);
        const found = [
          eigenvalue(form, i),
          eigenvalue(form, i, { at: at + 1e-3 * size * random.uniform(), within: 1e-3 * size }),
        ];
        for (const value of found)
          expect(Math.abs(value - at), `trial ${trial}, eigenvalue ${i}`).to.be.at.most(
            6 * EPSILON * size,
          );
      }
    }
  });
});
