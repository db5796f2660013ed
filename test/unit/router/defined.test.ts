/**
 * A number that leads to an input by one step of definition: laws lead to what is asked, and nothing is
 * sealed. What contradicts the step, or what nothing bears, is turned down. Values by hand.
 */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { runs } from "../../kit/runs.js";
import { openOrBeside, valueSentBack } from "../../kit/words/openOrBeside.js";

const registry = builtinRegistry();
const NUMBER = integer({ min: 2, max: 60 });
const [GRAVITY, LIGHT] = [9.80665, 299_792_458];
const [PLANCK, CHARGE] = [6.62607015e-34, 1.602176634e-19];

/** Three to nine. */
const WORDS = "three four five six seven eight nine".split(" ");

type Scene = (a: number, b: number) => readonly [question: string, value: number];

const STEPPED: readonly Scene[] = [
  (a, b) => [
    `A bookshelf of ${b} cm span on two supports has ${a} kg hung right in the middle, E = 9 GPa, second moment ` +
      "1.2e-7 m^4. Sag in mm?",
    (a * GRAVITY * (b / 100) ** 3) / (48 * 9e9 * 1.2e-7),
  ],
  (a, b) => [`My winch lifts ${a} kg at ${b} m/s. What power is that in watts?`, a * GRAVITY * b],
  (a, b) => [
    `At the beach a wave crest passes the pole every ${WORDS[a % 7]!} seconds, and the crests lie ${b} metres apart. ` +
      "How fast do the waves travel?",
    b / (3 + (a % 7)),
  ],
  (a) => [
    `Ultraviolet of ${200 + a} nm shines on a metal whose work function is 2.3 eV. What's the most kinetic energy ` +
      "a knocked-out electron can have, in eV?",
    (PLANCK * LIGHT) / ((200 + a) * 1e-9) - 2.3 * CHARGE,
  ],
];

/** No step leads to what is asked, or two numbers may take it. */
const LEFT: readonly string[] = [
  "momentum of a 5 kg ball at 3 s",
  "A stone with mass 2 kg falls. The mass is 3 kg. It moves at 5 m/s. Kinetic energy?",
  "A wave of wavelength 2 m, frequency 50 Hz and wavelength 3 m. How fast is it?",
  "On the Moon my winch lifts 400 kg at 0.5 m/s. What power is that?",
  "My winch lifts 400 kg and then 300 kg at 0.5 m/s. What power is that?",
];

/** Two laws of which the first gives the input that the second lacks. */
const LED: readonly (readonly [string, readonly string[]])[] = [
  // A result asked behind another one.
  [
    "Rigid diatomic of masses 1.00783 u and 34.96885 u, bond length 127.5 pm. Reduced mass first, then the " +
      "rotational constant as a wavenumber in 1/cm.",
    ["MOL1", "MOL2"],
  ],
];

describe("A number that leads to an input by one step", () => {
  it("leads to what is asked, whatever the numbers are", () => {
    check(
      property(constantFrom(...STEPPED), NUMBER, NUMBER, (scene, a, b) => {
        const [query, value] = scene(a, b);
        const found = valueSentBack(openOrBeside(query));
        expect(found, query).to.be.closeTo(value, 1e-6 * Math.abs(value));
      }),
      { numRuns: runs(12, 200), endOnFailure: true },
    );
  });

  for (const query of LEFT) {
    it(`is none in "${query}"`, () => {
      const { refusal } = routeQuery(registry, query);
      expect(refusal?.kind, refusal?.message).to.equal("UNREAD_QUANTITY");
    });
  }
});

describe("Two laws, of which one gives what the other lacks", () => {
  for (const [query, laws] of LED) {
    it(`are ${laws.join(" and ")} for "${query}"`, () => {
      expect(openOrBeside(query).derivation?.map(({ law }) => law)).to.deep.equal(laws);
    });
  }

  it("are none where a number is said to be what would follow", () => {
    const query =
      "Bloom filter of 1 Mbit (1,000,000 bits), 100,000 keys, 7 hash functions: false positive rate in %?";
    expect(routeQuery(registry, query).reading?.derivation).to.equal(undefined);
  });
});
