import { expect } from "chai";
import { cos, sin } from "../../../../protocol/math/index.js";
import { integrateStiff } from "../../../../protocol/math/ode/radau.js";
import type { Rhs } from "../../../../protocol/math/ode/rhs.js";

describe("Radau IIA of order 5", () => {
  it("solves Robertson's kinetics (Hairer and Wanner II, IV.10: reference at t = 40)", () => {
    const rhs: Rhs = (_t, y, out) => {
      const [back, on] = [1e4 * y[1]! * y[2]!, 3e7 * y[1]! * y[1]!];
      out[0] = -0.04 * y[0]! + back;
      out[1] = 0.04 * y[0]! - back - on;
      out[2] = on;
    };
    const { status, steps, y } = integrateStiff({
      rhs,
      t: 0,
      y: Float64Array.of(1, 0, 0),
      tEnd: 40,
      rtol: 1e-9,
      atol: Float64Array.of(1e-13, 1e-16, 1e-13),
    });
    expect(status).to.equal("end");
    expect(steps).to.be.below(3_000);
    // Test Set for IVP Solvers, and Hindmarsh's LSODE example: y(40) = 0.7158, 9.185e-6, 0.2842.
    expect(y[0]!).to.be.closeTo(0.7158270687, 2e-9);
    expect(y[1]!).to.be.closeTo(9.185534765e-6, 1e-13);
    expect(y[2]!).to.be.closeTo(0.2841637457, 2e-9);
  });

  it("follows a stiff forced equation (Prothero and Robinson 1974) whatever the stiffness", () => {
    for (const lambda of [1, 1e3, 1e7]) {
      const rhs: Rhs = (t, y, out) => {
        out[0] = -lambda * (y[0]! - cos(t)) - sin(t);
      };
      const { status, steps, y } = integrateStiff({
        rhs,
        t: 0,
        y: Float64Array.of(1),
        tEnd: 5,
        rtol: 1e-9,
        atol: Float64Array.of(1e-10),
      });
      expect(status).to.equal("end");
      expect(steps).to.be.below(2_000);
      expect(y[0]!).to.be.closeTo(cos(5), 1e-7);
    }
  });

  it("falls with its tolerance", () => {
    const rhs: Rhs = (_t, y, out) => {
      out[0] = y[1]!;
      out[1] = -y[0]!;
    };
    const errorAt = (rtol: number): number =>
      Math.abs(
        integrateStiff({
          rhs,
          t: 0,
          y: Float64Array.of(1, 0),
          tEnd: 6,
          rtol,
          atol: Float64Array.of(rtol, rtol),
        }).y[0]! - cos(6),
      );
    expect(errorAt(1e-9)).to.be.below(errorAt(1e-6) / 50);
  });

  it("stops where a solution ends", () => {
    const blow: Rhs = (_t, y, out) => {
      out[0] = y[0]! * y[0]!;
    };
    const { status, t } = integrateStiff({
      rhs: blow,
      t: 0,
      y: Float64Array.of(1),
      tEnd: 2,
      rtol: 1e-7,
      stepsMax: 5_000,
    });
    expect(status).not.to.equal("end");
    expect(t).to.be.closeTo(1, 1e-3);
  });
});
