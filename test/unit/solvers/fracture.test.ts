import { expect } from "chai";
import { fracture } from "../../../protocol/solvers/fracture/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt, type Body } from "./motion.js";

const plain: Body = {
  nx: 17,
  ny: 14,
  notch: 0.37,
  angle: 0.35,
  notchY: 0.41,
  break_strain: 0.013,
  strain: 0.02,
  k: 37,
};
const straight: Body = { nx: 24, ny: 18, notch: 0.3, break_strain: 0.01, strain: 0.001, k: 5 };

describe("solver fracture", () => {
  checkCommon(fracture, {
    mode: "bar",
    nx: 10,
    notch: 0.5,
    break_strain: 0.01,
    strain: 0.001,
    k: 100,
  });

  it("names what a mode misses", () => {
    expect(
      missingOf(fracture, {
        mode: "lattice",
        nx: 10,
        notch: 0.5,
        break_strain: 0.01,
        strain: 0.001,
        k: 100,
      }),
    ).to.equal("ny");
  });

  it("holds below the critical strain, and is spanned above it", () => {
    const critical = solve(fracture, plain).result.value;
    const below = solve(fracture, { ...straight, strain: 1e-4 }).result;
    expect(below.named["propagated"]).to.equal(false);
    expect(below.named["spannedDomain"]).to.equal(false);
    expect(below.outputs["force"]!.value).to.be.above(0);
    const under = solve(fracture, { ...plain, strain: critical * (1 - 1e-9) });
    const above = solve(fracture, { ...plain, strain: critical });
    expect(under.result.named["spannedDomain"]).to.equal(false);
    expect(above.result.named["spannedDomain"]).to.equal(true);
    expect(above.result.outputs["force"]!.value).to.be.below(
      1e-6 * under.result.outputs["force"]!.value,
    );
    expect(under.result.value).to.equal(critical);
  });

  it("pulls a bar of Young's modulus E with E A strain", () => {
    // A section is one spacing high and 1 m thick: F = E A strain (Timoshenko, Strength of
    // Materials I, 1), whatever the bonds are that the bar is cut into.
    for (const [nx, spacing] of [
      [10, 1],
      [37, 0.02],
    ] as const) {
      const bar = { mode: "bar", nx, spacing, break_strain: 0.001, strain: 0.0005, E: 210e9 };
      const { force, stiffness } = solve(fracture, { ...bar, notch: 0 }).result.outputs;
      const expected = 210e9 * spacing * 0.0005;
      expect(Math.abs(force!.value - expected)).to.be.at.most(3 * force!.uncertainty + 1e-7);
      expect(stiffness!.value).to.be.closeTo((210e9 * spacing) / (nx * spacing), 1e-3);
      // With half of one section gone that bond is twice as long under the same force.
      const half = solve(fracture, { ...bar, notch: 0.5 }).result.outputs["force"]!.value;
      expect(half).to.be.closeTo((expected * nx) / (nx + 1), 1e-6 * expected);
    }
  });

  it("follows the notch: another height or slope, another path", () => {
    const tip = (body: Body): number =>
      valueAt(solve(fracture, { ...body, strain: 0.05 }), "named.crackPath.3.1");
    expect(tip({ ...straight, notchY: 0.3 })).to.be.below(tip({ ...straight, notchY: 0.7 }) - 3);
    const tilted = solve(fracture, { ...plain, strain: 0.05 }).result;
    expect(tilted.named["maxDeflection"]).to.be.above(0.5);
    expect(tilted.named["crackTipX"]).to.be.above(15);
    expect(tilted.named["crackLengthAlongPath"]).to.be.above(10);
  });

  it("does not depend on stiffness or spacing, and scales with the strength of a bond", () => {
    const value = solve(fracture, plain).result.value;
    expect(solve(fracture, { ...plain, k: 5e9, spacing: 1e-3 }).result.value).to.equal(value);
    expect(solve(fracture, { ...plain, break_strain: 0.026 }).result.value).to.be.closeTo(
      2 * value,
      1e-14,
    );
    const byModulus = solve(fracture, { ...plain, k: undefined, E: (37 * 2) / Math.sqrt(3) });
    expect(byModulus.result.outputs["modulus"]!.value).to.be.closeTo(
      solve(fracture, plain).result.outputs["modulus"]!.value,
      1e-12,
    );
  });

  it("weakens with the notch, more slowly than its root: the grips are near", () => {
    const begun = (notch: number): number =>
      valueAt(
        solve(fracture, { ...straight, nx: 48, ny: 48, notch }),
        "outputs.first_break_strain",
      );
    const slope = Math.log2(begun(4.3) / begun(8.6));
    expect(slope).to.be.within(0.2, 0.5);
  });

  it("returns displacements in equilibrium, by lines of its own", () => {
    const { result } = solve(fracture, { ...straight, notch: 0, nx: 9, ny: 8 });
    const [uy, ux] = result.fields;
    const at = (row: number, column: number): [number, number, number, number] => {
      const i = row * 9 + column;
      return [column + 0.5 * (row % 2), (row * Math.sqrt(3)) / 2, ux!.data[i]!, uy!.data[i]!];
    };
    const [x, y, u, v] = at(3, 4);
    let [fx, fy, size] = [0, 0, 0];
    for (const [row, column] of [
      [3, 3],
      [3, 5],
      [2, 4],
      [2, 5],
      [4, 4],
      [4, 5],
    ] as const) {
      const [p, q, s, t] = at(row, column);
      const force = (p - x) * (s - u) + (q - y) * (t - v);
      fx += force * (p - x);
      fy += force * (q - y);
      size += Math.abs(force);
    }
    expect(Math.abs(fx) + Math.abs(fy)).to.be.below(1e-12 * size);
  });

  it("goes on from a state bit for bit", () => {
    const critical = solve(fracture, plain).result;
    const begun = valueAt(solve(fracture, plain), "outputs.first_break_strain");
    const early = solve(fracture, { ...plain, strain: 0.5 * (begun + critical.value) }).result;
    const late = solve(fracture, { ...plain, initialState: early.state }).result;
    expect(early.named["brokenBonds"]).to.be.above(0);
    expect(late.value).to.equal(critical.value);
    expect(late.state).to.deep.equal(critical.state);
  });

  it("refuses what is no lattice", () => {
    expect(refusalOf(fracture, { ...plain, notch: 40 }).members["reason"]).to.equal("NO_SOLUTION");
    expect(refusalOf(fracture, { ...plain, nx: 4_000, ny: 4_000 }).members["reason"]).to.equal(
      "TOO_LARGE",
    );
    expect(refusalOf(fracture, { ...plain, nx: 1e9 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(fracture, { ...plain, break_strain: 0 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(fracture, { ...plain, E: 3 }).code).to.equal("INVALID_BODY");
    expect(
      refusalOf(fracture, { ...plain, initialState: { count: 1, broken: "AAAA" } }).code,
    ).to.equal("INVALID_BODY");
    expect(refusalOf(fracture, { ...plain, mode: "bar" }).code).to.equal("INVALID_BODY");
  });

  it("would not pass as the strength of a bond, a constant or an older answer", () => {
    const scipy = 0.013044600799473375;
    const passes = (value: number): boolean => Math.abs(value / scipy - 1) < 1e-6;
    const older = solve(fracture, { ...plain, angle: 0.2 }).result.value;
    expect([solve(fracture, plain).result.value, 0.013, 0.5, older].map(passes)).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
  });
});
