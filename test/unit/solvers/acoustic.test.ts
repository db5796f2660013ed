import { expect } from "chai";
import * as fc from "fast-check";
import { acoustic } from "../../../protocol/solvers/acoustic/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt, type Body } from "./motion.js";

const horn: Body = {
  length: 1.3,
  c: 347.3,
  ends: "closed-open",
  area: "0.001*(1+5*x^3+0.2*sin(7*x))",
};

describe("solver acoustic", () => {
  checkCommon(acoustic, { length: 1.3, c: 347.3, ends: "closed-open" });

  it("names what a mode misses", () => {
    expect(missingOf(acoustic, { area: "1+x", c: 343, ends: "open-open" })).to.equal("length");
  });

  it("is of second order on stated cells", () => {
    const exact = solve(acoustic, horn).result.value;
    const missed = (cells: number): number =>
      Math.abs(solve(acoustic, { ...horn, cells }).result.value - exact);
    expect(Math.log2(missed(40) / missed(80))).to.be.within(1.8, 2.2);
    const coarse = solve(acoustic, { ...horn, cells: 12 });
    expect(coarse.gate.sealKind).to.equal("observable-differential");
    expect(Math.abs(coarse.result.value / exact - 1)).to.be.below(2 * coarse.gate.error);
  });

  it("gives the mirrored horn the same tones, and scales with length and speed", () => {
    const value = solve(acoustic, horn).result.value;
    const mirrored = {
      ...horn,
      ends: "open-closed",
      area: "0.001*(1+5*(1.3-x)^3+0.2*sin(7*(1.3-x)))",
    };
    expect(solve(acoustic, mirrored).result.value).to.be.closeTo(value, 1e-11 * value);
    const doubled = { ...horn, length: 2.6, c: 3 * 347.3, area: "7*(1+5*(x/2)^3+0.2*sin(3.5*x))" };
    expect(solve(acoustic, doubled).result.value).to.be.closeTo(1.5 * value, 1e-11 * value);
  });

  it("leaves out the mode in which nothing moves", () => {
    const closed = { length: 1, c: 340, ends: "closed-closed", area: "1+x" };
    const solved = solve(acoustic, closed);
    expect(solved.result.value).to.be.above(100);
    expect(valueAt(solved, "named.modes.0.value")).to.be.closeTo(
      solved.result.value,
      1e-6 * solved.result.value,
    );
  });

  it("returns a shape that satisfies the horn equation", () => {
    const { result } = solve(acoustic, horn);
    const { axes, data } = result.fields[0]!;
    const { start, step } = axes[0]!;
    const section = (x: number): number => 1 + 5 * x * x * x + 0.2 * Math.sin(7 * x);
    const k2 = ((2 * Math.PI * result.value) / 347.3) ** 2;
    for (let i = 40; i < data.length - 40; i += 37) {
      const x = start! + i * step!;
      const flow =
        section(x + step! / 2) * (data[i + 1]! - data[i]!) -
        section(x - step! / 2) * (data[i]! - data[i - 1]!);
      expect(flow / (step! * step!) + k2 * section(x) * data[i]!).to.be.closeTo(0, 0.01);
    }
  });

  it("covers the true error with the one it states", () => {
    let covered = 0;
    for (let i = 0; i < 40; i += 1) {
      const [m, length] = [0.1 + 0.2 * i, 0.3 + 0.07 * i];
      const { gate, result } = solve(acoustic, {
        length,
        c: 340,
        ends: "open-open",
        area: `exp(${m}*x)`,
        cells: 16 + i,
      });
      const exact = (340 / (2 * Math.PI)) * Math.sqrt((Math.PI / length) ** 2 + (m / 2) ** 2);
      if (Math.abs(result.value - exact) <= 2 * gate.error * exact) covered += 1;
    }
    expect(covered).to.be.at.least(38);
  });

  it("refuses what is no duct", () => {
    expect(refusalOf(acoustic, { ...horn, V: 1 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(acoustic, { ...horn, length: 0 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(acoustic, { ...horn, ends: "half-open" }).code).to.equal("INVALID_BODY");
    expect(refusalOf(acoustic, { ...horn, cells: 1e9 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(acoustic, { ...horn, area: [1, 2, -1] }).code).to.equal("INVALID_BODY");
    expect(refusalOf(acoustic, { ...horn, area: "1/(x-x)" }).code).to.equal("INVALID_BODY");
  });

  it("would not pass as the formula of a pipe, a constant or an older answer", () => {
    const { gate, result } = solve(acoustic, horn);
    const on = (cells: number): number => solve(acoustic, { ...horn, cells }).result.value;
    const exact = (4 * on(4_000) - on(2_000)) / 3;
    const passes = (value: number): boolean => Math.abs(value - exact) <= 2 * gate.error * exact;
    const older = solve(acoustic, { ...horn, area: "1+5*x^3" }).result.value;
    expect([result.value, 347.3 / 5.2, 100, older].map(passes)).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
  });

  it("meets a neck or bulge of any width where it is", () => {
    // Closed at 0 and open at 1: pressure and flow carried over three pipes by their matrices, and
    // the least wave number at which no pressure is left at the open end.
    const waveNumber = (at: number, width: number, ratio: number): number => {
      const left = (k: number): number => {
        let [pressure, flow] = [1, 0];
        for (const [length, section] of [
          [at, 1],
          [width, ratio],
          [1 - at - width, 1],
        ] as const) {
          const [c, s] = [Math.cos(k * length), Math.sin(k * length)];
          const next = pressure * c - (flow / section) * s;
          flow = flow * c + pressure * section * s;
          pressure = next;
        }
        return pressure;
      };
      let [low, high] = [0, 0];
      while (left(high) > 0) [low, high] = [high, high + 1e-3];
      for (let i = 0; i < 60; i += 1) {
        const middle = (low + high) / 2;
        if (left(middle) > 0) low = middle;
        else high = middle;
      }
      return low;
    };
    const piece = fc.record({
      at: fc.double({ min: 0.05, max: 0.85, noNaN: true }),
      width: fc.double({ min: -9, max: -1, noNaN: true }).map((n) => Math.exp(n * Math.LN10)),
      ratio: fc.double({ min: -6, max: 3, noNaN: true }).map((n) => Math.exp(n * Math.LN10)),
    });
    fc.assert(
      fc.property(piece, ({ at, ratio, width }) => {
        const area = `{${0.01 * ratio} if ${at} <= x < ${at + width}; 0.01 otherwise}`;
        const { gate, result } = solve(acoustic, { length: 1, c: 340, ends: "closed-open", area });
        const expected = (340 * waveNumber(at, width, ratio)) / (2 * Math.PI);
        expect(Math.abs(result.value - expected)).to.be.at.most(
          3 * gate.error * result.value + 1e-8 * expected,
        );
      }),
      { numRuns: 15, seed: 58 },
    );
    // The integral of 1 / area counts: 80.8192 Hz by the same matrices in Python.
    const thin = { area: "{1e-6 if 0.5123 <= x < 0.51231; 1e-2 otherwise}" };
    const { value } = solve(acoustic, { length: 1, c: 340, ends: "closed-open", ...thin }).result;
    expect(value).to.be.closeTo(80.8192486, 1e-6);
  });

  it("refuses a dip between the points, which blocks what flows", () => {
    const area = "0.01-0.00999*exp(-((x-0.5123)/0.000001)^2)";
    const refusal = refusalOf(acoustic, { length: 1, c: 340, ends: "closed-open", area });
    expect(refusal.message).to.match(/between the points/);
  });
});
