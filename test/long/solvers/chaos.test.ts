import { expect } from "chai";
import { executeJob } from "../../../protocol/solvers/execute.js";
import { chaos } from "../../../protocol/solvers/chaos/solver.js";

describe("the exponent of the Lorenz attractor, long", () => {
  it("agrees with the published 0.9056 from several starts, each within its own error bar", () => {
    let covered = 0;
    for (let k = 0; k < 8; k += 1) {
      const { result } = executeJob(
        chaos,
        { sigma: 10, rho: 28, beta: 8 / 3, initial: [1 + k, 1 - 0.3 * k, 20] },
        { aborted: false },
      );
      expect(result.value).to.be.closeTo(0.9056, 1.2e-3);
      if (Math.abs(result.value - 0.9056) <= 2 * result.outputs["lambda1"]!.uncertainty + 1e-4)
        covered += 1;
    }
    expect(covered).to.be.at.least(7);
  });
});
