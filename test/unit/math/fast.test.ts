/**
 * What the error bounds of the fast phases rest on: the rounding test answers only what every value
 * within the bound rounds to, and the tables hold what they say, in as many bits as exact products
 * allow. The references are the enclosures by balls of integers.
 */
import { expect } from "chai";
import * as ball from "../../../protocol/math/ball/ball.js";
import { ln2, pi } from "../../../protocol/math/ball/constants.js";
import * as big from "../../../protocol/math/ball/elementary.js";
import {
  decompose,
  fromHex,
  hexOf,
  nextDown,
  nextUp,
  roundToDouble,
} from "../../../protocol/math/bits.js";
import { ARCSINE_CELLS } from "../../../protocol/math/fast/arcsineTable.js";
import { ARCTANGENT_CELLS } from "../../../protocol/math/fast/arctangentTable.js";
import { INVERSE_TURN, SINES } from "../../../protocol/math/fast/circularTable.js";
import { POWERS } from "../../../protocol/math/fast/exponentialTable.js";
import { CELLS } from "../../../protocol/math/fast/logarithmTable.js";
import {
  highWord,
  nearest,
  productError,
  settle,
  settleScaled,
  squareError,
  twoTo,
} from "../../../protocol/math/fast/settle.js";
import { generator } from "../../kit/generator.js";

const BITS = 200;

/** Significant bits of a double. */
function bitsIn(x: number): number {
  return x === 0 ? 0 : decompose(Math.abs(x)).m.toString(2).length;
}

/** The double nearest to an exact sum of doubles. */
function exactSum(...terms: readonly number[]): number {
  let m = 0n;
  const low = -1200;
  for (const term of terms) {
    const part = decompose(term);
    m += part.m << BigInt(part.e - low);
  }
  return roundToDouble(m, low);
}

/** Distance of hi + lo from the value, as a power of two relative to `size`. */
function distance(hi: number, lo: number, value: ball.Ball, size: number): number {
  const pair = ball.add(ball.fromDouble(hi), ball.fromDouble(lo), BITS);
  return ball.top(ball.subtract(pair, value, BITS)) - Math.log2(size);
}

function at(numerator: number, e: number): ball.Ball {
  return { m: BigInt(numerator), e, r: 0n };
}

describe("math: the rounding test of the fast phases", () => {
  it("answers the double at both ends of the interval, or NaN when they differ", () => {
    const random = generator(0x2545f491);
    let decided = 0;
    for (let i = 0; i < 20_000; i += 1) {
      const hi = (1 + random()) * (random() < 0.5 ? -1 : 1);
      const lo = (random() - 0.5) * 2 ** -Math.floor(60 * random());
      const error = random() * 2 ** -(50 + Math.floor(30 * random()));
      const got = settle(hi, lo, error);
      // The bound covers the rounding of lo -+ error, so the test is of an interval less that.
      const inner = error - Math.abs(lo) * 2 ** -52;
      if (got !== got || inner <= 0) continue;
      decided += 1;
      const label = `${hexOf(hi)} ${hexOf(lo)} ${hexOf(error)}`;
      expect(exactSum(hi, lo, -inner), label).to.equal(got);
      expect(exactSum(hi, lo, inner), label).to.equal(got);
    }
    expect(decided).to.be.greaterThan(5_000);
  });

  it("does not answer at a midpoint, however small the bound", () => {
    expect(settle(1, 2 ** -53, 2 ** -100)).to.deep.equal(NaN);
    expect(settle(nextDown(1), -(2 ** -54), 2 ** -100)).to.deep.equal(NaN);
    expect(settle(1, nextDown(2 ** -53) - 2 ** -100, 2 ** -104)).to.equal(1);
    expect(settle(1, 2 ** -53 + 2 ** -90, 2 ** -95)).to.equal(nextUp(1));
    expect(settleScaled(1, 2 ** -53, 2 ** -100, 7)).to.deep.equal(NaN);
    expect(settleScaled(1.5, 0, 2 ** -65, -1021)).to.equal(1.5 * 2 ** -1021);
  });

  it("NaN anywhere is no answer", () => {
    expect(settle(NaN, 0, 1e-30)).to.deep.equal(NaN);
    expect(settle(1, NaN, 1e-30)).to.deep.equal(NaN);
    expect(settle(1, 0, NaN)).to.deep.equal(NaN);
  });
});

describe("math: what the fast phases are made of", () => {
  it("powers of two are exact over the whole range", () => {
    for (const k of [-1074, -1073, -1022, -1021, -1, 0, 1, 1023]) {
      expect(twoTo(k), String(k)).to.equal(roundToDouble(1n, k));
    }
  });

  it("the high word is the upper half of the bits", () => {
    for (const hex of ["3ff0000000000000", "c008abcdef012345", "0010000000000001"]) {
      expect(highWord(fromHex(hex))).to.equal(Number.parseInt(hex.slice(0, 8), 16) | 0);
    }
  });

  it("nearest rounds ties to even", () => {
    expect([0.5, 1.5, -0.5, -2.5, 2.49, 137_600.5].map(nearest)).to.deep.equal([
      0, 2, 0, -2, 2, 137_600,
    ]);
  });

  it("errors of squares and products are exact", () => {
    const random = generator(0x1234567);
    for (let i = 0; i < 5_000; i += 1) {
      const a = (1 + random()) * 2 ** (Math.floor(random() * 200) - 100) + random();
      const b = (1 + random()) * 2 ** (Math.floor(random() * 200) - 100);
      const p = a * b;
      const x = decompose(a);
      const y = decompose(b);
      const r = decompose(-p);
      const low = Math.min(x.e + y.e, r.e);
      const rest = ((x.m * y.m) << BigInt(x.e + y.e - low)) + (r.m << BigInt(r.e - low));
      expect(productError(a, b, p)).to.equal(roundToDouble(rest, low));
      expect(squareError(a, a * a)).to.equal(productError(a, a, a * a));
    }
  });
});

describe("math: tables of the fast phases", () => {
  it("2^(i/128), upper part of 26 bits", () => {
    expect(POWERS).to.have.length(2 * 128);
    for (let i = 0; i < 128; i += 1) {
      const exact = big.exp(ball.multiply(at(i, -7), ln2(BITS), BITS), BITS);
      expect(bitsIn(POWERS[2 * i]!)).to.be.at.most(26);
      expect(distance(POWERS[2 * i]!, POWERS[2 * i + 1]!, exact, 1)).to.be.below(-78);
    }
  });

  it("-ln f to a multiple of 2^-42 and a rest, f of 12 bits within 2^-8.7 of 1/m", () => {
    expect(CELLS).to.have.length(3 * 256);
    for (let i = 0; i < 256; i += 1) {
      const [f, hi, lo] = CELLS.subarray(3 * i, 3 * i + 3);
      expect(f! * 2048).to.equal(Math.round(f! * 2048));
      expect(hi! * 2 ** 42).to.equal(Math.round(hi! * 2 ** 42));
      if (f === 1) expect([hi, lo]).to.deep.equal([0, 0]);
      else
        expect(distance(hi!, lo!, ball.negate(big.log(ball.fromDouble(f!), BITS)), 1)).to.be.below(
          -94,
        );
      const word = (n: number): number =>
        fromHex((0x3fe6a000 + n * 4096).toString(16).padStart(8, "0") + "00000000");
      for (const m of [word(i), word(i + 1)]) {
        expect(Math.abs(m * f! - 1), `cell ${i}`).to.be.below(2 ** -8.7);
      }
    }
  });

  it("sin(i pi/256), upper part of 26 bits", () => {
    expect(SINES).to.have.length(2 * 129);
    for (let i = 0; i <= 128; i += 1) {
      const exact = big.sinCosPi(at(i, -8), BITS).sin;
      expect(bitsIn(SINES[2 * i]!)).to.be.at.most(26);
      expect(
        distance(SINES[2 * i]!, SINES[2 * i + 1]!, exact, Math.max(SINES[2 * i]!, 2 ** -9)),
      ).to.be.below(-78);
    }
  });

  it("the digits of 1/(2 pi), 26 bits each, enough for the largest argument", () => {
    const digits = [...INVERSE_TURN].slice(2);
    expect([...INVERSE_TURN].slice(0, 2)).to.deep.equal([0, 0]);
    const bits = 26 * digits.length;
    const whole = digits.reduce((sum, digit) => (sum << 26n) + BigInt(digit), 0n);
    const exact = ball.divide(ball.ONE, ball.shift(pi(bits + 64), 1), bits + 32);
    const rest = ball.subtract(exact, { m: whole, e: -bits, r: 0n }, bits + 64);
    // Cut off, not rounded: what is left lies in [0, 1) of the last digit.
    expect(ball.signOf(rest)).to.equal(1);
    expect(ball.top(rest)).to.be.at.most(1 - bits);
    // 2^1023 begins at digit 37 and needs eight.
    expect(INVERSE_TURN).to.have.length.of.at.least(2 + Math.floor((1023 - 52) / 26) + 8);
  });

  const cells: readonly (readonly [string, Float64Array, number, (a: ball.Ball) => ball.Ball])[] = [
    ["arc tangent", ARCTANGENT_CELLS, 129, (a) => big.atan(a, BITS)],
    [
      "arc sine",
      ARCSINE_CELLS,
      65,
      (a) =>
        big.angle(a, ball.sqrt(ball.subtract(ball.ONE, ball.square(a, BITS), BITS), BITS), BITS),
    ],
  ];
  for (const [name, table, count, value] of cells) {
    it(`${name} at i/128, slope of 26 bits`, () => {
      expect(table).to.have.length(12 * count);
      for (let i = 1; i < count; i += 1) {
        const row = table.subarray(12 * i, 12 * i + 12);
        expect(bitsIn(row[2]!)).to.be.at.most(26);
        expect(distance(row[0]!, row[1]!, value(at(i, -7)), row[0]!)).to.be.below(-104);
        expect(Math.abs(row[4]!) / row[0]!, "quadratic term").to.be.below(1.28);
      }
      expect([...table.subarray(0, 5)]).to.deep.equal([0, 0, 1, 0, 0]);
    });
  }

  it("slopes are 1/(1 + c^2) and 1/sqrt(1 - c^2)", () => {
    for (let i = 1; i <= 64; i += 1) {
      const cc = ball.square(at(i, -7), BITS);
      const tangent = ball.divide(ball.ONE, ball.add(ball.ONE, cc, BITS), BITS);
      const sine = ball.divide(ball.ONE, ball.sqrt(ball.subtract(ball.ONE, cc, BITS), BITS), BITS);
      const a = ARCTANGENT_CELLS.subarray(12 * i, 12 * i + 4);
      const b = ARCSINE_CELLS.subarray(12 * i, 12 * i + 4);
      expect(distance(a[2]!, a[3]!, tangent, 1)).to.be.below(-78);
      expect(distance(b[2]!, b[3]!, sine, 1)).to.be.below(-78);
    }
  });
});
