import { expect } from "chai";
import {
  crackedSheet,
  freeShape,
  heldShape,
  slopeOfStrength,
} from "../../unit/solvers/edgeCrack.js";

describe("edge cracks of a wide lattice, long", () => {
  const sheets = [6, 8, 12, 16, 24, 32, 40].map((notch) => crackedSheet(80, 186, notch));

  it("strength falls with the root of the effective length from a thirteenth to half of the width", () => {
    expect(slopeOfStrength(sheets, heldShape)).to.be.closeTo(-0.5, 0.01);
    expect(Math.abs(slopeOfStrength(sheets, freeShape) + 0.5)).to.be.above(0.03);
    const toughness = sheets.map(
      ({ notch, part, slender, strain, stress }) =>
        stress *
        (2 / Math.sqrt(3)) *
        strain *
        heldShape(part, slender).factor *
        Math.sqrt(Math.PI * notch),
    );
    for (const [k, one] of toughness.entries())
      expect(one, `${sheets[k]!.notch}`).to.be.closeTo(2.0806, 0.01 * 2.0806);
  });

  it("short ones need next to no correction, long ones do", () => {
    const alone = (cracks: typeof sheets): number =>
      slopeOfStrength(cracks, () => ({ factor: 1.122, softer: 1 }));
    expect(alone(sheets.slice(0, 3))).to.be.closeTo(-0.5, 0.05);
    expect(alone(sheets)).to.be.above(-0.4);
  });

  it("opens as K_I says", () => {
    for (const { notch, opened, part, slender } of sheets.slice(2)) {
      expect(opened / heldShape(part, slender).factor, `${notch}`).to.be.closeTo(1, 0.025);
    }
  });
});
