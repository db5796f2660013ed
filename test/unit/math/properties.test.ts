/**
 * What correct rounding implies: odd and even bit for bit, exact identities, monotone across
 * neighbours.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import * as math from "../../../protocol/math/index.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_240_611;
const RUNS = runs(500, 2_000);

/** fast-check prints the seed and the smallest counterexample when a property fails. */
function holds<T>(property: fc.IProperty<T>): void {
  fc.assert(property, { seed: SEED, numRuns: RUNS });
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const moderate = fc.double({ min: -700, max: 700, noNaN: true });
const unit = fc.double({ min: -1, max: 1, noNaN: true });

const same = (a: number, b: number): void => {
  expect(math.hexOf(a)).to.equal(math.hexOf(b));
};

describe("math: properties", () => {
  const odd: readonly (readonly [(x: number) => number, fc.Arbitrary<number>])[] = [
    [math.sin, finite],
    [math.tan, finite],
    [math.sinpi, finite],
    [math.tanpi, finite],
    [math.asin, unit],
    [math.atan, finite],
    [math.sinh, moderate],
    [math.tanh, finite],
    [math.asinh, finite],
    [math.atanh, unit],
    [math.erf, finite],
    [math.cbrt, finite],
  ];
  for (const [f, domain] of odd) {
    it(`${f.name} is odd bit for bit`, () => {
      holds(
        fc.property(domain, (x) => {
          same(f(-x), -f(x));
        }),
      );
    });
  }

  const even = [
    [math.cos, finite],
    [math.cospi, finite],
    [math.cosh, moderate],
  ] as const;
  for (const [f, domain] of even) {
    it(`${f.name} is even bit for bit`, () => {
      holds(
        fc.property(domain, (x) => {
          same(f(-x), f(x));
        }),
      );
    });
  }

  it("pow(x, 2) = x x and pow(x, -1) = 1/x", () => {
    holds(
      fc.property(finite, (x) => {
        same(math.pow(x, 2), x * x);
        same(math.powi(x, 2), x * x);
        same(math.pow(x, -1), 1 / x);
      }),
    );
  });

  it("pow and powi agree on every integer exponent they share", () => {
    holds(
      fc.property(finite, fc.integer({ min: -64, max: 64 }), (x, n) => {
        same(math.pow(x, n), math.powi(x, n));
      }),
    );
  });

  it("pow(x, 1/2) = sqrt(x) for x above 0", () => {
    holds(
      fc.property(fc.double({ min: 5e-324, noNaN: true, noDefaultInfinity: true }), (x) => {
        same(math.pow(x, 0.5), Math.sqrt(x));
      }),
    );
  });

  it("hypot(x, 0) = |x|, and the order and signs of its arguments do not matter", () => {
    holds(
      fc.property(finite, finite, (x, y) => {
        same(math.hypot(x, 0), Math.abs(x));
        same(math.hypot(x, y), math.hypot(-y, x));
      }),
    );
  });

  it("sinpi of an integer is zero, cospi of one is 1 or -1", () => {
    holds(
      fc.property(fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }), (n) => {
        expect(math.sinpi(n) === 0).to.equal(true);
        expect(math.cospi(n)).to.equal(n % 2 === 0 ? 1 : -1);
      }),
    );
  });

  it("cbrt undoes exact cubes, exp2 and log2 exact powers", () => {
    holds(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), (n) => {
        same(math.cbrt(n * n * n), n === 0 ? 0 : n);
      }),
    );
    for (let k = -1074; k <= 1023; k += 1) same(math.log2(math.exp2(k)), k);
  });

  it("atan2 keeps to the half plane of y and agrees with atan on the right", () => {
    holds(
      fc.property(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (y) => {
        same(math.atan2(y, 1), math.atan(y));
      }),
    );
    holds(
      fc.property(finite, finite, (y, x) => {
        const angle = math.atan2(y, x);
        expect(Object.is(angle, -0) || angle < 0).to.equal(y < 0 || Object.is(y, -0));
      }),
    );
  });
});

describe("math: monotone over 10,000 consecutive doubles", () => {
  const STEPS = 10_000;
  // Starts a little below cell boundaries of the tables and of the reductions.
  const rising: readonly (readonly [(x: number) => number, readonly number[]])[] = [
    [math.exp, [0.0054152, 1, 0.3465, -0.7, 709]],
    [math.expm1, [0.0054152123481, -0.0054152123482]],
    [math.log, [1 - 1e-12, 1.5 - 1e-12, 0.9921875 - 1e-13, 1.0078125 - 1e-13]],
    [math.log1p, [0.0078 - 1e-15, -0.0078]],
    [math.sin, [0.0078125 - 1e-15, 0.785398163397448, -0.5]],
    [math.tan, [0.785398163397448, 0.0078125]],
    [math.asin, [0.0078125, 0.71]],
    [math.atan, [0.0078125, 1 - 1e-12, 0.5078125 - 1e-13]],
    [math.sinh, [0.0054152123, 39.99999999999]],
    [math.tanh, [0.002707606, 0.5]],
    [math.asinh, [0.0078, 1e10]],
    [math.erf, [0.5 - 1e-13, 0.5625 - 1e-13, 2]],
    [math.gamma, [19.99999999999, 2]],
    [math.lgamma, [19.99999999999, 3]],
    [math.cbrt, [1 - 1e-13, 8 - 1e-12]],
  ];
  for (const [f, starts] of rising) {
    it(f.name, () => {
      for (const start of starts) {
        let x = start;
        let before = f(x);
        for (let i = 0; i < STEPS; i += 1) {
          x = math.nextUp(x);
          const value = f(x);
          if (value < before) expect.fail(`${f.name} falls at ${math.hexOf(x)}`);
          before = value;
        }
      }
    });
  }
});
