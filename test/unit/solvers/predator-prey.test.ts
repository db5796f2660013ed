import { expect } from "chai";
import { firstIntegral } from "../../../protocol/solvers/predator-prey/model.js";
import { predatorPrey } from "../../../protocol/solvers/predator-prey/solver.js";
import { checkCommon, missingOf, solve, valueAt, type Body } from "./motion.js";

const orbit = { alpha: 1.1, beta: 0.4, gamma: 0.4, delta: 0.1, x0: 10, y0: 10 };
const body: Body = { ...orbit, t_end: 12 };

describe("solver predator-prey", () => {
  checkCommon(predatorPrey, body);

  it("names what a mode misses", () => {
    expect(missingOf(predatorPrey, { ...orbit, quantity: "prey" })).to.equal("t_end");
  });

  it("converges with the order of each scheme", () => {
    const exact = valueAt(solve(predatorPrey, { ...body, method: "dop853", dt: 0.01 }), "value");
    for (const [method, order, dt] of [
      ["rk4", 4, 0.02],
      ["dop853", 8, 0.4],
    ] as const) {
      const errorAt = (step: number): number =>
        Math.abs(solve(predatorPrey, { ...body, method, dt: step }).result.value - exact);
      const observed = Math.log2(errorAt(dt) / errorAt(dt / 2));
      expect(observed, method).to.be.within(0.8 * order, 1.25 * order);
    }
  });

  it("rescales: populations and time have no scale of their own", () => {
    const plain = solve(predatorPrey, { ...body, dt: 0.01 }).result.value;
    const seven = solve(predatorPrey, {
      alpha: 1.1 / 64,
      beta: 0.4 / 64 / 8,
      gamma: 0.4 / 64,
      delta: 0.1 / 64 / 4,
      x0: 40,
      y0: 80,
      t_end: 12 * 64,
      dt: 0.64,
    }).result.value;
    expect(seven / 4).to.be.closeTo(plain, 1e-12 * plain);
  });

  it("keeps the first integral along the orbit it returns", () => {
    const { result } = solve(predatorPrey, body);
    const [prey, predator] = result.fields;
    const w = (x: number, y: number): number =>
      0.1 * x - 0.4 * Math.log(x) + 0.4 * y - 1.1 * Math.log(y);
    const first = w(10, 10);
    for (let i = 0; i < prey!.data.length; i += 1) {
      expect(Math.abs(w(prey!.data[i]!, predator!.data[i]!) - first)).to.be.below(
        1e-3 * firstIntegral(orbit, 10, 10),
      );
    }
    expect(result.invariants[0]!.driftPct).to.be.below(0.1);
  });

  it("goes on from a state bit for bit", () => {
    for (const method of ["rk4", "dop853"]) {
      const whole = solve(predatorPrey, { ...body, method, dt: 0.0625, t_end: 10 }).result;
      const first = solve(predatorPrey, { ...body, method, dt: 0.0625, t_end: 4 }).result;
      const second = solve(predatorPrey, {
        ...body,
        method,
        dt: 0.0625,
        t_end: 6,
        initialState: first.state,
      }).result;
      expect(second.value).to.equal(whole.value);
      expect(second.state).to.deep.equal(whole.state);
    }
  });

  it("states an error that covers the true one", () => {
    const exact = solve(predatorPrey, { ...body, method: "dop853", dt: 0.01 }).result.value;
    let covered = 0;
    for (let i = 1; i <= 40; i += 1) {
      const { gate, result } = solve(predatorPrey, { ...body, dt: 0.0025 * i });
      if (Math.abs(result.value - exact) <= 2 * gate.error * Math.abs(result.value) + 1e-13 * exact)
        covered += 1;
    }
    expect(covered).to.be.at.least(38);
  });

  it("tells a changed result from its own", () => {
    const { result } = solve(predatorPrey, { ...orbit, quantity: "period" });
    const small = (2 * Math.PI) / Math.sqrt(orbit.alpha * orbit.gamma);
    // The limit of small orbits is 34 percent off on this one: it cannot stand in for the
    // integrated period.
    expect(Math.abs(result.value - small) / small).to.be.above(0.3);
    expect(
      valueAt(solve(predatorPrey, { ...orbit, x0: 9, quantity: "period" }), "value"),
    ).not.to.equal(result.value);
  });
});
