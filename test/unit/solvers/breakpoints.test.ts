/** Where fields of a caller jump and bend: places known from how each was written. */
import { expect } from "chai";
import * as fc from "fast-check";
import { compileExpression } from "../../../protocol/solvers/expression.js";
import { breaksOf, curvesOf, type Breaks } from "../../../protocol/solvers/fields/breakpoints.js";

function breaks(text: string, to = 1): Breaks {
  const { root, value } = compileExpression(text, ["x", "y"], "/field");
  const slots = new Float64Array(2);
  return breaksOf(root, value, { variable: 0, isFixed: () => false, slots, from: 0, to });
}

describe("solvers: places at which a field jumps or bends", () => {
  it("finds a piece however narrow it is, with the values on its sides", () => {
    const piece = fc.record({
      at: fc.double({ min: 0.01, max: 0.98, noNaN: true }),
      width: fc.integer({ min: 1, max: 9 }).map((n) => 0.01 / powerOfTen(n)),
      height: fc.integer({ min: -1e6, max: 1e6 }).filter((n) => n !== 0),
    });
    fc.assert(
      fc.property(piece, ({ at, height, width }) => {
        const found = breaks(`{${height} if ${at} <= x < ${at + width}; 3.5 otherwise}`);
        expect(found.open).to.equal(null);
        expect(found.places.map(({ kind }) => kind)).to.deep.equal(["jump", "jump"]);
        expect(found.places[0]!.at).to.be.closeTo(at, 1e-15);
        expect(found.places[1]!.at).to.be.closeTo(at + width, 1e-15);
        const sides = found.places.map(({ after, before }) => [before, after]);
        expect(sides).to.deep.equal([
          [3.5, height],
          [height, 3.5],
        ]);
      }),
    );
  });

  // Corners of a clamp from its slope; of the waves and the staircase from their period.
  for (const [text, kind, places] of [
    ["1 - min(1, abs(x - 0.3) * 1e7)", "kink", [0.3 - 1e-7, 0.3, 0.3 + 1e-7]],
    ["(abs(x - 0.7) + x - 0.7) / 2", "kink", [0.7]],
    ["max(0, 1 - abs(x - 0.5123456) / 1e-6)", "kink", [0.5123446, 0.5123456, 0.5123466]],
    ["sqrt((x - 0.3)^2)", "kink", [0.3]],
    ["acos(cos(5 x))", "kink", [Math.PI / 5]],
    ["floor(4 x)", "jump", [0.25, 0.5, 0.75]],
    ["mod(x, 0.4)", "jump", [0.4, 0.8]],
    ["heaviside(0.1 - hypot(x - 0.5, 0.06))", "jump", [0.42, 0.58]],
    ["sign(sin(7 x))", "jump", [Math.PI / 7, (2 * Math.PI) / 7]],
    ["atan(1 / (x - 0.3))", "jump", [0.3]],
    ["{1 if x < 0.25 or x > 0.75; 0 otherwise}", "jump", [0.25, 0.75]],
  ] as const) {
    it(`finds ${text}`, () => {
      const { open, places: found } = breaks(text);
      const mine = found.filter((one) => one.kind === kind);
      expect(open).to.equal(null);
      expect(mine).to.have.length(places.length);
      // Where a cosine is 1 it is so over some roundings.
      places.forEach((at, i) => expect(mine[i]!.at, text).to.be.closeTo(at, 1e-13));
    });
  }

  it("finds nothing in what is smooth, and says where it cannot tell", () => {
    for (const text of ["sin(40 x)", "exp(-((x - 0.5) / 1e-3)^2)", "x / (x^2 + 1e-9)"])
      expect(breaks(text)).to.deep.equal({ places: [], open: null, moves: false, roots: [] });
    expect(breaks("max(sin(1e6 x), 0)").open).to.deep.equal([0, 1]);
  });

  it("says that a condition on two variables moves, and in which cells it lies", () => {
    const text = "{1 if (x - 0.3)^2 + (y - 0.7)^2 < 1e-6; 0 otherwise}";
    expect(breaks(text)).to.deep.equal({ places: [], open: null, moves: true, roots: [] });
    const points = Float64Array.from({ length: 11 }, (_, i) => i / 10);
    const { root } = compileExpression(text, ["x", "y"], "/field");
    const { cells } = curvesOf(root, {
      slots: new Float64Array(2),
      isFixed: () => false,
      x: { slot: 0, points },
      y: { slot: 1, points },
    });
    // The disc of radius 0.001 about a corner of four cells.
    expect([...cells!].sort((a, b) => a - b)).to.deep.equal([62, 63, 72, 73]);
  });
});

function powerOfTen(n: number): number {
  return Number(`1e${n - 1}`);
}
