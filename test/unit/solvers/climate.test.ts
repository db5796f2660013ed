/** Shallow water: what no list of inputs can show by itself. */
import { expect } from "chai";
import { climate } from "../../../protocol/solvers/climate/solver.js";
import { checkCommon, missingOf, refusalOf, solve, type Body } from "./motion.js";

const LAKE = {
  H: 30,
  f: 8e-5,
  beta: 1e-11,
  g: 9.81,
  extent: [20000, 13000],
  t_end: 500,
  bed: "10 * exp(-((x - 9000) / 3000)^2)",
  probe: [6100, 4200],
  initial: "0.3 * cos(pi * x / 20000) * cos(pi * y / 13000)",
} as const;

describe("solvers/climate", () => {
  checkCommon(climate, { h_left: 2, h_right: 1, g: 9.81, t_end: 1 });

  it("rescales: lengths by 4, times by 2 (Froude)", () => {
    const { value } = solve(climate, { ...LAKE, nx: 32, ny: 24 }).result;
    const scaled = solve(climate, {
      ...LAKE,
      H: 120,
      f: 4e-5,
      beta: 1e-11 / 8,
      extent: [80000, 52000],
      t_end: 1000,
      nx: 32,
      ny: 24,
      bed: "40 * exp(-((x / 4 - 9000) / 3000)^2)",
      probe: [24400, 16800],
      initial: "1.2 * cos(pi * x / 80000) * cos(pi * y / 52000)",
    }).result.value;
    expect(scaled).to.be.closeTo(4 * value, 1e-9);
    const dam = solve(climate, { h_left: 3, h_right: 1, g: 9.81, t_end: 2, probe: 5, nx: 400 })
      .result.value;
    expect(
      solve(climate, { h_left: 12, h_right: 4, g: 9.81, t_end: 4, probe: 20, nx: 400 }).result
        .value,
    ).to.be.closeTo(4 * dam, 1e-9);
  });

  it("mirrors with its inputs", () => {
    const dam = solve(climate, {
      h_left: 3,
      h_right: 1,
      g: 9.81,
      t_end: 2,
      probe: 5,
      nx: 300,
      bed: "0.2 * exp(-(x - 4)^2)",
    }).result.value;
    expect(
      solve(climate, {
        h_left: 1,
        h_right: 3,
        g: 9.81,
        t_end: 2,
        probe: -5,
        nx: 300,
        bed: "0.2 * exp(-(-x - 4)^2)",
      }).result.value,
    ).to.be.closeTo(dam, 1e-11);
    const { value } = solve(climate, { ...LAKE, beta: 0, nx: 32, ny: 24 }).result;
    const mirrored = solve(climate, {
      ...LAKE,
      beta: 0,
      f: -8e-5,
      nx: 32,
      ny: 24,
      bed: "10 * exp(-((11000 - x) / 3000)^2)",
      probe: [13900, 4200],
      initial: "-0.3 * cos(pi * x / 20000) * cos(pi * y / 13000)",
    }).result.value;
    expect(mirrored).to.be.closeTo(value, 1e-11);
  });

  it("a lake stays at rest over any bed, in a basin and along a line", () => {
    const basin = solve(climate, { ...LAKE, initial: 0, nx: 24, ny: 16 }).result;
    expect(basin.outputs["speed_max"]!.value).to.be.below(1e-9);
    const line = solve(climate, {
      h_left: 2,
      h_right: 2,
      g: 9.81,
      t_end: 4,
      bed: "1.9 * abs(sin(x)) + 0.05 * x * heaviside(x)",
      nx: 300,
    }).result;
    expect(line.outputs["speed_max"]!.value).to.be.below(1e-9);
  });

  it("keeps its water to rounding and its energy to the error of the steps; recomputed from the fields", () => {
    const { fields, invariants, outputs } = solve(climate, { ...LAKE, nx: 40, ny: 26 }).result;
    expect(invariants[0]!.driftPct).to.be.below(1e-10);
    expect(invariants[1]!.driftPct).to.be.below(0.01);
    const cell = (20000 / 40) * (13000 / 26);
    expect(fields[0]!.data.reduce((a, b) => a + b, 0) * cell).to.be.closeTo(
      outputs["volume"]!.value,
      1e-3,
    );
    const steps = [1, 2].map((k) => {
      const { result } = solve(climate, { ...LAKE, nx: 40, ny: 26, dt: 10 / k });
      return result.invariants[1]!.driftPct;
    });
    expect(steps[1]).to.be.below(steps[0]!);
  });

  it("has second order for smooth waves, and covers the truth", () => {
    const exact =
      1e-5 * Math.cos(0.2 * Math.PI) * Math.cos(((Math.sqrt(9.81 * 20) * Math.PI) / 5000) * 300);
    const runs = [16, 32, 64].map((n) =>
      solve(climate, {
        H: 20,
        f: 0,
        g: 9.81,
        extent: [5000, 3000],
        nx: n,
        ny: n,
        t_end: 300,
        initial: "1e-5 * cos(pi * x / 5000)",
        probe: [1000, 1500],
      }),
    );
    const errors = runs.map(({ result }) => result.value - exact);
    for (const k of [0, 1]) expect(Math.log2(errors[k]! / errors[k + 1]!)).to.be.within(1.6, 2.4);
    runs.forEach(({ gate }, k) => expect(Math.abs(errors[k]!)).to.be.below(2 * gate.error * 1e-5));
  });

  it("waves of height are no linear waves: a bore steepens", () => {
    const at = (a: number): number =>
      solve(climate, {
        ...LAKE,
        bed: 0,
        nx: 40,
        ny: 26,
        t_end: 800,
        initial: `${a} * cos(pi * x / 20000) * cos(pi * y / 13000)`,
      }).result.value / a;
    expect(Math.abs(at(3) - at(1e-4))).to.be.above(1e-3);
  });

  it("two half runs are one whole run, bit for bit", () => {
    const body: Body = { ...LAKE, nx: 20, ny: 13, dt: 10 };
    const whole = solve(climate, { ...body, t_end: 400 }).result;
    const half = solve(climate, { ...body, t_end: 150 }).result;
    const { initial: _, ...rest } = body;
    const second = solve(climate, { ...rest, t_end: 250, initialState: half.state! }).result;
    expect(second.value).to.equal(whole.value);
    expect(second.state).to.deep.equal(whole.state);
  });

  it("asks for what is missing, and refuses what cannot be", () => {
    expect(refusalOf(climate, { H: 10, g: 9.81, extent: 100, initial: 0, t_end: 1 }).code).to.equal(
      "INSUFFICIENT_INPUTS",
    );
    expect(
      missingOf(climate, { H: 10, f: 0, g: 9.81, extent: 100, initial: 0, t_end: 1, mode: "dam" }),
    ).to.equal("h_left");
    expect(refusalOf(climate, { ...LAKE, bed: "40 * x / 20000" }).code).to.equal("INVALID_BODY");
    expect(refusalOf(climate, { ...LAKE, probe: [30000, 0] }).code).to.equal("INVALID_BODY");
    expect(
      refusalOf(climate, { ...LAKE, nx: 100_000, ny: 100_000, dt: 1e-3 }).members["reason"],
    ).to.equal("TOO_LARGE");
    expect(
      refusalOf(climate, { h_left: 2, h_right: 1, g: 9.81, t_end: 1, nx: 200, dt: 0.5 }).members[
        "reason"
      ],
    ).to.equal("UNSTABLE_STEP");
    expect(refusalOf(climate, { h_left: -1, h_right: 1, g: 9.81, t_end: 1 }).code).to.equal(
      "INVALID_BODY",
    );
    expect(missingOf(climate, { ...LAKE, mode: "sphere" })).to.equal("radius");
    expect(refusalOf(climate, { ...LAKE, mode: "globe" }).code).to.equal("INVALID_BODY");
  });
});
