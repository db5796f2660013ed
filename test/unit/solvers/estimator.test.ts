import { readFileSync } from "node:fs";
import { expect } from "chai";
import { eigenvaluesOf } from "../../../protocol/math/eigen/general.js";
import { symmetricEigenvalues } from "../../../protocol/math/eigen/jacobi.js";
import { cholesky, choleskySolve } from "../../../protocol/math/linear/cholesky.js";
import { luFactor, luSolve } from "../../../protocol/math/linear/denseLu.js";
import { multiply } from "../../../protocol/math/linear/denseProduct.js";
import { estimator } from "../../../protocol/solvers/estimator/solver.js";
import { checkCommon, refusalOf, solve, valueAt, type Body } from "./motion.js";

const nile: Body = { A: 1, C: 1, Q: 1469.1, R: 15099 };
const moving: Body = {
  A: [
    [1, 0.5],
    [0, 1],
  ],
  C: [[1, 0]],
  Q: [
    [0.01, 0.02],
    [0.02, 0.09],
  ],
  R: [[0.4]],
};
const { rows }: { rows: { body: { data?: number[] } }[] } = JSON.parse(
  readFileSync("test/vectors/solvers/estimator.json", "utf8"),
);
const flow = rows.find(({ body }) => body.data !== undefined)!.body.data!;

describe("dense matrices", () => {
  // A companion matrix of (x - 3)(x + 2)(x^2 - 2x + 5) and the Hilbert matrix, whose entries are
  // known exactly.
  it("have the eigenvalues of their polynomial", () => {
    const companion = new Float64Array([3, -1, -7, 30, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    const found = eigenvaluesOf(companion, 4)!;
    expect(found.map(({ re }) => re)).to.satisfy((re: number[]) => Math.abs(re[0]! - 3) < 1e-12);
    expect(found.filter(({ im }) => Math.abs(Math.abs(im) - 2) < 1e-12)).to.have.length(2);
    expect(found.reduce((s, { re }) => s + re, 0)).to.be.closeTo(3, 1e-12);
  });

  it("solve with LU and Cholesky factors", () => {
    const n = 6;
    const hilbert = Float64Array.from(
      { length: n * n },
      (_, i) => 1 / (Math.floor(i / n) + (i % n) + 1),
    );
    const b = multiply(hilbert, new Float64Array(n).fill(1), n, n, 1);
    const byLu = luSolve(luFactor(hilbert, n)!, Float64Array.from(b));
    const byCholesky = choleskySolve(cholesky(hilbert, n)!, n, Float64Array.from(b));
    for (let i = 0; i < n; i += 1) {
      expect(byLu[i]!).to.be.closeTo(1, 1e-9);
      expect(byCholesky[i]!).to.be.closeTo(1, 1e-9);
    }
    expect(luFactor(new Float64Array([1, 2, 2, 4]), 2)).to.equal(null);
    expect(cholesky(new Float64Array([1, 2, 2, 1]), 2)).to.equal(null);
    // Least eigenvalue of the 6 x 6 Hilbert matrix: Todd, NBS Applied Mathematics Series 39 (1954),
    // 1.0827994845655e-7.
    expect(symmetricEigenvalues(hilbert, n)[0]!).to.be.closeTo(1.0827994845655e-7, 1e-15);
  });
});

describe("solver estimator", () => {
  checkCommon(estimator, nile);

  it("counts no iterates as levels", () => {
    // Their variance, 0.032, would be above the 0.0091 from which on a shift is recorded.
    expect(solve(estimator, nile).result.error.levels).to.deep.equal([]);
  });

  it("rescales: noise times s is variance times s, and a change of basis changes no innovation", () => {
    const value = solve(estimator, moving).result.value;
    const scaled = {
      ...moving,
      Q: [
        [0.03, 0.06],
        [0.06, 0.27],
      ],
      R: 1.2,
    };
    expect(solve(estimator, scaled).result.value).to.be.closeTo(3 * value, 1e-12 * value);
    // The same states in the other order.
    const swapped = {
      A: [
        [1, 0],
        [0.5, 1],
      ],
      C: [[0, 1]],
      Q: [
        [0.09, 0.02],
        [0.02, 0.01],
      ],
      R: 0.4,
    };
    expect(solve(estimator, swapped).result.value).to.be.closeTo(value, 1e-12 * value);
  });

  it("satisfies the Riccati equation, by lines of its own", () => {
    const solved = solve(estimator, moving);

    const [a, b, d] = ["0.0", "0.1", "1.1"].map((ij) => valueAt(solved, `named.prior.${ij}`));
    const s = a! + 0.4;
    const [pa, pb, pd] = [a! - (a! * a!) / s, b! - (a! * b!) / s, d! - (b! * b!) / s];
    expect(pa + pb + 0.25 * pd + 0.01).to.be.closeTo(a!, 1e-12);
    expect(pb + 0.5 * pd + 0.02).to.be.closeTo(b!, 1e-12);
    expect(pd + 0.09).to.be.closeTo(d!, 1e-12);
    expect(pa + pd).to.be.closeTo(
      valueAt(solve(estimator, { ...moving, which: "posterior" }), "value"),
      1e-12,
    );
  });

  it("shows that no other gain is better, and that its innovations are white", () => {
    const { result } = solve(estimator, moving);
    expect(result.outputs["optimality"]!.value).to.be.above(0);
    expect(result.outputs["innovation_lag_one"]!.value).to.be.below(1e-12);
    expect(result.outputs["least_eigenvalue"]!.value).to.be.above(0);
    expect(result.named["positiveDefinite"]).to.equal(true);
  });

  it("tells a wrong Q from the right one by the innovations of data", () => {
    const inputsFor = (Q: number): Record<string, number> =>
      Object.fromEntries(
        Object.entries(solve(estimator, { ...nile, Q, data: flow, x0: 1120 }).result.outputs).map(
          ([name, { value }]) => [name, value],
        ),
      );
    const right = inputsFor(1469.1);
    expect(right["whiteness_p"]!).to.be.above(0.05);
    expect(right["consistency"]!).to.be.within(0.7, 1.3);
    expect(inputsFor(0.01)["whiteness_p"]!).to.be.below(0.01);
    expect(inputsFor(1e6)["consistency"]!).to.be.below(0.2);
  });

  it("goes on from a state bit for bit", () => {
    const start = { ...nile, x0: 1000, P0: 1e5 };
    const whole = solve(estimator, { ...start, data: flow }).result;
    const first = solve(estimator, { ...start, data: flow.slice(0, 37) }).result;
    const second = solve(estimator, {
      ...nile,
      data: flow.slice(37),
      initialState: first.state,
    }).result;
    expect(second.state).to.deep.equal(whole.state);
    expect(second.outputs["log_likelihood"]).to.deep.equal(whole.outputs["log_likelihood"]);
    expect(second.outputs["ljung_box"]).to.deep.equal(whole.outputs["ljung_box"]);
  });

  it("covers the true error with the one it states", () => {
    for (let i = 1; i <= 60; i += 1) {
      const [a, q, r] = [0.05 * i, (0.3 * i) % 1.7, 0.1 + 0.01 * i];
      const { gate, result } = solve(estimator, { A: a, C: 1, Q: q, R: r });
      const b = r * (1 - a * a) - q;
      const exact = (-b + Math.sqrt(b * b + 4 * q * r)) / 2;
      expect(Math.abs(result.value - exact), `${i}`).to.be.at.most(
        (2 * gate.error + 1e-12) * exact,
      );
    }
  });

  it("refuses what is no model", () => {
    for (const body of [
      { ...nile, Q: -1 },
      { ...nile, R: 0 },
      { ...nile, A: [[1, 2]] },
      { ...nile, A: [[1, 2], [3]] },
      { ...nile, C: [[1, 1]] },
      {
        ...moving,
        Q: [
          [1, 2],
          [0, 1],
        ],
      },
      { ...nile, x0: 1 },
      { ...nile, data: [[1, 2]] },
    ]) {
      expect(refusalOf(estimator, body).code, JSON.stringify(body)).to.equal("INVALID_BODY");
    }
    expect(refusalOf(estimator, { ...nile, Q: 0 }).members["reason"]).to.equal("budget");
    const hidden = refusalOf(estimator, {
      A: [
        [0.5, 0],
        [0, 1.1],
      ],
      C: [[1, 0]],
      Q: [
        [1, 0],
        [0, 1],
      ],
      R: 1,
    });
    expect(hidden.members["mode"]).to.equal("1.1");
  });

  it("would not pass with a fixed count of steps, the other covariance or an older answer", () => {
    const { result } = solve(estimator, moving);
    const exact = 0.7209706749431788;
    const passes = (value: number): boolean => Math.abs(value - exact) <= 1e-9;
    const other = solve(estimator, { ...moving, which: "posterior" }).result.value;
    const older = solve(estimator, { ...moving, R: 0.41 }).result.value;
    expect([result.value, other, older, 0.72].map(passes)).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
  });

  it("states how well each entry of its matrices is known", () => {
    // Two filters that do not touch: P = (q + sqrt(q^2 + 4 q r))/2 each, by mpmath at 30 digits.
    const one = [
      [1, 0],
      [0, 1],
    ];
    const noise = (a: number, b: number): number[][] => [
      [a, 0],
      [0, b],
    ];
    const solved = solve(estimator, {
      A: one,
      C: one,
      Q: noise(1469.1, 2),
      R: noise(15099, 3),
    });
    const truths = {
      prior: [5501.257941808476, 3.6457513110645907],
      posterior: [4032.157941808476, 1.6457513110645907],
      gain: [0.2670480125709303, 0.5485837703548635],
    };
    for (const [name, diagonal] of Object.entries(truths)) {
      for (const i of [0, 1])
        for (const j of [0, 1]) {
          const doubt = valueAt(solved, `named.${name}_uncertainty.${i}.${j}`);
          const truth = i === j ? diagonal[i]! : 0;
          const missed = Math.abs(valueAt(solved, `named.${name}.${i}.${j}`) - truth);
          expect(missed, `${name} ${i} ${j}`).to.be.at.most(3 * doubt);
          expect(doubt).to.be.within(1e-18, 1e-6 * diagonal[0]!);
        }
    }
  });
});
