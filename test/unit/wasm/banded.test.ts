/**
 * Banded factors in vector instructions and by their twin, bit for bit, in sizes that fill no tile.
 */
import { expect } from "chai";
import {
  addSymmetric,
  bandedCholesky,
  bandedSolve,
  bandedSymmetric,
  releaseBanded,
  type BandedSymmetric,
} from "../../../protocol/math/linear/bandedCholesky.js";
import { withTwins } from "../../../protocol/wasm/kernel.js";

const entry = (i: number, j: number): number => ((i * 37 + j * 61) % 23) / 23 - 0.4;

/** Strictly dominant, rows in the order of k -> (k step) mod n. */
function matrixOf(n: number, band: number, step: number): BandedSymmetric {
  const matrix = bandedSymmetric(
    n,
    band,
    Int32Array.from({ length: n }, (_, k) => (k * step) % n),
  );
  for (let i = 0; i < n; i += 1) {
    addSymmetric(matrix, i, i, band + 1 + entry(i, i));
    for (let j = Math.max(0, i - band); j < i; j += 1) addSymmetric(matrix, i, j, entry(i, j));
  }
  return matrix;
}

describe("banded kernels", () => {
  for (const [n, band, step] of [
    [1, 0, 1],
    [5, 4, 2],
    [9, 1, 4],
    [64, 8, 1],
    [67, 13, 5],
    [130, 40, 7],
    [41, 3, 1],
  ] as const) {
    it(`${n} rows with ${band} beside the diagonal`, () => {
      const b = Float64Array.from({ length: n }, (_, i) => entry(i, 2 * i) + 1);
      const solved = () => {
        const factors = bandedCholesky(matrixOf(n, band, step))!;
        const x = new Float64Array(n);
        bandedSolve(factors, b, x);
        const again = new Float64Array(n);
        bandedSolve(factors, b, again);
        expect([...again]).to.deep.equal([...x]);
        const rows = factors.rows.slice(0, n * factors.width);
        releaseBanded(factors);
        return { x, rows };
      };
      const { rows, x } = solved();
      expect(withTwins(solved)).to.deep.equal({ x, rows });
      // A second one, in memory that was given back.
      expect(solved()).to.deep.equal({ x, rows });
      const at = (k: number) => (k * step) % n;
      for (let i = 0; i < n; i += 1) {
        let s = 0;
        for (let j = 0; j < n; j += 1) {
          const [p, q] = [Math.max(at(i), at(j)), Math.min(at(i), at(j))];
          if (p - q <= band) s += x[j]! * (p === q ? band + 1 + entry(p, p) : entry(p, q));
        }
        expect(s).to.be.closeTo(b[i]!, 1e-12 * (band + 2));
      }
    });
  }

  it("refuse what is not positive definite, wherever it ceases to be", () => {
    for (const bad of [0, 3, 17, 29]) {
      const solve = () => {
        const matrix = matrixOf(30, 6, 1);
        addSymmetric(matrix, bad, bad, -20);
        return bandedCholesky(matrix);
      };
      expect(solve()).to.equal(null);
      expect(withTwins(solve)).to.equal(null);
    }
  });

  it("look now and then whether to go on", () => {
    let looks = 0;
    bandedCholesky(matrixOf(3_000, 60, 1), () => {
      looks += 1;
    });
    expect(looks).to.be.within(2, 20);
    expect(() =>
      bandedCholesky(matrixOf(8, 2, 1), () => {
        throw new Error("enough");
      }),
    ).to.throw("enough");
  });
});
