/** What a quantity cannot be is refused by the record itself, so on every way in. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { quantityRange } from "../../../protocol/units/quantityRanges.js";
import {
  FASTER_THAN_LIGHT,
  SIGNED_QUANTITIES,
  SIGNED_RECORDS,
} from "../../../scripts/records/operators/signed.js";

const registry = builtinRegistry();

function shownOutcome(id: string, inputs: Readonly<Record<string, number>>): string {
  const outcome = registry.get(id)!.compiled!.evaluate(inputs);
  if (outcome.status === "value") return String(outcome.value);
  if (outcome.status === "refused") return outcome.refusal.kind;
  return outcome.status === "bad-input" ? outcome.message : outcome.status;
}

describe("records: what a result cannot be", () => {
  it("is refused: negative times, masses and resistances, more than all, faster than light", () => {
    for (const [id, inputs, why] of [
      ["AT4", { Z: 150, n: 1 }, /^domain-error/],
      ["ORB3", { mu_g: 1.3e20, r: 2000 }, /^domain-error/],
      ["CIR4", { R_0: 100, alpha_R: 0.0039, T: 10, T_0: 293 }, /^domain-error/],
      ["PWR2", { P: 1e4, phi_1: 0.2, phi_2: 0.6, omega: 314, V: 230 }, /^domain-error/],
      ["ENV3", { k_a: 5, k_d: 0.2, D_0: 9, L_0: 2 }, /^domain-error/],
      ["HT18", { Re: 1e4, Pr: 0.7 }, /^domain-error/],
      ["SC11", { E_0: 1.87e-19, alpha_V: 7.6e-23, T: 3000, beta_V: 636 }, /^domain-error/],
      ["MOL5", { w_e: 299_000, v_q: 40, w_x: 5281 }, /^domain-error/],
      ["OPW11", { S_0: 1, S_1: 0.9, S_2: 0.4, S_3: 0.5 }, /^domain-error/],
      ["NUC21", { Lambda_g: 6e-4, T_p: 1e-4, beta_1: 0.01, lambda_1: 0.01 }, /^domain-error/],
      ["MAG5", { n_a: 1e30, Z: 100, r2_avg: 1e-16 }, /^domain-error/],
      ["HYD8", { C_d: 0.6, g: 9.81, theta: 3.5, H_w: 0.2 }, /^domain-error/],
      ["HEP17", { m_Z: 1.6e-25, theta_W: 2 }, /^domain-error/],
      ["EPI5", { r_g: -4e-6, b_1: 3.1e-6, b_2: 2.4e-6 }, /^domain-error/],
      ["BIO26", { b_H: 0.034, F_0: 4.7, F_l: 5, a_H: 1.2 }, /^domain-error/],
      ["AER17", { q_c: 49_000, p: 26_500, gamma_a: 1.4 }, /^domain-error/],
      ["HEP7", { E_l: 3.2e-9, E_s: 3e-9, theta: 1.5, M: 1.67e-27 }, /^domain-error/],
      ["GR38", { M_c: 1e41, f: 1, d: 1e16 }, /^domain-error/],
      ["COS10", { H_0: 2.24e-18, z: -0.5, Om_m: 0.32 }, /^domain-error/],
    ] as const)
      expect(shownOutcome(id, inputs), id).to.match(why);
  });

  it("is not: what only seems fast, and what has two signs", () => {
    // H_0 d at 6 Gpc, 70 km/s/Mpc: 1.4 c.
    expect(Number(shownOutcome("COS1", { H_0: 2.2685e-18, d: 1.8514e26 }))).to.be.closeTo(
      4.2e8,
      1e5,
    );
    expect(
      Number(shownOutcome("FL14", { rho_s: 900, rho_f: 1000, r_s: 1e-5, mu_d: 1e-3, g: 9.81 })),
    ).to.be.below(0);
  });

  it("the lists of what has two signs name quantities and records that there are, and none with a range", () => {
    const results = registry.entries.flatMap(({ record }) =>
      record.result === null ? [] : [record.result.quantity],
    );
    for (const name of SIGNED_QUANTITIES) expect(results, name).to.include(name);
    for (const name of SIGNED_QUANTITIES)
      expect(quantityRange(name)?.[0] ?? -1, name).to.be.below(0);
    for (const id of [...SIGNED_RECORDS.keys(), ...FASTER_THAN_LIGHT.keys()])
      expect(registry.get(id), id).not.to.equal(undefined);
  });
});
