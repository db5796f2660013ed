/**
 * Numbers in more than one piece: what is certain is read for every question, what may be read otherwise
 * is proposed and never sealed. Values by hand.
 */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { looselyRead, readQuestion } from "../../../protocol/router/laws/reading/reading.js";
import type { Question } from "../../../protocol/router/laws/reading/reading.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { normalized } from "../../../protocol/router/text.js";
import { runs } from "../../kit/runs.js";
import { lawOpenOrBeside } from "../../kit/words/openOrBeside.js";

const registry = builtinRegistry();

const textsOf = ({ given }: Question): readonly string[] =>
  given.flatMap(({ span }) => span.quantities.map(({ text }) => text));

const CERTAIN: readonly (readonly [text: string, kind: string, read: readonly string[]])[] = [
  ["a linewidth of 2*pi times 5 MHz", "value", ["10000000 pi /s"]],
  ["a linewidth of 2π x 5 MHz", "value", ["10000000 pi /s"]],
  ["a gradient of 3 hPa per 150 km", "value", ["0.02 hPa/km"]],
  ["an engine of compression ratio 9.5:1", "value", ["9.5"]],
  ["a 12:1 ratio", "value", ["12"]],
  ["hot side 140 -> 85 degC", "from-to", ["140 degC", "85 degC"]],
  ["copper has 8.5e28 electrons/m^3", "value", ["8.5e28 /m^3"]],
  ["a 30 solar-mass star", "value", ["30 Msun"]],
  ["crests pass 12 times a minute", "value", ["12 /min"]],
  ["it makes 1.5 turns a second.", "value", ["1.5 rev/s"]],
  ["burns 12 grams of powder a second.", "value", ["12 g/s"]],
  ["h = 12 W/m2K", "value", ["12 W/(m^2 K)"]],
  ["a muon of 105.66 MeV/c2", "value", ["105.66 MeV/clight^2"]],
  ["an inertia of 4.2 kg m2", "value", ["4.2 kg m^2"]],
  ["at 52 deg N", "value", ["52 deg"]],
  ["at 33 deg S", "value", ["-33 deg"]],
  ["1/e^2 radius 0.4 mm", "value", ["0.4 mm"]],
];

/** Left to confirm: another reading of the numbers. */
const LOOSE: readonly (readonly [text: string, read: readonly string[]])[] = [
  ["a tube 60 x 100 mm", ["60 mm", "100 mm"]],
  ["radii 8 and 10 cm", ["8 cm", "10 cm"]],
  ["a window of 0.5 by 0.7 m", ["0.5 m", "0.7 m"]],
  ["crust 2800, mantle 3300 kg/m^3", ["2800 kg/m^3", "3300 kg/m^3"]],
  ["head 100 to 62 cm", ["100 cm", "62 cm"]],
  ["a power gain of 20 dB", ["100"]],
  ["a voltage gain of 20 dB", ["10"]],
  ["a grating of 500 lines/mm", ["0.000002 m"]],
  ["a divider of 4k7 and 2k2", ["4700 ohm", "2200 ohm"]],
  ["100R in parallel with 1.5k", ["100 ohm", "1500 ohm"]],
  ["a lens at f/8", ["8"]],
  ["60 vol% fibres", ["60 %"]],
  ["a line gets 1.8 % longer", ["1.8 %"]],
  ["the (2 2 0) planes", ["2", "2", "0"]],
  ["the lowest rate for bats up to 95 kHz", ["95 kHz"]],
  ["40 times the radius of 7e8 m", ["28000000000 m"]],
  ["n 1.468/1.463", ["1.468", "1.463"]],
  ["a 90 deg V notch", ["90 deg"]],
  ["hot 90->60, cold 20->45 degC", ["90 degC", "60 degC", "20 degC", "45 degC"]],
  ["Na 7 Nd 5 /cm3", ["7 /cm^3", "5 /cm^3"]],
  ["Mars takes 687 days and the Earth 365", ["687 d", "365 d"]],
];

/** Read as they stand, and in no other way. */
const AS_THEY_STAND: readonly string[] = [
  "emissivity 0.9, 2 m^2 of area",
  "a mass of 3 kg and a length of 2 m",
  "n = 5, 3 turns",
  "10 of 20 kg",
  "0.5 m and 7 s",
  "3 kg, a second stone of 2 kg",
  "12 times, a minute apart",
  "a current of 5 k",
  "1.8 % of them",
  "12 times the mass",
  "bats up to 95 kHz",
];

describe("router: numbers in more than one piece", () => {
  for (const [text, kind, read] of CERTAIN)
    it(`reads ${text}`, () => {
      const question = readQuestion(normalized(text));
      expect(question.given.map(({ span }) => span.kind)).to.deep.equal([kind]);
      expect(textsOf(question)).to.deep.equal(read);
    });

  for (const [text, read] of LOOSE)
    it(`may read ${text}`, () => {
      expect(looselyRead(normalized(text)).map(textsOf)).to.deep.include(read);
      const plainly = readQuestion(normalized(text));
      const isRead = plainly.given.every(({ span }) => span.kind === "value");
      expect(isRead ? textsOf(plainly) : null).to.not.deep.equal(read);
    });

  for (const text of AS_THEY_STAND)
    it(`reads ${text} in one way`, () => {
      expect(looselyRead(normalized(text)).map(textsOf)).to.deep.equal([]);
    });

  it("takes no `times stronger` for a unit, and leaves it open", () => {
    const query = normalized("a signal 1000 times stronger than the noise");
    const [loose] = looselyRead(query);
    expect(readQuestion(query).given[0]?.span.follower?.text).to.equal("times");
    expect(loose?.given[0]?.span.follower).to.equal(null);
  });

  it("takes the first of `80 m of 50 mm pipe` for how long it is", () => {
    const query =
      "Pressure drop (bar) in 80 m of 50 mm pipe, 2.2 m/s, water 998 kg/m^3, Darcy f = 0.021";
    const { params, refusal } = routeQuery(registry, query);
    expect(params).to.include({ L_p: 80, D_p: 0.05 });
    expect(refusal?.kind).to.equal("OPEN_READING");
  });

  it("seals nothing that is read loosely", () => {
    const questions = [
      "spherical capacitor, radii 8 and 10 cm, vacuum between, capacitance in pF",
      "Airy root under 4 km mountains: crust 2800, mantle 3300 kg/m^3, in km",
      "Falling head test: standpipe 0.8 cm^2, sample 12 cm long, 80 cm^2 area, head 100 to 62 cm in 14 min. k in cm/s?",
    ];
    for (const query of questions) {
      const [law] = lawOpenOrBeside(query);
      expect(law, query).to.be.a("string");
    }
  });

  it("gives the unit of a list to its bare numbers alone, whatever the numbers are", () => {
    const number = integer({ min: 1, max: 99_999 }).map((n) => n / 10);
    const unit = constantFrom("mm", "kg", "kN", "degC", "m/s");
    const joint = constantFrom(" x ", " by ", " and ");
    check(
      property(number, number, unit, joint, (one, other, measured, between) => {
        const [first] = looselyRead(`plates ${one}${between}${other} ${measured}`);
        expect(first && textsOf(first)).to.deep.equal([
          `${one} ${measured}`,
          `${other} ${measured}`,
        ]);
      }),
      { numRuns: runs(30, 2_000), endOnFailure: true },
    );
  });
});

/** The unit that is asked for, wherever it stands; null where a word is no unit. */
const ASKED_IN: readonly (readonly [text: string, unit: string | null])[] = [
  ["in tissue at 1540 m/s. Blood speed in cm/s?", "cm/s"],
  ["Tip deflection, mm?", "mm"],
  ["dp 25 kPa -> flow L/s", "L/s"],
  ["P-wave speed, K 40 GPa (km/s)", "km/s"],
  ["What climb rate in ft/min: thrust 2 kN?", "ft/min"],
  ["molar gas constant, J/(mol K)?", "J/(mol K)"],
  ["2 h on foot. Kilometres?", "kilometres"],
  ["half-life 8.02 days. elapsed time t = ? (in days)", "days"],
  ["10 mm plate, 12 bar. hoop MPa", "MPa"],
  ["8 inch scope, 550 nm. Rayleigh limit arcsec?", "arcsec"],
  ["a plate of 3 mm", null],
  ["porosity 18 %. Rt?", null],
  ["warmed by 30 K with a specific heat of 4186 J/(kg K)", null],
  ["a gyromagnetic ratio of 2.675e8 rad/(s T)", null],
  ["for an electron density of 1e18 per m^3?", null],
  ["acetic acid 0.1 M, pKa 4.76. pH?", null],
  ["a pendulum, period?", null],
  ["a wave, second?", null],
  ["which voltage, max?", null],
];

describe("router: radians and cycles", () => {
  for (const [text, law] of [
    ["photon energy at 2*pi times 6 MHz", null],
    ["photon wavelength for 2π x 500 THz", null],
    ["photon wavelength for 3.14e15 rad/s", null],
    ["inductor 10 mH at 2*pi times 50 Hz, reactance", null],
    ["photon energy at 6 MHz", "QM10"],
    ["Doppler cooling limit for a linewidth of 2*pi times 6 MHz", "AT23"],
    ["angular frequency 2*pi times 5 Hz, spring mass 2 kg, stiffness?", "OSC1"],
  ] as const)
    it(`are told apart in "${text}"`, () => {
      const { operators, reading } = routeQuery(registry, text);
      expect(operators?.join() ?? null).to.equal(law);
      // Where laws lead to what is asked, the first takes the 2 pi off.
      const first = law === null ? (reading?.derivation?.[0]?.law ?? "") : "";
      expect(first).to.match(/^$|^omega = 2 pi [nf]/u);
    });
});

describe("router: the unit that is asked for", () => {
  for (const [text, unit] of ASKED_IN)
    it(`is ${unit ?? "none"} in "${text}"`, () => {
      expect(readQuestion(text).wanted?.text ?? null).to.equal(unit);
    });
});
