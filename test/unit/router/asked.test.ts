/** What a question asks for has the dimension of what is answered, whatever law its words name. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { dimensionsEqual, parseUnit, quantityDimension } from "../../../protocol/units/index.js";

const registry = builtinRegistry();

const STORIES = [
  "A 1000 kg car accelerates from rest to 20 m/s in 10 s.",
  "An electron moves in a magnetic field of 0.5 T.",
  "A 12 V battery with 0.5 ohm internal resistance feeds a 5.5 ohm lamp.",
  "A tracer has a physical half-life of 6 hours and a biological half-life of 24 hours.",
  "Water of 998 kg/m^3 flows at 2 m/s through a pipe of 25 mm diameter.",
  "A spring of 200 N/m carries a mass of 0.5 kg.",
];
const NOUNS = [
  "power",
  "temperature",
  "voltage",
  "pressure",
  "force",
  "energy",
  "mass",
  "time",
  "current",
  "volume",
  "acceleration",
];

/** Unit of the only symbol of the answered law that the question does not give. */
function unitOf(operator: string, params: Readonly<Record<string, unknown>>): string {
  const { assumed = {}, result, symbols } = registry.get(operator)!.record;
  if (params[result!.symbol] === undefined) return result!.unit;
  const left = Object.keys(symbols).filter(
    (name) => params[name] === undefined && !Object.hasOwn(assumed, name),
  );
  expect(left, operator).to.have.length(1);
  return symbols[left[0]!]!.unit;
}

describe("router: the quantity that is asked for", () => {
  it("is of the kind of the answer, or nothing is answered", () => {
    let answered = 0;
    for (const story of STORIES) {
      for (const noun of NOUNS) {
        for (const asked of [noun, `average ${noun}`]) {
          const query = `${story} What is the ${asked}?`;
          const { operators, params } = routeQuery(registry, query);
          if (operators === null) continue;
          const unit = parseUnit(unitOf(operators[0]!, params));
          const isSame = unit.ok && dimensionsEqual(unit.dimension, quantityDimension(noun)!);
          expect(isSame, `${query} by ${operators[0]!}`).to.equal(true);
          answered += 1;
        }
      }
    }
    expect(answered).to.be.at.least(3);
  });

  it("is no part of a condition, and no speed that a body gains before it is asked", () => {
    const tram = routeQuery(
      registry,
      "A tram starts from rest and gains speed at 1.2 m/s^2. How fast is it after 9 seconds, in km/h?",
    );
    expect(tram.params).to.include({ v_0: 0, a: 1.2, t: 9 });
    const both = routeQuery(registry, "Find the momentum and the kinetic energy of 2 kg at 3 m/s");
    expect(both.operators).to.equal(null);
  });
});
