/**
 * Laws that lead to each other though only one of them is said: one takes a number again, one follows
 * unsaid, or a conversion says what is found in another form. Values by hand.
 */
import { expect } from "chai";
import { assert as check, integer, property, record } from "fast-check";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { likeliestOf, weighed } from "../../../../protocol/router/proposal/propose.js";
import { normalized } from "../../../../protocol/router/text.js";
import { runs } from "../../../kit/runs.js";

const registry = builtinRegistry();

function likeliest(question: string): { readonly value: number; readonly laws: string } | null {
  const found = likeliestOf(registry, normalized(question), () => true);
  if (found === null) return null;
  const { chain, guess } = found.candidate;
  const laws = chain?.books.map(({ id }) => id) ?? [guess.profile.law.id];
  return { value: found.value, laws: laws.join(" > ") };
}

const turn = (30 * Math.PI) / 180;
const CHAINS: readonly (readonly [question: string, value: number, laws: string])[] = [
  [
    "A ball of 3 kg and 8 cm radius, solid, spins at 240 rpm. How many joules are in the spin?",
    0.5 * 0.4 * 3 * 0.08 ** 2 * (8 * Math.PI) ** 2,
    "RBD39 > RBD3",
  ],
  [
    "A horn sends 2 W of sound evenly in all directions. How many dB (re 1 pW/m2) at 25 m?",
    10 * Math.log10(2 / (4 * Math.PI * 625) / 1e-12),
    "WAV21 > AC3",
  ],
  [
    "Prism with apex angle 60.0 deg, minimum deviation 30.0 deg. Speed of that light within the glass, m/s?",
    (299_792_458 * Math.sin(turn)) / Math.sin(1.5 * turn),
    "OPG9 > OPG27",
  ],
  [
    "UV of 250 nm hits a metal of work function 3.2 eV. Highest kinetic energy of the electrons in eV?",
    (6.62607015e-34 * 299_792_458) / 250e-9 - 3.2 * 1.602176634e-19,
    "nu = c/lambda [frequency] > QM11",
  ],
  [
    "A capacitor of 100 nF at 1 kHz and one at 5 kHz: by how many ohms does the reactance fall?",
    (1 / (2 * Math.PI * 1e-7)) * (1 / 1_000 - 1 / 5_000),
    "CIR20 > CIR20 > y = x_2 - x_1 [reactance in ohm]",
  ],
  [
    "What is the energy stored in two capacitors together, 10 uF at 100 V and 47 uF at 25 V?",
    0.5 * 10e-6 * 100 ** 2 + 0.5 * 47e-6 * 25 ** 2,
    "CIR14 > CIR14 > y = x_1 + x_2 [energy in J]",
  ],
  [
    "A chip with activity factor 0.2, 2 nF, 1.2 V at 1.5 GHz has its dynamic power from a supply that is " +
      "80 % efficient. How much power must be put into the supply?",
    (0.2 * 2e-9 * 1.2 ** 2 * 1.5e9) / 0.8,
    "CS71 > y = s x [power in W]",
  ],
  [
    "A wave on a string of 5 g/m under 80 N, 120 Hz, amplitude 3 mm: how many joules does it carry in a minute?",
    0.5 * Math.sqrt(0.005 * 80) * (2 * Math.PI * 120) ** 2 * 9e-6 * 60,
    "WAV4 > Q = P t [heat]",
  ],
];

describe("router: laws that lead to each other, of which one is said", () => {
  for (const [question, value, laws] of CHAINS)
    it(question, () => {
      const found = likeliest(question);
      expect(found?.laws).to.equal(laws);
      expect(Math.abs(found!.value - value) / value).to.be.below(1e-9);
    });

  it("has an input of a law whose result another law gives among what may be meant", () => {
    const glider =
      "A glider of 400 kg, wing 12 m², lift coefficient 1.2, air 1.2 kg/m³. " +
      "At what speed in km/h does lift carry it?";
    const value = Math.sqrt((2 * 400 * 9.80665) / (1.2 * 12 * 1.2));
    const laws = weighed(registry, normalized(glider)).flatMap((one) => {
      const own = one.chain === null ? null : one.value();
      const isRight = own !== null && Math.abs(own - value) / value < 1e-9;
      return isRight ? [one.chain!.books.map(({ id }) => id).join(" > ")] : [];
    });
    expect(laws).to.include("RBD32 > F = W [lift_force] > AER1");
  });

  it("takes the speed of a drag for its power, whatever the numbers are", () => {
    check(
      property(
        record({
          speed: integer({ min: 11, max: 60 }),
          coefficient: integer({ min: 20, max: 95 }),
          area: integer({ min: 101, max: 400 }),
        }),
        ({ area, coefficient, speed }) => {
          const [cd, a] = [coefficient / 100, area / 100];
          const found = likeliest(
            `Air of 1.2 kg/m^3, Cd ${cd}, frontal area ${a} m2, ${speed} m/s. How many watts go into the air drag?`,
          );
          expect(found?.laws).to.equal("FL15 > RBD37");
          const value = (1.2 * cd * a * speed ** 3) / 2;
          expect(Math.abs(found!.value - value) / value).to.be.below(1e-9);
        },
      ),
      { numRuns: runs(4, 60), endOnFailure: true },
    );
  });
});
