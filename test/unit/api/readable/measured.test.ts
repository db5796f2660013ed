/**
 * Numbers as people read them. The digits of the table come from Python's decimal module
 * (`quantize`, ROUND_HALF_UP) over the exact doubles, with two digits of the uncertainty; the
 * notation is that of CODATA 2022 and of the `S` format of Python's uncertainties package.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { measuredText, roughText } from "../../../../api/readable/measured.js";

const UNCERTAIN: readonly (readonly [number, number, string, string])[] = [
  [198055856502802840000, 4451160192892202.5, "N", "1.980559(45)e20 N"],
  [6.6743e-11, 1.5e-15, "m^3/(kg s^2)", "6.67430(15)e-11 m^3/(kg s^2)"],
  [0.0027266514124470996, 3.0639515285975875e-8, "s", "2.726651(31) ms"],
  [571901.6, 4114.4, "J", "571.9(4.1) kJ"],
  [1234567, 1200, "kg", "1.2346(12)e6 kg"],
  [345, 1.2, "m", "345.0(1.2) m"],
  [345, 12, "m", "345(12) m"],
  [3.45, 0.012, "m", "3.450(12) m"],
  [0.0012, 0.034, "1", "0.001(34)"],
  [-9.2847646917e-24, 2.9e-33, "J/T", "-9.2847646917(29)e-24 J/T"],
  [9.999, 0.0099, "m", "9.9990(99) m"],
  // Both carry into a further digit.
  [9.9999, 0.0995, "m", "10.00(10) m"],
  [137.035999177, 2.1e-8, "1", "137.035999177(21)"],
  [12, 99.6, "K", "0.1(1.0)e2 K"],
  [0, 0.5, "m", "0.00(50) m"],
];

const COMPUTED: readonly (readonly [number, number, string | null, string])[] = [
  [15160.512448585641, 0.00016959553033187851, "N", "15.1605124 kN"],
  [281.1475409825455, 1.2e-8, "Hz", "281.147541 Hz"],
  [0.003754525569088514, 0.00026297925756893145, "m", "3.8 mm"],
  [5, 0, "m", "5 m"],
  [1e-30, 0, "kg", "1e-30 kg"],
  [0.1 + 0.2, 0, "1", "0.3"],
  [14, 0, null, "14"],
  [299792458, 0, "m/s", "299792458 m/s"],
  [-0.5, 0, "V", "-0.5 V"],
  [1e9, 0, "Hz", "1 GHz"],
  [1e22, 0, "N", "1e22 N"],
  [8.987551787368176e16, 4.000000008, "J", "89.87551787 PJ"],
  [384400000, 0, "m", "384400 km"],
  [-0, 0, "m", "0 m"],
];

describe("readable: measured numbers", () => {
  for (const [value, uncertainty, unit, text] of UNCERTAIN)
    it(text, () => expect(measuredText({ value, uncertainty, unit })).to.equal(text));
  for (const [value, uncertainty, unit, text] of COMPUTED)
    it(`${text}, computed`, () =>
      expect(measuredText({ value, uncertainty, unit, isNumerical: true })).to.equal(text));

  it("a bound has two digits", () => {
    expect(roughText(0.00016959553, "N")).to.equal("170 uN");
    expect(roughText(26.9, "1")).to.equal("27");
  });

  it("reads back to within half of the last digit shown, with the uncertainty to 5 percent", () => {
    const size = fc.double({ min: 1e-25, max: 1e25, noNaN: true });
    fc.assert(
      fc.property(
        size,
        fc.double({ min: 1e-9, max: 3, noNaN: true }),
        fc.boolean(),
        (value, share, isBelow) => {
          const signed = isBelow ? -value : value;
          const spread = value * share;
          const text = measuredText({ value: signed, uncertainty: spread, unit: "kg" });
          const [, number, digits, power = "0"] = /^(-?[\d.]+)\(([\d.]+)\)(?:e(-?\d+))? kg$/.exec(
            text,
          )!;
          const places = number!.split(".")[1]?.length ?? 0;
          const last = Number(`1e${Number(power) - places}`);
          const stated = digits!.includes(".")
            ? Number(`${digits}e${power}`)
            : Number(digits) * last;
          expect(Math.abs(stated - spread), text).to.be.at.most(0.05 * spread * (1 + 1e-9));
          expect(Math.abs(Number(`${number}e${power}`) - signed), text).to.be.at.most(
            0.5 * last * (1 + 1e-6),
          );
        },
      ),
    );
  });
});
