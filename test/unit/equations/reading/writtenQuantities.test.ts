/**
 * Quantities within an equation. Expected values: exact factors of the SI Brochure (min, h), of NIST SP
 * 811 (ft, in) and of CODATA 2022 (R), multiplied in Python's fractions.
 */
import { expect } from "chai";
import { assert, constantFrom, integer, property } from "fast-check";
import { equationInNumbers, evaluateUnnamed } from "../../../../protocol/equations/index.js";
import { writtenQuantities } from "../../../../protocol/equations/reading/writtenQuantities.js";

type Inputs = Readonly<Record<string, number>>;

function answer(equation: string, inputs: Inputs = {}) {
  const read = equationInNumbers({ equation, inputs });
  if (!read.ok) return { status: "problem", message: read.problem.message } as const;
  return evaluateUnnamed(read.request);
}

const VALUES: readonly (readonly [string, number, string, Inputs?])[] = [
  ["5 km / 20 min", 4.166666666666667, "m/s"],
  ["v = 5 km/20 min", 4.166666666666667, "m/s"],
  ["100 km/h", 27.77777777777778, "m/s"],
  ["5 N * 2 m", 10, "J"],
  ["F = 80 kg * 9.81 m/s^2", 784.8, "N"],
  ["E = 2 kWh + 300 kJ", 7.5e6, "J"],
  ["2 h 15 min", 8100, "s"],
  ["5 ft 3 in", 1.6002, "m"],
  ["x = 2 [m] + 3 [ft]", 2.9144, "m"],
  ["sin(30°)", 0.5, "1"],
  ["x = sin(30 deg)", 0.5, "1"],
  ["tan(45°)", 1, "1"],
  ["200*15%", 30, "1"],
  ["1 - 5%", 0.95, "1"],
  ["100% - 5% - 3%", 0.92, "1"],
  ["200*(1 + 5%)", 210, "1"],
  ["200 + 5%*300", 215, "1"],
  ["200 + (5%)", 200.05, "1"],
  ["p = 1 mol*R_gas*20 °C/22.4 L", 108811.81770141171, "Pa"],
  ["(3 km)^2", 9e6, "m^2"],
  ["3 km^2", 3e6, "m^2"],
  ["12 V / 3 A", 4, "ohm"],
  ["1/(2 ms)", 500, "1/s"],
  ["E = 5 kg c^2", 5 * 299792458 ** 2, "J"],
  ["10 m^3 * 1000 kg/m^3", 10000, "kg"],
  ["E = 3 eV", 4.806529902e-19, "J"],
  ["t = 20 ms", 0.02, "s"],
  ["f = 1/(20 ms)", 50, "1/s"],
  ["d = 3 inch/4", 0.01905, "m"],
  ["x = sqrt(4)*1 inch/4", 0.0127, "m"],
  ["d = 3 in/4", 0.01905, "m"],
  ["5 ft + 3 in", 1.6002, "m"],
  ["t = 60 km/80 km/h", 2700, "s"],
  ["x = 10 kg-3 kg", 7, "kg"],
  ["x = 10 [m s-1]", 10, "m/s"],
  // IAU 2012 B2 and 2015 B3: the au and the nominal solar radius are exact.
  ["x = 1 AU", 149597870700, "m"],
  ["x = 2 R_sun", 1.3914e9, "m"],
  ["T = 20 °C", 293.15, "K"],
  ["y = (20 °C)", 293.15, "K"],
  ["y = max(20 °C, 300 K)", 300, "K"],
  ["y = 20 delta_degC*3 J/K", 60, "J"],
];
/** Uncertainties that stand in the equation, or in the factor of a measured unit. */
const UNCERTAIN: readonly (readonly [string, number, number, string])[] = [
  ["y = 12(1) kg", 12, 1, "kg"],
  ["y = 345.0(12) kg", 345, 1.2, "kg"],
  ["y = 345.0(1.2) kg*2 m/s^2", 690, 2.4, "N"],
  ["y = 5.97(2)e24 kg/2", 2.985e24, 1e22, "kg"],
  ["y = 6.674(15)e-11 m^3/(kg s^2)", 6.674e-11, 1.5e-13, "m^3/(kg s^2)"],
  ["y = 384400(5) km", 384400000, 5000, "m"],
  // The IAU fixes G M; CODATA 2022 has G = 6.67430(15)e-11.
  ["x = 1 M_sun", 1.9884098706980507e30, 4.4688e25, "kg"],
  ["x = 1.0(1) M_sun", 1.9884098706980507e30, 1.98841e29, "kg"],
  // CODATA 2022: 1.660 539 068 92(52) e-27 kg.
  ["x = 1 Da", 1.66053906892e-27, 5.2e-37, "kg"],
];
/** One text with two readings, or a number whose unit was left out: both spellings are named. */
const REFUSED: readonly (readonly [string, RegExp])[] = [
  ["d = 3/4 inch", /3 inch\/4 or 3\/\(4 inch\)/],
  ["A = pi (3/4 inch)^2/4", /3 inch\/4 or 3\/\(4 inch\)/],
  ["f = 100/20 min", /100 min\/20 or 100\/\(20 min\)/],
  ["h = 6 ft 2", /second number/],
  ["t = 2 min 30", /second number/],
  ["x = 2 [m] 3", /second number/],
  ["d = (3)/4 inch", /\(3\)\*1 inch\/4 or \(3\)\/\(4 inch\)/],
  ["d = sqrt(3)/4 inch", /sqrt\(3\)\*1 inch\/4/],
  ["d = 5 + 2 pi/3 km", /2 pi\*1 km\/3 or 2 pi\/\(3 km\)/],
  ["d = 2^2/4 km", /2\^2\*1 km\/4/],
  ["d = 1e-3/4 km", /1e-3 km\/4/],
  ["d = 3/4 in", /3 in\/4 or 3\/\(4 in\)/],
  ["d = 2 3/4 in", /11 in\/4, or 2\*3\/\(4 in\)/],
  ["m = 5 kg ± 1/8 kg", /1 kg\/8 or 1\/\(8 kg\)/],
  ["m = 1/2(1) kg", /1\/\(2\(1\) kg\), or give the number with its uncertainty/],
  ["k = 5 rad-1", /5 rad\^-1 .* or 5 rad - 1/],
  ["x = 50 %-1", /50 %\^-1/],
  ["x = 3 kg-1", /3 kg\^-1/],
  ["200 + 5%", /200\*\(1 \+ 5%\) .* or 200 \+ 0\.05/],
  ["p = (40 + 2) - 1.5 ‰", /\(40 \+ 2\)\*\(1 - 1\.5 ‰\) .* or \(40 \+ 2\) - 0\.0015/],
  ["p = 40 + 2 - 50 ppm", /\(40 \+ 2\)\*\(1 - 50 ppm\) .* or 40 \+ 2 - 0\.00005/],
  ["y = 345.0(12)", /345\.0\*12/],
  ["y = 6.674(15)*10^-11", /6\.674\*15/],
  ["Q = 2 kg*4186 J/(kg K)*5 °C", /278\.15 K or 5 delta_degC/],
  ["y = 2*20 °C", /293\.15 K or 20 delta_degC/],
  ["dT = 68 °F", /293\.15 K or 68 delta_degF/],
  ["T = -20 °C", /253\.15 K or -20 delta_degC/],
  ["T = 20°", /degC, degF or K/],
  ["T_2 = 300 K + 20 degrees", /degC, degF or K/],
];
/** What a name may be is never a unit: the first column of what is asked for, as before. */
const NAMES: readonly (readonly [string, Inputs])[] = [
  ["E = 2 m c^2", {}],
  ["KE = 0.5 m v^2", { v: 3 }],
  ["E = 3/2 kT", {}],
  ["F = 2 ma", {}],
  ["F = 5 N * 2 m", {}],
  ["y = x^2 km + 5 km", { x: 1 }],
  ["x = 2 t", {}],
  ["3 dB", {}],
];
const NUMBERS: readonly (readonly [string, number, Inputs])[] = [
  ["y = m^2 + 2 m", 15, { m: 3 }],
  ["2 min(3,4)", 6, {}],
  ["y = 2 km", 8, { km: 4 }],
  ["W = INT_0^2 2 dt", 4, {}],
  ["y = 2 h", 6, { h: 3 }],
];

describe("quantities within an equation", () => {
  for (const [equation, message] of REFUSED)
    it(`asks about ${equation}`, () => {
      const outcome = answer(equation);
      expect(outcome.status).to.equal("problem");
      expect("message" in outcome ? outcome.message : "").to.match(message);
    });

  it("says how an uncertainty is written where two signs are no result", () => {
    for (const equation of ["m = 5 kg ± 0.1 kg", "m = 5 +/- 0.1", "x = a ± b"])
      expect(JSON.stringify(answer(equation)), equation).to.include("is written 5.0(1) kg");
  });

  for (const [equation, value, unit, inputs] of VALUES)
    it(`${equation} is ${value} ${unit}`, () => {
      const found = answer(equation, inputs);
      if (found.status !== "value") throw new Error(JSON.stringify(found));
      expect(Math.abs(found.value - value)).to.be.at.most(3 * found.uncertainty + value * 2 ** -52);
      expect(found.unit).to.equal(unit);
      expect(found.unused).to.deep.equal({});
    });

  for (const [equation, value, uncertainty, unit] of UNCERTAIN)
    it(`${equation} is ${value} ± ${uncertainty} ${unit}`, () => {
      const found = answer(equation);
      if (found.status !== "value") throw new Error(JSON.stringify(found));
      expect(Math.abs(found.value / value - 1)).to.be.below(1e-14);
      expect(Math.abs(found.uncertainty / uncertainty - 1)).to.be.below(1e-4);
      expect(found.unit).to.equal(unit);
    });

  it("asks whether a letter behind a number is a unit", () => {
    expect(JSON.stringify(answer("x = 1 u"))).to.include("2 [u]");
    expect(JSON.stringify(answer("v = 10 m s-1"))).to.include("2 [m]");
    expect(JSON.stringify(answer("E = m c^2"))).to.not.include("[m]");
  });

  it("asks about degrees that an input of temperature is given in", () => {
    const read = equationInNumbers({ equation: "y = 2 T", inputs: { T: "20°" } });
    expect(read.ok ? "" : read.problem.message).to.match(/degC, degF or K/);
    expect(equationInNumbers({ equation: "y = 2 a", inputs: { a: "20°" } }).ok).to.equal(true);
  });

  for (const [equation, inputs] of NAMES)
    it(`${equation} asks for its name`, () => {
      expect(answer(equation, inputs).status).to.equal("missing");
    });

  for (const [equation, value, inputs] of NUMBERS)
    it(`${equation} with ${JSON.stringify(inputs)} has names and no units`, () => {
      const found = answer(equation, inputs);
      if (found.status !== "value") throw new Error(JSON.stringify(found));
      expect(found.value).to.be.closeTo(value, 1e-12);
    });

  it("refuses a point on a scale in a sum, a unit that people read differently, and a sine near nothing", () => {
    expect(answer("20 °C + 5 K")).to.have.property("status", "problem");
    expect(answer("3 tons * 2")).to.have.property("message").that.includes("write t, ton_us");
    expect(answer("5 MeV / h")).to.have.property("message").that.includes("Planck");
    expect(answer("sin(180°)").status).to.equal("refused");
    expect(answer("5 km + 3 s").status).to.equal("refused");
    expect(answer("1 000 km").status).to.equal("refused");
  });

  it("a word that has a value is never a unit: seed 20261127", () => {
    const units = ["m", "km", "s", "kg", "N", "min", "deg", "eV", "mol", "h"];
    assert(
      property(
        constantFrom(...units),
        integer({ min: 1, max: 99 }),
        integer({ min: 2, max: 9 }),
        (name, count, value) => {
          const equation = `y = ${count} ${name} + ${count}*${name}`;
          expect(writtenQuantities(equation, new Set([name]))).to.deep.equal({
            ok: true,
            quantities: [],
          });
          const found = answer(equation, { [name]: value });
          expect(found).to.have.property("value", 2 * count * value);
        },
      ),
      { seed: 20261127, numRuns: 100 },
    );
  });

  it("says how many it takes, and looks at a bounded number", () => {
    expect(answer("2 km + ".repeat(30) + "1 km"))
      .to.have.property("message")
      .that.includes("at most 20");
    expect(answer("1 qwertz ".repeat(300)).status).to.equal("missing");
  });
});
