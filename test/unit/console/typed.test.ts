/** What a slider moves, of a quantity as people write it. */
import { expect } from "chai";
import { typedOf, withSpread } from "../../../api/console/parts/typed.js";

describe("the number that a slider moves", () => {
  it("is that of the whole text, with its uncertainty apart", () => {
    for (const [text, value, spread, unit] of [
      ["384400 ± 20 km", 384_400, "20", "km"],
      ["384400 +/- 20 km", 384_400, "20", "km"],
      ["1,500 kg", 1_500, "", "kg"],
      ["1 500 000 kg", 1_500_000, "", "kg"],
      ["−3.5 m/s^2", -3.5, "", "m/s^2"],
      ["1e16 1/cm^3", 1e16, "", "1/cm^3"],
      ["2.0(1) kg", 2, "0.1", "kg"],
      ["1,500(20) kg", 1_500, "20", "kg"],
      ["5", 5, "", ""],
      ["5 ± 0.1", 5, "0.1", ""],
    ] as const)
      expect(typedOf(text), text).to.deep.equal({ value, spread, unit });
  });
  it("takes another uncertainty, and keeps its digits and its unit", () => {
    for (const [text, next, whole] of [
      ["2.00 kg", "0.05", "2.00 ± 0.05 kg"],
      ["384400 ± 20 km", "5", "384400 ± 5 km"],
      ["384400 +/- 20 km", "", "384400 km"],
      ["1e16 1/cm^3", "1e14", "1e16 ± 1e14 1/cm^3"],
      ["5", " 0.1 ", "5 ± 0.1"],
      ["2.00(1) kg", "0.05", "2.00 ± 0.05 kg"],
      ["2.00(1) kg", "", "2.00 kg"],
    ] as const)
      expect(withSpread(text, typedOf(text)!, next), text).to.equal(whole);
  });
  it("is none where a part would be left over", () => {
    for (const text of ["1.98056(21)e20 N", "3..4 m", "5 kg ± 1 kg", "", "-"])
      expect(typedOf(text), text).to.equal(null);
  });
});
