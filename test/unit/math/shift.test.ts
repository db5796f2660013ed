import { expect } from "chai";
import { calcondVariance, closedFormVariance, metricShift } from "../../../protocol/math/shift.js";

/** Population variance over the square of the last level, in exact rationals (Python fractions). */
const VARIANCES: readonly (readonly [readonly number[], number])[] = [
  [[1, 2, 4], 0.09722222222222222],
  [[10.5, 9.5, 10, 10.25], 0.001301308744794765],
  [[3, 3], 0],
  [[-2, 2], 1],
  [[7], 0],
];

describe("the metric shift", () => {
  for (const [levels, variance] of VARIANCES) {
    it(`of levels ${levels.join(", ")} has variance ${variance}`, () => {
      expect(calcondVariance(levels)).to.be.closeTo(variance, 1e-15);
    });
  }

  it("shifts nothing at the threshold and below", () => {
    expect(metricShift(0.0091)).to.equal(0);
    expect(metricShift(0)).to.equal(0);
    expect(metricShift(Number.NaN)).to.equal(0);
  });

  it("puts a variance above the threshold back onto it", () => {
    // delta = -0.001 (1 - 0.0091/0.0182) = -0.0005
    expect(metricShift(0.0182)).to.be.closeTo(-0.0005, 1e-18);
    expect(metricShift(Number.POSITIVE_INFINITY)).to.equal(-0.001);
  });

  it("of a closed form is alpha^2/2, whatever the value's size", () => {
    for (const value of [1, -3.5e20, 1.7e308, 2.3e-310]) {
      expect(closedFormVariance(value)).to.be.closeTo(5e-7, 1e-10);
    }
    expect(closedFormVariance(0)).to.equal(0);
  });
});
