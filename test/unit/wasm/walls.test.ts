/**
 * The direct solution between two walls, in vector instructions and by its twin: the same bits, and
 * what the operator makes of them.
 */
import { expect } from "chai";
import type { AxisOperator } from "../../../protocol/math/linear/separable.js";
import { SingularMatrix } from "../../../protocol/math/linear/singular.js";
import { hasWallSolver, wallSolver } from "../../../protocol/math/linear/wallSolver.js";
import { withTwins } from "../../../protocol/wasm/kernel.js";

/** Neither symmetric nor of one distance. */
function operatorOf(length: number): AxisOperator {
  const lower = Float64Array.from({ length }, (_, i) => 1 + (i % 3) / 4);
  const upper = Float64Array.from({ length }, (_, i) => 0.8 + (i % 5) / 6);
  return { lower, upper, diagonal: lower.map((a, i) => -a - upper[i]!) };
}

const given = (i: number, j: number): number => ((i * 31 + j * 17) % 29) / 29 - 0.3 * ((i + j) % 2);

function solved(length: number, m: number, h: number, sigma: number): Float64Array {
  const solution = wallSolver(operatorOf(length), m, h, sigma);
  const out = new Float64Array(length * m);
  for (let twice = 0; twice < 2; twice += 1) {
    solution.block.fill(0);
    for (let j = 0; j < m; j += 1)
      for (let i = 0; i < length; i += 1) solution.block[j * solution.stride + i] = given(i, j);
    solution.solve();
    for (let j = 0; j < m; j += 1) {
      for (let i = 0; i < length; i += 1) {
        if (twice === 1)
          expect(solution.block[j * solution.stride + i]).to.equal(out[j * length + i]);
        out[j * length + i] = solution.block[j * solution.stride + i]!;
      }
    }
  }
  solution.release();
  return out;
}

describe("solver between walls", () => {
  for (const [length, m, h, sigma] of [
    [8, 7, 0.5, 0],
    [1, 15, 0.1, 2],
    [21, 31, 0.37, 0],
    [40, 127, 2, 0.25],
    [13, 63, 1e-3, 1e4],
    [9, 9, 0.5, 0],
    [22, 47, 0.3, 1],
    [7, 69, 1, 0],
    [16, 119, 0.2, 0],
    [5, 249, 0.1, 0],
  ] as const) {
    it(`${length} columns of ${m} rows`, () => {
      const u = solved(length, m, h, sigma);
      expect([...withTwins(() => solved(length, m, h, sigma))]).to.deep.equal([...u]);
      expect([...solved(length, m, h, sigma)]).to.deep.equal([...u]);
      const { diagonal, lower, upper } = operatorOf(length);
      const at = (i: number, j: number): number =>
        i < 0 || j < 0 || i >= length || j >= m ? 0 : u[j * length + i]!;
      const size =
        u.reduce((most, x) => Math.max(most, Math.abs(x)), 0) * (sigma + 4 / (h * h) + 4);
      for (let j = 0; j < m; j += 1) {
        for (let i = 0; i < length; i += 1) {
          const alongX =
            lower[i]! * at(i - 1, j) + diagonal[i]! * at(i, j) + upper[i]! * at(i + 1, j);
          const alongY = (at(i, j - 1) - 2 * at(i, j) + at(i, j + 1)) / (h * h);
          expect(Math.abs(sigma * at(i, j) - alongX - alongY - given(i, j))).to.be.below(
            1e-13 * size,
          );
        }
      }
    });
  }

  it("has even lengths of small factors between the walls, and says where a mode has no solution", () => {
    expect([1, 3, 6, 7, 8, 15, 21, 80, 95, 127].filter(hasWallSolver)).to.deep.equal([
      7, 15, 95, 127,
    ]);
    const flat = {
      lower: new Float64Array(1),
      diagonal: new Float64Array(1),
      upper: new Float64Array(1),
    };
    for (const run of [
      () => wallSolver(flat, 7, 1, -2),
      () => withTwins(() => wallSolver(flat, 7, 1, -2)),
    ])
      expect(run).to.throw(SingularMatrix);
  });
});
