/** Numbers with their uncertainty: read whole, or refused where two readings stand. */
import { expect } from "chai";
import * as fc from "fast-check";
import { measuredText } from "../../../api/readable/measured.js";
import { equationInNumbers, evaluateUnnamed } from "../../../protocol/equations/index.js";
import { parseUnit } from "../../../protocol/units/index.js";
import {
  readMeasured,
  statesUncertainty,
  valueFor,
  type Quantity,
} from "../../../protocol/units/quantity/index.js";

function inSI(quantity: Quantity, unit: string, isDifference: boolean): number {
  const own = parseUnit(unit);
  const found = valueFor(quantity, { name: "x", unit: own.ok ? own : null, isDifference });
  if (!found.ok) throw new Error(found.message);
  return found.value;
}

/** In SI, by hand: 1 in is 0.0254 m, 1 °F is 5/9 K. */
const READ: readonly (readonly [text: string, unit: string, value: number, spread: number])[] = [
  ["384400 ± 20 km", "m", 384_400_000, 20_000],
  ["(384400 ± 20) km", "m", 384_400_000, 20_000],
  ["384400 km ± 20000 m", "m", 384_400_000, 20_000],
  ["5.97(2)e24 kg", "kg", 5.97e24, 2e22],
  ["(5.97 ± 0.02)e24 kg", "kg", 5.97e24, 2e22],
  ["(5.97 +/- 0.02) x 10^24 kg", "kg", 5.97e24, 2e22],
  ["5.97e24 +- 2e22 kg", "kg", 5.97e24, 2e22],
  ["20 ± 0.5 °C", "K", 293.15, 0.5],
  ["50 °F ± 9 °F", "K", 283.15, 5],
  ["5 kg ± 2 %", "kg", 5, 0.1],
  ["-5 kg ± 2 %", "kg", -5, 0.1],
  ["(5 ± 2) %", "1", 0.05, 0.02],
  ["0.5 plus or minus 0.1", "1", 0.5, 0.1],
  ["5 ft 3 in ± 1 in", "m", 1.6002, 0.0254],
  ["1/2 ± 1/8 in", "m", 0.0127, 0.003175],
  ["(2.5 ± 0.3) million kg", "kg", 2.5e6, 3e5],
  ["2.5 million ± 0.3 million kg", "kg", 2.5e6, 3e5],
  ["345.0(1.2) kg", "kg", 345, 1.2],
  ["345.0(12) kg", "kg", 345, 1.2],
  ["345.0(.5) kg", "kg", 345, 0.5],
  ["12(1) V", "V", 12, 1],
  ["2.5(3) million kg", "kg", 2.5e6, 3e5],
  ["1.2(1) hundred thousand m", "m", 1.2e5, 1e4],
  ["5 kg ± 5 ppm", "kg", 5, 2.5e-5],
  ["5 kg ± 3 permille", "kg", 5, 0.015],
  ["384400(5) km", "m", 384_400_000, 5000],
  ["2,500 ± 1,000 kg", "kg", 2500, 1000],
  ["2½ ± ¼ kg", "kg", 2.5, 0.25],
  ["2½ million ± ¼ million kg", "kg", 2.5e6, 2.5e5],
  ["two million ± half a million kg", "kg", 2e6, 5e5],
  ["(2 and a half ± 0.3) million kg", "kg", 2.5e6, 3e5],
];

function messageOf(text: string): string {
  const read = readMeasured(text);
  return read.ok ? "" : read.message;
}

describe("protocol/units/quantity/measured", () => {
  it("names what to write instead", () => {
    expect(messageOf("2.5 ± 0.3 million kg")).to.include("(2.5 ± 0.3) million kg");
    expect(messageOf("2.5 ± 0.3e3 kg")).to.include("(2.5 ± 0.3)e3 kg");
    expect(messageOf("2.5 ± 10% kg")).to.include("5 kg ± 2 %");
    expect(messageOf("12 (1) kg")).to.include("12(1) kg");
    expect(messageOf("5.97e24(2) kg")).to.include("5.97(2)e24 kg");
  });

  for (const [text, unit, value, size] of READ) {
    it(`reads ${text}`, () => {
      expect(statesUncertainty(text)).to.equal(true);
      const read = readMeasured(text);
      if (!read.ok || read.spread === null) throw new Error(text);
      expect(inSI(read.quantity, unit, false)).to.equal(value);
      expect(inSI(read.spread, unit, true)).to.equal(size);
    });
  }

  for (const text of [
    "5.97 ± 0.02e24 kg",
    "2.5 ± 0.3 million kg",
    "2.5 ± 0.3 x 10^6 kg",
    "2 ± half a million kg",
    "2.5 ± 3 dozen kg",
    "2½ ± ¼ million kg",
    "2 and a half ± 0.3 million kg",
    "5/2 ± 0.3e6 kg",
    "2 1/2 ± 3 x 10^5 kg",
    "twenty-five ± two thousand kg",
    "2.5 ± 0.3 pi rad",
    "2.5 ± 0.3e3",
    "2.5 ± 1/2 kg",
    "5 ± 2 %",
    "5 km ± 20",
    "5 ± 3 ft 2 in",
    "5 ± -0.1 kg",
    "5 ± 1 ± 2 kg",
    "5(1) ± 2 kg",
    "2.5 ± 10% kg",
    "0.5 ± 3 ppm",
    "12 (1) kg",
    "5.97e24(2) kg",
    "20 °C ± 1 %",
    "5 ± 1 foobars",
    "± 3 m",
    "5 ±",
    "(5) ± 1 m",
    "(5 kg ± 1) kg",
  ])
    it(`refuses ${text}`, () => {
      const read = readMeasured(text);
      expect(read.ok).to.equal(false);
      if (read.ok) return;
      expect(read.at[0]).to.be.within(0, text.length);
      expect(read.at[1]).to.be.within(read.at[0], text.length);
      expect(read.message).to.match(/[a-z]/);
    });

  it("reads a quantity without one as it is", () => {
    const read = readMeasured("384400 km");
    expect(read.ok && read.spread).to.equal(null);
    expect(statesUncertainty("4 J/(kg K)")).to.equal(false);
  });

  it("prints a value below the last digit that its uncertainty leaves as the nearest one", () => {
    const text = (value: number): string =>
      measuredText({ value, uncertainty: 9.95e-140, unit: "kg" });
    expect(text(9.5e-141)).to.equal("0.1(1.0)e-139 kg");
    expect(text(5e-141)).to.equal("0.1(1.0)e-139 kg");
    expect(text(4.6e-141)).to.equal("0.0(1.0)e-139 kg");
  });

  it("takes nothing in a unit for nothing, and for a temperature in a unit with its own zero", () => {
    const valueOf = (equation: string): string => {
      const written = equationInNumbers({ equation, inputs: {} });
      const outcome = written.ok ? evaluateUnnamed(written.request) : null;
      return outcome?.status === "value" ? `${outcome.value} ${outcome.uncertainty}` : "none";
    };
    for (const unit of ["km", "nmol", "mm", "eV", "min"])
      expect(valueOf(`y = 2*0 ${unit}`), unit).to.equal("0 0");
    expect(valueOf("y = 0(10) nmol")).to.equal("0 1e-8");
    expect(valueOf("y = 0.0(3) km")).to.equal("0 300");
    // 273.15 K by definition of the scale (SI Brochure 9, 2.3.1).
    expect(Number(valueOf("T = 0 degC").split(" ")[0])).to.equal(273.15);
  });

  it("reads back what the product prints, to the digits that it shows", () => {
    const units = [
      "kg",
      "m",
      "N",
      "W/(m^2 K)",
      "J/(kg K)",
      "1/s",
      "m^0.5",
      "Hz",
      "V",
      "s",
      "mol",
      "1",
    ];
    const sizes = fc.double({ min: 1e-280, max: 1e280, noNaN: true });
    const asked = fc.record({
      value: sizes,
      sign: fc.constantFrom(1, -1),
      part: fc.double({ min: 1e-9, max: 30, noNaN: true }),
      unit: fc.constantFrom(...units),
    });
    fc.assert(
      fc.property(asked, ({ part, sign, unit, value }) => {
        const uncertainty = value * part;
        fc.pre(uncertainty < 1e290);
        const text = measuredText({ value: sign * value, uncertainty, unit });
        const read = readMeasured(text);
        if (!read.ok || read.spread === null) throw new Error(`${text}: not read back`);
        const [found, spread] = [read.quantity, read.spread].map((one) => inSI(one, unit, true));
        // Both are printed to two digits of the uncertainty.
        expect(Math.abs(found! - sign * value), text).to.be.at.most(0.06 * uncertainty);
        expect(Math.abs(spread! - uncertainty), text).to.be.at.most(0.06 * uncertainty);
        if (unit === "1") return;
        // The same text within an equation; a minus stands before what it negates.
        const written = equationInNumbers({ equation: `y = ${text}`, inputs: {} });
        const outcome = written.ok ? evaluateUnnamed(written.request) : null;
        if (outcome?.status !== "value") throw new Error(`${text}: not read in an equation`);
        expect(Math.abs(outcome.value - found!), text).to.be.at.most(1e-14 * Math.abs(found!));
        expect(Math.abs(outcome.uncertainty - spread!), text).to.be.at.most(1e-14 * spread!);
      }),
    );
  });
});
