/**
 * Inputs that name their own question; figures by hand and from the NRL Plasma Formulary (omega_pe
 * = 5.64e4 n^(1/2), cgs).
 */
import { expect } from "chai";
import { compute } from "../../../protocol/chains/compute.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import {
  DOMAIN_SHORTCUTS,
  domainShortcutOf,
  solverForNames,
} from "../../../protocol/solvers/domainShortcuts.js";
import { shortcutInputs, shortcutOf } from "../../../protocol/solvers/shortcuts.js";

const registry = builtinRegistry();
/** Abramowitz and Stegun, table 4.6: sin 0.3. */
const SIN_03 = 0.2955202066613396;

type Inputs = Readonly<Record<string, number>>;

function answer(inputs: Inputs): {
  readonly value: number;
  readonly unit: string | null;
  readonly assumed: object;
} {
  const shortcut = shortcutOf(inputs)!;
  const own = shortcutInputs(shortcut, inputs);
  if ("notWhole" in own) throw new Error(own.notWhole);
  const plan = planChain(registry, shortcut.operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute(plan, own);
  if (result.status !== "value") throw new Error(JSON.stringify(result));
  return result;
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
    // Said, where it is not given.
    const first: readonly Inputs[] = [
      { d: 2e-10, theta: 0.3 },
      { lambda: 1e-10, theta: 0.3 },
    ];
    for (const inputs of first)
      expect(answer(inputs).assumed, JSON.stringify(inputs)).to.deep.equal({
        n_o: { value: 1, unit: "1", reason: "first order, where no order is given" },
      });
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

  it("selects by the label of a domain the solver whose inputs these are", () => {
    const solver = (domain: string, names: readonly string[]): string | null => {
      const method = domainShortcutOf(domain);
      return method === null ? null : (solverForNames(method, names)?.id ?? "several");
    };
    const heat = ["alpha", "length", "t_end", "initial", "boundary"];
    const wave = ["c", "length", "initial", "velocity", "t_end"];
    for (const domain of ["environmental", "geophysical", "Seismic"]) {
      expect(solver(domain, heat)).to.equal("heat");
      expect(solver(domain, wave)).to.equal("wave");
      // Names of one solver alone are meant for it, though more are needed.
      expect(solver(domain, ["alpha"])).to.equal("heat");
      expect(solver(domain, [])).to.equal("several");
      expect(solver(domain, ["t_end"])).to.equal("several");
    }
    for (const domain of ["climate", "ATMOSPHERE"]) {
      expect(solver(domain, [])).to.equal("climate");
      expect(solver(domain, ["what"])).to.equal("climate");
    }
    expect(solver("exotic", ["shape", "T"])).to.equal("lattice");
    expect(solver("exotic", ["group", "shape", "beta"])).to.equal("gauge");
    for (const domain of ["MS", "ST", "MT", "CP", "BP", "bp"]) {
      expect(solver(domain, ["L", "H", "E", "nu", "P"])).to.equal("fea");
      expect(solver(domain, ["E", "I", "length", "ends"])).to.equal("buckling");
      // What it cannot read it names.
      expect(solver(domain, ["E", "I", "length", "ends", "colour"])).to.equal("buckling");
    }
    for (const domain of ["", "optics", "climates", "constructor", "MS4"])
      expect(solver(domain, heat), domain).to.equal(null);
  });

  it("has one meaning for each label, and none for a name of an operator", () => {
    const labels = DOMAIN_SHORTCUTS.flatMap((one) => one.labels);
    expect(new Set(labels).size).to.equal(labels.length);
    for (const label of labels) expect(label).to.equal(label.toLowerCase());
  });
});
