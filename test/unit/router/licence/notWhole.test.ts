import { expect } from "chai";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { routeQuery } from "../../../../protocol/router/route.js";

const registry = builtinRegistry();
const isSealed = (query: string): boolean => {
  const { refusal } = routeQuery(registry, query);
  return refusal === null;
};

describe("router: parts, changes and sums", () => {
  it("seals no more than the whole as a part of it", () => {
    const ask = (asked: string): string =>
      `At Mach 2.4 in a nozzle with air (gamma 1.4), ${asked} of the local cross-section?`;
    expect(isSealed(ask("the throat is what fraction"))).to.equal(false);
  });
  it("seals no whole where a change is asked", () => {
    const scene =
      "An npn transistor has a saturation current of 2e-15 A, sits at 300 K with V_BE = 0.65 V and V_CE = 5 V, " +
      "and its Early voltage is 80 V.";
    for (const asked of [
      "By how many amperes does the Early effect raise the collector current?",
      "By how much does the Early effect increase the collector current?",
    ])
      expect(isSealed(`${scene} ${asked}`), asked).to.equal(false);
  });
  it("takes what was there before for no final volume", () => {
    const ask = (how: string): string =>
      `Pour 50 mL of 2.0 mol/L acid into 450 mL of ${how}. What concentration comes out?`;
    for (const of of ["water", "pure water"]) expect(isSealed(ask(of)), of).to.equal(false);
  });
  it("converts no number of one thing where another is asked for", () => {
    expect(isSealed("How many grams of sugar are in 2 kg of jam?")).to.equal(false);
    expect(isSealed("How many grams of madder dye colour 2 kg of wool deep red?")).to.equal(false);
    expect(isSealed("How many litres of water are in 2 gallons of water?")).to.equal(true);
    expect(isSealed("How many grams are 2 kg?")).to.equal(true);
  });
});
