/** Conversions: rounded once, points told from differences, other kinds refused with the reason. */
import { expect } from "chai";
import { conversionAsked, convertQuantity } from "../../../protocol/units/quantity/index.js";

/** By hand from exact factors: 1 mi is 1609.344 m, 1 lb 0.45359237 kg, 1 °F 5/9 K. */
const CONVERTED: readonly (readonly [
  quantity: string,
  to: string,
  value: number,
  uncertainty: number | null,
  exact: boolean,
])[] = [
  ["5 mi", "km", 8.04672, null, true],
  ["60 mph", "km/h", 96.56064, null, true],
  ["1 m", "ft", 3.2808398950131235, null, false],
  ["5 ft 3 in", "cm", 160.02, null, true],
  ["20 °C", "degF", 68, null, true],
  ["20 C", "F", 68, null, true],
  ["68 F", "celsius", 20, null, true],
  ["-40 degF", "degC", -40, null, true],
  ["300 K", "degC", 26.85, null, true],
  ["5 delta_degC", "delta_degF", 9, null, true],
  ["5 Δ°C", "K", 5, null, true],
  ["20.0 ± 0.5 °C", "degF", 68, 0.9, true],
  ["5.97(2)e24 kg", "g", 5.97e27, 2e25, true],
  ["384400 ± 20 km", "m", 384_400_000, 20_000, true],
  ["90 deg", "rad", 1.5707963267948966, null, false],
  ["pi rad", "deg", 180, null, true],
  ["3000 rpm", "Hz", 50, null, true],
  ["1 kWh", "J", 3_600_000, null, true],
  ["0.15", "%", 15, null, true],
  ["50 %", "ppm", 500_000, null, true],
  ["1 lb", "kg", 0.45359237, null, true],
  ["0.150 ± 0.002", "%", 15, 0.2, true],
  // G = 6.67430(15)e-11 and 1 Da = 1.660 539 068 92(52)e-27 kg of CODATA 2022.
  ["1 Da", "kg", 1.66053906892e-27, 5.2e-37, true],
  ["1 eV", "J", 1.602176634e-19, null, true],
  // The IAU fixes 1.3271244e20 and 3.986004e14 m^3/s^2: G cancels.
  ["1 Msun", "Mearth", 1.3271244e20 / 3.986004e14, null, false],
  ["0.1 m", "cm", 10, null, true],
];

const REFUSED: readonly (readonly [
  quantity: string,
  to: string,
  part: "quantity" | "to",
  message: RegExp,
])[] = [
  ["5 mi", "kg", "to", /a length in m|a mass in kg/],
  ["5 mi", "foobar", "to", /foobar/],
  ["5 foobars", "km", "quantity", /foobars/],
  ["5", "km", "to", /no unit/],
  ["5 delta_degC", "degF", "to", /difference/],
  ["20 degC", "delta_degF", "to", /difference/],
  ["-300 degC", "K", "to", /absolute zero/],
  ["60 Hz", "rad/s", "to", /whole turns/],
  ["3 tons", "kg", "to", /ton/],
  ["5 kg", "tons", "to", /ton/],
  ["1e300 m", "fm", "to", /largest number/],
  ["2-3 mi", "km", "quantity", /range/],
];

describe("protocol/units/quantity/convertQuantity", () => {
  for (const [quantity, to, value, uncertainty, exact] of CONVERTED) {
    it(`converts ${quantity} to ${to}`, () => {
      const found = convertQuantity(quantity, to);
      if (!found.ok) throw new Error(found.message);
      expect(found.conversion.value).to.equal(value);
      expect(found.conversion.uncertainty ?? null).to.equal(uncertainty);
      expect(found.conversion.exact).to.equal(exact);
    });
  }

  for (const [quantity, to, part, message] of REFUSED) {
    it(`refuses ${quantity} to ${to}`, () => {
      const found = convertQuantity(quantity, to);
      if (found.ok) throw new Error(`${quantity} became ${found.conversion.value} ${to}`);
      expect(found.part).to.equal(part);
      expect(found.message).to.match(message);
    });
  }

  it("takes a sentence apart at its last preposition", () => {
    expect(conversionAsked("5 ft 3 in in cm")).to.deep.equal({ quantity: "5 ft 3 in", to: "cm" });
    expect(conversionAsked("5 mi to km")).to.deep.equal({ quantity: "5 mi", to: "km" });
    expect(conversionAsked("5 miles")).to.equal(null);
  });
});
