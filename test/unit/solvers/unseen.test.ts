/** A spike between the points of every mesh is refused; what the points show is answered. */
import { expect } from "chai";
import { acoustic } from "../../../protocol/solvers/acoustic/solver.js";
import { device } from "../../../protocol/solvers/device/solver.js";
import { tumour } from "../../../protocol/solvers/tumour/solver.js";
import { wave } from "../../../protocol/solvers/wave/solver.js";
import { refusalOf, solve } from "./motion.js";

describe("solvers: a field between the points", () => {
  const spike = (height: number, width: number): string =>
    `${height}*exp(-((x-0.3123)/${width})^2)`;
  const string = { dim: 1, c: 1, length: 1, velocity: 0, t_end: 0.3, probe: 0.4 };
  const box = { lx: 1, ly: 1, eps_r: 1, boundary: 0 };
  const duct = { length: 1, c: 343, ends: "closed-closed" };

  it("is refused by wave, for displacement and velocity", () => {
    for (const body of [
      { ...string, initial: `sin(pi*x)+${spike(100, 0.00001)}` },
      { ...string, initial: "sin(pi*x)", velocity: spike(1e6, 0.00001) },
    ]) {
      const refusal = refusalOf(wave, body);
      expect(refusal.code).to.equal("DID_NOT_CONVERGE");
      expect(refusal.message).to.match(/between the points/);
    }
    // Standing: sin(pi x) cos(pi c t).
    const { gate, result } = solve(wave, { ...string, initial: "sin(pi*x)" });
    expect(Math.abs(result.value - 0.5590169943749475)).to.be.at.most(3 * gate.error);
  });

  it("is refused by device", () => {
    const refusal = refusalOf(device, { ...box, rho: `1e-9+${spike(1, 0.00001)}` });
    expect(refusal.message).to.match(/between the points/);
    expect(solve(device, { ...box, rho: 1e-9 }).gate.passed).to.equal(true);
  });

  it("is refused by tumour", () => {
    const body = { D: 1, r: 1, t_end: 10 };
    const front = "1/(1+exp((x-12)*2))";
    const refusal = refusalOf(tumour, {
      ...body,
      initial: `${front}+90000*exp(-((x-20.0123)/0.000001)^2)`,
    });
    expect(refusal.message).to.match(/between the points/);
    expect(solve(tumour, { ...body, initial: front }).gate.passed).to.equal(true);
  });

  it("is refused by acoustic", () => {
    const refusal = refusalOf(acoustic, { ...duct, area: `1+${spike(1e4, 0.000001)}` });
    expect(refusal.message).to.match(/between the points/);
    // A cosine horn of gentle shape is what its points show.
    expect(solve(acoustic, { ...duct, area: "1+0.3*cos(pi*x)" }).gate.passed).to.equal(true);
  });
});
