import { expect } from "chai";
import { normalCdf, normalQuantile } from "../../../../protocol/math/random/normal.js";

describe("normal numbers by inversion", () => {
  // mpmath at 40 digits: findroot of log(ncdf(z)) = log(p), p the double written here.
  const known: readonly (readonly [number, number])[] = [
    [0.5, 0],
    [0.3, -0.5244005127080408],
    [0.975, 1.9599639845400538],
    [1e-3, -3.0902323061678136],
    [1e-10, -6.361340902404057],
    [1e-100, -21.273453560965326],
    [1e-300, -37.0470962993612],
    [0.925, 1.4395314709384561],
    [0.07, -1.4757910281791706],
  ];
  for (const [p, z] of known) {
    it(`P = ${p}`, () => {
      expect(normalQuantile(p)).to.be.closeTo(z, 4e-15 * Math.max(1, Math.abs(z)));
    });
  }

  it("is odd, inverts the distribution, and is infinite only at the ends", () => {
    for (const p of [0.01, 0.2, 0.4375, 0.074, 1e-6]) {
      expect(normalCdf(normalQuantile(p))).to.be.closeTo(p, 1e-14 * p + 1e-17);
      expect(normalQuantile(1 - 0.25 * p)).to.be.closeTo(-normalQuantile(0.25 * p), 1e-9);
    }
    expect(normalQuantile(0)).to.equal(-Infinity);
    expect(normalQuantile(1)).to.equal(Infinity);
    expect(Number.isNaN(normalQuantile(-0.1))).to.equal(true);
  });
});
