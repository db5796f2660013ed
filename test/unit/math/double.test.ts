/** Error-free transformations and sums against exact rational arithmetic on BigInt. */
import { expect } from "chai";
import * as fc from "fast-check";
import { bitsOf, decompose, roundToDouble } from "../../../protocol/math/bits.js";
import * as math from "../../../protocol/math/index.js";
import { addDD, divDD, low, mulDD, sqrtDD } from "../../../protocol/math/double.js";
import { runs } from "../../kit/runs.js";

const SEED = 77_003;
const options = { seed: SEED, numRuns: runs(750, 3_000) };
/** Every finite double is an integer multiple of 2^-1074, and products of two of 2^-2148. */
const UNIT = 2148;

/** x as an integer number of 2^-2148. */
function exact(x: number): bigint {
  const { m, e } = decompose(x);
  return m << BigInt(e + UNIT);
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const safe = fc
  .tuple(
    fc.double({ min: 1, max: 2, noNaN: true }),
    fc.integer({ min: -400, max: 400 }),
    fc.boolean(),
  )
  .map(([m, e, negative]) => (negative ? -m : m) * math.exp2(e));

describe("math: error-free transformations", () => {
  it("a product with an infinity or NaN has no error term", () => {
    for (const strange of [Infinity, -Infinity, NaN]) {
      for (const other of [0, 2, -1e308, 5e-324, Infinity]) {
        const p = strange * other;
        const errors = [math.twoProdError(strange, other, p), math.twoProdError(other, strange, p)];
        expect(errors.every(Number.isNaN), `${strange} ${other}`).to.equal(true);
      }
    }
  });

  it("a + b = s + error exactly", () => {
    fc.assert(
      fc.property(finite, finite, (a, b) => {
        const s = a + b;
        if (Math.abs(s) === Infinity) return;
        expect(exact(s) + exact(math.twoSumError(a, b, s))).to.equal(exact(a) + exact(b));
      }),
      options,
    );
  });

  it("a b = p + error exactly", () => {
    fc.assert(
      fc.property(safe, safe, (a, b) => {
        const p = a * b;
        if (Math.abs(p) < math.exp2(-900)) return;
        expect((exact(p) + exact(math.twoProdError(a, b, p))) << BigInt(UNIT)).to.equal(
          exact(a) * exact(b),
        );
      }),
      options,
    );
  });

  it("products of factors too large to split are exact too", () => {
    for (const [a, b] of [
      [1.7e308, 0.3],
      [-1.1e301, 1e-300],
      [0.1, 1.79e308],
      [9.9e307, 1.5],
    ] as const) {
      const p = a * b;
      expect((exact(p) + exact(math.twoProdError(a, b, p))) << BigInt(UNIT)).to.equal(
        exact(a) * exact(b),
      );
    }
  });

  it("remainders of quotients and roots are exact", () => {
    fc.assert(
      fc.property(safe, safe, (a, b) => {
        const q = a / b;
        if (Math.abs(a) < math.exp2(-300) || Math.abs(q) > 1e200 || Math.abs(q) < 1e-200) return;
        const rest = exact(a) * (1n << BigInt(UNIT)) - exact(q) * exact(b);
        expect(exact(math.divRemainder(a, b, q)) << BigInt(UNIT)).to.equal(rest);
        const r = Math.sqrt(Math.abs(a));
        expect(exact(math.sqrtRemainder(Math.abs(a), r)) << BigInt(UNIT)).to.equal(
          (exact(Math.abs(a)) << BigInt(UNIT)) - exact(r) * exact(r),
        );
      }),
      options,
    );
  });
});

describe("math: double-double arithmetic", () => {
  const P = 1n << 400n;
  const scaled = (hi: number, lo: number): bigint => (exact(hi) + exact(lo)) * P;
  const far = (got: bigint, want: bigint): boolean => {
    const gap = got > want ? got - want : want - got;
    return gap * (1n << 102n) > (want < 0n ? -want : want);
  };
  const mantissa = fc.double({ min: 0.5, max: 2, noNaN: true });
  const tiny = fc.double({ min: -1, max: 1, noNaN: true }).map((x) => x * math.exp2(-55));

  it("sums, products, quotients and roots are within 2^-102", () => {
    fc.assert(
      fc.property(mantissa, tiny, mantissa, tiny, fc.boolean(), (ah, al, bh, bl, minus) => {
        const sign = minus ? -1 : 1;
        const a = exact(ah) + exact(al);
        const b = exact(bh) + exact(bl);
        const one = 1n << BigInt(UNIT);
        const sum = addDD(ah, al, sign * bh, sign * bl);
        expect(far(scaled(sum, low[0]!), (a + BigInt(sign) * b) * P), "sum").to.equal(false);
        const product = mulDD(ah, al, bh, bl);
        expect(far(scaled(product, low[0]!), (a * b * P) / one), "product").to.equal(false);
        const quotient = divDD(ah, al, bh, bl);
        expect(far(scaled(quotient, low[0]!), (a * one * P) / b), "quotient").to.equal(false);
        const root = sqrtDD(ah, al);
        const r = scaled(root, low[0]!);
        expect(far(r * r, a * one * P * P), "root").to.equal(false);
      }),
      options,
    );
  });
});

describe("math: bits", () => {
  it("rounds every double to itself, and 55-bit integers to even", () => {
    fc.assert(
      fc.property(finite, (x) => {
        const { m, e } = decompose(x);
        expect(roundToDouble(m, e) === x).to.equal(true);
        expect(roundToDouble(m * 8n, e - 3) === x).to.equal(true);
      }),
      options,
    );
    // Number(BigInt) is defined by ECMAScript to round to nearest, ties to even.
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 70n), max: 1n << 70n }), (n) => {
        expect(roundToDouble(n, 0) === Number(n)).to.equal(true);
      }),
      options,
    );
  });

  it("rounds subnormals once", () => {
    // 2^-1075 is half the least double: a tie goes to 0, anything more goes up.
    expect(roundToDouble(1n, -1075)).to.equal(0);
    expect(roundToDouble(1n, -1075, true)).to.equal(5e-324);
    expect(roundToDouble(3n, -1075)).to.equal(1e-323);
    expect(roundToDouble((1n << 53n) - 1n, -1075)).to.equal(2.2250738585072014e-308);
    expect(roundToDouble((1n << 1024n) - (1n << 970n), 0)).to.equal(Infinity);
    expect(roundToDouble((1n << 1024n) - (1n << 970n) - 1n, 0)).to.equal(1.7976931348623157e308);
  });

  it("hexadecimal text and neighbours", () => {
    expect(math.hexOf(1)).to.equal("3ff0000000000000");
    expect(math.hexOf(-0)).to.equal("8000000000000000");
    expect(math.hexOf(NaN)).to.equal("7ff8000000000000");
    expect(math.fromHex("c059000000000000")).to.equal(-100);
    expect(() => math.fromHex("40")).to.throw(RangeError);
    expect(math.nextUp(1)).to.equal(1.0000000000000002);
    expect(math.nextDown(1)).to.equal(0.9999999999999999);
    expect(math.nextUp(-0)).to.equal(5e-324);
    expect(math.nextDown(5e-324)).to.equal(0);
    expect(math.nextUp(1.7976931348623157e308)).to.equal(Infinity);
    expect(math.ulp(1)).to.equal(2.220446049250313e-16);
    expect(math.ulp(0)).to.equal(5e-324);
    expect(math.ulp(1.7976931348623157e308)).to.equal(1.99584030953472e292);
    fc.assert(
      fc.property(finite, (x) => {
        expect(bitsOf(math.fromHex(math.hexOf(x)))).to.equal(bitsOf(x));
      }),
      options,
    );
  });
});

describe("math: sums", () => {
  it("go from left to right", () => {
    expect(math.sum([1e16, 1, -1e16])).to.equal(0);
    expect(math.sum([1e16, -1e16, 1])).to.equal(1);
    expect(math.sum([])).to.equal(0);
  });

  it("are compensated where asked", () => {
    expect(math.compensatedSum([1e16, 1, -1e16])).to.equal(1);
    expect(math.compensatedSum([1, 1e100, 1, -1e100])).to.equal(2);
    expect(math.compensatedSum([Infinity, 1])).to.equal(Infinity);
    expect(math.compensatedSum(Array.from({ length: 10 }, () => 0.1))).to.equal(1);
    expect(math.compensatedDot([1e10, 1, -1e10], [1e10, 1, 1e10])).to.equal(1);
  });

  it("compensated sums are the rounded exact sum for well conditioned lists", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { maxLength: 40 }),
        (values) => {
          const whole = values.reduce((total, x) => total + exact(x), 0n);
          const want = roundToDouble(whole, -UNIT);
          expect(Math.abs(math.compensatedSum(values) - want)).to.be.at.most(math.ulp(want));
        },
      ),
      options,
    );
  });
});
