/** Cosine sums by radix 4, against the sums written out and back again. */
import { expect } from "chai";
import { cosineBackward, cosineForward, pairedCosine, pairedCosineBytes, type TableRoom } from "../../../../protocol/math/transform/pairedCosine.js";

const HEAP: TableRoom = { floats: (length) => new Float64Array(length), integers: (length) => new Int32Array(length) };

/** A small linear congruence: reproducible numbers in (-1, 1). */
function numbers(n: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: n }, () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  });
}

describe("math/transform/pairedCosine", () => {
  for (const [n, rows] of [[4, 1], [8, 3], [16, 2], [32, 5], [64, 4], [128, 1], [512, 2]] as const) {
    it(`${rows} rows of ${n}: the sums written out, and back`, () => {
      const plan = pairedCosine(n, HEAP);
      const data = numbers(n * rows, n + rows);
      const sums = data.slice();
      cosineForward(plan, sums, rows);
      for (let row = 0; row < rows; row += 1) {
        for (const k of [0, 1, 2, n / 2, n - 1]) {
          let sum = 0;
          for (let j = 0; j < n; j += 1) sum += data[row * n + j]! * Math.cos((Math.PI * k * (2 * j + 1)) / (2 * n));
          expect(sums[row * n + k]).to.be.closeTo(sum, 1e-13 * n);
        }
      }
      cosineBackward(plan, sums, rows);
      sums.forEach((value, at) => expect(value).to.be.closeTo(data[at]!, 3e-15));
    });
  }

  it("tables take the bytes that are said", () => {
    let bytes = 0;
    pairedCosine(256, { floats: (length) => { bytes += 8 * length; return new Float64Array(length); },
      integers: (length) => { bytes += 4 * length; return new Int32Array(length); } });
    expect(bytes).to.be.at.most(pairedCosineBytes(256));
  });
});
