/**
 * Dense products: the plain triple sum bit for bit, whatever the tiling, at every size from none
 * on.
 */
import { expect } from "chai";
import { multiply, symmetricProduct } from "../../../../protocol/math/linear/denseProduct.js";
import { Philox } from "../../../../protocol/math/random/philox.js";

function drawn(draws: Philox, n: number, filled = 1): Float64Array {
  return Float64Array.from({ length: n }, () =>
    draws.uniform() < filled ? 2 * draws.uniform() - 1 : 0,
  );
}

/** SUM_k a_ik b_kj in the order of k. */
function plain(
  a: Float64Array,
  b: Float64Array,
  rows: number,
  inner: number,
  columns: number,
): Float64Array {
  return Float64Array.from({ length: rows * columns }, (_, at) => {
    const [i, j] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let k = 0; k < inner; k += 1) sum += a[i * inner + k]! * b[k * columns + j]!;
    return sum;
  });
}

describe("math/linear: dense products", () => {
  it("is the plain sum bit for bit, of full and of nearly empty matrices", () => {
    const draws = new Philox(3);
    for (let rows = 0; rows <= 8; rows += 1) {
      for (const inner of [0, 1, 2, 5, 9]) {
        for (let columns = 0; columns <= 8; columns += 1) {
          for (const filled of [1, 0.1]) {
            const [a, b] = [drawn(draws, rows * inner, filled), drawn(draws, inner * columns)];
            expect(
              [...multiply(a, b, rows, inner, columns)],
              `${rows} ${inner} ${columns} ${filled}`,
            ).to.deep.equal([...plain(a, b, rows, inner, columns)]);
          }
        }
      }
    }
  });

  it("A A^T: the lower half bit for bit, and its mirror", () => {
    const draws = new Philox(5);
    for (let n = 1; n <= 11; n += 1) {
      const inner = n + 2;
      const a = drawn(draws, n * inner, n % 2 === 0 ? 1 : 0.15);
      const transposed = Float64Array.from(
        { length: inner * n },
        (_, at) => a[(at % n) * inner + Math.floor(at / n)]!,
      );
      const product = symmetricProduct(a, transposed, n, inner);
      const whole = plain(a, transposed, n, inner, n);
      for (let i = 0; i < n; i += 1) {
        for (let j = 0; j <= i; j += 1) {
          expect(product[i * n + j]).to.equal(whole[i * n + j]);
          expect(product[j * n + i]).to.equal(product[i * n + j]);
        }
      }
    }
  });

  it("leaves its factors alone, and carries what is no number", () => {
    const a = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
    const kept = [...a];
    multiply(a, a, 3, 3, 3);
    expect([...a]).to.deep.equal(kept);
    expect(
      multiply(Float64Array.of(1, 2), Float64Array.of(Number.NaN, 1), 1, 2, 1)[0],
    ).to.deep.equal(Number.NaN);
  });
});
