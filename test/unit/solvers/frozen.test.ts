/** Chains that met too few excitations: never a certain value that is none. */
import { expect } from "chai";
import { gauge } from "../../../protocol/solvers/gauge/solver.js";
import { lattice } from "../../../protocol/solvers/lattice/solver.js";
import { sampled } from "../../../protocol/solvers/sampling.js";
import { refusalOf, solve } from "./motion.js";

describe("solvers: frozen chains", () => {
  it("are answered by the exact value, where it is known", () => {
    // t (1 + t^(N - 2)) / (1 + t^N), t = tanh(beta), N plaquettes: all configurations counted.
    for (const [shape, beta, right] of [
      [[4, 4], 3, 0.9998157751169569],
      [[3, 5], 4, 0.9999968490431207],
      [[2, 2], 5, 0.9999999876330784],
    ] as const) {
      const { gate, result } = solve(gauge, { group: "Z2", shape, beta, sweeps: 64 });
      expect(result.value, String(shape)).to.be.closeTo(right, 1e-14);
      expect(gate.method).to.equal("rounding");
      expect(result.outputs["standard_error"]!.value).to.be.above(0);
      expect(result.notes.join()).to.match(/too few excitations/);
    }
    // Mean over all configurations, by mpmath.
    for (const [shape, T, right] of [
      [[4, 4], 0.4, -1.999999983508525],
      [[8], 0.2, -0.9999999711438505],
      [[3, 4], 0.5, -1.999999098584491],
    ] as const) {
      const { result } = solve(lattice, { mode: "ising", shape, T, sweeps: 64 });
      expect(result.value, String(shape)).to.be.closeTo(right, 1e-13);
      // Fluctuations that were not seen are not known to be none.
      expect(result.outputs["specific_heat"]!.uncertainty).to.be.above(0);
      expect(result.outputs["magnetisation"]!.uncertainty).to.be.above(0);
    }
  });

  it("are refused where nothing is known and the sample is too small for one excitation", () => {
    const body = { group: "Z2", shape: [4, 4, 4], beta: 3, start: "cold" };
    const { members } = refusalOf(gauge, { ...body, sweeps: 8 });
    expect(members["sweeps_needed"]).to.be.above(8);
    // One turned link is in four plaquettes of the 192, over all measurements.
    const { gate, result } = solve(gauge, { ...body, sweeps: 1024 });
    expect(result.outputs["standard_error"]!.value).to.be.at.least(8 / 192 / (8 * 1024));
    expect(gate.error).to.be.above(0);
    const loops = result.named["wilsonLoops"];
    if (!Array.isArray(loops)) throw new Error("no loops");
    expect(loops.length).to.be.above(0);
    for (const loop of loops) expect(loop).to.have.property("uncertainty").that.is.above(0);
  });

  it("are refused where their mean is not the exact one", () => {
    const of = (mean: number): (() => unknown) => {
      const still = { errorOfError: 0, tau: 0.5, tauError: 0, hotMinusCold: 0 };
      const statistics = { ...still, mean, standardError: 1e-4, hotMinusColdError: 1e-4 };
      return () =>
        sampled({
          sweeps: 64,
          doublingsMax: 0,
          scale: 0.05,
          measure: () => 64,
          statistics: () => statistics,
          excitation: 0,
          exact: { value: 0.9, uncertainty: 0 },
          apart: null,
        });
    };
    expect(of(0.9004)).not.to.throw();
    expect(of(0.9006)).to.throw(/from the exact one, 0.9/);
    expect(of(0.8994)).to.throw(/from the exact one, 0.9/);
  });
});
