/** Growth fronts: what no list of inputs can show by itself. */
import { expect } from "chai";
import { tumour } from "../../../protocol/solvers/tumour/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt } from "./motion.js";

const CLOT = { D: 2.1, r: 0.7, t_end: 12, initial: "0.9 * exp(-(x / 8)^4)" } as const;

describe("solvers/tumour", () => {
  checkCommon(tumour, { D: 1, r: 1, t_end: 6, initial: { step: 8 } });

  it("rescales: lengths by 3, times by 2", () => {
    const { value } = solve(tumour, CLOT).result;
    const scaled = solve(tumour, {
      D: 2.1 * 4.5,
      r: 0.35,
      t_end: 24,
      initial: "0.9 * exp(-(x / 24)^4)",
    }).result.value;
    expect(scaled).to.be.closeTo(1.5 * value, 1e-10);
  });

  it("from a step it is slower than the asymptotic formula, and both schemes agree", () => {
    const body = { D: 1, r: 1, t_end: 8, initial: { step: 6 } } as const;
    const { outputs, value } = solve(tumour, body).result;
    expect(value).to.be.below(outputs["asymptotic_speed_formula"]!.value - 0.1);
    expect(solve(tumour, { ...body, scheme: "explicit" }).result.value).to.be.closeTo(value, 2e-4);
  });

  it("curvature slows it: ball, disc, plane", () => {
    const [ball, disc, line] = ["radial", "disc", "line"].map(
      (geometry) => solve(tumour, { ...CLOT, geometry }).result.value,
    );
    expect(ball).to.be.below(disc!);
    expect(disc).to.be.below(line!);
  });

  it("has second order", () => {
    const exact = 5 / Math.sqrt(6);
    const errors = [0.5, 0.25, 0.125].map(
      (h) =>
        solve(tumour, {
          D: 1,
          r: 1,
          t_end: 6,
          dx: h,
          dt: h / 2,
          extent: 80,
          initial: "1 / (1 + exp((x - 30) / sqrt(6)))^2",
        }).result.value - exact,
    );
    for (const k of [0, 1]) expect(Math.log2(errors[k]! / errors[k + 1]!)).to.be.within(1.6, 2.4);
  });

  it("keeps densities within [0, 1] and refuses others, never cutting them off", () => {
    const { outputs } = solve(tumour, CLOT).result;
    expect(outputs["density_min"]!.value).to.be.at.least(-1e-12);
    expect(outputs["density_max"]!.value).to.be.at.most(1 + 1e-12);
    expect(refusalOf(tumour, { ...CLOT, initial: "1.2 * exp(-x^2)" }).code).to.equal(
      "INVALID_BODY",
    );
    expect(refusalOf(tumour, { ...CLOT, initial: "-0.1 * exp(-x^2)" }).code).to.equal(
      "INVALID_BODY",
    );
    expect(
      refusalOf(tumour, { ...CLOT, D: 1, r: 9, dx: 0.5, dt: 0.3, scheme: "explicit" }).code,
    ).to.equal("SOLVER_REJECTED");
    expect(
      refusalOf(tumour, {
        D: 0.1,
        r: 9,
        t_end: 8,
        initial: { step: 5 },
        dx: 0.5,
        dt: 0.3,
        scheme: "explicit",
      }).members["reason"],
    ).to.equal("explosion");
  });

  it("two half runs are one whole run, bit for bit", () => {
    const body = { D: 1, r: 1, initial: { step: 7 }, dx: 0.2, dt: 0.05, extent: 60 } as const;
    const whole = solve(tumour, { ...body, t_end: 10, window: [6, 9] }).result;
    const half = solve(tumour, { ...body, t_end: 4 }).result;
    const { initial: _, ...rest } = body;
    const second = solve(tumour, {
      ...rest,
      t_end: 6,
      window: [6, 9],
      initialState: half.state!,
    }).result;
    expect(second.state).to.deep.equal(whole.state);
    expect(second.value).to.be.closeTo(whole.value, 1e-13);
  });

  it("grows its domain before the front comes near, and says so when the caller's is too small", () => {
    const { outputs } = solve(tumour, {
      D: 1,
      r: 1,
      t_end: 16,
      initial: "1 / (1 + exp((x - 12) / 2))",
    }).result;
    expect(outputs["wall_density"]!.value).to.be.below(1e-6);
    expect(
      refusalOf(tumour, { D: 1, r: 1, t_end: 10, initial: { step: 5 }, extent: 28, dx: 0.2 })
        .members["reason"],
    ).to.equal("budget");
  });

  it("recomputes: the mean speed is the way over the time of the listed positions", () => {
    const solved = solve(tumour, { D: 1, r: 1, t_end: 8, initial: { step: 6 }, dx: 0.1, dt: 0.05 });
    const way = solved.result.fields.find(({ name }) => name === "front_position")!;
    const times = way.axes[0]!.values!;
    const at = (t: number): number => way.data[times.findIndex((x) => Math.abs(x - t) < 1e-9)]!;
    expect((at(8) - at(4)) / 4).to.be.closeTo(valueAt(solved, "value"), 1e-10);
  });

  it("asks for what is missing, and refuses what cannot be", () => {
    expect(refusalOf(tumour, { D: 1, r: 1, t_end: 1 }).code).to.equal("INSUFFICIENT_INPUTS");
    expect(refusalOf(tumour, { ...CLOT, D: 0 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(tumour, { ...CLOT, window: [5, 20] }).code).to.equal("INVALID_BODY");
    expect(refusalOf(tumour, { ...CLOT, dx: 1e-9 }).members["reason"]).to.equal("TOO_LARGE");
    expect(refusalOf(tumour, { ...CLOT, initial: 0.5 }).code).to.equal("INVALID_BODY");
    expect(() => missingOf(tumour, { ...CLOT })).to.throw("missed nothing");
  });
});
