/** What a run could not see is found, or refused: never a certain value. */
import { expect } from "chai";
import { fracture } from "../../../protocol/solvers/fracture/solver.js";
import { heat } from "../../../protocol/solvers/heat/solver.js";
import { quant } from "../../../protocol/solvers/quant/solver.js";
import { quantumLevels } from "../../../protocol/solvers/quantum-levels/solver.js";
import { refusalOf, solve, valueAt } from "./motion.js";

describe("solvers: what a run could not see", () => {
  const bar = { alpha: 1e-7, length: 1, dim: 1, boundary: 0, t_end: 1 };

  it("starts heat on a mesh that shows the initial field", () => {
    // exp(-alpha pi^2 t) + exp(-alpha (512 pi)^2 t), both sines being 1 at the probe: mpmath.
    const { gate, result } = solve(heat, {
      ...bar,
      initial: "sin(pi*x)+sin(512*pi*x)",
      probe: 0.5009765625,
    });
    expect(Math.abs(result.value - 1.7720337316993962)).to.be.at.most(3 * gate.error * 1.78);
  });

  it("refuses a field and a potential that lie between the points of every mesh", () => {
    for (const initial of [
      "sin(pi*x)+sin(65536*pi*x)",
      "sin(pi*x)+1000*exp(-((x-0.3)/0.00001)^2)",
    ]) {
      const refusal = refusalOf(heat, { ...bar, initial, probe: 0.5 });
      expect(refusal.code, initial).to.equal("DID_NOT_CONVERGE");
      expect(refusal.message, initial).to.match(/between the points/);
    }
    const refusal = refusalOf(quantumLevels, {
      potential: "0.5*x^2-3000*exp(-((x-1.2345)/0.0005)^2)",
      mass: 1,
      n: 0,
      extent: 10,
      units: "atomic",
    });
    expect(refusal.message).to.match(/between the \d+ points/);
  });

  it("refuses a sample in which nothing was paid", () => {
    const refusal = refusalOf(quant, {
      S: 100,
      K: 1000000,
      r: 0.02,
      sigma: 1.5,
      T: 25,
      type: "call",
      style: "barrier",
      barrier: 120,
      barrierType: "up-and-in",
    });
    expect(refusal.members["closed_form"]).to.be.closeTo(99.24, 0.01);
  });

  it("seeks the paths that pay of an Asian option far from the money, or refuses", () => {
    const base = { S: 100, style: "asian", fixings: 2 };
    // One fixing integrated, the other in closed form; scripts/solvers/reference/quant.py: two_fixings.
    for (const [body, right] of [
      [{ ...base, K: 250, r: 0.05, sigma: 0.3, T: 1 }, 0.00130388756811425],
      [{ ...base, K: 600, r: 0.03, sigma: 0.8, T: 2 }, 2.3429128779543],
      [{ ...base, K: 101, r: 0.02, sigma: 0.01, T: 0.25 }, 0.00993012568230912],
      [{ ...base, K: 30, r: 0.05, sigma: 0.3, T: 1, type: "put" }, 1.03348134337923e-7],
      [{ ...base, K: 98.5, r: 0.02, sigma: 0.01, T: 0.25, type: "put" }, 6.89319956581479e-8],
    ] as const) {
      const { outputs, value } = solve(quant, body).result;
      const error = outputs["standard_error"]!.value;
      expect(Math.abs(value - right), JSON.stringify(body)).to.be.at.most(4 * error);
      expect(error).to.be.within(1e-6 * right, 0.02 * right);
    }
    const twelve = { ...base, K: 250, r: 0.05, sigma: 0.3, T: 1, fixings: 12 };
    const { outputs, value } = solve(quant, twelve).result;
    // By numpy, 1e7 shifted paths: 1.8862e-5 within 1.4e-8.
    expect(Math.abs(value - 1.8862e-5)).to.be.at.most(3 * outputs["standard_error"]!.value);
    // The geometric mean, of which the closed form is the control.
    const geometric = solve(quant, { ...twelve, average: "geometric" }).result;
    expect(geometric.value / geometric.outputs["closed_form"]!.value).to.be.closeTo(1, 3e-3);
    for (const body of [
      { ...twelve, K: 1e9 },
      { ...twelve, style: "barrier", fixings: undefined, barrier: 400, barrierType: "up-and-in" },
    ])
      expect(refusalOf(quant, body).code).to.equal("DID_NOT_CONVERGE");
    const dated = { barrier: 20, barrierType: "down-and-out", monitoring: 3, seed: 1 };
    const far = { S: 100, K: 700, r: 0.05, sigma: 0.3, T: 1, style: "barrier", ...dated };
    expect(refusalOf(quant, far).message).to.match(/hardly a path/);
  });

  it("pulls a bar by E A strain", () => {
    // A of one spacing (1 m) by 1 m.
    const body = { mode: "bar", nx: 10, notch: 0, break_strain: 0.001, strain: 0.0005, E: 2.1e11 };
    expect(valueAt(solve(fracture, body), "outputs.force")).to.be.closeTo(2.1e11 * 0.0005, 1e-3);
  });
});
