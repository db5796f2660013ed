import { expect } from "chai";
import * as fc from "fast-check";
import {
  addExact,
  divideExact,
  equalExact,
  exact,
  exactOfDouble,
  exactOfText,
  multiplyExact,
  rootExact,
  roundToDouble,
} from "../../../protocol/units/exact.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_260_102;
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("protocol/units/exact", () => {
  it("turns every double into a fraction and back without change", () => {
    fc.assert(
      fc.property(finite, (x) => {
        expect(roundToDouble(exactOfDouble(x))).to.equal(x + 0);
      }),
      { seed: SEED, numRuns: runs(750, 3_000) },
    );
  });

  it("rounds a decimal text as the language's own reader does", () => {
    // ECMAScript's Number(text) is correctly rounded for literals of at most 20 significant digits.
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 99_999_999_999_999_999_999n }),
        fc.integer({ min: -340, max: 300 }),
        (digits, exponent) => {
          const text = `${digits}e${exponent}`;
          expect(roundToDouble(exactOfText(text)), text).to.equal(Number(text));
        },
      ),
      { seed: SEED, numRuns: runs(750, 3_000) },
    );
  });

  it("rounds sums and products of two doubles once, as the arithmetic of doubles is defined to", () => {
    fc.assert(
      fc.property(finite, finite, (a, b) => {
        const [x, y] = [exactOfDouble(a), exactOfDouble(b)];
        expect(roundToDouble(addExact(x, y))).to.equal(a + b + 0);
        expect(roundToDouble(multiplyExact(x, y))).to.equal(a * b + 0);
        if (b !== 0) expect(roundToDouble(divideExact(x, y))).to.equal(a / b + 0);
      }),
      { seed: SEED, numRuns: runs(750, 3_000) },
    );
  });

  it("reaches the limits of the format", () => {
    expect(roundToDouble(exactOfText("1.7976931348623158e308"))).to.equal(Number.MAX_VALUE);
    expect(roundToDouble(exactOfText("1.7976931348623159e308"))).to.equal(Number.POSITIVE_INFINITY);
    expect(roundToDouble(exactOfText("5e-324"))).to.equal(Number.MIN_VALUE);
    expect(roundToDouble(exact(1n, 1n << 1075n))).to.equal(0);
    expect(roundToDouble(exact(-3n, 1n << 1075n))).to.equal(-2 * Number.MIN_VALUE);
    expect(Object.is(roundToDouble(exact(-1n, 1n << 1080n)), 0)).to.equal(true);
  });

  it("takes exact roots or none", () => {
    expect(rootExact(exact(8n, 27n), 3)).to.deep.equal(exact(2n, 3n));
    expect(rootExact(exact(1000n), 2)).to.equal(null);
    expect(equalExact(exact(2n, 4n), exact(-3n, -6n))).to.equal(true);
  });

  it("refuses what is no number", () => {
    for (const text of ["", "1.", ".5", "0x10", "1e99999", "1/0", "NaN"]) {
      expect(() => exactOfText(text), text).to.throw(RangeError);
    }
    expect(() => exactOfDouble(Number.NaN)).to.throw(RangeError);
  });
});
