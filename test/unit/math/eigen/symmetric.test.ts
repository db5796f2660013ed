/** Householder's reduction: spectra that are known in closed form, and what similarity keeps. */
import { expect } from "chai";
import { leastEigenvalue, tridiagonalOf } from "../../../../protocol/math/eigen/symmetric.js";
import { eigenvalue, sturmForm } from "../../../../protocol/math/eigen/tridiagonal.js";
import { Philox } from "../../../../protocol/math/random/philox.js";

function spectrum(matrix: Float64Array, n: number): number[] {
  const form = sturmForm(tridiagonalOf(matrix, n));
  return Array.from({ length: n }, (_, k) => eigenvalue(form, k));
}

/** Hilbert matrix, entries 1 / (i + j + 1). */
const hilbert = (n: number): Float64Array =>
  Float64Array.from({ length: n * n }, (_, at) => 1 / (Math.floor(at / n) + (at % n) + 1));

describe("math/eigen: symmetric matrices", () => {
  it("has the eigenvalues of the Hilbert matrix of order 5 (mpmath, 30 digits)", () => {
    const expected = [
      3.287928772171863e-6, 0.00030589804015119176, 0.011407491623419808, 0.20853421861101334,
      1.5670506910982307,
    ];
    spectrum(hilbert(5), 5).forEach((value, k) =>
      expect(value).to.be.closeTo(expected[k]!, 4e-16 * 8),
    );
    expect(leastEigenvalue(hilbert(5), 5)).to.be.closeTo(expected[0]!, 4e-16);
  });

  it("has those of a path and of a full graph: 2 - 2 cos(k pi / n), and 0 and n", () => {
    for (const n of [1, 2, 3, 7, 20]) {
      const path = new Float64Array(n * n);
      for (let i = 0; i < n; i += 1) {
        path[i * n + i] = (i > 0 ? 1 : 0) + (i < n - 1 ? 1 : 0);
        if (i > 0) path[i * n + i - 1] = path[(i - 1) * n + i] = -1;
      }
      spectrum(path, n).forEach((value, k) =>
        expect(value).to.be.closeTo(2 - 2 * Math.cos((k * Math.PI) / n), 1e-14),
      );
      const full = Float64Array.from({ length: n * n }, (_, at) =>
        at % (n + 1) === 0 ? n - 1 : -1,
      );
      spectrum(full, n).forEach((value, k) =>
        expect(value).to.be.closeTo(k === 0 ? 0 : n, 1e-13 * n),
      );
    }
  });

  it("keeps trace and sum of squares, reads the lower triangle only, and leaves the matrix", () => {
    const draws = new Philox(17);
    for (const n of [2, 5, 16]) {
      const matrix = Float64Array.from({ length: n * n }, () => 2 * draws.uniform() - 1);
      const kept = [...matrix];
      const { diagonal, off } = tridiagonalOf(matrix, n);
      expect([...matrix]).to.deep.equal(kept);
      let [trace, squares] = [0, 0];
      for (let i = 0; i < n; i += 1) {
        trace += matrix[i * n + i]!;
        for (let j = 0; j <= i; j += 1)
          squares += (i === j ? 1 : 2) * matrix[i * n + j]! * matrix[i * n + j]!;
      }
      const sum = (data: Float64Array, of: (x: number) => number): number =>
        data.reduce((total, x) => total + of(x), 0);
      expect(sum(diagonal, (x) => x)).to.be.closeTo(trace, 1e-14 * n);
      expect(sum(diagonal, (x) => x * x) + 2 * sum(off, (x) => x * x)).to.be.closeTo(
        squares,
        1e-13 * n,
      );
      const least = leastEigenvalue(matrix, n);
      // Rayleigh: no direction gives less.
      for (let tries = 0; tries < 20; tries += 1) {
        const v = Float64Array.from({ length: n }, () => 2 * draws.uniform() - 1);
        let quotient = 0;
        for (let i = 0; i < n; i += 1)
          for (let j = 0; j < n; j += 1)
            quotient += v[i]! * matrix[Math.max(i, j) * n + Math.min(i, j)]! * v[j]!;
        expect(quotient / sum(v, (x) => x * x)).to.be.above(least - 1e-13);
      }
    }
  });

  it("holds over the range of doubles, and where rows are zero already", () => {
    for (const scale of [1e-150, 1e150]) {
      const matrix = Float64Array.of(2, 1, 1, 1, 2, 1, 1, 1, 2).map((x) => x * scale);
      spectrum(matrix, 3).forEach((value, k) =>
        expect(value / scale).to.be.closeTo(k === 2 ? 4 : 1, 1e-14),
      );
    }
    expect(spectrum(Float64Array.of(3, 0, 0, 0, -1, 0, 0, 0, 2), 3)).to.deep.equal([-1, 2, 3]);
    expect(leastEigenvalue(new Float64Array(16), 4)).to.be.closeTo(0, 1e-300);
  });
});
