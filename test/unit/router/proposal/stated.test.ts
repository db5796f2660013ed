/**
 * Among the candidates for a question that states its inputs in another way than by their values, is the one
 * that a person means. Values by hand.
 */
import { expect } from "chai";
import { assert as check, integer, property, record } from "fast-check";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { weighed } from "../../../../protocol/router/proposal/propose.js";
import { runs } from "../../../kit/runs.js";

const registry = builtinRegistry();
const SHARE = 1e-6;

function hasValue(question: string, value: number): boolean {
  return weighed(registry, question).some((one) => {
    const own = one.value();
    return own !== null && Math.abs(own - value) <= SHARE * Math.abs(value);
  });
}

const [eV, kB, c] = [1.602176634e-19, 1.380649e-23, 299792458];
const sun = 1.32712440041e20;
const au = 149597870700;
const [rim, face] = [Math.PI * 0.005, (Math.PI * 0.005 ** 2) / 4];

const MEANT: readonly (readonly [kind: string, question: string, value: number])[] = [
  [
    "half of a diameter, and a radius said by the place",
    "Thick-walled cyl, ID 100 mm, OD 180 mm, internal pressure 60 MPa, none outside. Hoop stress at bore?",
    (60e6 * (180 ** 2 + 100 ** 2)) / (180 ** 2 - 100 ** 2),
  ],
  [
    "a ratio of two",
    "Gain medium small-signal gain 0.2 per cm, beam has 3 times the saturation intensity. Saturated gain?",
    20 / (1 + 3),
  ],
  [
    "a count that is read as an angle",
    "Student t test: two-sided p value for t = 2 with 2 degrees of freedom",
    1 - 2 / Math.sqrt(2 + 2 ** 2),
  ],
  [
    "an energy from where it is counted",
    "At 300 K, how far above the chemical potential does a state lie if its Fermi-Dirac occupation is 0.10? In meV.",
    kB * 300 * Math.log(9),
  ],
  [
    "a unit that counts for each of something",
    "Polypropylene film at 150 V/um (dielectric constant 2.2). How many joules does that store in each cubic " +
      "centimetre of film, by its energy density?",
    (2.2 * 8.8541878188e-12 * 150e6 ** 2) / 2,
  ],
  [
    "degrees that are kelvins",
    "By how many degrees per km does dry air cool when it rises, if its heat capacity is 1005 J/(kg K)?",
    9.80665 / 1005,
  ],
  [
    "the time of one",
    "Bilinear transform, sampled at 8 kHz. Digital corner at 1.2 kHz; what analog angular frequency is it " +
      "prewarped to, in rad/s?",
    2 * 8000 * Math.tan((Math.PI * 1200) / 8000),
  ],
  [
    "times what a body has",
    "A star goes around the black hole in our galactic centre (4.3 million suns) with semi-major axis 970 au and " +
      "eccentricity 0.884. By how many arcminutes does general relativity turn its orbit each revolution?",
    (6 * Math.PI * 4.3e6 * sun) / (c ** 2 * 970 * au * (1 - 0.884 ** 2)),
  ],
  [
    "the charge of an ion",
    "Ion thruster: 2 A beam of singly charged xenon (131.29 u) at 1200 V, beam not spreading. Thrust in mN?",
    2 * Math.sqrt((2 * 131.29 * 1.66053906892e-27 * 1200) / eV),
  ],
  [
    "a share of two numbers",
    "Wilson score interval, lower limit: 18 of 50 people said yes, normal quantile z = 2.",
    (0.36 + 4 / 100 - 2 * Math.sqrt((0.36 * 0.64) / 50 + 4 / 10000)) / (1 + 4 / 50),
  ],
  [
    "two bodies that are alike",
    "Two steel balls, each of 10 mm radius, E 210 GPa, Poisson 0.3, pressed on one another with 50 N. Hertz contact " +
      "radius in mm?",
    Math.cbrt((3 * 50 * 2 * (1 - 0.3 ** 2) * 0.01) / (210e9 * 4 * 2)),
  ],
  [
    "a number that is counted the other way",
    "A rail is clamped between two walls without stress. It cools by 18 K. E = 200 GPa, expansion 12e-6 per K. " +
      "Thermal stress of the restrained bar in MPa, tension positive?",
    200e9 * 12e-6 * 18,
  ],
  [
    "the cross-section and the rim of what is round",
    "Pin fin 5 mm in diameter, 60 mm long, k = 200 W/(m K), h = 30 W/(m^2 K), base 80 K above the air, adiabatic " +
      "tip. Heat flow in watts?",
    Math.sqrt(30 * rim * 200 * face) * 80 * Math.tanh(0.06 * Math.sqrt((30 * rim) / (200 * face))),
  ],
  [
    "a rate where so many are counted in the same time",
    "Poisson: on average 2.6 faults a week, exactly 4 next week. Probability?",
    (2.6 ** 4 * Math.exp(-2.6)) / 24,
  ],
  [
    "a radius that is asked for as a diameter",
    "TE11 cut-off of a round waveguide at 2.4 GHz, what inside diameter in mm",
    (1.8411837813406593 * c) / (Math.PI * 2.4e9),
  ],
  [
    "hertz where a law with gravity gives radians",
    "Kapitza pendulum 25 cm long, pivot shaken with amplitude 2 cm. At least how many Hz keep it upside down?",
    Math.sqrt(2 * 9.80665 * 0.25) / (0.02 * 2 * Math.PI),
  ],
];

describe("router: what states an input in another way", () => {
  for (const [kind, question, value] of MEANT)
    it(`is among the candidates: ${kind}`, () => {
      expect(hasValue(question, value), question).to.equal(true);
    });

  it("is a ratio whichever it is", () => {
    const drawn = record({
      parts: integer({ min: 3, max: 29 }),
      warmth: integer({ min: 5, max: 95 }),
      gamma: integer({ min: 110, max: 167 }),
    });
    check(
      property(drawn, ({ gamma, parts, warmth }) => {
        const question =
          `Diesel squeezes air to 1/${parts} of its volume without heat loss. It starts at ${warmth} degC, ` +
          `gamma ${gamma / 100}. Temperature after in kelvin?`;
        const byHand = (warmth + 273.15) * parts ** (gamma / 100 - 1);
        expect(hasValue(question, byHand), question).to.equal(true);
      }),
      { numRuns: runs(4, 60), endOnFailure: true },
    );
  });
});
