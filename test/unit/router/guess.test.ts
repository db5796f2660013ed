/**
 * The last reading to confirm: the law that is said best among all that take the numbers. It is never
 * sealed, uses every number, and names what it leaves unread. Values by hand.
 */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { runs } from "../../kit/runs.js";
import { lawOpenOrBeside, openOrBeside } from "../../kit/words/openOrBeside.js";

const registry = builtinRegistry();

/** A law with the numbers that it takes, in SI. */
const GUESSED: readonly (readonly [
  query: string,
  law: string,
  params: Readonly<Record<string, number>>,
])[] = [
  // A verb behind a number is no unit.
  [
    "A dust grain with a radius of 80 nm hops in water at 20 °C with a viscosity of 1.0 mPa s. " +
      "What is its diffusion coefficient?",
    "MTR4",
    { r_h: 8e-8, T: 293.15, mu_v: 0.001 },
  ],
  // Numbers that are read otherwise.
  ["3k3 and 6k8 resistors in parallel, total?", "CIR5", { R_1: 3300, R_2: 6800 }],
  [
    "A dwarf star has 0.2 times the Sun's radius of 6.957e8 m and a surface of 3100 K. What is its luminosity?",
    "AST3",
    { R_s: 139_140_000, T_e: 3100 },
  ],
  ["a copper wire gets 0.4 % longer, modulus 120 GPa. stress?", "MS27", { eps: 0.004, E_Y: 12e10 }],
  ["What is the lowest sampling rate for bats up to 80 kHz?", "SIG26", { f_m: 80_000 }],
  // An input that is said to be none.
  [
    "apparent magnitude 8.1, distance 50 pc, no extinction. Absolute magnitude?",
    "AST1",
    { m_app: 8.1, A_e: 0 },
  ],
];

/** What records say in abbreviations is no guess. */
const SAID: typeof GUESSED = [
  ["concert hall 9000 m3, total absorption 1100 m2 sabins. RT60?", "AC12", { V: 9000, A_eq: 1100 }],
  ["thrust 24 kN burning 8 kg/s. Isp s?", "RKT2", { F_t: 24_000, m_dot: 8 }],
  [
    "oil 880 kg/m3, 0.09 Pa s, 0.7 m/s in a 40 mm bore. Re?",
    "FL7",
    { rho: 880, mu_d: 0.09, v: 0.7, L_c: 0.04 },
  ],
];

/** Laws that take the numbers, and that are not what is asked. */
const LEFT: readonly string[] = [
  // A word that nobody knows may be a unit.
  "A grain with a radius of 80 nm blorps in water at 20 °C with a viscosity of 1.0 mPa s. " +
    "What is its diffusion coefficient?",
  // What a symbol names has its letter, and a law that is named is not replaced.
  "photon energy for a wavelength of 600 nm; h = 6.63e-34 J",
  "combined gas law, final pressure: 2 atm, from 4 L to 1 L",
  // No three phases.
  "single-phase active power 230 V 12 A phase angle 25 degrees",
  "kinetic energy m up to 4 kg, v = 2 m/s",
  "Mach number of a jet at 500 m/s where the speed of sound is 320 m/s",
  "A flat coil of 30 turns and 8 cm diameter carries 1.5 A. What is the field at its centre?",
  "What does it cost: 3 m, 2 kg?",
  "Which colour do you like best, 450 nm or 650 nm?",
  "thermal voltage at 310 K",
  "herd immunity threshold for R0 = 3",
  "A satellite circles 500 km above the Earth, mass 5.972e24 kg and radius 6371 km. What is its orbital speed?",
];

describe("router: the last reading to confirm", () => {
  for (const [query, law, params] of GUESSED)
    it(`is ${law} for "${query}"`, () => {
      const [found, inputs] = lawOpenOrBeside(query);
      expect(found).to.equal(law);
      for (const [name, value] of Object.entries(params))
        expect(inputs.get(name), name).to.be.closeTo(value, 1e-9 * Math.abs(value));
      expect(openOrBeside(query).open.length).to.be.greaterThan(0);
    });

  for (const [query, law, params] of SAID)
    it(`is not needed for "${query}"`, () => {
      const { operators, params: own, refusal } = routeQuery(registry, query);
      expect([operators, own, refusal]).to.deep.equal([[law], params, null]);
    });

  for (const query of LEFT)
    it(`is none for "${query}"`, () => {
      const { operators, refusal } = routeQuery(registry, query);
      expect(refusal).to.not.equal(null);
      expect(operators).to.equal(null);
    });

  it("says of a bound that its value is supposed", () => {
    const { reading } = routeQuery(
      registry,
      "What is the lowest sampling rate for bats up to 80 kHz?",
    );
    expect(reading?.open.map(({ message }) => message)).to.include(
      '"80 kHz" is a bound; its value is supposed',
    );
  });

  it("is never sealed, and uses each number, whatever the numbers are", () => {
    const number = integer({ min: 2, max: 900 });
    const verb = constantFrom("hops", "wanders", "dances", "drifts");
    check(
      property(number, number, verb, (nanometres, celsius, does) => {
        const [law, inputs] = lawOpenOrBeside(
          `A grain with a radius of ${nanometres} nm ${does} in oil at ${celsius} °C with a viscosity of 5 mPa s. ` +
            "What is its diffusion coefficient?",
        );
        expect(law).to.equal("MTR4");
        expect(inputs).to.have.all.keys("T", "mu_v", "r_h");
      }),
      { numRuns: runs(5, 200), endOnFailure: true },
    );
  });
});
