import { expect } from "chai";
import { creditsFor, quoteClosedForm } from "../../../protocol/economy/price.js";

describe("the price of a closed form", () => {
  // n = 3(1 + k)/2 rounded half up; KO42 alone costs 1.
  for (const [operators, credits, units] of [
    [0, 1, "2"],
    [1, 3, "6"],
    [2, 5, "9"],
    [3, 6, "12"],
  ] as const) {
    it(`with ${operators} domain operators is ${credits}`, () => {
      expect(quoteClosedForm(operators)).to.deep.equal({ credits, units });
    });
  }

  it("is never below 1 and rounds half up", () => {
    expect([0n, 1n, 2n, 3n, 4n, 5n].map(creditsFor)).to.deep.equal([1, 1, 1, 2, 2, 3]);
  });
});
