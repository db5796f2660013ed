import { expect } from "chai";
import {
  addSymmetric,
  bandedCholesky,
  bandedSolve,
  bandedSymmetric,
} from "../../../protocol/math/linear/bandedCholesky.js";
import { pcg } from "../../../protocol/math/linear/pcg.js";
import { fea } from "../../../protocol/solvers/fea/solver.js";
import { checkCommon, refusalOf, solve, valueAt, type Body } from "./motion.js";

const plain: Body = { L: 10, H: 1, E: 1e9, nu: 0.3, P: 1000 };
const coarse: Body = { ...plain, mesh: [24, 6] };
const square = { x: "s", y: "t" };

describe("solution of symmetric systems", () => {
  const n = 40;
  const apply = (x: Float64Array, y: Float64Array): void => {
    for (let i = 0; i < n; i += 1)
      y[i] = 2 * x[i]! - (i > 0 ? x[i - 1]! : 0) - (i + 1 < n ? x[i + 1]! : 0);
  };
  // -u'' = 2 has the parabola i (n + 1 - i), which the second difference meets exactly.
  const exact = Float64Array.from({ length: n }, (_, i) => (i + 1) * (n - i));
  const b = new Float64Array(n).fill(2);

  it("by a banded factor", () => {
    const filled = (first: number) => {
      const matrix = bandedSymmetric(
        n,
        1,
        Int32Array.from({ length: n }, (_, i) => i),
      );
      for (let i = 0; i < n; i += 1) addSymmetric(matrix, i, i, i === 0 ? first : 2);
      for (let i = 1; i < n; i += 1) addSymmetric(matrix, i, i - 1, -1);
      return bandedCholesky(matrix);
    };
    const x = new Float64Array(n);
    bandedSolve(filled(2)!, b, x);
    for (let i = 0; i < n; i += 1) expect(x[i]!).to.be.closeTo(exact[i]!, 1e-10);
    expect(filled(-1)).to.equal(null);
  });

  it("by conjugate gradients, in as many steps as there are eigenvalues that count", () => {
    const x = new Float64Array(n);
    const { iterations, residual } = pcg({
      apply,
      precondition: (r, z) => z.set(r),
      b,
      x,
      tolerance: 1e-13,
      iterationsMax: 100,
    });
    expect(iterations).to.be.at.most(n / 2);
    expect(residual).to.be.below(1e-13);
    for (let i = 0; i < n; i += 1) expect(x[i]!).to.be.closeTo(exact[i]!, 1e-9);
  });
});

describe("solver fea", () => {
  checkCommon(fea, coarse);

  it("is six percent stiff on a coarse mesh and right on a fine one, and says against what", () => {
    const { result } = solve(fea, coarse);
    expect(result.named["deflectionRatio"]).to.be.closeTo(0.94, 0.005);
    expect(result.named["closedForm"]).to.equal("euler-bernoulli");
    expect(result.named["elements"]).to.equal(144);
    expect(result.named["dof"]).to.equal(2 * 24 * 7);
    const fine = solve(fea, { ...plain, mesh: [120, 30] }).result;
    expect(fine.named["deflectionRatio"]).to.be.closeTo(1.0, 0.005);
    expect(valueAt({ ...solve(fea, coarse) }, "outputs.timoshenko")).to.be.closeTo(0.0040312, 1e-9);
  });

  it("converges with second order where the answer is smooth", () => {
    const ring = {
      geometry: {
        x: "(1+1.3*s)*cos(pi*t/2)",
        y: "(1+1.3*s)*sin(pi*t/2)",
        supports: [
          { side: "bottom", uy: 0 },
          { side: "top", ux: 0 },
        ],
      },
      loads: [{ side: "left", pressure: -3e6 }],
      E: 9e9,
      nu: 0.27,
      plane: "strain",
      quantity: "ux",
      probe: [0, 0],
    };
    const exact = (((3e6 * 1.27) / 9e9) * (1 - 0.54 + 5.29)) / 4.29;
    const missed = (k: number): number =>
      Math.abs(solve(fea, { ...ring, mesh: [k, k] }).result.value - exact);
    expect(Math.log2(missed(8) / missed(16))).to.be.within(1.6, 2.4);
    expect(Math.log2(missed(16) / missed(32))).to.be.within(1.8, 2.2);
    for (const k of [5, 9, 14]) {
      const { gate, result } = solve(fea, { ...ring, mesh: [k, k + 1] });
      expect(Math.abs(result.value / exact - 1)).to.be.below(2 * gate.error);
    }
  });

  it("scales with load, stiffness and size, and mirrors", () => {
    const value = solve(fea, coarse).result.value;
    expect(solve(fea, { ...coarse, P: -3000 }).result.value).to.be.closeTo(
      -3 * value,
      1e-9 * value,
    );
    expect(
      solve(fea, { ...coarse, L: 20, H: 2, E: 5e9, thickness: 0.5 }).result.value,
    ).to.be.closeTo(0.4 * value, 1e-9 * value);
    const pulled = (side: string, other: string): number =>
      solve(fea, {
        geometry: { ...square, supports: [{ side, ux: 0, uy: 0 }] },
        loads: [{ side: other, traction: [0, 1] }],
        E: 3,
        nu: 0.4,
        probe: side === "left" ? [1, 0.25] : [0, 0.25],
        mesh: [6, 5],
      }).result.value;
    expect(pulled("left", "right")).to.be.closeTo(pulled("right", "left"), 1e-9);
  });

  it("does not lock where the material is nearly incompressible", () => {
    const bent = (nu: number): number =>
      solve(fea, { L: 4, H: 1, E: 1e9, nu, P: 1000, plane: "strain", mesh: [32, 8] }).result.value /
      ((1000 * 64) / 3 / (1e9 / (1 - nu * nu) / 12));
    expect(bent(0.4999)).to.be.closeTo(bent(0.3), 0.05);
  });

  it("balances loads and reactions over the returned displacements", () => {
    const { result } = solve(fea, coarse);
    expect(result.outputs["reaction_y"]!.value).to.be.closeTo(1000, 1e-5);
    // Clapeyron: half the work of the load, spread evenly over the end, is the strain energy.
    const uy = result.fields.find(({ name }) => name === "uy")!;
    let mean = 0;
    for (let j = 0; j <= 6; j += 1)
      mean += (uy.data[24 * 7 + j]! * (j === 0 || j === 6 ? 0.5 : 1)) / 6;
    expect(-0.5 * 1000 * mean).to.be.closeTo(result.outputs["strain_energy"]!.value, 1e-8);
  });

  it("refuses what is no body", () => {
    const held = { supports: [{ side: "left", ux: 0, uy: 0 }] };
    const loads = [{ side: "right", traction: [1, 0] }];
    expect(refusalOf(fea, { ...plain, nu: 0.5 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(fea, { ...plain, H: 0 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(fea, { ...plain, mesh: [1e5, 1e5] }).code).to.equal("INVALID_BODY");
    expect(refusalOf(fea, { ...plain, mesh: [60_000, 60_000] }).members["reason"]).to.equal(
      "TOO_LARGE",
    );
    expect(refusalOf(fea, { ...plain, loads }).code).to.equal("INVALID_BODY");
    expect(
      refusalOf(fea, { geometry: { x: "t", y: "s", ...held }, loads, E: 1, nu: 0.3 }).code,
    ).to.equal("INVALID_BODY");
    expect(
      refusalOf(fea, { geometry: { x: "1/(s-s)", y: "t", ...held }, loads, E: 1, nu: 0.3 }).code,
    ).to.equal("INVALID_BODY");
    expect(
      refusalOf(fea, {
        geometry: { ...square, supports: [{ side: "left", ux: 0 }] },
        loads,
        E: 1,
        nu: 0.3,
      }).members["reason"],
    ).to.equal("NO_SOLUTION");
  });

  it("would not pass as the beam formula, a constant or an older answer", () => {
    const { result } = solve(fea, coarse);
    const scipy = 0.0037545255691890742;
    const passes = (value: number): boolean => Math.abs(value / scipy - 1) <= 1e-8;
    const older = solve(fea, { ...coarse, nu: 0.31 }).result.value;
    expect(
      [result.value, 0.94 * 0.004, result.outputs["timoshenko"]!.value, older].map(passes),
    ).to.deep.equal([true, false, false, false]);
  });

  it("pulls a bar by a layer of it, wherever that begins", () => {
    // u(L) is the integral of x f(x) / E over the layer: a bar whose material does not contract.
    const bar = (force: string): Body => ({
      geometry: { x: "10*s", y: "t", supports: [{ side: "left", ux: 0, uy: 0 }] },
      loads: [{ body: [force, 0] }],
      E: 1e9,
      nu: 0,
      probe: [1, 0.5],
      quantity: "ux",
    });
    for (const [from, to] of [
      [0.7, 4.37],
      [3.21, 3.211],
      [5, 7.5],
    ] as const) {
      const { value } = solve(fea, bar(`{1e6 if ${from} <= x < ${to}; 0 otherwise}`)).result;
      const expected = (1e6 * (to * to - from * from)) / 2e9;
      expect(value).to.be.closeTo(expected, 1e-9 * expected);
    }
    const refusal = refusalOf(fea, bar("{100 if x+y < 5; 0 otherwise}"));
    expect(refusal.message).to.match(/between the points/);
  });
});
