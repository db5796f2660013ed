/** Direct solvers and real transforms, against sums and products written out here. */
import { expect } from "chai";
import { factorBandedPlain, solveBandedPlain } from "../../../../protocol/math/linear/banded.js";
import {
  denseBasis,
  mirrorAtBasis,
  mirrorBetweenBasis,
  periodicBasis,
  separableSolver,
  sineBasis,
  spectralSolver,
  type AxisBasis,
  type AxisOperator,
} from "../../../../protocol/math/linear/separable.js";
import {
  factorTridiagonal,
  solveColumns,
  solveRows,
  solveTridiagonal,
} from "../../../../protocol/math/linear/thomas.js";
import { cosineAt, cosineBetween, sineAt } from "../../../../protocol/math/transform/cosine.js";
import {
  backwardFourier,
  forwardFourier,
  fourierPlan,
} from "../../../../protocol/math/transform/fft.js";
import { fourierRows } from "../../../../protocol/math/transform/fourierRows.js";

/** A small linear congruence: reproducible numbers in (-1, 1). */
function numbers(n: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: n }, () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  });
}

function largest(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i]!)), 0);
}

describe("math/transform", () => {
  for (const n of [1, 2, 3, 4, 5, 8, 12, 17, 31, 64, 100]) {
    it(`Fourier sums of length ${n} equal the sums written out`, () => {
      const re = numbers(n, 7 + n);
      const im = numbers(n, 11 + n);
      const [wantRe, wantIm] = [new Float64Array(n), new Float64Array(n)];
      for (let k = 0; k < n; k += 1) {
        for (let j = 0; j < n; j += 1) {
          const a = (-2 * Math.PI * ((j * k) % n)) / n;
          wantRe[k] = wantRe[k]! + re[j]! * Math.cos(a) - im[j]! * Math.sin(a);
          wantIm[k] = wantIm[k]! + re[j]! * Math.sin(a) + im[j]! * Math.cos(a);
        }
      }
      const [gotRe, gotIm] = [re.slice(), im.slice()];
      forwardFourier(fourierPlan(n), gotRe, gotIm);
      expect(largest(gotRe, wantRe)).to.be.below(1e-12 * (n + 1));
      expect(largest(gotIm, wantIm)).to.be.below(1e-12 * (n + 1));
      backwardFourier(fourierPlan(n), gotRe, gotIm);
      expect(
        largest(
          gotRe.map((x) => x / n),
          re,
        ),
      ).to.be.below(1e-13);
      expect(
        largest(
          gotIm.map((x) => x / n),
          im,
        ),
      ).to.be.below(1e-13);
    });
  }

  const kernels = [
    [
      "cosine between",
      cosineBetween,
      (n: number, j: number, k: number) => Math.cos((Math.PI * k * (2 * j + 1)) / (2 * n)),
    ],
    [
      "sine at",
      sineAt,
      (n: number, j: number, k: number) => Math.sin((Math.PI * (j + 1) * (k + 1)) / (n + 1)),
    ],
    [
      "cosine at",
      cosineAt,
      (n: number, j: number, k: number) =>
        Math.cos((Math.PI * j * k) / (n - 1)) * (j === 0 || j === n - 1 ? 0.5 : 1),
    ],
  ] as const;
  for (const [name, make, kernel] of kernels) {
    for (const n of [2, 3, 8, 13, 33]) {
      it(`${name} points, ${n} of them, three rows: sums written out, and back`, () => {
        const data = numbers(3 * n, n);
        const want = data.map((_, at) => {
          const [row, k] = [Math.floor(at / n), at % n];
          let total = 0;
          for (let j = 0; j < n; j += 1) total += data[row * n + j]! * kernel(n, j, k);
          return total;
        });
        const got = data.slice();
        const { backward, forward } = make(n);
        forward(got, 0, 3);
        expect(largest(got, want)).to.be.below(1e-13 * n);
        backward(got, 0, 3);
        expect(largest(got, data)).to.be.below(1e-14 * n);
      });
    }
  }

  it("rows of one period return from their cosines and sines", () => {
    for (const n of [1, 2, 5, 8, 21]) {
      const data = numbers(3 * n, n);
      const got = data.slice();
      const { backward, forward } = fourierRows(n);
      forward(got, 0, 3);
      let direct = 0;
      for (let j = 0; j < n; j += 1) direct += data[j]! * Math.cos((2 * Math.PI * j) / n);
      if (n > 1) expect(got[1]).to.be.closeTo(direct, 1e-12);
      backward(got, 0, 3);
      expect(largest(got, data)).to.be.below(1e-14 * n);
    }
  });
});

describe("math/linear", () => {
  it("solves a tridiagonal system by rows, by columns and with strides alike", () => {
    const n = 9;
    const [lower, upper] = [numbers(n, 3), numbers(n, 4)];
    const diagonal = numbers(n, 5).map((x) => x + 4);
    const x = numbers(n * 7, 6);
    const f = x.map((value, at) => {
      const i = at % n;
      return (
        diagonal[i]! * value +
        (i > 0 ? lower[i]! * x[at - 1]! : 0) +
        (i < n - 1 ? upper[i]! * x[at + 1]! : 0)
      );
    });
    const factors = factorTridiagonal(lower, diagonal, upper);
    const byRows = f.slice();
    solveRows(factors, byRows, 0, 7);
    expect(largest(byRows, x)).to.be.below(1e-15);
    const turned = new Float64Array(f.length);
    f.forEach((value, at) => {
      turned[(at % n) * 7 + Math.floor(at / n)] = value;
    });
    solveColumns(factors, turned, 7);
    byRows.forEach((value, at) =>
      expect(turned[(at % n) * 7 + Math.floor(at / n)]).to.equal(value),
    );
    const single = f.slice(0, n);
    solveTridiagonal(factors, single);
    expect([...single]).to.deep.equal([...byRows.subarray(0, n)]);
  });

  it("refuses a tridiagonal matrix without a pivot", () => {
    expect(() =>
      factorTridiagonal(Float64Array.of(0, 1), Float64Array.of(0, 1), Float64Array.of(1, 0)),
    ).to.throw(RangeError);
  });

  it("solves a banded system whose diagonal dominates", () => {
    const [n, low, up] = [40, 3, 2];
    const width = low + up + 1;
    const values = numbers(n * n, 9);
    const x = numbers(n, 10);
    const matrix = new Float64Array(n * width);
    const f = new Float64Array(n);
    for (let i = 0; i < n; i += 1) {
      for (let j = Math.max(0, i - low); j <= Math.min(n - 1, i + up); j += 1) {
        const value = i === j ? 10 + values[i * n + j]! : values[i * n + j]!;
        matrix[i * width + low + j - i] = value;
        f[i] = f[i]! + value * x[j]!;
      }
    }
    factorBandedPlain(matrix, n, low, up);
    solveBandedPlain(matrix, n, low, up, f);
    expect(largest(f, x)).to.be.below(1e-13);
  });

  it("refuses a banded matrix without a pivot", () => {
    // Room for one diagonal on either side: rows [0 1] and [1 1], then twice [1 1].
    for (const matrix of [Float64Array.of(0, 0, 1, 1, 1, 0), Float64Array.of(0, 1, 1, 1, 1, 0)])
      expect(() => factorBandedPlain(matrix, 2, 1, 1)).to.throw(RangeError);
  });

  const h = 0.37;
  const plain = (n: number, first: number, last: number, outer = 1): AxisOperator => {
    const lower = new Float64Array(n).fill(1 / (h * h));
    const upper = lower.slice();
    const diagonal = new Float64Array(n).fill(-2 / (h * h));
    diagonal[0] = first / (h * h);
    diagonal[n - 1] = last / (h * h);
    upper[0] = upper[0]! * outer;
    lower[n - 1] = lower[n - 1]! * outer;
    return { lower, diagonal, upper };
  };
  const apply = (
    { diagonal, lower, upper }: AxisOperator,
    u: (i: number) => number,
    i: number,
    period = false,
  ): number => {
    const n = diagonal.length;
    const left = i > 0 ? lower[i]! * u(i - 1) : period ? u(n - 1) / (h * h) : 0;
    const right = i < n - 1 ? upper[i]! * u(i + 1) : period ? u(0) / (h * h) : 0;
    return diagonal[i]! * u(i) + left + right;
  };
  const columns = plain(6, -3, -2.5);
  const cases: readonly (readonly [
    string,
    (n: number) => AxisBasis,
    (n: number) => AxisOperator,
    boolean?,
  ])[] = [
    ["walls", (n) => sineBasis(n, h), (n) => plain(n, -2, -2)],
    ["mirrors at points", (n) => mirrorAtBasis(n, h), (n) => plain(n, -2, -2, 2)],
    ["mirrors between points", (n) => mirrorBetweenBasis(n, h), (n) => plain(n, -1, -1)],
    ["a period", (n) => periodicBasis(n, h), (n) => plain(n, -2, -2), true],
    ["a convecting end", (n) => denseBasis(plain(n, -2.7, -2, 2)), (n) => plain(n, -2.7, -2, 2)],
  ];
  for (const [name, basis, operator, period] of cases) {
    it(`separable operator with ${name}: the solution satisfies the difference equation`, () => {
      for (const n of [3, 8, 11]) {
        const m = 6;
        const f = numbers(n * m, n);
        const u = f.slice();
        const sigma = 0.3;
        separableSolver(basis(n), columns, sigma)(u);
        const along = operator(n);
        for (let j = 0; j < m; j += 1) {
          for (let i = 0; i < n; i += 1) {
            const left =
              sigma * u[j * n + i]! -
              apply(along, (k) => u[j * n + k]!, i, period) -
              apply(columns, (k) => u[k * n + i]!, j);
            expect(left).to.be.closeTo(f[j * n + i]!, 1e-12);
          }
        }
      }
    });
  }

  it("a source without mean between mirrors: the equation holds and the mean stays zero", () => {
    const [n, m] = [10, 7];
    const f = numbers(n * m, 2);
    const mean = f.reduce((a, b) => a + b, 0) / f.length;
    f.forEach((value, at) => {
      f[at] = value - mean;
    });
    const u = f.slice();
    spectralSolver(mirrorBetweenBasis(n, h), mirrorBetweenBasis(m, h), 0)(u);
    for (let j = 0; j < m; j += 1) {
      for (let i = 0; i < n; i += 1) {
        const left =
          -apply(plain(n, -1, -1), (k) => u[j * n + k]!, i) -
          apply(plain(m, -1, -1), (k) => u[k * n + i]!, j);
        expect(left).to.be.closeTo(f[j * n + i]!, 1e-12);
      }
    }
    expect(u.reduce((a, b) => a + b, 0)).to.be.closeTo(0, 1e-12);
  });
});
