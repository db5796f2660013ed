import { expect } from "chai";
import * as fc from "fast-check";
import {
  addTo,
  pencilCount,
  pencilEigenpair,
  symmetricBanded,
} from "../../../protocol/math/eigen/bandedPencil.js";
import { buckling } from "../../../protocol/solvers/buckling/solver.js";
import { checkCommon, refusalOf, solve, valueAt, type Body } from "./motion.js";

const plain: Body = { E: 210e9, I: "0.000001", length: 3, ends: "fixed-pinned" };

describe("eigenpairs of a banded pencil", () => {
  const n = 30;
  const k = symmetricBanded(n, 1);
  const g = symmetricBanded(n, 1);
  for (let i = 0; i < n; i += 1) {
    addTo(k, i, i, 2);
    addTo(g, i, i, 2 / 3);
    if (i > 0) addTo(k, i - 1, i, -1);
    if (i > 0) addTo(g, i, i - 1, 1 / 6);
  }
  const exact = (j: number): number => {
    const c = Math.cos(((j + 1) * Math.PI) / (n + 1));
    return (2 - 2 * c) / (2 / 3 + c / 3);
  };

  it("are those of linear finite elements", () => {
    for (const j of [0, 1, 5, 29]) {
      const pair = pencilEigenpair(k, g, j, 1, 1e9)!;
      expect(pair.value).to.be.closeTo(exact(j), 1e-12 * exact(j));
      expect(pair.residual).to.be.below(1e-7);
      expect(pencilCount(k, g, exact(j) * (1 + 1e-9))).to.equal(j + 1);
    }
    expect(pencilEigenpair(k, g, n, 1, 1e9)).to.equal(null);
  });
});

describe("solver buckling", () => {
  checkCommon(buckling, plain);

  it("is of fourth order", () => {
    const exact = solve(buckling, plain).result.value;
    const missed = (elements: number): number =>
      Math.abs(solve(buckling, { ...plain, elements }).result.value - exact);
    expect(Math.log2(missed(3) / missed(6))).to.be.within(3.2, 4.8);
    expect(Math.log2(missed(6) / missed(12))).to.be.within(3.6, 4.4);
    const two = solve(buckling, { ...plain, elements: 2 });
    expect(two.gate.sealKind).to.equal("observable-differential");
    expect(Math.abs(two.result.value / exact - 1)).to.be.below(2 * two.gate.error);
  });

  it("mirrors, and scales with stiffness and length", () => {
    const tapered: Body = { EI: "3*(1+x)^2", length: 1.4, ends: "fixed-free" };
    const value = solve(buckling, tapered).result.value;
    expect(
      solve(buckling, { EI: "3*(2.4-x)^2", length: 1.4, ends: "free-fixed" }).result.value,
    ).to.be.closeTo(value, 1e-8 * value);
    expect(
      solve(buckling, { EI: "30*(1+x/2)^2", length: 2.8, ends: "fixed-free" }).result.value,
    ).to.be.closeTo(2.5 * value, 1e-8 * value);
  });

  it("returns a shape that meets its ends and gives the load back", () => {
    const { result } = solve(buckling, { ...plain, elements: 64 });
    const { axes, data } = result.fields[0]!;
    const x = axes[0]!.values!;
    const last = data.length - 1;
    expect(Math.abs(data[0]!)).to.be.below(1e-12);
    expect(Math.abs(data[last]!)).to.be.below(1e-12);
    expect(Math.abs(data[1]! / x[1]!)).to.be.below(0.02);
    const h = x[2]! - x[1]!;
    // Near the pinned top the curvature, the moment, is gone.
    expect(Math.abs((data[last]! - 2 * data[last - 1]! + data[last - 2]!) / (h * h))).to.be.below(
      0.2,
    );
    let bending = 0;
    let work = 0;
    for (let i = 1; i < last; i += 1) {
      const curvature = (data[i + 1]! - 2 * data[i]! + data[i - 1]!) / (h * h);
      const slope = (data[i + 1]! - data[i - 1]!) / (2 * h);
      bending += 210e3 * curvature * curvature * h;
      work += slope * slope * h;
    }
    expect(bending / work).to.be.closeTo(result.value, 0.02 * result.value);
  });

  it("lists the higher loads", () => {
    const solved = solve(buckling, { EI: 1, length: 1, ends: "pinned-pinned", modes: 4 });
    for (let m = 1; m <= 4; m += 1) {
      expect(valueAt(solved, `outputs.P_${m}`)).to.be.closeTo(
        (m * Math.PI) ** 2,
        1e-4 * (m * Math.PI) ** 2,
      );
    }
  });

  it("covers the true error with the one it states", () => {
    let covered = 0;
    for (let i = 0; i < 40; i += 1) {
      const beta = 0.3 + 0.4 * i;
      const { gate, result } = solve(buckling, {
        EI: 2,
        length: 1,
        ends: "pinned-pinned",
        foundation: beta * 20,
        elements: 2 + (i % 12),
      });
      const exact = Math.min(
        ...[1, 2, 3].map((m) => 2 * (m * Math.PI) ** 2 + (beta * 20) / (m * Math.PI) ** 2),
      );
      if (Math.abs(result.value - exact) <= 2 * gate.error * exact) covered += 1;
    }
    expect(covered).to.be.at.least(38);
  });

  it("follows a taper to a thousandth, and many waves on a stiff bed", () => {
    const thin = solve(buckling, { E: 2e11, I: "1e-6*(1+x)", length: 1000, ends: "fixed-free" });
    const finer = solve(buckling, {
      E: 2e11,
      I: "1e-6*(1+x)",
      length: 1000,
      ends: "fixed-free",
      elements: 400,
    });
    expect(thin.result.value).to.be.closeTo(
      finer.result.value,
      2 * thin.gate.error * finer.result.value,
    );
    const bed = solve(buckling, { EI: 1, length: 1, ends: "pinned-pinned", foundation: 1e9 }).result
      .value;
    const exact = Math.min(
      ...Array.from(
        { length: 90 },
        (_, m) => ((m + 1) * Math.PI) ** 2 + 1e9 / ((m + 1) * Math.PI) ** 2,
      ),
    );
    expect(bed).to.be.closeTo(exact, 1e-5 * exact);
  });

  it("refuses what is no column", () => {
    expect(refusalOf(buckling, { ...plain, EI: 3 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(buckling, { ...plain, ends: "free-free" }).members["reason"]).to.equal(
      "NO_SOLUTION",
    );
    expect(refusalOf(buckling, { ...plain, I: "x-1" }).code).to.equal("INVALID_BODY");
    expect(refusalOf(buckling, { ...plain, length: -1 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(buckling, { ...plain, elements: 1e9 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(buckling, { ...plain, loading: "self-weight", selfWeight: 3 }).code).to.equal(
      "INVALID_BODY",
    );
  });

  it("would not pass with the factor of a handbook, a constant or an older answer", () => {
    const { gate, result } = solve(buckling, plain);
    const exact = (4.493409457909064 ** 2 * 210e3) / 9;
    const passes = (value: number): boolean =>
      Math.abs(value - exact) <= 2 * gate.error * exact + 1e-9 * exact;
    const rounded = (Math.PI ** 2 * 210e3) / (0.7 * 3) ** 2;
    const older = solve(buckling, { ...plain, ends: "fixed-fixed" }).result.value;
    expect([result.value, rounded, 4.7e5, older].map(passes)).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
  });

  it("counts a weak place of any width by the integral of 1 / EI", () => {
    // M'' + P M / EI = 0 between two pins: sines on both sides of a hinge of flexibility w / EI,
    // which turns the slope of M by P w / EI. Timoshenko and Gere, 2.14; the root by bisection.
    const hinged = (at: number, turn: number): number => {
      const left = (k: number): number => {
        const [moment, shear] = [Math.sin(k * at) / k, Math.cos(k * at)];
        const behind = shear - k * k * turn * moment;
        return moment * Math.cos(k * (1 - at)) + (behind * Math.sin(k * (1 - at))) / k;
      };
      let [low, high] = [1e-9, Math.PI];
      for (let i = 0; i < 80; i += 1) {
        const middle = (low + high) / 2;
        if (left(middle) > 0) low = middle;
        else high = middle;
      }
      return low * low;
    };
    const piece = fc.record({
      at: fc.double({ min: 0.05, max: 0.9, noNaN: true }),
      width: fc.double({ min: -11, max: -6, noNaN: true }).map((n) => Math.exp(n * Math.LN10)),
      turn: fc.double({ min: -3, max: 2, noNaN: true }).map((n) => Math.exp(n * Math.LN10)),
    });
    fc.assert(
      fc.property(piece, ({ at, turn, width }) => {
        const wide = at + width - at;
        const EI = `{${(1e4 * wide) / turn} if ${at} <= x < ${at + width}; 1e4 otherwise}`;
        const { gate, result } = solve(buckling, { EI, length: 1, ends: "pinned-pinned" });
        const expected = 1e4 * hinged(at, turn);
        // The hinge has no width; terms of the width are left.
        expect(Math.abs(result.value - expected)).to.be.at.most(
          3 * gate.error * result.value + (20 * wide + 1e-8) * expected,
        );
      }),
      { numRuns: 15, seed: 58 },
    );
    // The same with its width, the least root of the three sines by scipy brentq: 12152.885 N.
    const EI = "{0.1 if 1.2345 <= x < 1.23451; 1e4 otherwise}";
    const { value } = solve(buckling, { EI, length: 2, ends: "pinned-pinned" }).result;
    expect(value).to.be.closeTo(12152.8855, 1e-3);
  });

  it("knows a hinge between two pins for what moves under no load", () => {
    const EI = "{1e-12 if 0.3 <= x < 0.30001; 1e4 otherwise}";
    const refusal = refusalOf(buckling, { EI, length: 1, ends: "pinned-pinned" });
    expect(refusal.members["reason"]).to.equal("NO_SOLUTION");
  });
});
