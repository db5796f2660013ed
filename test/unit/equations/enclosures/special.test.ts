/** Enclosures of special functions at the edges of their domains; values by mpmath, 15 digits. */
import { expect } from "chai";
import {
  EVERYWHERE,
  NOWHERE,
  PARTLY,
  realPower,
} from "../../../../protocol/equations/enclosures/functions.js";
import type { Interval } from "../../../../protocol/equations/enclosures/interval.js";
import { SPECIAL } from "../../../../protocol/equations/enclosures/special.js";

const of = (name: string, lo: number, hi: number) => SPECIAL.get(name)!({ lo, hi });

function near({ hi, lo }: Interval, least: number, greatest: number): void {
  expect(lo).to.be.closeTo(least, 1e-13);
  expect(hi).to.be.closeTo(greatest, 1e-13);
}

describe("protocol/equations/enclosures/special", () => {
  it("knows which way the complete elliptic integrals go and bend", () => {
    const [first, second] = [of("ellipk", 0.25, 0.5), of("ellipe", 0.25, 0.5)];
    near(first.g, 1.6857503548126, 1.85407467730137);
    near(of("ellipk", -10, -5).g, 0.79087189023873, 0.95550392706404);
    near(second.g, 1.35064388104768, 1.46746220933943);
    expect([first.slope, first.curvature]).to.deep.equal([
      { lo: 0, hi: Infinity },
      { lo: 0, hi: Infinity },
    ]);
    expect([second.slope, second.curvature]).to.deep.equal([
      { lo: -Infinity, hi: 0 },
      { lo: -Infinity, hi: 0 },
    ]);
  });

  it("has no elliptic integral above 1, and bounds none at it", () => {
    for (const name of ["ellipk", "ellipe"]) {
      expect(of(name, 1.5, 2).domain, name).to.equal(NOWHERE);
      expect(of(name, 0.5, 1.5).domain, name).to.equal(PARTLY);
      for (const [lo, hi] of [
        [0.5, 1],
        [1, 1],
        [1, 1.5],
      ] as const) {
        expect(of(name, lo, hi).g, name).to.deep.equal({ lo: -Infinity, hi: Infinity });
        expect(of(name, lo, hi).domain, name).to.equal(PARTLY);
      }
      expect(of(name, 0.5, 0.99).domain, name).to.equal(EVERYWHERE);
      expect(of(name, -2, 0).domain, name).to.equal(EVERYWHERE);
    }
  });

  it("bounds zeta on either side of its pole, down to -2", () => {
    near(of("zeta", 2, 3).g, 1.20205690315959, 1.64493406684823);
    near(of("zeta", -1, 0.5).g, -1.46035450880959, -0.0833333333333333);
    for (const [lo, hi] of [
      [0.5, 1],
      [1, 2],
      [0.5, 2],
      [-3, -2.5],
    ] as const)
      expect(of("zeta", lo, hi).g).to.deep.equal({ lo: -Infinity, hi: Infinity });
    expect(of("zeta", -2, -1).domain).to.equal(EVERYWHERE);
  });

  // 3.5 (1e-200)^2.5 is 3.5e-500: above 0, and below all doubles that are.
  it("keeps a slope of a power above nought where it underflows", () => {
    const { slope } = realPower({ lo: 1e-200, hi: 1e-200 }, { lo: 3.5, hi: 3.5 });
    expect(slope.lo).to.be.at.most(0);
    expect(slope.hi).to.be.greaterThan(0);
  });
});
