/**
 * Words that turn a sign round, and cases that a law is not about. Values by the textbook formulas:
 * Doppler f (v + v_o)/(v - v_s), first law Q = dU + W.
 */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { isAskedBack, valueInWords } from "../../kit/valueInWords.js";
import { runs } from "../../kit/runs.js";

const TURNED: readonly (readonly [query: string, value: number])[] = [
  [
    "A source approaches at 30 m/s an observer who runs away at 5 m/s; 400 Hz, sound 340 m/s. Frequency heard?",
    (400 * (340 - 5)) / (340 - 30),
  ],
  [
    "A siren at rest sounds at 500 Hz. A cyclist rides away from it at 20 m/s; sound travels at 340 m/s. " +
      "What frequency does the cyclist hear?",
    (500 * (340 - 20)) / 340,
  ],
  [
    "A gas does 200 J of work while its internal energy falls by 50 J. How much heat is taken up?",
    150,
  ],
  ["A gas takes up 300 J and 100 J of work is done on it. Change of internal energy?", 400],
  ["A gas takes up 300 J of heat and does 100 J of work. Change of internal energy?", 200],
  ["A gas loses 300 J of heat and does 100 J of work. Change of internal energy?", -400],
  [
    "A gas is compressed with 500 J of work and gives off 200 J of heat. Change of its internal energy?",
    300,
  ],
  ["A car brakes at 3 m/s² from 25 m/s. What is its speed after 4 s?", 13],
  // The size is asked for where the sign says no more.
  ["The temperature of 2 kg of water falls by 15 K; specific heat 4186 J/(kg K). Heat?", 125_580],
];

/** Nothing is answered: another case, another shape, a comparison, a body whose value is said. */
const OTHER: readonly string[] = [
  "An object is 10 cm in front of a convex mirror with a focal length of 15 cm. Where is the image?",
  "A coin lies 30 cm deep in water with n = 1.33. How deep does it seem?",
  "Unpolarized light of 100 W/m² passes two polarizers at 30°. What intensity remains?",
  "An object is 40 cm before a concave mirror of focal length 15 cm. Image distance?",
  "A disc and a ball of 2 kg and 10 cm radius: which rolls faster?",
  "A disc of mass 2 kg and radius 10 cm. What is its speed?",
  "A 1500 kg car slows from 30 m/s to 10 m/s. How much kinetic energy does it lose?",
];

describe("router: signs and other cases", () => {
  it("counts with the other sign what goes the other way", () => {
    for (const [query, value] of TURNED)
      expect(valueInWords(query), query).to.be.closeTo(value, 1e-9 * Math.abs(value));
  });

  it("answers no case that the law is not about", () => {
    for (const query of OTHER) expect(isAskedBack(query), query).to.equal(true);
  });

  it("seals no negative number for a size, and the positive one the other way", () => {
    const taking = constantFrom("swallow", "take up", "absorb", "get rid of", "turn into heat");
    const size = integer({ min: 2, max: 40 });
    check(
      property(taking, size, size, size, (verb, tonnes, slow, more) => {
        const fast = slow + more;
        const braking = `A ${tonnes} t lorry slows from ${fast} m/s to ${slow} m/s.`;
        for (const asked of [
          `do the brakes ${verb}`,
          "is that",
          `must the brakes ${verb} on the flat`,
        ]) {
          const query = `${braking} How much energy ${asked}?`;
          expect(valueInWords(query), query).to.equal(null);
        }
        const query = `A ${tonnes} t lorry speeds up from ${slow} m/s to ${fast} m/s. How much work is that?`;
        const work = 500 * tonnes * (fast * fast - slow * slow);
        expect(valueInWords(query), query).to.be.closeTo(work, 1e-9 * work);
      }),
      { numRuns: runs(5, 100), endOnFailure: true },
    );
  });
});
