/**
 * At the ends of the range of doubles a job keeps its relative uncertainty, or is refused: no figure
 * becomes 0 or infinite on the way, and none of it is a fault of the program.
 */
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { solve as solveJob } from "../../../protocol/kernel/solved.js";
import { hypot, rootOfSquares } from "../../../protocol/math/index.js";
import { acoustic } from "../../../protocol/solvers/acoustic/solver.js";
import { device } from "../../../protocol/solvers/device/solver.js";
import { fea } from "../../../protocol/solvers/fea/solver.js";
import { opt } from "../../../protocol/solvers/opt/solver.js";
import { quantumLevels } from "../../../protocol/solvers/quantum-levels/solver.js";
import { SolverRefusal } from "../../../protocol/solvers/refusal.js";
import { solve } from "../../../protocol/solvers/solve/solver.js";
import type { Solver } from "../../../protocol/solvers/solver.js";
import type { Body } from "./motion.js";

function run(solver: Solver, body: Body): { value: number; uncertainty: number } {
  return solveJob(nodeCrypto, solver, body, "none", { aborted: false }).kernel;
}

function refusal(solver: Solver, body: Body): SolverRefusal {
  try {
    run(solver, body);
  } catch (error) {
    if (error instanceof SolverRefusal) return error;
    throw error;
  }
  throw new Error("there was an answer");
}

describe("solvers: the ends of the range of doubles", () => {
  it("adds squares that are no doubles", () => {
    for (const scale of [1, 1e-120, 1e-170, 1e-300, 1e120, 1e170, 1e300])
      expect(rootOfSquares([3 * scale, -4 * scale]) / scale).to.be.closeTo(5, 1e-14);
    for (const [a, b] of [
      [1e-160, 1e-140],
      [2e200, 1e-200],
      [0, 5e-324],
    ] as const)
      expect(rootOfSquares([a, b]) / hypot(a, b)).to.be.closeTo(1, 1e-14);
    expect(rootOfSquares([])).to.equal(0);
    expect(rootOfSquares([0, -0])).to.equal(0);
    expect(rootOfSquares([1, Infinity])).to.equal(Infinity);
    expect(Number.isNaN(rootOfSquares([1, NaN]))).to.equal(true);
  });

  it("keeps the part of a value that its constants leave open", () => {
    for (const m1 of [1, 1e-130, 1e-200, 1e-290, 1e130, 1e200, 1e300]) {
      const { uncertainty, value } = run(solve, {
        operators: ["KO42", "NM21"],
        inputs: { m1, m2: 7, r: 3 },
      });
      // G = 6.67430(15)e-11, CODATA 2022.
      expect(uncertainty / value, String(m1)).to.be.closeTo(0.00015 / 6.6743, 1e-8);
    }
    for (const rho of [1, 1e-160, 1e-300, 1e160]) {
      const plate = { eps_r: 4, rho, boundary: 0, lx: 0.02, ly: 0.01 };
      const { uncertainty, value } = run(device, plate);
      expect(uncertainty / value, String(rho)).to.be.closeTo(8.8892e-9, 1e-12);
    }
  });

  it("seals no resonance of 0 where a duct is too short for its matrix", () => {
    const pipe = (length: number): Body => ({ length, c: 343, ends: "closed-open" });
    // c / (4 L)
    for (const length of [1e-9, 1e-60])
      expect(run(acoustic, pipe(length)).value / (343 / (4 * length))).to.be.closeTo(1, 1e-9);
    for (const length of [1e-76, 1e-120, 1e-200])
      expect(refusal(acoustic, pipe(length)).message).to.contain("double");
  });

  it("refuses what leaves the range beside a value, and names it", () => {
    expect(refusal(fea, { L: 10, H: 1, E: 1e9, nu: 0.3, P: 5e-324 }).message).to.contain("finite");
    const lp = {
      c: [3, 5],
      A_ub: [
        [-1e308, 0],
        [0, 2],
        [3, 2],
      ],
      b_ub: [4, 12, 18],
    };
    expect(refusal(opt, { lp, sense: "max" }).message).to.contain("finite");
    const well = { preset: "finite-well", parameters: { V0: 10, L: 1e308 } };
    const morse = { preset: "morse", parameters: { D_e: 10, a: 5e-324 } };
    for (const potential of [well, morse])
      expect(
        refusal(quantumLevels, { ...potential, mass: 1.3, n: 1, units: "atomic" }).message,
      ).to.match(/finite|double/);
  });
});
