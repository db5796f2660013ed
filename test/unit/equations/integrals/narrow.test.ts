/**
 * Integrals of what is narrow, cut or bent, in one and two dimensions. Expected values are areas and
 * volumes of figures in closed form: triangles, discs, pyramids, and sines cut at a level.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { equationInNumbers, evaluateUnnamed } from "../../../../protocol/equations/index.js";

function integral(equation: string): { readonly value: number; readonly uncertainty: number } {
  const request = equationInNumbers({ equation, inputs: {} });
  if (!request.ok) throw new Error(request.problem.message);
  const outcome = evaluateUnnamed(request.request);
  if (outcome.status !== "value") throw new Error(`${equation}: ${outcome.status}`);
  return outcome;
}

/** Within three stated uncertainties, and a few ulps for the numbers in the text. */
function holds(equation: string, expected: number, rounding = 0): void {
  const { uncertainty, value } = integral(equation);
  const allowed = 3 * uncertainty + rounding + 4e-16 * Math.abs(expected);
  expect(Math.abs(value - expected), `${equation}: ${value}, not ${expected}`).to.be.at.most(
    allowed,
  );
}

describe("integrals of what is narrow or bent", () => {
  it("sees a hat of any width at any place", () => {
    const hats = fc.record({
      at: fc.double({ min: 1, max: 999, noNaN: true }),
      exponent: fc.integer({ min: -7, max: 0 }),
      height: fc.double({ min: 0.1, max: 10, noNaN: true }),
    });
    fc.assert(
      fc.property(hats, ({ at, exponent, height }) => {
        const width = 10 ** exponent;
        // The place of the hat is known to half an ulp of 1000, its sides fall by height/width.
        const rounding = 4 * 1.2e-13 * height;
        holds(
          `y = INT_0^1000 max(0, ${height} (1 - abs(x - ${at})/${width})) dx`,
          height * width,
          rounding,
        );
      }),
      { numRuns: 40 },
    );
  });

  it("sees a step written as pieces, a clamp, a minimum and a half sum", () => {
    const area = 0.125 * 1e-4;
    const from = 0.51234;
    for (const body of [
      `{0.125 if ${from} < x < ${from} + 1e-4; 0 otherwise}`,
      `0.125 heaviside(x - ${from}) heaviside(${from} + 1e-4 - x)`,
      `0.125 (sign(x - ${from}) - sign(x - ${from} - 1e-4))/2`,
    ])
      holds(`y = INT_0^1 ${body} dx`, area, 1e-16);
    // A triangle of base 2e-4 and height 1e-4.
    for (const hat of [
      `(abs(1e-4 - abs(x - ${from})) + 1e-4 - abs(x - ${from}))/2`,
      `1e-4 - min(1e-4, abs(x - ${from}))`,
    ])
      holds(`y = INT_0^1 (${hat}) dx`, 1e-8, 1e-19);
  });

  it("ends its pieces at kinks that are not narrow", () => {
    // By hand: the parts of [0, 1] on which sin 20 x is above the level, integrated with x.
    const level = 0.3857;
    const F = (x: number): number => Math.sin(20 * x) / 400 - (x * Math.cos(20 * x)) / 20;
    let expected = level / 2;
    for (let turn = 0; turn < 4; turn += 1) {
      const [a, b] = [Math.asin(level), Math.PI - Math.asin(level)].map((angle) =>
        Math.min(1, (angle + 2 * Math.PI * turn) / 20),
      );
      expected += F(b!) - F(a!) - (level * (b! * b! - a! * a!)) / 2;
    }
    holds(`y = INT_0^1 x max(sin(20 x), ${level}) dx`, expected, 1e-14);
  });

  it("sees a disc and a pyramid of any size in the plane", () => {
    const figures = fc.record({
      x: fc.double({ min: 0.2, max: 0.8, noNaN: true }),
      z: fc.double({ min: 0.2, max: 0.8, noNaN: true }),
      exponent: fc.integer({ min: -5, max: -1 }),
    });
    fc.assert(
      fc.property(figures, ({ exponent, x, z }) => {
        const r = 10 ** exponent;
        const disc = `y = INT_0^1 INT_0^1 heaviside(${r}^2 - (x - ${x})^2 - (z - ${z})^2) dz dx`;
        holds(disc, Math.PI * r * r, 1e-15 * r);
        const pyramid = `y = INT_0^1 INT_0^1 max(0, ${r} - abs(x - ${x}) - abs(z - ${z})) dz dx`;
        holds(pyramid, (2 / 3) * r ** 3, 4e-15 * r * r);
      }),
      { numRuns: 2 },
    );
  });

  it("sees a disc between limits that depend on the outer variable", () => {
    holds(
      "y = INT_0^1 INT_0^x heaviside(1e-6 - (x - 0.7)^2 - (z - 0.3)^2) dz dx",
      Math.PI * 1e-6,
      1e-18,
    );
  });

  it("sees where a narrow band leaves the plane", () => {
    // Over |x - z| < a in the unit square: the integral of (a - d) 2 (1 - d) and of 2 (1 - d).
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 0.02, noNaN: true }), (a) => {
        holds(`y = INT_0^1 INT_0^1 max(0, ${a} - abs(x - z)) dz dx`, a * a - a ** 3 / 3, 1e-15 * a);
        holds(`y = INT_0^1 INT_0^1 heaviside(${a} - abs(x - z)) dz dx`, 2 * a - a * a, 1e-14 * a);
        const below = `y = INT_0^1 INT_0^x max(0, ${a} - (x - z)) dz dx`;
        holds(below, (a * a) / 2 - a ** 3 / 6, 1e-15 * a);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });

  it("sees where two narrow bands cross", () => {
    // Areas of |u| < a, |v| < a: half of (2 a)^2 for u = x - z and v = x + z - 1, all for v = z - 0.4.
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 0.01, noNaN: true }), (a) => {
        const band = `heaviside(${a} - abs(x - z))`;
        const across = `y = INT_0^1 INT_0^1 ${band} heaviside(${a} - abs(x + z - 1)) dz dx`;
        holds(across, 2 * a * a, 1e-13 * a);
        const level = `y = INT_0^1 INT_0^1 ${band} heaviside(${a} - abs(z - 0.4)) dz dx`;
        holds(level, 4 * a * a, 1e-13 * a);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });

  it("sees a disc and a narrow band where the inner range is infinite", () => {
    const disc = "heaviside(1e-6 - (x - 0.3)^2 - (z - 0.7)^2)";
    holds(`y = INT_0^1 INT_0^inf ${disc} dz dx`, Math.PI * 1e-6, 1e-16);
    holds(`y = INT_0^1 INT_-inf^inf ${disc} dz dx`, Math.PI * 1e-6, 1e-16);
    // Up to x = a the band begins at 0: the integral of exp(-z) over it, by hand.
    const a = 0.001;
    const [one, two, end] = [Math.exp(-a), Math.exp(-2 * a), Math.exp(-1)];
    const expected = a - (one - two) + (one - end) * 2 * Math.sinh(a);
    holds(`y = INT_0^1 INT_0^inf heaviside(${a} - abs(x - z)) exp(-z) dz dx`, expected, 1e-16);
  });

  it("bends along a diagonal", () => {
    holds("y = INT_0^1 INT_0^1 abs(x - z) dz dx", 1 / 3);
    holds("y = INT_0^1 INT_0^1 max(x, z) dz dx", 2 / 3);
  });
});
