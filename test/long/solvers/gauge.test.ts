import { expect } from "chai";
import { executeJob } from "../../../protocol/solvers/execute.js";
import { gauge } from "../../../protocol/solvers/gauge/solver.js";
import type { SolverResult } from "../../../protocol/solvers/solver.js";

function plaquette(beta: number, start: "hot" | "cold", sweeps: number): SolverResult {
  return executeJob(
    gauge,
    { group: "Z2", shape: [4, 4, 4, 4], beta, start, sweeps, thermalization: 200 },
    { aborted: false },
  ).result;
}

describe("Z2 in four dimensions, long", () => {
  it("is its own dual: strong coupling tells weak coupling", () => {
    // Wegner, J. Math. Phys. 12 (1971) 2259: with exp(-2 b) = tanh(beta), ln Z(beta) - 6 N ln
    // cosh(beta) and ln Z(b) - 6 N b are one but for a constant; beta and b meet at ln(1 + sqrt
    // 2)/2.
    const beta = 0.38;
    const strong = plaquette(beta, "hot", 18_000);
    const weak = plaquette(-0.5 * Math.log(Math.tanh(beta)), "cold", 2_400);
    const ratio = Math.tanh(beta) + (1 - weak.value) / Math.sinh(2 * beta);
    const error = Math.hypot(
      strong.outputs["standard_error"]!.value,
      weak.outputs["standard_error"]!.value / Math.sinh(2 * beta),
    );
    expect(error).to.be.below(4e-4);
    expect(Math.abs(strong.value - ratio), `${strong.value}, ${ratio}`).to.be.at.most(4 * error);
    // The leading term of strong coupling alone is far off.
    expect(strong.value - Math.tanh(beta)).to.be.above(20 * error);
  });
});
