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
