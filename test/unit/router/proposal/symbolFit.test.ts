/** Labels of numbers as inputs of laws, over all laws: symbols of textbooks, digits, words of one kind. */
import { expect } from "chai";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import type { OperatorEntry } from "../../../../protocol/operators/entry.js";
import { lawOf, type Law } from "../../../../protocol/router/laws/lexicon/lexicon.js";
import { readAnyhow } from "../../../../protocol/router/laws/reading/reading.js";
import { loosened } from "../../../../protocol/router/laws/candidates.js";
import { NumberOptions } from "../../../../protocol/router/proposal/options.js";
import { SURE_FIT, symbolFit } from "../../../../protocol/router/proposal/symbolFit.js";

const registry = builtinRegistry();
const computed = registry.entries.filter(({ record }) => record.result !== null);
const laws = new Map(computed.map((entry) => [entry, lawOf(entry)]));

/** A kind and the symbol that textbooks write for it, from ISO 80000 parts 3 to 12. */
const TEXTBOOK: readonly (readonly [kind: string, symbol: string])[] = [
  ["youngs_modulus", "E"],
  ["poisson_ratio", "nu"],
  ["shear_modulus", "G"],
  ["density_parameter", "Omega"],
  ["angular_frequency", "omega"],
  ["surface_tension", "sigma"],
  ["focal_length", "f"],
  ["heat_transfer_coefficient", "h"],
  ["molar_mass", "M"],
  ["atomic_number", "Z"],
  ["second_moment_of_area", "I"],
];

function ofKind({ record }: OperatorEntry, kind: string): readonly string[] {
  return Object.keys(record.symbols).filter((name) => record.symbols[name]!.quantity === kind);
}

/** The input that the numbers of a text are given to first. */
function firstFor(law: Law, text: string): readonly string[] {
  const numbers = new NumberOptions(loosened(readAnyhow(text)[0]!));
  return numbers.question.given.map((given) => {
    const [best] = [...numbers.of(law, law.result, given)].sort((a, b) => b.score - a.score);
    return best === undefined ? "" : `${best.slot.name}=${best.value}`;
  });
}

describe("router: labels of numbers", () => {
  for (const [kind, symbol] of TEXTBOOK)
    it(`${symbol} says the ${kind} of every law that has one`, () => {
      let count = 0;
      for (const [entry, law] of laws)
        for (const name of ofKind(entry, kind)) {
          const slot = law.slots.find((one) => one.name === name);
          if (slot === undefined) continue;
          expect(symbolFit(slot, symbol), `${entry.record.id} ${name}`).to.be.at.least(SURE_FIT);
          count += 1;
        }
      expect(count).to.be.greaterThan(0);
    });

  it("a digit says which of two, in every law", () => {
    let count = 0;
    for (const [entry, law] of laws)
      for (const slot of law.slots) {
        const [, base = "", digit = ""] = /^([A-Za-z])_([12])$/u.exec(slot.name) ?? [];
        if (base === "") continue;
        const other = base + (digit === "1" ? "2" : "1");
        const where = `${entry.record.id} ${slot.name}`;
        expect(symbolFit(slot, base + digit), where).to.be.at.least(SURE_FIT);
        if (!slot.spellings.includes(other)) expect(symbolFit(slot, other), where).to.equal(0);
        count += 1;
      }
    expect(count).to.be.greaterThan(100);
  });

  it("a bare number is in the unit of the others of its kind, or in that of the law", () => {
    const read = (id: string, text: string) => firstFor(lawOf(registry.get(id)!), text);
    expect(read("STA15", "LSL 9.95 USL 10.05 mean 10.012")).to.deep.equal([
      "L_l=9.95",
      "L_u=10.05",
      "mu_p=10.012",
    ]);
    expect(read("STA15", "LSL 9.95 mm, USL 10.05 mm, mean 10.012")[2]).to.equal("mu_p=0.010012");
    expect(read("HYD1", "hydraulic radius 0.45 m, Manning n 0.03")[1]).to.equal("n_M=0.03");
    expect(read("FL9", "1.5 m/s, density 1000")[1]).to.equal("rho=1000");
    // Nobody says of what it is.
    expect(read("NM23", "2 kg at 6 there")[1]).to.not.match(/^v=/u);
  });
});
