/** Each number of a question as one value in its unit, for a proposal. Values by hand. */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { lawStem } from "../../../../protocol/router/laws/lexicon/lawWords.js";
import { readAnyhow, readQuestion } from "../../../../protocol/router/laws/reading/reading.js";
import {
  dimensionsEqual,
  parseUnit,
  toSI,
  type Dimension,
} from "../../../../protocol/units/index.js";
import { valueInSI } from "../../../../protocol/units/quantity/index.js";
import { runs } from "../../../kit/runs.js";

interface Found {
  readonly si: number;
  readonly dimension: Dimension;
  readonly name: string | null;
}

function numbersOf(text: string, form = 0): readonly Found[] {
  return readAnyhow(text)[form]!.given.map(({ label, span }) => ({
    si: valueInSI(span.quantities[0]!.readings[0]!),
    dimension: span.quantities[0]!.readings[0]!.unit.dimension,
    name: span.name?.text ?? label,
  }));
}

function expectedOf(written: string): Pick<Found, "si" | "dimension"> {
  const [digits = "", ...rest] = written.split(" ");
  const unit = parseUnit(rest.length === 0 ? "1" : rest.join(" "));
  if (!unit.ok) throw new Error(written);
  return { si: toSI(Number(digits), unit), dimension: unit.dimension };
}

function isNear(found: readonly Found[], expected: readonly string[]): boolean {
  return found.length === expected.length && found.every((one, i) => isAs(one, expected[i]!));
}

function isAs({ dimension, si }: Found, written: string): boolean {
  const expected = expectedOf(written);
  const share = Math.abs(si - expected.si);
  return dimensionsEqual(dimension, expected.dimension) && share <= 1e-9 * Math.abs(expected.si);
}

const KINDS: readonly (readonly [text: string, numbers: readonly string[]])[] = [
  // Counts, ordinals, shares.
  ["Five identical lamps of 60 W. Total power?", ["5", "60 W"]],
  ["A string of 0.8 m. Frequency of its third mode at 90 m/s?", ["0.8 m", "3", "90 m/s"]],
  ["The 4th harmonic of a 0.5 m pipe?", ["4", "0.5 m"]],
  ["All six of its pumps must run; each runs 0.9 of the time.", ["6", "0.9"]],
  ["A fourfold degenerate level 0.3 eV up, the lower one single.", ["4", "0.3 eV", "1"]],
  ["Water leaves one fifth of its volume, 3 L.", ["0.2", "3 L"]],
  ["One in 50 lamps fails; the others last 90 d.", ["0.02", "90 d"]],
  ["Three resistors of 2 ohm, 3 ohm and 6 ohm in series?", ["2 ohm", "3 ohm", "6 ohm"]],
  // Units that go on in words.
  ["Drag of 0.7 N for each m/s of speed.", ["0.7 N s/m"]],
  ["It needs 3900 J per kg and degree.", ["3900 J/(kg K)"]],
  ["It loses 11 W per square metre and degree.", ["11 W/(m^2 K)"]],
  ["A wall conducts 0.9 W per metre and kelvin.", ["0.9 W/(m K)"]],
  ["A plate with 4.5 microcoulomb on each m2 of it.", ["4.5e-6 C/m^2"]],
  ["Rubber with 2e26 chains of network in one m3 is pulled.", ["2e26 1/m^3"]],
  ["The pressure drops by 6 kPa in every metre of pipe.", ["6 kPa/m"]],
  ["It swells by 0.0011 of its volume for each degree.", ["0.0011 1/K"]],
  ["We count 4.5 power cuts a year.", ["4.5 1/yr"]],
  ["It falls from 5.2 to 1.9 kg m2.", ["5.2 kg m^2", "1.9 kg m^2"]],
  // Forms of a trade.
  ["Ra = 68R, Rb = 33R", ["68 ohm", "33 ohm"]],
  ["A tube 60x40, wall 5 mm", ["60", "40", "5 mm"]],
  ["Tuning word 0x1F4, clock 50 MHz", ["500", "50 MHz"]],
  ["mu_1 = 1.7 D, r = 0.4 nm", ["1.7 debye", "0.4 nm"]],
  ["The contrast is minus 300 kg/m3.", ["-300 kg/m^3"]],
  ["magnetostriction minus 20 ppm", ["-20 ppm"]],
  ["the 111 reflection at 2theta = 40 deg", ["1", "1", "1", "20 deg"]],
  ["It got 15 degrees warmer.", ["15 K"]],
  ['{"half_life_s": 500, "T_K": 300}', ["500 s", "300 K"]],
  [
    '{"k1_per_s": 4, "density_kg_m3": 900, "R_series_ohm": 0.1}',
    ["4 1/s", "900 kg/m^3", "0.1 ohm"],
  ],
  // What one number has of another.
  ["Inertia from 4.8 down to 1.6 kg m2", ["4.8 kg m^2", "1.6 kg m^2"]],
  ["They earn 14, 19 and 60 thousand a year.", ["14000", "19000", "60000"]],
  ["the pressure falls 3 hPa over 150 km", ["0.02 hPa/km"]],
  ["steel with C 0.2 Mo 0.03 V 0.01 Ni 0.2", ["0.2", "0.03", "0.01", "0.2"]],
  ["half spacing AB/2 30 m, sigma'0 70 kPa", ["30 m", "70 kPa"]],
  ["copper with 8.5e28 electrons/m³ at 300 K", ["8.5e28 1/m^3", "300 K"]],
  ["W/L = 12 um/0.5 um", ["12 um", "0.5 um"]],
  ["a star 6.2 light-years away", ["6.2 ly"]],
  ["One kilogram takes 4200 J for each degree.", ["4200 J/(kg K)"]],
  ["inside 20 degrees C, outside minus 3", ["20 degC", "-3 degC"]],
  ["a drag of 0.35 N for every metre per second of it", ["0.35 N s/m"]],
  ["exactly two of six dice, chance 1 in 4", ["2", "6", "0.25"]],
  ["a bar 30x50 mm", ["30 mm", "50 mm"]],
  ["slope 1 in 400, radius 0.8 m", ["0.0025", "0.8 m"]],
  ["it falls to a fifth in 6 ms", ["0.2", "6 ms"]],
  ["spin-1/2 in B = 4 T", ["4 T"]],
  ["N = 2^12 points", ["4096"]],
  ["a mass of 3,5 kg", ["3.5 kg"]],
  ["C = 100n, L1 = 4.7u", ["100 nF", "4.7 uH"]],
  ["a cable 3x1.5 mm2", ["3", "1.5 mm^2"]],
  ["Rp = 2300 ohm cm2", ["2300 ohm cm^2"]],
  ["an amplifier with noise figure 2.5 dB", ["1.778279410038923"]],
  ["rho_l 960, rho_v 0.6 kg/m3", ["960 kg/m^3", "0.6 kg/m^3"]],
  ["sx = 70, sy = -20, txy = 35 MPa", ["70 MPa", "-20 MPa", "35 MPa"]],
  ["outside (mM): K 4, Na 145; at 300 K", ["4 mM", "145 mM", "300 K"]],
  ["steel with C 0.2, Mn 1.4 [all wt%]", ["0.2 %", "1.4 %"]],
  ['{"moments_kg_m2": [0.2, 0.3, 0.4]}', ["0.2 kg m^2", "0.3 kg m^2", "0.4 kg m^2"]],
  ["panel 12: Al-4wt%Cu of 3 mm", ["4 %", "3 mm"]],
  ["a rate of 1.2e-3 s-1 at 300 K", ["1.2e-3 1/s", "300 K"]],
  ["for one and a half hours, or an hour and a half", ["1.5 h", "1.5 h"]],
  ["72 dB from one of them: how loud are nine of them?", ["72", "9"]],
  ["at f/4, lens 35 mm", ["4", "35 mm"]],
  ["sigma_x=50, sigma_y=-10, tau_xy=25 (MPa): largest?", ["50 MPa", "-10 MPa", "25 MPa"]],
  ['{"U_W_m2K": 700, "contact_time_min": 3}', ["700 W/(m^2 K)", "3 min"]],
  ["an absorption of 0.05 dB/m over 40 m", ["0.05 1/m", "40 m"]],
  ["20 minutes for a cup at 5 m", ["20 min", "5 m"]],
  // A number that has no unit does not have that of the next.
  ["ratio of specific heats 1.3, molar mass 20 g/mol", ["1.3", "20 g/mol"]],
  ["a factor of 1.12 and 150 MPa", ["1.12", "150 MPa"]],
  ["crust 2700, mantle 3300 kg/m^3", ["2700 kg/m^3", "3300 kg/m^3"]],
  // Words of lay people, faults of spelling.
  ["two and a half litres, 3 and a quarter hours", ["2.5 L", "3.25 h"]],
  ["a quarter of a million cells, fifty-odd of them", ["250000", "50"]],
  ["a hundredth of a gram in a quarter-inch tube", ["0.01 g", "0.25 in"]],
  ["ten to the minus three mol/L", ["1e-3 mol/L"]],
  ["three times ten to the fifth Pa", ["3e5 Pa"]],
  ["10^-9.5 mol/L of it", ["3.1622776601683795e-10 mol/L"]],
  ["he is 5 ft 7, she is seven foot six", ["67 in", "90 in"]],
  ["it runs for 2h30 at x4", ["2.5 h", "4"]],
  ["from 12 to 60 celcius with 3 amper, 5 percents", ["12 degC", "60 degC", "3 A", "5 %"]],
  ["80 kilometers per our, 3 micro farads", ["80 km/h", "3 uF"]],
  ["a mirror of 150 bhp at 230 Vrms, 0,025 eV", ["150 hp", "230 V", "0.025 eV"]],
  ["water of 4186 J/kg K, lagging of 0.045 W/m.K", ["4186 J/(kg K)", "0.045 W/(m K)"]],
  ["0.6 watts per metre kelvin, 0.3 Pa m6/mol2", ["0.6 W/(m K)", "0.3 Pa m^6/mol^2"]],
  ["250 mL O2 per minute, 3 a minute", ["250 mL/min", "3 1/min"]],
  ["a quartz of 13 MRayl, at latitude 45 N", ["13 MPa s/m", "45 deg"]],
  ["1e16 electrons per m³ and 2 eV", ["1e16 1/m^3", "2 eV"]],
  ["a star of 3 million suns, a tenth of the speed of light", ["3e6 Msun", "0.1 clight"]],
  ["twice as heavy as the Sun and 3 times as far", ["2 Msun", "3"]],
  ["a spin-3/2 particle, one mole of gas", ["1.5", "1 mol"]],
  ["t = 2.5 with 12 degrees of freedom", ["2.5", "12"]],
  ["at two-theta 38 degrees", ["19 deg"]],
  ["it grows by 2 hPa each 100 km", ["0.02 hPa/km"]],
  ["200 mm f/5 Newton", ["200 mm", "5"]],
  ["4 times slower than hydrogen (2 g/mol)", ["4", "2 g/mol"]],
  ['{"samples": [1, 2, 0, -1], "rate_per_min": 90}', ["1", "2", "0", "-1", "90 1/min"]],
  ["Speeds in km/h: first 30, then 50. For 1 h.", ["30 km/h", "50 km/h", "1 h"]],
  ["Nc = 3e19 and Nv = 1e19 per cm3", ["3e19 1/cm^3", "1e19 1/cm^3"]],
  ["1e16 electrons and 2e16 holes per cm3", ["1e16 1/cm^3", "2e16 1/cm^3"]],
  ["OD 80 / ID 50 mm, masses 2, 3.5 and 4 u", ["80 mm", "50 mm", "2 u", "3.5 u", "4 u"]],
  ["it enters with 190 kJ/kg and leaves with 195.", ["190 kJ/kg", "195 kJ/kg"]],
  ["a room at 20 degC inside and -5 outside", ["20 degC", "-5 degC"]],
  ["a hundred and sixty litres, 2000 sq. ft.", ["160 L", "2000 ft^2"]],
  ["3 times 220 uF, she weighs 9 stone 4", ["3", "220 uF", "130 lb"]],
  ["15 W through each square foot of it", ["15 W/ft^2"]],
  ["it falls by a third from 4.5 kg m2; draw four.", ["0.3333333333333333", "4.5 kg m^2", "4"]],
  ["from ten million to ten thousand in 6 minutes", ["1e7", "1e4", "6 min"]],
  ["a 10:1 transformer, a map of 1:25000", ["10", "4e-5"]],
  ['{"v0_mps": 25, "h0_m": 1.5}', ["25 m/s", "1.5 m"]],
  ["rho = 1.7×10^-8 Ωm, 3 sqm", ["1.7e-8 ohm m", "3 m^2"]],
  ["radii 8 and 10 cm; x1 = 0.2, gain of x40", ["8 cm", "10 cm", "0.2", "40"]],
  ["one mole of it is 131 gram", ["131 g/mol"]],
  ["3 litres per m2 per hour and bar, 9 g of salt in a litre", ["3 L/(m^2 h bar)", "9 g", "1 L"]],
  ["2400 J of heat each minute and 1968 J", ["2400 J/min", "1968 J"]],
  ["it fell 1m75 in 2h15, 3/4 of a mile away", ["1.75 m", "135 min", "0.75 mi"]],
  ["charges of one microcoulomb, grown to three times its size", ["1 uC", "3"]],
  ["a beam 300 × 500 mm, order two", ["300 mm", "500 mm", "2"]],
  ["a population of 3.2M; 10 kilotons TNT", ["3200000", "10 ktTNT"]],
  ["3 mtrs by a ratio of 3.5 to 1; 2,2 kOhm", ["3 m", "3.5", "2.2 kohm"]],
  ["1.1 mPas; 4.5×10^−3 mol L^-1 s^-1", ["1.1e-3 Pa s", "4.5e-3 mol/(L s)"]],
  ["2e-3 mol L-1 s-1, 5000 M-1 cm-1", ["2e-3 mol/(L s)", "5000 1/(M cm)"]],
  ["850 W/m2-K, a 40-kilo kid, a quarter turn", ["850 W/(m^2 K)", "40 kg", "0.25 rev"]],
  ["d=50 D=100 mm, coffee at 90 in a room at 20 degC", ["50 mm", "100 mm", "90 degC", "20 degC"]],
  ["a room 5 by 4 by 2.5 m, a 700c wheel", ["5 m", "4 m", "2.5 m"]],
  ["a bulb of 6V/3W on a one-metre rod, n = 1,5.", ["6 V", "3 W", "1 m", "1.5"]],
  ["12 cubic metres per hour, 120 over 80 mmHg", ["12 m^3/h", "120 mmHg", "80 mmHg"]],
  [
    "a disc of 3 kg m², 2300 ohm cm² and 0.4 Pa m⁶/mol²",
    ["3 kg m^2", "2300 ohm cm^2", "0.4 Pa m^6/mol^2"],
  ],
  // Products of units, and units of several.
  ["126 S cm2/mol, 120 A/(cm2 K2)", ["126 S cm^2/mol", "120 A/(cm^2 K^2)"]],
  ["a constant of 0.08 mGy m2/(h GBq) in air", ["0.08 mGy m^2/(h GBq)"]],
  ["2 litres per square metre, hour and bar", ["2 L/(m^2 h bar)"]],
  ["a slope of -3 K per wt%, 20 GFLOPS and 19.5 TFLOP/s", ["-3 K/%", "2e10 1/s", "1.95e13 1/s"]],
  ["at latitude 43.5°N, a pole at 30°S", ["43.5 deg", "-30 deg"]],
  ["sediments with 4 S at 20 degC", ["4 svedberg", "20 degC"]],
  ["a 25 mm² cable of 20 m, 30 ft lbs, 5 yrs", ["25 mm^2", "20 m", "30 ft lbf", "5 yr"]],
  // One of a unit.
  ["one hour at 3 V, for a minute at 2 A", ["1 h", "3 V", "1 min", "2 A"]],
  ["in a full day a litre of water", ["1 d", "1 L"]],
  ["a moment of one Bohr magneton in 2 T", ["1 bohr_magneton", "2 T"]],
  ["on day 20 of it, five below zero", ["20 d", "-5 degC"]],
  ["one point five volts, a 1:10 dilution", ["1.5 V", "0.1"]],
  // What a number has of its neighbour.
  ["viscosity 1.7e-5 and diffusivity 2.4e-5 m²/s", ["1.7e-5 m^2/s", "2.4e-5 m^2/s"]],
  ["volume 15.7, surface 17.8 and asymmetry 23.7 MeV", ["15.7 MeV", "17.8 MeV", "23.7 MeV"]],
  ["5 mmol/L outside and 140 inside", ["5 mmol/L", "140 mmol/L"]],
  ["glass (k 1.1 W/(m K)), steel (k 45)", ["1.1 W/(m K)", "45 W/(m K)"]],
  ["mu* 0.1 at 3 K, 1s orbitals 74 pm apart", ["0.1", "3 K", "1", "74 pm"]],
  ["two children, aged 9 and 12, 3 m apart", ["3 m"]],
  ["a cable with 1.8 kN per horizontal metre", ["1.8 kN/m"]],
  ["constants 6.1 hPa, 17.6, 243 degC", ["6.1 hPa", "17.6", "243 degC"]],
  // No numbers.
  ["a Boeing 747 at 140 knots, type 2, built 1987, a 2N2222 and my 1990 car", ["140 kn"]],
  ["a half life of 25 min by the 2001 formula", ["25 min"]],
  ["1/(1-P/PE) with P = 3 kN: growth (1/s)?", ["3 kN"]],
  ["by Magnus 1844 with 6.1 hPa (1 yr = 3.156e7 s)", ["6.1 hPa"]],
  ["A 555 timer with C = 10 nF to 3 significant figures", ["10 nF"]],
  ["q = 0.613 Kz Kd V^2; Kz = 0.9, V = 40 m/s", ["0.9", "40 m/s"]],
  ["finesse pi (R1 R2)^(1/4) / (1 - sqrt(R1 R2)), R1 = 0.9, R2 = 0.8", ["0.9", "0.8"]],
  ["the level is 2 mW, in dB re 1 pW", ["2e-3 W"]],
  ["A body loses half of it until the signal is down to 1/e in 3 s", ["3 s"]],
];

const NAMES: readonly (readonly [text: string, names: readonly (string | null)[]])[] = [
  ["u1: 0.12; nu1: 8", ["u1", "nu1"]],
  ["C 0.18, Mn 1.42", ["C", "Mn"]],
  ["T1 of 920 ms and k is 0.17", ["T1", "k"]],
  ["with n_e = n_i = 1e20 m^-3", ["n_e", "n_i"]],
  ['{"I_L_A": 3.5, "kappa": 0.4}', ["I_L", "kappa"]],
  ["r = f/fn = 2.8, M^2 = 1.2", ["r", "M2"]],
  ["R/cp = 0.286", ["R/cp"]],
  ["the stress in kPa 2 m down", [null]],
  ["Air is 1.18 kg/m3, he is 34 kg", [null, null]],
];

describe("every number of a question", () => {
  for (const [text, numbers] of KINDS)
    it(text, () => {
      const found = numbersOf(text);
      expect(isNear(found, numbers), JSON.stringify(found)).to.equal(true);
    });

  for (const [text, names] of NAMES)
    it(`has its name: ${text}`, () => {
      expect(numbersOf(text).map(({ name }) => name)).to.deep.equal(names);
    });

  it("is a flow of cubic metres in a strict reading, too", () => {
    const [flow] = readQuestion("A pump lifts 12 cubic metres per hour.").given;
    expect(valueInSI(flow!.span.quantities[0]!.readings[0]!)).to.be.closeTo(12 / 3600, 1e-15);
    expect(flow!.span.quantities[0]!.readings[0]!.unit.text).to.equal("m^3/h");
  });

  it("has a unit of what is asked with its prefix as a word", () => {
    const asked = ["By how many micro-eV does it move?", "How many milligal is it at 3 m?"];
    expect(asked.map((text) => readQuestion(text).wanted?.text)).to.deep.equal(["ueV", "mGal"]);
  });

  it("may be in either of two units", () => {
    const pure = readAnyhow("glass 1.5, buffer 1.3, incidence 65 degrees")[0]!;
    const units = pure.given.map(({ span }) =>
      span.quantities[0]!.readings.map(({ unit }) => unit.text),
    );
    expect(units).to.deep.equal([["deg", "1"], ["deg", "1"], ["deg"]]);
    const [field] = readAnyhow("log BCF = 3.3 in fish")[0]!.given;
    expect(field!.span.quantities[0]!.readings.map(({ unit }) => unit.text)).to.deep.equal([
      "in",
      "1",
    ]);
  });

  it("is a diameter where the words around it say so", () => {
    const texts = [
      "a rod of dia 12 mm",
      "ø 20 mm",
      "a hole 20 mm Ø",
      "a drop 5 mm across",
      "a 3-inch pipe",
      "a 4 cm wide pipe",
    ];
    for (const text of texts)
      expect(readAnyhow(text)[0]!.given.at(-1)!.before[0], text).to.equal(lawStem("diameter"));
    expect(readAnyhow("it is drawn 6 m across a floor")[0]!.given[0]!.before).to.not.include(
      lawStem("diameter"),
    );
  });

  it("has decibels as levels and as ratios", () => {
    const levels = "Two machines, 80 dB and 90 dB each alone: level of both?";
    expect(isNear(numbersOf(levels), ["80", "90"])).to.equal(true);
    expect(isNear(numbersOf(levels, 1), ["1e8", "1e9"])).to.equal(true);
    const gains = "An antenna gain of 20 dBi at 3 GHz";
    expect(isNear(numbersOf(gains), ["100", "3 GHz"])).to.equal(true);
    expect(isNear(numbersOf(gains, 1), ["20", "3 GHz"])).to.equal(true);
  });

  it("has an angular frequency, where one over two pi is said", () => {
    const [one] = numbersOf("linewidth Gamma/2pi = 5 MHz");
    expect(one!.si).to.be.closeTo(2 * Math.PI * 5e6, 1);
  });

  it("has what is said in doubt in the last form alone", () => {
    const forms = readAnyhow("A 5 ohm wire is drawn out to twice its length.");
    expect(forms.map(({ given }) => given.length)).to.deep.equal([1, 2]);
  });

  it("is read in any of these forms, whatever its digits", () => {
    const forms: readonly (readonly [form: (digits: string) => string, unit: string])[] = [
      [(x) => `friction of ${x} N for each m/s of speed`, "N s/m"],
      [(x) => `needs ${x} J per kg and degree`, "J/(kg K)"],
      [(x) => `a field with ${x} lines in one m3 of it`, "1/m^3"],
      [(x) => `charge of ${x} uC on each m2 of it`, "uC/m^2"],
      [(x) => `it drops ${x} hPa in every km of height`, "hPa/km"],
      [(x) => `the sample got ${x} degrees colder`, "K"],
      [(x) => `{"depth_m": ${x}}`, "m"],
      [(x) => `{"g_m_s2": ${x}}`, "m/s^2"],
      [(x) => `{"rate_per_s": ${x}, "want": "period"}`, "1/s"],
      [(x) => `Rc: ${x}R`, "ohm"],
      [(x) => `water of ${x} J/kg K`, "J/(kg K)"],
      [(x) => `at ${x} celcius`, "degC"],
      [(x) => `an engine of ${x} bhp`, "hp"],
      [(x) => `it makes ${x} a minute`, "1/min"],
      [(x) => `${x} mL O2 per minute`, "mL/min"],
      [(x) => `${x} electrons per cm³ of it`, "1/cm^3"],
      [(x) => `t with ${x} degrees of freedom`, "1"],
      [(x) => `{"arrivals_per_min": ${x}}`, "1/min"],
      [(x) => `a ratio of ${x}, and the length 7 m`, "1"],
    ];
    check(
      property(constantFrom(...forms), integer({ min: 11, max: 9999 }), ([form, unit], number) => {
        const [first] = numbersOf(form(String(number)));
        expect(
          isAs(first!, `${number} ${unit}`.replace(/ 1$/u, "")),
          form(String(number)),
        ).to.equal(true);
      }),
      { numRuns: runs(60, 600), endOnFailure: true },
    );
  });
});
