/** A law with those of the numbers that it takes: what is left is shown, and nothing of it is sealed. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { lawOpenOrBeside, openOrBeside } from "../../kit/words/openOrBeside.js";
import type { Route } from "../../../protocol/router/routed.js";

const registry = builtinRegistry();
const ask = (query: string): Route => routeQuery(registry, query);

/** Every so many questions have a number more. */
const STEP = 9;
/** No law of the sample has a quantity of this kind. */
const FOREIGN = "It has a label with 350 cd";

describe("router: a law with the numbers that it takes", () => {
  for (const [query, operator, params, left] of [
    [
      "Our kettle (it is red and holds 1.7 litres) says 2200 watts and our sockets give 230 volts. " +
        "It's a plain heating element. How many amps does it pull when it runs?",
      "CIR42",
      { P: 2200, V: 230 },
      "1.7 litres",
    ],
    [
      "Find the molar lattice heat capacity of copper by Debye's low-temperature law at 4.0 K, where the " +
        "Debye temperature is 343 K and copper has a density of 8.96 g/cm^3.",
      "SS11",
      { T: 4, Theta_D: 343 },
      "8.96 g/cm^3",
    ],
  ] as const)
    it(`proposes ${operator} and shows what is left of ${query}`, () => {
      const [law, inputs] = lawOpenOrBeside(query);
      expect([law, Object.fromEntries(inputs)]).to.deep.equal([operator, params]);
      expect(openOrBeside(query).setAside.map(({ text }) => text)).to.deep.equal([left]);
    });

  for (const query of [
    // What the ice is at is part of what is asked.
    "How much heat does it take to melt 2 kg of ice at -10 °C? Latent heat 334 kJ/kg",
    // Counts, numbers with a name and numbers of a kind that the law has are none to leave out.
    "200 turns on a flat round frame with radius 12 cm. It should show 1 mT at its middle. How many amps?",
    "The London penetration depth is 52 nm at T = 0. Which value has it at 7.0 K, in nm, and at 8 K?",
    "photon energy for a wavelength of 500 nm; c = 2.9e8 m/s",
  ])
    it(`leaves nothing out of ${query}`, () => {
      const { refusal } = ask(query);
      expect(refusal).not.to.equal(null);
      if (refusal?.kind === "OPEN_READING")
        expect(refusal.open.map(({ message }) => message).join("\n")).not.to.match(/^"[\d.]/mu);
    });

  it("seals nothing with a number more, and reads no other number otherwise", () => {
    const questions: readonly { query: string }[] = JSON.parse(
      readFileSync("test/vectors/words/questions.json", "utf8"),
    );
    let looked = 0;
    for (const { query } of questions.filter((_, i) => i % STEP === 0)) {
      const before = ask(query);
      if (before.refusal !== null || before.operators?.length !== 1) continue;
      const more = `${query.replace(/[.?!\s]*$/u, "")}. ${FOREIGN}.`;
      const { operators, params, refusal } = ask(more);
      looked += 1;
      if (refusal === null) {
        // A sentence that asks nothing is set aside, whole.
        expect([operators, params], more).to.deep.equal([before.operators, before.params]);
        continue;
      }
      if (refusal.kind !== "OPEN_READING" || operators === null) continue;
      expect([operators, params], more).to.deep.equal([before.operators, before.params]);
    }
    expect(looked).to.be.greaterThan(15);
  });
});
