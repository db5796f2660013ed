import { expect } from "chai";
import { instantOf, modulationAt, MODULATION_SAMPLES } from "../../../protocol/math/modulation.js";

/**
 * Integer division by 777000777 and 1 + 0.001 sin(2 pi phase), computed with mpmath at 50 digits.
 */
const INSTANTS: readonly (readonly [bigint, number, number, number])[] = [
  [0n, 0, 0, 1],
  [1n, 0, 1.287000000001287e-9, 1.0000000000080864],
  [777_000_776n, 0, 0.999999998713, 0.9999999999919136],
  [777_000_777n, 1, 0, 1],
  [1_732_147_200_123_456_789n, 2_229_273_446, 0.5611181608895611, 0.9996253523372831],
  [1_795_230_000_000_000_000n, 2_310_461_010, 0.0023104610100023104, 1.0000145165447771],
];

describe("the KO42 modulation", () => {
  for (const [ns, calcond, phase, modulation] of INSTANTS) {
    it(`at ${ns} ns is calcond ${calcond}, phase ${phase}`, () => {
      expect(instantOf(ns)).to.deep.equal({ calcond, phase });
      expect(modulationAt(phase)).to.equal(modulation);
    });
  }

  it("stays within alpha and averages to 1 over a calcond", () => {
    for (const sample of MODULATION_SAMPLES) expect(sample).to.be.within(0.999, 1.001);
    const mean =
      MODULATION_SAMPLES.reduce((sum, sample) => sum + sample, 0) / MODULATION_SAMPLES.length;
    expect(mean).to.be.closeTo(1, 1e-15);
    expect(modulationAt(0.25)).to.equal(1.001);
    expect(modulationAt(0.75)).to.equal(0.999);
  });
});
