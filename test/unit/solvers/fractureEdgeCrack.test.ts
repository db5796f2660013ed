/**
 * A notched lattice is an edge crack of fracture mechanics: strength falls with the root of its
 * length, faces open as K says.
 */
import { expect } from "chai";
import { fracture } from "../../../protocol/solvers/fracture/solver.js";
import { crackedSheet, freeShape, heldShape, slopeOfStrength } from "./edgeCrack.js";
import { solve } from "./motion.js";

/**
 * K sqrt(spacing) over the force of a bond that breaks, of a crack without other end:
 * scripts/solvers/reference/fracture.py.
 */
const TOUGHNESS = 2.0806;

describe("solver fracture: edge cracks", () => {
  const sheets = [6, 9, 14, 20].map((notch) => crackedSheet(40, 100, notch));

  it("bears a strain that falls with the root of the effective length", () => {
    expect(slopeOfStrength(sheets, heldShape)).to.be.closeTo(-0.5, 0.015);
    // Ends that turn, or a sheet without end, would tell another law.
    expect(Math.abs(slopeOfStrength(sheets, freeShape) + 0.5)).to.be.above(0.03);
    expect(
      Math.abs(slopeOfStrength(sheets, () => ({ factor: 1.122, softer: 1 })) + 0.5),
    ).to.be.above(0.03);
  });

  it("breaks where K meets the toughness of the lattice, and is as soft as its crack makes it", () => {
    for (const { notch, part, slender, strain, stress } of sheets) {
      const { factor, softer } = heldShape(part, slender);
      expect(stress * softer, `${notch}`).to.be.closeTo(1, 0.01);
      expect(
        stress * (2 / Math.sqrt(3)) * strain * factor * Math.sqrt(Math.PI * notch),
        `${notch}`,
      ).to.be.closeTo(TOUGHNESS, 0.025 * TOUGHNESS);
    }
  });

  it("opens behind its tip as K_I says", () => {
    for (const { notch, opened, part, slender } of sheets.slice(2)) {
      const { factor } = heldShape(part, slender);
      expect(opened / factor, `${notch}`).to.be.closeTo(1, 0.03);
      // Clamped grips hold back what would turn freely.
      expect(opened / freeShape(part, slender).factor, `${notch}`).to.be.below(0.9);
    }
  });

  it("grows narrower by a third of its strain where it is whole", () => {
    // Poisson's ratio of the triangular lattice: Ostoja-Starzewski, Appl. Mech. Rev. 55 (2002) 35.
    const [nx, ny, strain] = [14, 81, 1e-3];
    const {
      fields: [uy, ux],
    } = solve(fracture, { nx, ny, notch: 0, break_strain: 0.01, strain, k: 3 }).result;
    const row = 40 * nx;
    const along =
      (uy!.data[row + 20 * nx + 7]! - uy!.data[row - 20 * nx + 7]!) / (40 * (Math.sqrt(3) / 2));
    const across = (ux!.data[row + 10]! - ux!.data[row + 3]!) / 7;
    expect(across / along).to.be.closeTo(-1 / 3, 5e-4);
    expect(along / strain).to.be.within(1, 1.01);
  });
});
