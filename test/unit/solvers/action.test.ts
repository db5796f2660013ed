import { expect } from "chai";
import { action } from "../../../protocol/solvers/action/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt } from "./motion.js";

const body = {
  system: "kepler",
  m: 1,
  mu: 1,
  initial: { q: [0.4, 0], p: [0, 2] },
  dt: 0.02,
  t_end: 10,
};

describe("solver action", () => {
  checkCommon(action, body);

  it("names what a system misses, and refuses what it does not have", () => {
    expect(
      missingOf(action, { system: "harmonic", m: 1, initial: { q: 1, p: 0 }, dt: 0.1, t_end: 9 }),
    ).to.equal("k");
    expect(
      missingOf(action, { system: "potential", m: 1, initial: { q: 1, p: 0 }, dt: 0.1, t_end: 9 }),
    ).to.equal("potential");
    for (const bad of [
      { initial: { q: 1, p: 0 } },
      { initial: { q: [1, 0], p: [0] } },
      { steps: 7 },
    ]) {
      expect(refusalOf(action, { ...body, ...bad }).code).to.equal("INVALID_BODY");
    }
    expect(
      refusalOf(action, {
        system: "potential",
        m: 1,
        potential: "q1^2 + z",
        initial: { q: 1, p: 0 },
        dt: 0.1,
        t_end: 9,
      }).code,
    ).to.equal("INVALID_BODY");
  });

  it("has the orders it names, in the action and in the energy", () => {
    for (const [order, dt] of [
      [4, 0.02],
      [6, 0.04],
      [8, 0.08],
    ] as const) {
      const errorAt = (step: number): number =>
        Math.abs(solve(action, { ...body, order, dt: step }).result.value - 2 * Math.PI);
      const observed = Math.log2(errorAt(dt) / errorAt(dt / 2));
      expect(observed, `order ${order}`).to.be.within(0.8 * order, 1.3 * order);
      expect(valueAt(solve(action, { ...body, order, dt }), "outputs.observed_order")).to.be.within(
        0.8 * order,
        1.3 * order,
      );
    }
  });

  it("bounds the energy over 200 periods where RK4 loses it steadily", () => {
    const { result } = solve(action, { ...body, dt: 0.03, t_end: 1_256 });
    const { energy_error, energy_error_rk4, energy_slope, energy_slope_rk4 } = result.outputs;
    expect(energy_slope_rk4!.value).to.be.above(1e4 * Math.abs(energy_slope!.value));
    expect(energy_error_rk4!.value / energy_slope_rk4!.value).to.be.within(600, 2_600);
    expect(energy_error!.value).to.be.below(energy_error_rk4!.value);
  });

  it("is symplectic: one step keeps areas, which RK4 does not", () => {
    // Oriented area of the parallelogram that two neighbouring starts of a pendulum span after one
    // second.
    const end = (q: number, p: number): [number, number] => {
      const { result } = solve(action, {
        system: "pendulum",
        m: 1,
        l: 1,
        g: 1,
        initial: { q, p },
        dt: 0.5,
        t_end: 1,
        quantity: "energy_error",
      });
      return [result.fields[0]!.data.at(-1)!, result.fields[1]!.data.at(-1)!];
    };
    const h = 1e-5;
    const [a, b] = [end(0.3 + h, 0.4), end(0.3 - h, 0.4)];
    const [c, d] = [end(0.3, 0.4 + h), end(0.3, 0.4 - h)];
    const determinant =
      ((a[0] - b[0]) * (c[1] - d[1]) - (a[1] - b[1]) * (c[0] - d[0])) / (4 * h * h);
    expect(determinant).to.be.closeTo(1, 1e-9);
  });

  it("turns back to its start when the momentum is reversed", () => {
    const there = solve(action, { ...body, t_end: 4, quantity: "energy_error" }).result;
    const end = there.fields.slice(0, 4).map(({ data }) => data.at(-1)!);
    const back = solve(action, {
      ...body,
      t_end: 4,
      quantity: "energy_error",
      initial: { q: end.slice(0, 2), p: end.slice(2).map((p) => -p) },
    }).result;
    const home = back.fields.slice(0, 4).map(({ data }) => data.at(-1)!);
    for (const [i, value] of [0.4, 0, 0, -2].entries())
      expect(home[i]!).to.be.closeTo(value, 1e-12);
  });

  it("follows rotations and units", () => {
    const plain = solve(action, body).result.value;
    expect(
      solve(action, { ...body, initial: { q: [0.24, 0.32], p: [-1.6, 1.2] } }).result.value,
    ).to.be.closeTo(plain, 1e-11);
    // Lengths by 4, times by 8 at the same mu: momenta by 1/2, action by 2.
    expect(
      solve(action, { ...body, initial: { q: [1.6, 0], p: [0, 1] }, dt: 0.16, t_end: 80 }).result
        .value,
    ).to.be.closeTo(2 * plain, 1e-11);
  });

  it("goes on from a state bit for bit", () => {
    const fixed = { ...body, dt: 0.0625 / 4 };
    const whole = solve(action, { ...fixed, t_end: 10 }).result;
    const first = solve(action, { ...fixed, t_end: 4, quantity: "energy_error" }).result;
    const { initial: _, ...open } = fixed;
    const second = solve(action, { ...open, t_end: 6, initialState: first.state }).result;
    expect(second.value).to.equal(whole.value);
    expect(second.state).to.deep.equal(whole.state);
  });

  it("knows after its return what it knew of its error, and of its energy to the end", () => {
    const fixed = { ...body, dt: 1 / 32 };
    const { initial: _, ...open } = fixed;
    const first = solve(action, { ...fixed, t_end: 7 });
    const second = solve(action, { ...open, t_end: 3, initialState: first.result.state });
    expect(first.gate.error).to.be.above(1e-9);
    expect([second.result.value, second.gate.error]).to.deep.equal([
      first.result.value,
      first.gate.error,
    ]);
    const asked = { quantity: "energy_error" };
    const whole = solve(action, { ...fixed, ...asked, t_end: 10 });
    const after = solve(action, { ...open, ...asked, t_end: 3, initialState: first.result.state });
    expect([after.result.value, after.gate.error]).to.deep.equal([
      whole.result.value,
      whole.gate.error,
    ]);
  });

  it("states an error that covers the true one", () => {
    let covered = 0;
    for (let k = 1; k <= 40; k += 1) {
      const { gate, result } = solve(action, { ...body, dt: 0.001 * k });
      if (Math.abs(result.value - 2 * Math.PI) <= 2 * gate.error * result.value + 1e-12)
        covered += 1;
    }
    expect(covered).to.be.at.least(38);
  });
});
