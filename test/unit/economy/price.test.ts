import { expect } from "chai";
import {
  coveredWork,
  creditsFor,
  quoteBatch,
  quoteClosedForm,
  quoteJob,
  quoteRows,
  quoteSum,
} from "../../../protocol/economy/price.js";

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

describe("the price of other work", () => {
  it("of a table is that of the units of its rows, rounded once", () => {
    expect(quoteRows(1, 10)).to.deep.equal({ credits: 30, units: "60" });
    // 9 units a row: 4.5 credits, so that three rows are 13.5.
    expect(quoteRows(2, 3)).to.deep.equal({ credits: 14, units: "27" });
    expect(quoteRows(0, 7)).to.deep.equal({ credits: 7, units: "14" });
    expect(quoteRows(1, 0)).to.deep.equal({ credits: 1, units: "0" });
    expect(quoteSum(["6", "9", "2"])).to.deep.equal({ credits: 9, units: "17" });
  });

  it("of a batch is the sum of its prices", () => {
    expect(quoteBatch([2, 2, 0].map(quoteClosedForm))).to.deep.equal({ credits: 11, units: "20" });
    expect(quoteBatch([])).to.deep.equal({ credits: 0, units: "0" });
  });

  it("of a solver grows by 1 with every 2^28 operations, from 3", () => {
    const step = 2n ** 28n;
    for (const [work, credits] of [
      [0n, 3],
      [step - 1n, 3],
      [step, 4],
      [5n * step - 1n, 7],
      [5n * step, 8],
    ] as const) {
      expect(quoteJob(work), String(work)).to.deep.equal({ credits, units: String(2 * credits) });
      // What it covers costs the same, and one operation more does not.
      const covered = coveredWork(work);
      expect(quoteJob(covered - 1n).credits).to.equal(credits);
      expect(quoteJob(covered).credits).to.equal(credits + 1);
    }
  });

  it("of a multibody job with one operator is 3, and with three is 6", () => {
    expect(quoteJob(10n ** 12n, 1)).to.deep.equal({ credits: 3, units: "6" });
    expect(quoteJob(0n, 3)).to.deep.equal({ credits: 6, units: "12" });
    expect(quoteJob(0n, 2)).to.deep.equal({ credits: 5, units: "9" });
    expect(quoteJob(0n, 0)).to.deep.equal({ credits: 2, units: "3" });
    expect(quoteJob(0n, null)).to.deep.equal(quoteJob(0n));
  });
});
