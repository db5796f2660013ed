/**
 * Laws to which words lead first: they are proposed although a story says much that belongs to no law, and
 * never sealed. Words of scenes find a law and belong to no seal. Values by hand.
 */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { wordsOfRecord } from "../../../protocol/lexicon/words/recordWords.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { ledScoresOf } from "../../../protocol/router/laws/found.js";
import { lawIndexOf } from "../../../protocol/router/laws/lexicon/lawIndex.js";
import { PLACE, kinOf, type Profile } from "../../../protocol/router/laws/lexicon/profile.js";
import { rootsOf } from "../../../protocol/router/laws/lexicon/roots.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { runs } from "../../kit/runs.js";
import { lawOpenOrBeside } from "../../kit/words/openOrBeside.js";

const registry = builtinRegistry();
const { profiles } = lawIndexOf(registry);

const FOUND: readonly (readonly [
  query: string,
  law: string,
  params: Readonly<Record<string, number>>,
])[] = [
  [
    "My reading glasses are plus 1.75 dioptres, a gift of my aunt. At what distance in centimetres should such a " +
      "lens bring the light of the sun to a point?",
    "OPG25",
    { P_l: 1.75 },
  ],
  [
    "A party balloon holds 4 litres in the living room at 22 °C. My son hides it in the freezer at -16 °C, at the " +
      "same pressure. How many litres is it then?",
    "TD49",
    { V_1: 0.004, T_1: 295.15, T_2: 257.15 },
  ],
  // The case of the law is not said.
  [
    "My meter at the plug says that the freezer takes 0.6 ampere at 230 volts with a power factor of 0.7. How many " +
      "real watts is that?",
    "PWR30",
    { I: 0.6, V: 230, PF: 0.7 },
  ],
  // A share is asked for.
  [
    "The paper says that each patient infects 8 others as long as nobody is immune, and that the jab protects 90 " +
      "percent. What percentage of all people would have to be jabbed to stop the disease?",
    "EPI2",
    { R_0: 8, E_v: 0.9 },
  ],
];

/** Laws that take the numbers, and give something else. */
const LEFT: readonly string[] = [
  "An iceberg of 917 kg/m³ drifts in sea water of 1027 kg/m³. What percent of it sticks out?",
  "What is the efficiency of a steam engine that works between 500 °C and 30 °C?",
  "A flat circular coil of 40 turns and 12 cm diameter carries 2.5 A. What is the flux density at its centre?",
  "A cricket ball, 160 g, comes at 25 m/s and goes straight back at 35 m/s after 4 ms on the bat. Average force?",
];

/** Quantities of one of something. */
const OF_EACH: typeof FOUND = [
  [
    "The alarm shows 40 ppm at 18 degrees Celsius and 1010 hectopascal, and one mole of carbon monoxide weighs 28.01 " +
      "grams. How many milligrams of it are in a cubic metre of air?",
    "ENV6",
    { x_g: 4e-5, T: 291.15, p: 101_000, M_g: 0.02801 },
  ],
  [
    "How many newtons act on each metre of two parallel cables 7 cm apart that carry 80 A each?",
    "MG9",
    { d: 0.07, I_1: 80, I_2: 80 },
  ],
];

/** Roots of the words of scenes of a law. */
function layOf({ law: { id } }: Profile): ReadonlySet<string> {
  return new Set(rootsOf(wordsOfRecord(id).lay ?? ""));
}

const withLay = profiles.all.filter((profile) => layOf(profile).size > 0);

describe("router: laws to which words lead first", () => {
  for (const [query, law, params] of [...FOUND, ...OF_EACH])
    it(`is ${law}, open or beside why not, for "${query}"`, () => {
      const [read, found] = lawOpenOrBeside(query);
      expect(read).to.equal(law);
      for (const [name, value] of Object.entries(params))
        expect(found.get(name), name).to.be.closeTo(value, 1e-9 * Math.abs(value));
    });

  for (const query of LEFT)
    it(`is none for "${query}"`, () => {
      const { operators, refusal } = routeQuery(registry, query);
      expect(refusal).to.not.equal(null);
      expect(operators).to.equal(null);
    });

  it("is never sealed, whatever the numbers are", () => {
    const litres = integer({ min: 2, max: 60 });
    const warm = integer({ min: 18, max: 39 });
    const cold = integer({ min: 1, max: 17 });
    const place = constantFrom("the freezer", "the cellar", "the snow");
    check(
      property(litres, warm, cold, place, (volume, from, to, where) => {
        const [law, inputs] = lawOpenOrBeside(
          `A rubber balloon holds ${volume} litres in the room at ${from} °C. I put it in ${where} at -${to} °C, ` +
            "same pressure inside. How many litres is it then?",
        );
        expect(law).to.equal("TD49");
        expect(inputs.get("T_2")).to.be.closeTo(273.15 - to, 1e-9);
      }),
      { numRuns: runs(5, 200), endOnFailure: true },
    );
  });

  it("shares no word of a scene with a law of the same kinds", () => {
    for (const profile of withLay) {
      for (const kin of kinOf(profiles, profile)) {
        const other = profiles.byLaw.get(kin.id)!;
        const own = layOf(other);
        const isOfOther = (root: string): boolean =>
          own.has(root) || ((other.places.get(root) ?? 0) & ~PLACE.description) !== 0;
        expect([...layOf(profile)].filter(isOfOther), `${profile.law.id} ${kin.id}`).to.deep.equal(
          [],
        );
      }
    }
  });

  it("is led to by its own words before every law of the same kinds", () => {
    for (const profile of withLay) {
      const roots = layOf(profile);
      const scores = ledScoresOf(profiles, roots);
      const scoreOf = (one: Profile): number => scores[profiles.all.indexOf(one)]!;
      for (const kin of kinOf(profiles, profile))
        expect(scoreOf(profile), kin.id).to.be.above(scoreOf(profiles.byLaw.get(kin.id)!));
    }
  });
});
