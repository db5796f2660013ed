/** Sums of paired rows, against the sums written out and back again. */
import { expect } from "chai";
import {
  hasPairedRows,
  pairedBackward,
  pairedForward,
  pairedRows,
  pairedRowsBytes,
  workBytes,
  type TableRoom,
} from "../../../../protocol/math/transform/pairedRows.js";

const HEAP: TableRoom = {
  floats: (length) => new Float64Array(length),
  integers: (length) => new Int32Array(length),
};

/** A small linear congruence: reproducible numbers in (-1, 1). */
function numbers(n: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: n }, () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  });
}

describe("math/transform/pairedRows", () => {
  for (const [n, rows] of [
    [2, 1],
    [4, 1],
    [8, 3],
    [16, 2],
    [64, 4],
    [128, 1],
    [3, 2],
    [6, 5],
    [9, 1],
    [45, 3],
    [96, 4],
    [100, 3],
    [254, 2],
  ] as const) {
    it(`${rows} rows of ${n}: cosines between points, and back`, () => {
      const plan = pairedRows(n, false, HEAP);
      const data = numbers(n * rows, n + rows);
      const sums = data.slice();
      pairedForward(plan, sums, rows);
      for (let row = 0; row < rows; row += 1) {
        for (let k = 0; k < n; k += 1) {
          let sum = 0;
          for (let j = 0; j < n; j += 1)
            sum +=
              data[row * n + j]! * Math.cos((Math.PI * ((k * (2 * j + 1)) % (4 * n))) / (2 * n));
          expect(sums[row * n + k]).to.be.closeTo(sum, 1e-14 * n);
        }
      }
      pairedBackward(plan, sums, rows);
      sums.forEach((value, at) => expect(value).to.be.closeTo(data[at]!, 4e-15));
    });

    it(`${rows} rows of ${n}: around a period, and back`, () => {
      const plan = pairedRows(n, true, HEAP);
      const data = numbers(n * rows, 3 * n + rows);
      const sums = data.slice();
      pairedForward(plan, sums, rows);
      for (let row = 0; row < rows; row += 1) {
        for (let k = 0; 2 * k <= n; k += 1) {
          let [re, im] = [0, 0];
          for (let j = 0; j < n; j += 1) {
            const angle = (2 * Math.PI * ((k * j) % n)) / n;
            re += data[row * n + j]! * Math.cos(angle);
            im += data[row * n + j]! * Math.sin(angle);
          }
          expect(sums[row * n + k]).to.be.closeTo(re, 1e-14 * n);
          if (k > 0 && 2 * k < n) expect(sums[row * n + n - k]).to.be.closeTo(im, 1e-14 * n);
        }
      }
      pairedBackward(plan, sums, rows);
      sums.forEach((value, at) => expect(value).to.be.closeTo(data[at]!, 4e-15));
    });
  }

  it("are not made for large prime factors, whose sums are many", () => {
    expect([1, 2, 127, 254, 1000].map(hasPairedRows)).to.deep.equal([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect([131, 262, 2_039].some(hasPairedRows)).to.equal(false);
  });

  it("tables take no more than the bytes that are said", () => {
    for (const n of [2, 3, 256, 100, 127, 945, 2_048]) {
      let bytes = workBytes(n);
      pairedRows(n, false, {
        floats: (length) => {
          bytes += 8 * length + 16;
          return new Float64Array(length);
        },
        integers: (length) => {
          bytes += 4 * length + 16;
          return new Int32Array(length);
        },
      });
      expect(bytes, String(n)).to.be.at.most(pairedRowsBytes(n) + 1_024);
    }
  });
});
