/** A value is a state of a continuum by what it is, not by its unit. */
import { expect } from "chai";
import { compute } from "../../../protocol/chains/compute.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";

const registry = builtinRegistry();

function state(operators: readonly string[], inputs: Readonly<Record<string, number>>) {
  const plan = planChain(registry, operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute(plan, { inputs });
  if (result.status !== "value") throw new Error(JSON.stringify(result));
  return result.continuum;
}

describe("kernel: states of a continuum", () => {
  it("a modulus, a stress and a strength are no pressure, a wave speed is no velocity", () => {
    expect(state(["CP1"], { V_f: 0.6, E_f: 2.3e11, E_m: 3e9 })).to.equal(null);
    expect(state(["FRA19"], { sigma: 1e6, a: 1, b: 1 })).to.equal(null);
    expect(state(["FRA13"], { sigma_fc: 1e9, N_f: 1e5, b_f: -0.1 })).to.equal(null);
    expect(state(["EM1"], { eps_r: 2, mu_r: 1 })).to.equal(null);
    expect(state(["PWR14"], { p_p: 1, z_a: 1, Phi_p: 1, omega: 1, a_p: 1 })).to.equal(null);
    expect(state(["KO42"], {})).to.equal(null);
  });

  it("what is one is named", () => {
    expect(
      state(["TD12", "TD9"], { T_l: 3, T_h: 4, T_1: 300, V_1: 2, V_2: 1, gamma_h: 1.4 }),
    ).to.equal("temperature");
    expect(state(["KIN1"], { v_0: 1, a: 2, t: 3 })).to.equal("velocity");
    expect(state(["NM26"], { m: 1, v: 2 })).to.equal("momentum");
    expect(state(["CIR1"], { I: 1, R: 2 })).to.equal("potential");
    expect(state(["MG9"], { I_1: 1, I_2: 2, d: 1 })).to.equal(null);
    expect(state(["MG4"], { I_w: 1, r: 1, r_w: 2 })).to.equal("magnetic_B");
    expect(state(["FL20"], { gamma_s: 0.07, R_1: 1, R_2: 1 })).to.equal("pressure");
  });

  it("an input that is solved for is what the record says of it", () => {
    // The mass of a body is no state, though the result is one.
    expect(state(["NM26"], { p: 6, v: 2 })).to.equal(null);
    expect(state(["NM26"], { p: 6, m: 2 })).to.equal("velocity");
  });
});
