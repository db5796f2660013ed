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

  it("pulls a bar by E A strain", () => {
    // A of one spacing (1 m) by 1 m.
    const body = { mode: "bar", nx: 10, notch: 0, break_strain: 0.001, strain: 0.0005, E: 2.1e11 };
    expect(valueAt(solve(fracture, body), "outputs.force")).to.be.closeTo(2.1e11 * 0.0005, 1e-3);
  });
});
