/** Nothing of a question is passed over: a word is used, of the closed class, or asked about. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { assert, constantFrom, nat, property, string } from "fast-check";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { QUESTION_SETS } from "../../../../scripts/words/sets.js";
import { routeQuery } from "../../../../protocol/router/route.js";
import type { Route } from "../../../../protocol/router/routed.js";
import { runs } from "../../../kit/runs.js";
import { openOrBeside } from "../../../kit/words/openOrBeside.js";
import { CHANGING_PHRASES } from "../../../kit/words/phrases.js";

const registry = builtinRegistry();
const ask = (query: string): Route => routeQuery(registry, query);

/** Of the phrases, those that one question is asked with: in the short form other ones each. */
const PHRASES_STEP = runs(4, 1);

/** What a closed reading would seal; null for one that is open. */
function sealOf(route: Route): string | null {
  const { operators, params, refusal, solver, unit } = route;
  return refusal === null ? JSON.stringify([operators, solver, params, unit]) : null;
}

const questions: readonly { readonly kind: string; readonly query: string }[] =
  QUESTION_SETS.flatMap((set) =>
    JSON.parse(readFileSync(`test/vectors/words/${set}.json`, "utf8")),
  );
/** Every so many of the questions with a value; the whole sets take minutes. */
const SAMPLE_STEP = 53;
const closed = questions
  .filter(({ kind }) => kind === "value")
  .filter((_, i) => i % SAMPLE_STEP === 0)
  .map(({ query }) => query)
  .filter((query) => sealOf(ask(query)) !== null);

/** Wrong seals of strangers, each of another kind. */
const STRANGERS: readonly string[] = [
  "peak voltage of 230 V rms mains",
  "acceleration of a rocket with exhaust 3000 m/s from 100 t to 40 t",
  "two carts of 1 kg and 2 kg collide, the first at 3 m/s, the second at rest. velocity after?",
  "distance to the third bright fringe: d = 0.2 mm, L = 1 m, 600 nm",
  "momentum of three 2 kg balls at 3 m/s",
  "energy of an electron with wavelength 0.1 nm",
  "brewster angle for water n = 1.33",
  "magnifying power of a telescope with focal lengths 1 m and 25 mm",
  "net force on a 1200 kg car that accelerates at 2.5 m/s^2, divided by seven",
  "three phase motor, line voltage 400 V, line current 10 A, power factor 0.85: real power?",
  "three phase motor, line voltage 400 V, line current 10 A, power factor 0.85, single: real power?",
  "the kinetic energy blorp fnord of a ball quux with m = 2 kg, v = 3 m/s",
  "force of a rocket with exhaust 3000 m/s from 100 t to 40 t",
  "kinetic energy of a 2 kg ball at 3 m/s halfway up",
  "NM23 blorp with m = 2 kg, v = 3 m/s",
  "body surface area by Mosteller for someone 5 ft 8 in and 178 lb, in m²",
  "Wind chill on a 25 °C day with a 10 km/h breeze?",
  "Thin-wall hoop stress in MPa with p = 60 MPa, inner radius 20 mm, wall 20 mm?",
  "Kinetic energy in J of a body of mass 5 m/s and speed 3 kg?",
  "Circular orbital speed at 3,000 km from the centre of the Earth?",
  "A train whistles at 500 Hz, runs towards a man at 20 m/s while he goes to the train at 2 m/s. Sound 340 m/s. Pitch?",
  "A charged 10 microfarad capacitor at 5 V drains through 2 kilohm. What voltage is across it after 10 ms?",
  "A cyclist slows evenly from 8 m/s to a stop in 1 s, over 6 m. Deceleration?",
  "100 g of milk at 5 °C into 250 g of tea at 80 °C, milk 3.9 kJ/(kg K), tea 4.2 kJ/(kg K). Final temperature?",
  "Time for 1/4 of a sample to remain with half-life 3 h",
  "Magnification of a lens of 12 cm with the object at 18 cm",
  "speed of a probe in a circular orbit at 9000 km around a planet of 6.4e23 kg",
  "A particle has a kinetic energy of 2.0 eV. What is its wavelength?",
  "electric field of a line charge of 5 nC/m and length 2 m",
  "deflection of a fixed beam with 100 N, 2 m, 200 GPa, 1e-6 m^4",
  "A photon of 500 keV is scattered by 60 deg. What energy does the electron take?",
  "A ball is thrown up at 18 m/s from a 10 m tower. What maximum height above the ground does it reach?",
  "voltage after 2 s, RC discharge 12 V, 10 kohm, 100 uF",
  "Uniform angular acceleration of 2 rad/s^2 from 3 rad/s: turns after 5 s",
  "Curie constant 2.2 K, Curie-Weiss temperature 1043 K. What susceptibility does the Curie-Weiss law give at 500 K?",
  "My dog weighs 30 kg and is 70 cm tall. What is her body surface after Du Bois?",
  "Newton's rings with a lens of radius of curvature 2.0 m and light of 589 nm. Radius of ring number 5?",
  "Step-index fibre, core index 1.4682 and cladding index 1.4628. What is its NA? The fibre is 2.5 km long.",
];

describe("router: what is not licensed is asked about", () => {
  for (const query of STRANGERS)
    it(`seals nothing of ${query}`, () => {
      expect(sealOf(ask(query))).to.equal(null);
    });

  it("names the word that it does not know, with its place", () => {
    const query = "kinetic energy blorp of a ball with m = 2 kg, v = 3 m/s";
    const { operators, params, refusal } = ask(query);
    if (refusal?.kind !== "OPEN_READING") throw new Error(`not open: ${refusal?.kind}`);
    expect(refusal.message).to.match(/^"blorp" /);
    expect(query.slice(...refusal.span)).to.equal("blorp");
    expect([operators, params]).to.deep.equal([["NM23"], { m: 2, v: 3 }]);
  });

  it("advises no case that contradicts what was said", () => {
    const { refusal } = ask(
      "three phase motor, line voltage 400 V, line current 10 A, power factor 0.85: real power?",
    );
    expect(refusal?.message).not.to.match(/say "single"/);
  });

  it("sets aside a sentence that says nothing, and shows it", () => {
    const { refusal, setAside } = ask("Greetings from Bogota. Kinetic energy of 2 kg at 3 m/s?");
    expect(refusal).to.equal(null);
    expect(setAside.map(({ text }) => text)).to.deep.equal(["Greetings from Bogota."]);
  });

  it("sets aside, and shows, what names a thing and no law of what is asked has", () => {
    const { refusal, setAside } = ask(
      "A research drone of 2 kg flies at 3 m/s. What is its kinetic energy?",
    );
    expect(refusal).to.equal(null);
    expect(setAside.map(({ text }) => text)).to.deep.equal(["research"]);
    // The same word as a verb, and one that other laws of an energy have, are asked about.
    for (const open of [
      "A drone of 2 kg researches at 3 m/s. What is its kinetic energy?",
      "A charged drone of 2 kg flies at 3 m/s. What is its kinetic energy?",
    ])
      expect(ask(open).refusal, open).not.to.equal(null);
  });

  it("leaves open a law that gives another kind than the noun at the end of what is asked", () => {
    const { refusal } = ask(
      "The force constant of a bond is 516 N/m, its reduced mass 1.627e-27 kg. What is the vibrational frequency?",
    );
    expect(refusal?.kind).to.equal("OPEN_READING");
  });

  it("leaves open a law for which its kinds speak alone", () => {
    const { operators, refusal } = ask(
      "Bright sunshine, 1,000 W/m2. Treating it as a plane wave, how large is the amplitude of its electric field?",
    );
    expect([operators, refusal?.kind]).to.deep.equal([["EM3"], "OPEN_READING"]);
  });

  it("sets no number of the sentence that asks aside, and none that has a name", () => {
    for (const whole of [
      "How much heat does it take to melt 2 kg of ice at -10 °C? Latent heat 334 kJ/kg",
      "photon energy for a wavelength of 500 nm; c = 2.9e8 m/s",
    ])
      expect(ask(whole).operators, whole).to.equal(null);
  });

  it("leaves the ground with no law of the ground", () => {
    assert(
      property(nat({ max: 4_000 }), (metresASecond) => {
        const speed = 10 + metresASecond;
        const { operators } = ask(`A ball is thrown straight up at ${speed} m/s. Greatest height?`);
        // 100 km, where the gravity of the Earth is a thirtieth less: v^2 / (2 g).
        expect(operators).to.deep.equal(speed * speed <= 2 * 9.80665 * 1e5 ? ["KIN9"] : null);
      }),
      { numRuns: runs(12, 200) },
    );
  });

  it("knows the case of a law by its own words, and not by those of its kin", () => {
    const query = (how: string): string =>
      `A 10 microfarad capacitor ${how} through 2 kilohm. What voltage has it after 10 ms?`;
    const lawFor = (how: string): unknown => {
      const { operators, refusal } = ask(query(how));
      return refusal === null ? operators : null;
    };
    expect(lawFor("is charged from 5 V")).to.deep.equal(["CIR16"]);
    for (const how of ["charged to 5 V drains", "charged to 5 V empties"])
      expect(lawFor(how), how).not.to.deep.equal(["CIR16"]);
  });

  it("seals a law within the bounds that its record says, and leaves it open outside", () => {
    assert(
      property(nat({ max: 60 }), (degrees) => {
        const { operators, refusal } = ask(`Wind chill at ${degrees - 40} °C with a 20 km/h wind?`);
        expect(operators).to.deep.equal(["ATM27"]);
        // Below 283 K, as the record has it.
        expect(refusal === null).to.equal(degrees - 40 < 9.85);
      }),
      { numRuns: 20 },
    );
  });

  it("leaves a number open that is outside of one or two bounds of a record", () => {
    assert(
      property(nat({ max: 200 }), (step) => {
        const reynolds = 500 + 750 * step;
        const { operators, refusal } = ask(`Blasius friction factor at Re = ${reynolds}?`);
        expect(operators).to.deep.equal(["FL12"]);
        // Schlichting and Gersten: 4000 to 100000.
        expect(refusal === null).to.equal(reynolds >= 4000 && reynolds <= 100_000);
      }),
      { numRuns: 20 },
    );
  });

  it("gives no number by its unit alone to what has a standard value, nor what is of the result", () => {
    for (const query of [
      "The lift starts going up at 1.3 m/s^2 and I weigh myself in it. My mass is 68 kg. " +
        "What force does the scale feel?",
      "3 beats per second against 440 Hz. What is the piano's frequency?",
    ])
      expect(ask(query).refusal?.kind, query).to.equal("OPEN_READING");
    // m g with the gravity of the Moon, and with a stated one.
    expect(ask("weight of a body, m = 68 kg, take g as 1.62 m/s^2").refusal).to.equal(null);
  });

  it("supposes what is left to the ideal case, says so, and never seals it", () => {
    const query =
      "A nerve cell holds 140 mM potassium inside and has 5 mM outside, body temperature 37 °C. " +
      "What is the Nernst potential for K+, inside relative to outside?";
    const { given, law, open } = openOrBeside(query);
    expect(law).to.equal("BIO1");
    expect(given.find(({ symbol }) => symbol === "z")?.value).to.equal(1);
    expect(open.map(({ message }) => message).join()).to.match(/charge number.* is supposed/);
  });

  it("keeps no seal under a phrase that changes the question", () => {
    expect(closed.length).to.be.greaterThan(20);
    const kept = closed.flatMap((query, turn) => {
      const seal = sealOf(ask(query));
      const bare = query.replace(/[?.!\s]+$/, "");
      // What names again what the question is about changes nothing.
      const changing = CHANGING_PHRASES.filter(
        (phrase) => !bare.includes(phrase.split(" ").at(-1)!),
      );
      return changing
        .filter((_, i) => i % PHRASES_STEP === turn % PHRASES_STEP)
        .filter((phrase) => sealOf(ask(bare + phrase)) === seal)
        .map((phrase) => `${bare}${phrase}`);
    });
    expect(kept).to.deep.equal([]);
  });

  it("uses no word of a law in another sense than the law has it", () => {
    // A second is no second one, a count is of what it counts, and bounds of a record bring no quantity.
    const kinds: readonly (readonly [query: string, said: string, word: string])[] = [
      ["equivalent resistance of 30 ohm and 60 ohm in parallel", " per second", "per"],
      ["A train goes from 36 km/h to 90 km/h in 25 s; average acceleration", " per second", "per"],
      [
        "A voltage of 600 V lies across two parallel plates that are 1.5 cm apart. " +
          "How strong is the electric field between them",
        " for two of those",
        "two",
      ],
      [
        "How fast do I have to throw a ball straight up so that it just reaches a height of 12 m",
        ", one radius above the surface",
        "radius",
      ],
      [
        "three-phase active power, line voltage 400 V, line current 10 A, power factor 0.85",
        " for three of them",
        "three",
      ],
      ["decay constant for a half-life of 5730 years", ", if it were half as heavy", "half"],
      [
        "A pebble is dropped from rest off a tower 45 m high. How long does it take to hit the " +
          "ground if g = 9.81 m/s^2 and the air is ignored",
        " with friction",
        "friction",
      ],
    ];
    for (const [query, said, word] of kinds) {
      expect(ask(query).refusal, query).to.equal(null);
      const { refusal } = ask(query + said);
      if (refusal?.kind !== "OPEN_READING") throw new Error(`not open: ${query}${said}`);
      const words = refusal.open.map(({ at }) => (query + said).slice(...at));
      expect(words, query).to.include(word);
    }
  });

  it("stops at an unknown word wherever it stands, or shows it as set aside", () => {
    const unknown = string({
      unit: constantFrom(..."bcdfghklmnprstvwxz".split("")),
      minLength: 5,
      maxLength: 9,
    }).map((text) => `q${text}`);
    assert(
      property(constantFrom(...closed), nat(), unknown, (query, place, word) => {
        const gaps = [0, ...[...query.matchAll(/\s/g)].map(({ index }) => index), query.length];
        const at = gaps[place % gaps.length]!;
        const route = ask(`${query.slice(0, at)} ${word} ${query.slice(at)}`);
        const isShown = route.setAside.some(({ text }) => text.includes(word));
        return sealOf(route) === null || isShown;
      }),
      { numRuns: runs(60, 1_000) },
    );
  });

  it("changes nothing with courtesy, capitals, the order of inputs or the style of numbers", () => {
    const alike = [
      "kinetic energy of m = 2000 kg, v = 3 m/s",
      "kinetic energy of v = 3 m/s, m = 2000 kg",
      "Please compute the kinetic energy of m = 2,000 kg, v = 3.0 m/s, thanks!",
      "KINETIC ENERGY OF m = 2e3 kg, v = 3 m/s",
      "Hello, could you please tell me the kinetic energy of m = 2 000 kg at v = 3 m/s?",
      "Kinetic Energy of m = 2 x 10^3 kg, v = 3 m/s",
    ];
    const params = alike.map((query) => {
      const route = ask(query);
      expect(route.refusal, query).to.equal(null);
      return [route.operators, route.params];
    });
    for (const one of params) expect(one).to.deep.equal([["NM23"], { m: 2000, v: 3 }]);
  });
});
