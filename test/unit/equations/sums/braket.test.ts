import { expect } from "chai";
import { ask, missing, refusal, valued } from "../outcomes.js";

const SPIN = { psi_1: 0.6, psi_2: 0.8, H_11: 1, H_12: 0.5, H_21: 0.5, H_22: 2 };

describe("equations: bra-kets", () => {
  it("have the unit of the operator and the uncertainty of its elements", () => {
    const energy = valued(
      ask("E = <psi|H|psi>", SPIN, { symbols: { H_ij: "J" }, uncertainties: { H_11: 0.1 } }),
    );
    expect([energy.value, energy.unit, energy.kind]).to.deep.equal([2.12, "J", "braket"]);
    expect(energy.uncertainty).to.be.closeTo(0.036, 1e-15);
    expect(energy.notes).to.deep.equal([]);
  });

  it("name a state whose norm is not 1, and normalise nothing", () => {
    const norm = valued(ask("N = <psi|psi>", { psi_1: 3, psi_2_re: 0, psi_2_im: 4 }));
    expect(norm.value).to.equal(25);
    expect(norm.notes).to.deep.equal([
      "the squared norm of psi is 25, not 1; nothing was normalised",
    ]);
  });

  it("refuse a complex value and say how large its imaginary part is", () => {
    const { kind, message, columns } = refusal(
      ask("y = <phi|psi>", { phi_1: 1, psi_1_re: 0.25, psi_1_im: 0.5 }),
    );
    expect([kind, columns]).to.deep.equal(["complex-value", [5, 13]]);
    expect(message).to.match(/imaginary part is 0.5/);
    expect(
      valued(ask("y = |<phi|psi>|^2", { phi_1: 1, psi_1_re: 0.25, psi_1_im: 0.5 })).value,
    ).to.equal(0.3125);
    const lopsided = { psi_1: 0.6, psi_2: 0.8, H_11: 1, H_12_re: 0, H_12_im: 1, H_21: 0, H_22: 2 };
    expect(refusal(ask("E = <psi|H|psi>", lopsided)).kind).to.equal("complex-value");
  });

  it("ask for what is missing by its exact name", () => {
    expect(missing(ask("y = <phi|psi>", { psi_1: 0.6, psi_2: 0.8, phi_1: 1 })).missing).to.equal(
      "phi_2",
    );
    const { H_21: _, ...rest } = SPIN;
    expect(missing(ask("E = <psi|H|psi>", rest)).missing).to.equal("H_21");
    expect(missing(ask("E = <psi|H|psi>")).missing_all).to.deep.equal(["psi_1", "H_11"]);
  });

  it("take elements past nine with underscores, and at most 64 amplitudes", () => {
    const states = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [`a_${i + 1}`, i === 10 ? 1 : 0]),
    );
    const elements: Record<string, number> = {};
    for (let i = 1; i <= 11; i += 1) {
      for (let j = 1; j <= 11; j += 1)
        elements[i > 9 || j > 9 ? `T_${i}_${j}` : `T_${i}${j}`] = 100 * i + j;
    }
    expect(valued(ask("y = <a|T|a>", { ...states, ...elements })).value).to.equal(1111);
    expect(refusal(ask("y = <a|a>", { a_1: 1, a_65: 1 })).kind).to.equal("budget");
  });
});
