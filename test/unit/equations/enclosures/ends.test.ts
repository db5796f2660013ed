/**
 * Ends of intervals held against exact rationals: each is on the outer side of the real result, and
 * at most three doubles beyond it (denormals have no finer step). A double is a whole multiple of
 * 2^-1074, which BigInt holds.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import {
  add,
  around,
  div,
  down,
  falling,
  holdsZero,
  hull,
  interval,
  meet,
  mul,
  neg,
  ONE,
  rising,
  scaled,
  signOf,
  square,
  sub,
  up,
  within,
  type Interval,
} from "../../../../protocol/equations/enclosures/interval.js";
import { runs } from "../../../kit/runs.js";

const MAX = Number.MAX_VALUE;
const TINY = Number.MIN_VALUE;
const ULP = Number.EPSILON;
const bits = new DataView(new ArrayBuffer(8));

/** In units of 2^-1074. */
function units(x: number): bigint {
  bits.setFloat64(0, x);
  const word = bits.getBigUint64(0);
  const exponent = (word >> 52n) & 0x7ffn;
  const fraction = word & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return word >> 63n === 1n ? -size : size;
}

/** The next double, by its bits. */
function after(x: number): number {
  if (x === -Infinity) return -MAX;
  if (x === Infinity) return x;
  if (x === 0) return TINY;
  bits.setFloat64(0, x);
  bits.setBigInt64(0, bits.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

const before = (x: number): number => -after(-x);
const point = (x: number): Interval => ({ lo: x, hi: x });

/** A quotient of whole numbers, in units of 2^-1074. */
interface Real {
  readonly num: bigint;
  readonly den: bigint;
}

/** Negative where the double is below the real number. */
function compared(x: number, { den, num }: Real): number {
  if (x - x !== 0) return x;
  const difference = units(x) * den - num;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const SCALE = 1n << 1074n;
const OPERATIONS: readonly (readonly [
  name: string,
  run: (a: Interval, b: Interval) => Interval,
  exact: (a: bigint, b: bigint) => Real,
])[] = [
  ["add", add, (a, b) => ({ num: a + b, den: 1n })],
  ["sub", sub, (a, b) => ({ num: a - b, den: 1n })],
  ["mul", mul, (a, b) => ({ num: a * b, den: SCALE })],
  ["div", div, (a, b) => (b < 0n ? { num: -a * SCALE, den: -b } : { num: a * SCALE, den: b })],
];

/** Doubles of all sizes, and those near the limits of the transforms. */
const doubles = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -1000, max: 1000 }).map((count) => count / 8),
  fc.constantFrom(1e-280, 1e300, 1e-140, 1e150, MAX, 1e308, TINY, 2.2250738585072014e-308, 1, 3),
  fc.constantFrom(-1e-280, -1e300, -MAX, -TINY, -1, -0.1),
);

/** Without the sign of 0, which no end counts. */
function unsigned({ hi, lo }: Interval): Interval {
  return { lo: lo + 0, hi: hi + 0 };
}

function holds(found: Interval, real: Real, what: string): void {
  expect(compared(found.lo, real), `${what}: lower end`).to.be.at.most(0);
  expect(compared(found.hi, real), `${what}: upper end`).to.be.at.least(0);
  const [low, high] = [after(after(after(found.lo))), before(before(before(found.hi)))];
  expect(compared(low, real), `${what}: how near the lower end is`).to.be.at.least(0);
  expect(compared(high, real), `${what}: how near the upper end is`).to.be.at.most(0);
}

describe("protocol/equations/enclosures: ends of intervals", () => {
  for (const [name, run, exact] of OPERATIONS)
    it(`${name} holds the real result of two doubles, and little more`, () => {
      fc.assert(
        fc.property(doubles, doubles, (a, b) => {
          fc.pre(name !== "div" || b !== 0);
          const found = run(point(a), point(b));
          const real = exact(units(a), units(b));
          holds(found, real, `${a} ${name} ${b}`);
          // A result that a double holds exactly stays where it is.
          const plain =
            name === "add" ? a + b : name === "sub" ? a - b : name === "mul" ? a * b : a / b;
          const size = Math.abs(plain);
          if (
            compared(plain, real) === 0 &&
            size >= 1e-280 &&
            size <= 1e300 &&
            Math.abs(a) >= 1e-280
          )
            expect(found, `${a} ${name} ${b}`).to.deep.equal(point(plain));
        }),
        { seed: 20_261_129, numRuns: runs(600, 20_000) },
      );
    });

  it("of intervals hold the results of their ends, which one of them reaches", () => {
    const ends = fc
      .tuple(doubles, doubles)
      .map(([a, b]) => ({ lo: Math.min(a, b), hi: Math.max(a, b) }));
    fc.assert(
      fc.property(ends, ends, (a, b) => {
        for (const [name, run, exact] of OPERATIONS) {
          if (name === "div" && holdsZero(b)) continue;
          const found = run(a, b);
          const corners = [a.lo, a.hi].flatMap((x) => [b.lo, b.hi].map((y) => [x, y] as const));
          const reals = corners.map(([x, y]) => exact(units(x), units(y)));
          const what = `[${a.lo}, ${a.hi}] ${name} [${b.lo}, ${b.hi}]`;
          for (const real of reals) {
            expect(compared(found.lo, real), what).to.be.at.most(0);
            expect(compared(found.hi, real), what).to.be.at.least(0);
          }
          const low = after(after(after(found.lo)));
          const high = before(before(before(found.hi)));
          expect(
            reals.some((real) => compared(low, real) >= 0),
            what,
          ).to.equal(true);
          expect(
            reals.some((real) => compared(high, real) <= 0),
            what,
          ).to.equal(true);
        }
      }),
      { seed: 20_261_130, numRuns: runs(300, 5000) },
    );
  });

  it("at infinity: an overflow is no infinity below, and one that was given is", () => {
    expect(unsigned(add(point(1e308), point(1e308)))).to.deep.equal({ lo: MAX, hi: Infinity });
    expect(unsigned(add(point(-1e308), point(-1e308)))).to.deep.equal({ lo: -Infinity, hi: -MAX });
    expect(unsigned(mul(point(1e308), point(10)))).to.deep.equal({ lo: MAX, hi: Infinity });
    expect(unsigned(div(point(1e308), point(0.1)))).to.deep.equal({ lo: MAX, hi: Infinity });
    expect(unsigned(add(point(Infinity), point(1)))).to.deep.equal(point(Infinity));
    expect(unsigned(add(point(1), point(Infinity)))).to.deep.equal(point(Infinity));
    expect(unsigned(mul(point(Infinity), point(2)))).to.deep.equal(point(Infinity));
    expect(unsigned(mul(point(2), point(Infinity)))).to.deep.equal(point(Infinity));
    expect(unsigned(add(point(Infinity), point(-Infinity)))).to.deep.equal({
      lo: -Infinity,
      hi: Infinity,
    });
    expect(unsigned(mul({ lo: 0, hi: 1 }, { lo: 0, hi: Infinity }))).to.deep.equal({
      lo: 0,
      hi: Infinity,
    });
    expect(unsigned(div(point(1), { lo: 2, hi: Infinity }))).to.deep.equal({ lo: 0, hi: 0.5 });
    expect(unsigned(div(point(-1), { lo: 2, hi: Infinity }))).to.deep.equal({ lo: -0.5, hi: 0 });
    expect(unsigned(div(point(0.5), point(Infinity)))).to.deep.equal({ lo: 0, hi: TINY });
    expect(unsigned(div(point(-0.5), point(Infinity)))).to.deep.equal({ lo: -TINY, hi: 0 });
    expect(unsigned(div(point(0.5), point(-Infinity)))).to.deep.equal({ lo: -TINY, hi: 0 });
    expect(unsigned(div(point(-2), point(-Infinity)))).to.deep.equal({ lo: 0, hi: TINY });
    expect(unsigned(div(point(Infinity), point(Infinity)))).to.deep.equal({ lo: 0, hi: Infinity });
    expect(unsigned(div(point(Infinity), point(-Infinity)))).to.deep.equal({
      lo: -Infinity,
      hi: 0,
    });
    expect(unsigned(div(point(0), { lo: 1, hi: Infinity }))).to.deep.equal({ lo: 0, hi: 0 });
  });

  it("beside a divisor that ends in 0, on the side that is known", () => {
    expect(unsigned(div({ lo: 1, hi: 2 }, { lo: 0, hi: 4 }))).to.deep.equal({
      lo: 0.25,
      hi: Infinity,
    });
    expect(unsigned(div({ lo: -2, hi: -1 }, { lo: 0, hi: 4 }))).to.deep.equal({
      lo: -Infinity,
      hi: -0.25,
    });
    expect(unsigned(div({ lo: 1, hi: 2 }, { lo: -4, hi: 0 }))).to.deep.equal({
      lo: -Infinity,
      hi: -0.25,
    });
    expect(unsigned(div({ lo: -2, hi: -1 }, { lo: -4, hi: 0 }))).to.deep.equal({
      lo: 0.25,
      hi: Infinity,
    });
    expect(unsigned(div({ lo: 0, hi: 2 }, { lo: 0, hi: 4 }))).to.deep.equal({
      lo: 0,
      hi: Infinity,
    });
    expect(unsigned(div({ lo: -2, hi: 0 }, { lo: 0, hi: 4 }))).to.deep.equal({
      lo: -Infinity,
      hi: 0,
    });
    expect(unsigned(div({ lo: 0, hi: 2 }, { lo: -4, hi: 0 }))).to.deep.equal({
      lo: -Infinity,
      hi: 0,
    });
    expect(unsigned(div({ lo: -2, hi: 0 }, { lo: -4, hi: 0 }))).to.deep.equal({
      lo: 0,
      hi: Infinity,
    });
    expect(unsigned(div({ lo: -1, hi: 2 }, { lo: 0, hi: 4 }))).to.deep.equal({
      lo: -Infinity,
      hi: Infinity,
    });
    expect(unsigned(div(point(0), { lo: -1, hi: 1 }))).to.deep.equal(point(0));
    expect(unsigned(div(point(1), point(0)))).to.deep.equal({ lo: -Infinity, hi: Infinity });
  });

  it("outwards where the result is not exact, and beyond the limits of the transforms", () => {
    // 1/3 as a double is below a third, 0.1 above a tenth.
    expect(div(point(1), point(3))).to.deep.equal({ lo: 1 / 3, hi: up(1 / 3) });
    expect(div(point(1), point(10))).to.deep.equal({ lo: before(0.1), hi: 0.1 });
    expect(div(point(1e301), point(1))).to.deep.equal({ lo: down(1e301), hi: up(1e301) });
    expect(mul(point(1e301), point(1))).to.deep.equal({ lo: down(1e301), hi: up(1e301) });
    expect(mul({ lo: 0, hi: 1 }, { lo: 2, hi: 3 })).to.deep.equal({ lo: 0, hi: 3 });
    expect(mul({ lo: 2, hi: 3 }, { lo: 0, hi: 1 })).to.deep.equal({ lo: 0, hi: 3 });
    expect(ONE).to.deep.equal({ lo: 1, hi: 1 });
    expect(interval(Number.NaN, 1)).to.deep.equal({ lo: -Infinity, hi: Infinity });
    expect(interval(1, Number.NaN)).to.deep.equal({ lo: -Infinity, hi: Infinity });
  });

  it("by steps of units in the last place", () => {
    expect(unsigned(around(1, 3))).to.deep.equal({ lo: 1 - 1.5 * ULP, hi: 1 + 3 * ULP });
    expect(unsigned(around(1))).to.deep.equal({ lo: 1 - ULP / 2, hi: 1 + ULP });
    expect(unsigned(around(1, 0))).to.deep.equal(point(1));
    expect(unsigned(around(Number.NaN))).to.deep.equal({ lo: -Infinity, hi: Infinity });
    expect(unsigned(around(0))).to.deep.equal({ lo: -TINY, hi: TINY });
    expect([up(Infinity), up(-Infinity), up(MAX)]).to.deep.equal([Infinity, -MAX, Infinity]);
    expect([down(-Infinity), down(Infinity)]).to.deep.equal([-Infinity, MAX]);
    const twice = (x: number): number => 2 * x;
    expect(unsigned(rising(twice, { lo: 1, hi: 2 }))).to.deep.equal({
      lo: 2 - ULP,
      hi: 4 + 4 * ULP,
    });
    expect(unsigned(falling((x) => -x, { lo: 1, hi: 2 }, 2))).to.deep.equal({
      lo: -2 - 4 * ULP,
      hi: -1 + ULP,
    });
    expect(unsigned(rising(() => Number.NaN, { lo: 1, hi: 2 }))).to.deep.equal({
      lo: -Infinity,
      hi: Infinity,
    });
  });

  it("of sets: sign, hull, meeting, clamps, squares, multiples", () => {
    expect(signOf({ lo: TINY, hi: 1 })).to.equal(1);
    expect(signOf({ lo: -1, hi: -TINY })).to.equal(-1);
    expect(signOf({ lo: 0, hi: 0 })).to.equal(0);
    expect([signOf({ lo: 0, hi: 1 }), signOf({ lo: -1, hi: 0 })]).to.deep.equal([NaN, NaN]);
    expect([holdsZero({ lo: 0, hi: 1 }), holdsZero({ lo: -1, hi: 0 })]).to.deep.equal([true, true]);
    expect([holdsZero({ lo: TINY, hi: 1 }), holdsZero({ lo: -1, hi: -TINY })]).to.deep.equal([
      false,
      false,
    ]);
    expect(hull({ lo: 1, hi: 4 }, { lo: 2, hi: 3 })).to.deep.equal({ lo: 1, hi: 4 });
    expect(hull({ lo: 2, hi: 3 }, { lo: 1, hi: 4 })).to.deep.equal({ lo: 1, hi: 4 });
    expect(meet({ lo: 1, hi: 3 }, { lo: 2, hi: 4 })).to.deep.equal({ lo: 2, hi: 3 });
    expect(meet({ lo: 1, hi: 2 }, { lo: 2, hi: 4 })).to.deep.equal(point(2));
    expect(meet({ lo: 1, hi: 2 }, { lo: 3, hi: 4 })).to.deep.equal({ lo: 1, hi: 2 });
    expect(unsigned(within({ lo: -2, hi: 2 }, -1, 1))).to.deep.equal({ lo: -1, hi: 1 });
    expect(unsigned(within({ lo: 2, hi: 3 }, -1, 1))).to.deep.equal(point(1));
    expect(unsigned(within({ lo: -3, hi: -2 }, -1, 1))).to.deep.equal(point(-1));
    expect(unsigned(neg({ lo: 1, hi: 2 }))).to.deep.equal({ lo: -2, hi: -1 });
    expect(unsigned(scaled({ lo: -1, hi: 2 }, -3))).to.deep.equal({ lo: -6, hi: 3 });
    expect(unsigned(square({ lo: -3, hi: 2 }))).to.deep.equal({ lo: 0, hi: 9 });
    expect(unsigned(square({ lo: -2, hi: 3 }))).to.deep.equal({ lo: 0, hi: 9 });
    expect(unsigned(square({ lo: -3, hi: -2 }))).to.deep.equal({ lo: 4, hi: 9 });
  });
});
