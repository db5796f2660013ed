/** Laws that take lists: all numbers of a kind are members, in the order of the question, to be confirmed. */
import { expect } from "chai";
import { array, assert, integer, property } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import type { Route } from "../../../protocol/router/routed.js";
import { runs } from "../../kit/runs.js";
import { lawOpenOrBeside, openOrBeside } from "../../kit/words/openOrBeside.js";

const registry = builtinRegistry();
const ask = (query: string): Route => routeQuery(registry, query);

describe("router: laws of lists", () => {
  it("takes levels in decibels, as many as there are, and seals none", () => {
    assert(
      property(array(integer({ min: 40, max: 120 }), { minLength: 2, maxLength: 6 }), (levels) => {
        const said = levels.map((one) => `${one} dB`).join(", ");
        const { given, law } = openOrBeside(`Total level of several sounds: ${said}?`);
        expect(law).to.equal("AC19");
        const own = levels.map((one, i) => [`L_${i + 1}`, one]);
        expect(given.map(({ kind, symbol, value }) => [symbol, value, kind])).to.deep.equal(
          own.map(([name, one]) => [name, one, "level"]),
        );
      }),
      { numRuns: runs(5, 50) },
    );
  });

  it("pairs two lists and fills the inputs beside them", () => {
    const [law, inputs] = lawOpenOrBeside(
      "Wall of 10 cm brick with 0.8 W/(m K) and 5 cm wool with 0.04 W/(m K), overall heat transfer coefficient " +
        "with 8 W/(m2 K) and 25 W/(m2 K) at its sides?",
    );
    expect(law).to.equal("HT9");
    expect(Object.fromEntries(inputs)).to.deep.equal({
      L_1: 0.1,
      L_2: 0.05,
      k_1: 0.8,
      k_2: 0.04,
      h_a: 8,
      h_b: 25,
    });
  });

  it("takes no list whose parts do not belong together", () => {
    for (const query of [
      "Moment of inertia of mass points of 1 kg at 2 m, 3 kg at 1 m and 5 kg?",
      "Total level of several sounds: 60 dB and 2 Pa?",
      "Shannon entropy of a source with probabilities 0.5 and 3 kg?",
      "Total level of several sounds: 60 and 62?",
    ])
      expect(ask(query).operators, query).not.to.satisfy(
        (ids: Route["operators"]) =>
          ids?.some((id) => ["AC19", "RBD12", "INF1"].includes(id)) === true,
      );
  });

  it("ends a unit at an arrow", () => {
    const { operators, params } = ask("m = 2 kg, v = 3 m/s => kinetic energy");
    expect([operators, params]).to.deep.equal([["NM23"], { m: 2, v: 3 }]);
  });
});
