/** Incompressible flow: what no list of inputs can show by itself. */
import { expect } from "chai";
import { flow } from "../../../protocol/solvers/flow/solver.js";
import { rowsOf, runRow } from "../../../scripts/solvers/validation.js";
import { checkCommon, missingOf, refusalOf, solve } from "./motion.js";

describe("solvers/flow", () => {
  checkCommon(flow, { mode: "taylor-green", nu: 0.05, U: 1, L: 1, t_end: 0.1 });

  for (const row of rowsOf("flow")) {
    if (row.long === true) continue;
    it(`reference: ${row.case}`, async () => {
      const { ok, told } = await runRow("flow", row);
      expect(ok, told).to.equal(true);
    });
  }

  it("depends on the Reynolds number alone, between the numbers of tables too", () => {
    const { value } = solve(flow, { Re: 137.3, n: 32 }).result;
    expect(solve(flow, { nu: 0.02, U: 137.3 * 0.02 / 0.4, L: 0.4, n: 32 }).result.value).to.be.closeTo(value * 137.3 * 0.02, 1e-10);
    const around = [100, 400].map((Re) => solve(flow, { Re, n: 32 }).result.value);
    expect(value).to.be.below(around[0]!);
    expect(value).to.be.above(around[1]!);
  });

  it("no velocity that is returned diverges, nothing leaves through lid corners", () => {
    const { fields } = solve(flow, { Re: 250, n: 24 }).result;
    const [, u, v] = fields;
    const [x, y] = [u!.axes[1]!.values!, v!.axes[0]!.values!];
    for (let j = 0; j < 24; j += 1) {
      expect(u!.data[j * 25]).to.be.closeTo(0, 1e-15);
      expect(u!.data[j * 25 + 24]).to.be.closeTo(0, 1e-15);
      for (let i = 0; i < 24; i += 1) {
        const div = (u!.data[j * 25 + i + 1]! - u!.data[j * 25 + i]!) / (x[i + 1]! - x[i]!)
          + (v!.data[(j + 1) * 24 + i]! - v!.data[j * 24 + i]!) / (y[j + 1]! - y[j]!);
        expect(Math.abs(div) / 24).to.be.below(1e-10);
      }
    }
  });

  it("in time: the returned velocities are free of divergence, and a cavity nears its steady state", () => {
    const { fields, outputs, value } = solve(flow, { Re: 40, t_end: 12, n: 24, dt: 0.0125 }).result;
    const [, u, v] = fields;
    for (let j = 0; j < 24; j += 1) {
      for (let i = 0; i < 24; i += 1) {
        const div = u!.data[j * 25 + i + 1]! - u!.data[j * 25 + i]! + v!.data[(j + 1) * 24 + i]! - v!.data[j * 24 + i]!;
        expect(Math.abs(div)).to.be.below(1e-10);
      }
    }
    expect(outputs["divergence"]!.value).to.be.below(1e-10);
    expect(value).to.be.closeTo(solve(flow, { Re: 40, n: 48 }).result.value, 2e-3);
  });

  it("has second order in space and covers the truth", () => {
    const exact = -(1 / (2 * Math.PI)) * Math.exp(-8 * Math.PI * Math.PI * 0.02 * 0.3);
    const runs = [16, 32, 64].map((n) => solve(flow, { mode: "taylor-green", nu: 0.02, U: 1, L: 1, t_end: 0.3, n, dt: 0.3 / (n * 2) }));
    const errors = runs.map(({ result }) => result.value - exact);
    for (const k of [0, 1]) expect(Math.log2(errors[k]! / errors[k + 1]!)).to.be.within(1.6, 2.4);
    runs.forEach(({ gate }, k) => expect(Math.abs(errors[k]!)).to.be.below(2 * gate.error));
  });

  it("two half runs are one whole run, bit for bit", () => {
    for (const mode of ["cavity", "taylor-green", "channel"] as const) {
      const body = { mode, Re: 60, n: 16, dt: 0.0078125 } as const;
      const whole = solve(flow, { ...body, t_end: 20 * body.dt }).result;
      const half = solve(flow, { ...body, t_end: 8 * body.dt }).result;
      const second = solve(flow, { ...body, t_end: 12 * body.dt, initialState: half.state! }).result;
      expect(second.value).to.equal(whole.value);
      expect(second.state).to.deep.equal(whole.state);
    }
  });

  it("asks for what is missing, and refuses what cannot be", () => {
    expect(missingOf(flow, { Re: 100, mode: "taylor-green" })).to.equal("t_end");
    expect(refusalOf(flow, { nu: 1, U: 1 }).code).to.equal("INSUFFICIENT_INPUTS");
    expect(refusalOf(flow, { Re: 0 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(flow, { Re: 100, nu: 1, U: 1, L: 1 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(flow, { Re: 1, n: 64, t_end: 1, dt: 0.001 }).members["reason"]).to.equal("UNSTABLE_STEP");
    expect(refusalOf(flow, { Re: 100, n: 1e9 }).code).to.equal("INVALID_BODY");
  });
});
