/**
 * Dense matrices in vector instructions and by their twins, bit for bit, in sizes that fill no lane
 * and no tile.
 */
import { expect } from "chai";
import { eigenvaluesOf } from "../../../protocol/math/eigen/general.js";
import { cholesky, choleskySolve } from "../../../protocol/math/linear/cholesky.js";
import {
  distance,
  frobenius,
  luFactor,
  luSolve,
  plus,
  transpose,
} from "../../../protocol/math/linear/denseLu.js";
import { multiply, symmetricProduct } from "../../../protocol/math/linear/denseProduct.js";
import { benchOf, withTwins } from "../../../protocol/wasm/kernel.js";
import { denseBinary } from "../../../protocol/wasm/binary/dense.js";

/** Numbers of either sign over three powers of ten, `zeros` of them none. */
function matrixOf(rows: number, columns: number, seed: number, zeros = 0): Float64Array {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return Float64Array.from({ length: rows * columns }, () =>
    next() < zeros ? 0 : (next() - 0.5) * (next() < 0.3 ? 100 : 1),
  );
}

function sameBits(run: () => unknown, what: string): void {
  expect(withTwins(run), what).to.deep.equal(run());
}

describe("dense kernels", () => {
  it("are the ones that run", () => {
    expect(benchOf(denseBinary, 100)?.floats.length).to.be.at.least(100);
    expect(withTwins(() => benchOf(denseBinary, 100))).to.equal(null);
    expect(benchOf(denseBinary, 1 << 25)).to.equal(null);
  });

  it("multiply", () => {
    for (const [rows, inner, columns] of [
      [16, 16, 16],
      [17, 19, 23],
      [4, 300, 5],
      [61, 7, 18],
      [5, 900, 4],
      [33, 32, 31],
    ] as const) {
      for (const zeros of [0, 0.5, 0.9]) {
        const [a, b] = [
          matrixOf(rows, inner, 7 + rows, zeros),
          matrixOf(inner, columns, 3 + columns),
        ];
        sameBits(
          () => multiply(a, b, rows, inner, columns),
          `${rows} x ${inner} x ${columns}, ${zeros}`,
        );
        const plain = multiply(a, b, rows, inner, columns);
        for (let i = 0; i < rows; i += 1) {
          for (let j = 0; j < columns; j += 1) {
            let s = 0;
            for (let k = 0; k < inner; k += 1) s += a[i * inner + k]! * b[k * columns + j]!;
            expect(plain[i * columns + j]).to.equal(s);
          }
        }
        const square = transpose(a, rows, inner);
        sameBits(
          () => symmetricProduct(a, square, rows, inner),
          `${rows} x ${inner}, symmetric, ${zeros}`,
        );
      }
    }
  });

  it("factor and solve", () => {
    for (const [n, columns] of [
      [16, 8],
      [17, 9],
      [31, 40],
      [64, 64],
      [23, 3],
    ] as const) {
      const [a, b] = [matrixOf(n, n, n), matrixOf(n, columns, n + 1)];
      sameBits(() => luFactor(a, n), `factors of ${n}`);
      sameBits(() => luSolve(luFactor(a, n)!, b.slice(), columns), `${n}, ${columns} at once`);
      const x = luSolve(luFactor(a, n)!, b.slice(), columns);
      expect(distance(multiply(a, x, n, n, columns), b)).to.be.below(1e-9 * frobenius(b) * n);
    }
    const singular = matrixOf(20, 20, 5).fill(0, 0, 20);
    for (const factor of [luFactor(singular, 20), withTwins(() => luFactor(singular, 20))])
      expect(factor).to.equal(null);
  });

  it("find eigenvalues", () => {
    for (const n of [16, 17, 40, 65]) {
      const a = matrixOf(n, n, 11 * n, n === 40 ? 0.9 : 0);
      sameBits(() => eigenvaluesOf(a, n), `${n} eigenvalues`);
      const trace = Array.from({ length: n }, (_, i) => a[i * (n + 1)]!).reduce((s, x) => s + x, 0);
      expect(eigenvaluesOf(a, n)!.reduce((s, { re }) => s + re, 0)).to.be.closeTo(
        trace,
        1e-10 * frobenius(a),
      );
    }
  });

  it("factor what is positive definite, or say that it is not; norms of differences are those of a matrix", () => {
    for (const n of [3, 5, 16, 18, 41]) {
      const a = matrixOf(n, n, n);
      const product = symmetricProduct(a, transpose(a, n, n), n, n);
      for (let i = 0; i < n; i += 1) product[i * (n + 1)]! += 1;
      sameBits(() => cholesky(product, n), `Cholesky of ${n}`);
      const l = cholesky(product, n)!;
      expect(distance(multiply(l, transpose(l, n, n), n, n, n), product)).to.be.below(
        1e-13 * frobenius(product),
      );
      const b = matrixOf(n, 2, 1);
      expect(
        distance(multiply(product, choleskySolve(l, n, b.slice(), 2), n, n, 2), b),
      ).to.be.below(1e-9 * frobenius(b));
      product[n * n - 1] = -1;
      expect(cholesky(product, n)).to.equal(null);
      expect(withTwins(() => cholesky(product, n))).to.equal(null);
    }
    const [huge, tiny] = [Float64Array.of(3e200, 0), Float64Array.of(0, 4e200)];
    expect(distance(huge, tiny))
      .to.equal(frobenius(plus(huge, tiny, -1)))
      .and.to.be.closeTo(5e200, 1e185);
  });
});
