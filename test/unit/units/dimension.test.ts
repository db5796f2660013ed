import { expect } from "chai";
import * as fc from "fast-check";
import {
  DimensionRangeError,
  dimension,
  dimensionKey,
  dimensionless,
  divide,
  equals,
  formatBase,
  formatDimension,
  isDimensionless,
  multiply,
  power,
  rational,
  withAngle,
} from "../../../protocol/units/dimension.js";
import type { Dimension } from "../../../protocol/units/dimension.js";
import { parseUnit } from "../../../protocol/units/parse.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_260_101;

const exponent = fc
  .tuple(fc.integer({ min: -7, max: 7 }), fc.integer({ min: 1, max: 3 }))
  .map(([n, d]) => rational(n, d));
const dimensions: fc.Arbitrary<Dimension> = fc
  .tuple(exponent, exponent, exponent, exponent, exponent, exponent, exponent)
  .map((exponents) => ({ exponents, angle: 0 }));

describe("protocol/units/dimension", () => {
  it("reduces fractions and keeps the denominator positive", () => {
    expect(rational(6, -4)).to.deep.equal({ num: -3, den: 2 });
    expect(rational(0, 5)).to.deep.equal({ num: 0, den: 1 });
    expect(Object.is(rational(0, -5).num, 0)).to.equal(true);
  });

  it("refuses exponents past the stated range instead of rounding them", () => {
    for (const [num, den] of [
      [61, 1],
      [1, 13],
      [1, 0],
      [0.5, 1],
    ] as const) {
      expect(() => rational(num, den)).to.throw(DimensionRangeError);
    }
    expect(() => power(dimension(0, 31), rational(2))).to.throw(DimensionRangeError);
  });

  it("is a commutative group under multiplication, with exact powers", () => {
    fc.assert(
      fc.property(dimensions, dimensions, (a, b) => {
        expect(equals(multiply(a, b), multiply(b, a))).to.equal(true);
        expect(equals(divide(multiply(a, b), b), a)).to.equal(true);
        expect(isDimensionless(divide(a, a))).to.equal(true);
        expect(equals(power(power(a, rational(1, 2)), rational(2)), a)).to.equal(true);
        expect(dimensionKey(a) === dimensionKey(b)).to.equal(equals(a, b));
      }),
      { seed: SEED, numRuns: runs(125, 500) },
    );
  });

  it("prints text that reads back as the same dimension, on random dimensions", () => {
    fc.assert(
      fc.property(dimensions, (d) => {
        for (const text of [formatDimension(d), formatBase(d)]) {
          const read = parseUnit(text);
          expect(read.ok && equals(read.dimension, d), text).to.equal(true);
        }
      }),
      { seed: SEED, numRuns: runs(500, 2_000) },
    );
  });

  // Left: exponents of kg m s A K mol cd. Right: SI Brochure, 9th edition, tables 4 to 6.
  const texts: readonly (readonly [Dimension, string])[] = [
    [dimension(0, 1, -1), "m/s"],
    [dimension(1, 1, -1), "kg m/s"],
    [dimension(1, -1, -2), "Pa"],
    [dimension(1, 2, -3, -1), "V"],
    [dimension(1, 0, -2, -1), "T"],
    [dimension(0, 0, 0, 0, 1), "K"],
    [dimension(1, 1, -2), "N"],
    [dimension(1, 2, -2), "J"],
    [dimension(1, 2, -3), "W"],
    [dimension(0, 0, 1, 1), "C"],
    [dimension(-1, -2, 4, 2), "F"],
    [dimension(1, 2, -3, -2), "ohm"],
    [dimension(-1, -2, 3, 2), "S"],
    [dimension(1, 2, -2, -1), "Wb"],
    [dimension(1, 2, -2, -2), "H"],
    [dimension(1, 0, -3, 0, -1), "W/(m^2 K)"],
    [dimension(1, 2, -2, 0, -1, -1), "J/(mol K)"],
    [dimension(0, 2, -2), "m^2/s^2"],
    [dimension(0, 0, -1), "1/s"],
    [dimension(0, 1, -2), "m/s^2"],
    [dimension(1, -3), "kg/m^3"],
    [dimension(-1, 3, -2), "m^3/(kg s^2)"],
    [dimensionless, "1"],
    [dimension(1, 2, -1), "kg m^2/s"],
    [dimension(0, 0, 0, 0, 0, 1), "mol"],
  ];
  for (const [d, text] of texts) {
    it(`prints ${text}`, () => {
      expect(formatDimension(d)).to.equal(text);
    });
  }

  it("shows an angle only for rad and rad/s, and lets it count for nothing in comparisons", () => {
    expect(formatDimension(withAngle(dimensionless, 1))).to.equal("rad");
    expect(formatDimension(withAngle(dimension(0, 0, -1), 1))).to.equal("rad/s");
    expect(formatDimension(withAngle(dimension(0, 1), 1))).to.equal("m");
    expect(equals(withAngle(dimensionless, 1), dimensionless)).to.equal(true);
    expect(multiply(withAngle(dimensionless, 1), dimension(0, 1)).angle).to.equal(0);
  });
});
