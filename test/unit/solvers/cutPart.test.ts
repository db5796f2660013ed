/** What a rectangle that a curve cuts holds on both sides of it. */
import { expect } from "chai";
import { polygon, sidesOfCurve } from "../../../protocol/solvers/fields/cutPart.js";

describe("solvers: a cell that a curve of jumps cuts", () => {
  const areaWhere = (
    inside: (x: number, y: number) => boolean,
    x: readonly [number, number],
    y: readonly [number, number],
  ): number | null => {
    const read = (a: number, b: number): number => (inside(a, b) ? 1 : 0);
    const sides = sidesOfCurve({ x, y }, read);
    if (sides === null) return null;
    return sides
      .map((corners) => polygon(corners))
      .reduce((sum, { area, middle }) => sum + area * read(...middle), 0);
  };

  it("has the area under an arc of a circle to the fourth order of its width", () => {
    // The part of x^2 + y^2 < 1 above y = 1 - h, between -h/2 and h/2: integral of sqrt(1 - x^2).
    for (const h of [0.1, 0.05, 0.025]) {
      const a = h / 2;
      const under = a * Math.sqrt(1 - a * a) + Math.asin(a);
      const exact = under - h * (1 - h);
      const got = areaWhere((x, y) => x * x + y * y < 1, [-a, a], [1 - h, 1 + h]);
      expect(Math.abs(got! - exact)).to.be.at.most(h ** 4 / 100);
    }
  });

  it("has both parts of a cell with a corner cut off, exactly for a line", () => {
    // x + 2 y < 1/2 cuts 1/2 x 1/2 x 1/4 off the unit square.
    const got = areaWhere((x, y) => x + 2 * y < 0.5, [0, 1], [0, 1]);
    expect(got).to.be.closeTo(0.0625, 1e-7);
    const rest = areaWhere((x, y) => x + 2 * y >= 0.5, [0, 1], [0, 1]);
    expect(rest).to.be.closeTo(0.9375, 1e-7);
  });

  it("says where it does not know: no curve at the corners, or two of them", () => {
    expect(areaWhere(() => true, [0, 1], [0, 1])).to.equal(null);
    expect(areaWhere((x, y) => (x - 0.5) * (y - 0.5) > 0, [0, 1], [0, 1])).to.equal(null);
    expect(areaWhere((x, y) => Math.hypot(x - 0.5, y - 0.5) < 0.2, [0, 1], [0, 1])).to.equal(null);
  });
});
