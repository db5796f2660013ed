/** What a named substance brings: a molar mass by its formula, a half-life, the heat of melting or boiling. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { molarMassOf } from "../../../protocol/router/laws/lexicon/substances.js";
import { routeQuery } from "../../../protocol/router/route.js";

const registry = builtinRegistry();

/** Grams a mole, of the NIST Chemistry WebBook and of safety data sheets. */
const MOLAR: readonly (readonly [formula: string, grams: number])[] = [
  ["H2O", 18.0153],
  ["NaCl", 58.443],
  ["C6H12O6", 180.1559],
  ["H2SO4", 98.079],
  ["CaCO3", 100.087],
  ["C12H22O11", 342.2965],
  ["SF6", 146.055],
  ["Fe2O3", 159.688],
];

/** Question, law, input, SI value by hand and what may be between two evaluations. */
const BROUGHT: readonly (readonly [string, string, string, number, number])[] = [
  ["How many moles are in 36 g of water?", "CHE43", "M", 0.0180153, 2e-4],
  ["moles in 10 g of NaCl", "CHE43", "M", 0.058443, 3e-4],
  // 44.0095 g/mol over 6.02214076e23.
  ["rms speed of CO2 at 300 K", "SM29", "m", 7.30795e-26, 2e-4],
  // 8.025 days by another evaluation.
  ["decay constant of iodine-131", "NUC33", "T_h", 8.0252 * 86_400, 1e-3],
  ["How much energy to melt 500 g of ice at 0 °C?", "TD41", "L_s", 333_550, 2e-3],
  ["How much heat is needed to vaporize 100 g of water?", "TD41", "L_s", 2_256_500, 2e-3],
];

describe("what a named substance brings", () => {
  it("is its molar mass by the formula, within its spread", () => {
    for (const [formula, grams] of MOLAR) {
      const [mass, spread] = molarMassOf(formula);
      expect(Math.abs(mass * 1000 - grams) / grams, formula).to.be.at.most(spread);
      expect(spread, formula).to.be.below(1e-3);
    }
  });

  for (const [question, law, input, value, spread] of BROUGHT)
    it(`is an input: ${question}`, () => {
      const { operators, params, refusal } = routeQuery(registry, question);
      expect(refusal).to.equal(null);
      expect(operators).to.deep.equal([law]);
      expect(params[input]).to.be.closeTo(value, spread * value);
    });

  it("is a value to look up, with its spread", () => {
    const { constant } = routeQuery(registry, "What is the density of water?");
    // 998.2 at 20 °C, 999.7 at 10 °C, 995.6 at 30 °C.
    expect(constant?.unit).to.equal("kg/m^3");
    expect(constant?.value).to.be.closeTo(998.2, 0.1);
    expect(constant?.uncertainty).to.be.within(2, 4);
  });

  it("is not taken for another substance, phase or part", () => {
    for (const question of [
      "moles in 36 g of heavy water",
      "moles of hydrogen in 36 g of water",
      "moles of sodium in 58.44 g of NaCl",
      "energy to sublimate 1 kg of ice",
      "how much energy to evaporate 1 kg of water at 20 °C",
      "energy to melt 500 g of ice at -10 °C",
      "Energy to melt ice and boil the water, 1 kg",
      "rms speed of nitrogen atoms at 300 K",
      "moles in 36 g of carbon steel",
      "moles of sodium in 10 g of salt",
    ])
      expect(routeQuery(registry, question).refusal, question).to.not.equal(null);
  });
});
