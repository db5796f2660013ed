/**
 * Inputs that name their own question; figures by hand and from the NRL Plasma Formulary (omega_pe
 * = 5.64e4 n^(1/2), cgs).
 */
import { expect } from "chai";
import { compute } from "../../../protocol/kernel/compute.js";
import { planChain } from "../../../protocol/kernel/plan.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { domainMethod, shortcutInputs, shortcutOf } from "../../../protocol/solvers/shortcuts.js";

const registry = builtinRegistry();
/** Abramowitz and Stegun, table 4.6: sin 0.3. */
const SIN_03 = 0.2955202066613396;

function answer(inputs: Readonly<Record<string, number>>): {
  readonly value: number;
  readonly unit: string | null;
} {
  const shortcut = shortcutOf(inputs)!;
  const own = shortcutInputs(shortcut, inputs);
  if ("notWhole" in own) throw new Error(own.notWhole);
  const plan = planChain(registry, shortcut.operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute(plan, own);
  if (result.status !== "value") throw new Error(JSON.stringify(result));
  return { value: result.value, unit: result.unit };
}

describe("solvers: shortcuts", () => {
  it("answers each combination with the quantity it determines", () => {
    // 1e12 per cm^3: 5.64e4 * 1e6 rad/s.
    const plasma = answer({ n_e: 1e18 });
    expect(plasma.unit).to.equal("rad/s");
    expect(plasma.value).to.be.closeTo(5.64e10, 0.005e10);
    // 2 d sin(theta), sin(0.3).
    const wavelength = answer({ d: 2e-10, theta: 0.3 });
    expect(wavelength.unit).to.equal("m");
    expect(wavelength.value).to.be.closeTo(4e-10 * SIN_03, 1e-24);
    expect(answer({ lambda: 4e-10 * SIN_03, theta: 0.3 }).value).to.be.closeTo(2e-10, 1e-24);
    // Aluminium, a = 4.0495 angstrom: d(111) = 2.338 angstrom (JCPDS 4-787).
    expect(answer({ a: 4.0495e-10, h: 1, k: 1, l: 1 }).value).to.be.closeTo(2.338e-10, 0.0005e-10);
  });

  it("takes names exactly, by case, and all of them", () => {
    for (const inputs of [
      { N_e: 1 },
      { n_e: 1, x: 1 },
      { d: 1 },
      { d: 1, Theta: 1 },
      { a: 1, h: 1, k: 1 },
      {},
    ]) {
      expect(shortcutOf(inputs), JSON.stringify(inputs)).to.equal(null);
    }
    const miller = shortcutOf({ l: 1, k: 1, h: 6.62607015e-34, a: 1 })!;
    expect(shortcutInputs(miller, { a: 1, h: 6.62607015e-34, k: 1, l: 1 })).to.deep.equal({
      notWhole: "h",
    });
  });

  it("knows how operators of a domain are solved", () => {
    expect(domainMethod("Seismic", [])).to.equal("finite-difference");
    expect(domainMethod("atmosphere", ["XX1"])).to.equal("time-domain");
    expect(domainMethod("exotic", [])).to.equal("partition-sum");
    expect(domainMethod("climate", ["ST4"])).to.equal("structural");
    expect(domainMethod(null, ["CP1"])).to.equal("structural");
    expect(domainMethod("optics", ["CPX"])).to.equal(null);
  });
});
