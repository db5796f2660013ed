/**
 * The bound on what a slope does not see of the regularised incomplete beta function. I(a, b, x)
 * in the middle and in the corners by mpmath 1.3 with 40 digits.
 */
import { expect } from "chai";
import { emptyRun, type ManyRun } from "../../../../protocol/equations/evaluation/many.js";
import { BETAINC } from "../../../../protocol/equations/evaluation/special.js";

function run(args: readonly number[], reach: readonly number[]): ManyRun {
  const out = emptyRun(3);
  BETAINC.run(Float64Array.from(args), Float64Array.from(reach), out);
  return out;
}

/** a, b, x, how far a and b may be off, I in the middle, at a - ea and b + eb, at a + ea and b - eb. */
const CORNERS: readonly (readonly number[])[] = [
  [2, 3, 0.25, 0.25, 0, 0.26171875, 0.3240330635466674, 0.20966337542750535],
  [2, 3, 0.25, 0.5, 0, 0.26171875, 0.3974609375, 0.166748046875],
  [0.5, 4, 0.125, 0.0625, 0, 0.6837581014610884, 0.7225972715628248, 0.6458001620392725],
  [8, 2, 0.75, 0, 0.25, 0.3003387451171875, 0.35742054309123755, 0.24470734209441536],
  [8, 2, 0.75, 1, 0.25, 0.3003387451171875, 0.42881252060588065, 0.19519179387314384],
  [30, 20, 0.5, 2, 0, 0.07620388598073902, 0.12148010864166281, 0.045957274907927115],
  [1.5, 1.5, 0.5, 0.125, 0.125, 0.5, 0.565962551630075, 0.43403744836992497],
];
/** a, b, x, how far x may be off, I in the middle, at x + ex and at x - ex. */
const BESIDE: readonly (readonly number[])[] = [
  [2, 3, 0.25, 0.0009765625, 0.26171875, 0.26336776744847157, 0.2600718783241973],
  [8, 2, 0.75, 0.001953125, 0.3003387451171875, 0.3050559790561184, 0.2956703932772494],
];

describe("equations: bounds of betainc with uncertain parameters", () => {
  for (const [a, b, x, ea, eb, middle, high, low] of CORNERS)
    it(`a = ${a} ± ${ea}, b = ${b} ± ${eb}, x = ${x}`, () => {
      const out = run([a!, b!, x!], [ea!, eb!, 0]);
      expect(Math.abs(out.value - middle!)).to.be.at.most(out.rounding);
      const change = high! - low!;
      // The whole rectangle, twice: not less, and no more than its rounding beside it.
      expect(out.bend).to.be.at.least(2 * change);
      expect(out.bend).to.be.at.most(2 * change + 1e-12);
    });

  for (const [a, b, x, ex, middle, up, down] of BESIDE)
    it(`a = ${a}, b = ${b}, x = ${x} ± ${ex}`, () => {
      const out = run([a!, b!, x!], [0, 0, ex!]);
      const slope = out.slopes[2]!;
      const left = Math.max(
        Math.abs(up! - middle! - slope * ex!),
        Math.abs(down! - middle! + slope * ex!),
      );
      expect(out.bend).to.be.at.least(left);
      // |d ln density/dx| is at most |a - 1|/x + |b - 1|/(1 - x) + 1.
      const rate = (a! - 1) / x! + (b! - 1) / (1 - x!) + 1;
      expect(out.bend / (2 * rate * ex! * ex! * slope)).to.be.within(1 - 1e-12, 1 + 1e-12);
    });

  it("ends where a quarter of a parameter, or half of the way to an end, is unsure", () => {
    const beyond = Number.POSITIVE_INFINITY;
    expect(run([2, 3, 0.25], [0.5, 0, 0]).bend).to.be.below(beyond);
    expect(run([2, 3, 0.25], [0.5 + 1e-15, 0, 0]).bend).to.equal(beyond);
    expect(run([2, 4, 0.25], [0, 1, 0]).bend).to.be.below(beyond);
    expect(run([2, 4, 0.25], [0, 1 + 1e-15, 0]).bend).to.equal(beyond);
    // The rate is |2 - 1|/x + |1 - 1|/(1 - x) + 1 = 3 at x = 0.5: a quarter is reached at 1/12.
    expect(run([2, 1, 0.5], [0, 0, 0.0833]).bend).to.be.below(beyond);
    expect(run([2, 1, 0.5], [0, 0, 0.0834]).bend).to.equal(beyond);
    expect(run([1, 1, 0.125], [0, 0, 0.0625]).bend).to.be.below(beyond);
    expect(run([1, 1, 0.125], [0, 0, 0.0626]).bend).to.equal(beyond);
    expect(run([1, 1, 0.875], [0, 0, 0.0626]).bend).to.equal(beyond);
  });

  it("rounds nothing at the ends of its range", () => {
    expect(run([2, 3, 0], [0, 0, 0]).rounding).to.equal(0);
    expect(run([2, 3, 1], [0, 0, 0]).rounding).to.equal(0);
    expect(run([2, 3, 0.5], [0, 0, 0]).rounding).to.be.above(0);
  });
});
