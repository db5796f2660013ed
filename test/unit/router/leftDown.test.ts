/** Questions that turn on a word stay turned down, whatever is read beside that. Values by hand. */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property, record } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { runs } from "../../kit/runs.js";

const registry = builtinRegistry();

/** What turns on a word stays turned down, or asked back, whatever stands around it. */
const LEFT: readonly string[] = [
  // A denied word of laws says which one is meant.
  "A solid cylinder rolls without slipping from rest down a slope of height 2 m. What speed has it at the bottom?",
  "A solid cylinder rolls (without slipping) from rest down a slope of height 2 m. What speed has it at the bottom?",
  // A bound of an input, and no value.
  "A car drives at up to 30 m/s for 10 s. How far does it get?",
  "kinetic energy m up to 4 kg, v = 2 m/s",
  // The number itself is denied.
  "kinetic energy of 2 kg, not at 3 m/s",
  "kinetic energy of a ball of 2 kg (not 3 kg) at 5 m/s, no, at something else than 5 m/s",
  // Two questions of one kind, and no steps.
  "What is the momentum and what is the kinetic energy of 2 kg at 3 m/s?",
  // No law gives the last one.
  "Compute the kinetic energy of 2 kg at 3 m/s and then the taste.",
  // The formula differs from that of the law.
  "cable dia 16 mm, wind 5.0 m/s, Re = 5300. shedding freq with St = 0.21(1 - 21/Re), Hz",
  // The unit is said to be what it is not.
  "NFW profile with density 5.0e-22 kg/m^3 and scale radius 18 kpc. With 1 kpc = 3.9e19 m, mass " +
    "enclosed within 150 kpc?",
  // A mole is no molecule.
  "one mole of helium weighs 4.0 g. rms speed at 300 K?",
  // A word that nobody knows may be a unit.
  "kinetic energy of a ball of 2 blorps at 3 m/s",
];

/** Numbers beyond what their law holds for. */
const NOT_READ: readonly string[] = [
  "How much heat brings 1 kg of water with c_p = 4186 J/(kg K) from 80 °C to 120 °C?",
  "A superconductor has a critical field of 80 mT at zero temperature and its critical temperature is 7.2 K. What is " +
    "the critical field at 9.0 K?",
  "My loaded die shows a six with probability 1.4. How likely are exactly two sixes in five throws?",
];

/** Remarks, denials and notation that the search by score reads: the numbers that it takes, in SI. */
const BESIDE: readonly (readonly [query: string, law: string, numbers: readonly number[]])[] = [
  [
    "Logistic growth: start 90 animals, carrying capacity 1500, intrinsic rate 0.2 per year. Population " +
      "(expected, no rounding) after 8 years?",
    "EPI9",
    [90, 1500],
  ],
  [
    "An underdamped second-order system without zeros has damping ratio 0.3. By what fraction does its step " +
      "response overshoot the final value?",
    "CTL3",
    [0.3],
  ],
  [
    "ultimate BOD 200 mg/L; first-order rate 0.3 1/d; 4 days -> oxygen demand exerted, mg/L",
    "ENV2",
    [0.2, 0.3 / 86_400, 345_600],
  ],
  [
    "Two buckets hang over a massless frictionless pulley. One is 3 kg, the other twice as heavy. With what " +
      "acceleration does the heavy one go down?",
    "LH24",
    [3, 6],
  ],
  [
    "Helmholtz pair, 90 turns per coil, radius 12 cm. Which current for 0.9 mT in the centre?",
    "MG8",
    [90, 0.12, 9e-4],
  ],
  [
    "Steel: C 0.21, Mn 1.30, Cr 0.15, Mo 0.04, V 0.02, Ni 0.12, Cu 0.11, Si 0.30 [all wt%]. IIW carbon " +
      "equivalent in %?",
    "MT3",
    [0.0021, 0.013, 0.0015, 0.0004, 0.0002, 0.0012, 0.0011],
  ],
  [
    "cable dia 16 mm, wind 5.0 m/s, Re = 5300. shedding freq with St = 0.198(1 - 19.7/Re), Hz",
    "FL24",
    [0.016, 5, 5300],
  ],
  [
    "nMOS, sat.: mu_n = 0.05 m^2/Vs, C_ox = 3e-3 F/m^2, W/L = 12 um/0.6 um, V_GS = 1.6 V, V_T = 0.4 V, V_DS = " +
      "2 V, lambda = 0.04 1/V. I_D in mA?",
    "SC18",
    [0.05, 3e-3, 1.2e-5, 6e-7, 1.6, 0.4, 2, 0.04],
  ],
  [
    "Powder diffraction with 0.15406 nm radiation shows a first order reflection at 2 theta of 38.2 degrees. " +
      "What is the lattice plane spacing?",
    "CRY1",
    [1.5406e-10, (19.1 * Math.PI) / 180],
  ],
  [
    "A compressor works isentropically: gamma 1.4, R 287 J/(kg K), T1 = 300 K, p2/p1 = 8, p1 = 100 kPa. Specific work?",
    "TD11",
    [1e5, 8e5, 300],
  ],
];

describe("router: questions that turn on a word", () => {
  for (const query of LEFT)
    it(`are none: ${query}`, () => {
      const { operators, refusal } = routeQuery(registry, query);
      expect(refusal).to.not.equal(null);
      expect(operators).to.equal(null);
    });

  for (const query of NOT_READ)
    it(`leaves "${query.slice(0, 60)}..." unanswered`, () => {
      const { refusal } = routeQuery(registry, query);
      expect(refusal?.kind).to.equal("UNREAD_QUANTITY");
    });

  for (const [query, law, numbers] of BESIDE)
    it(`is read beside why not: "${query.slice(0, 60)}..."`, () => {
      const { operators, reading, refusal } = routeQuery(registry, query);
      expect([operators, refusal?.kind]).to.deep.equal([null, "UNREAD_QUANTITY"]);
      expect(reading?.law).to.equal(law);
      const found = reading!.given.map(({ value }) => Number(value));
      for (const number of numbers)
        expect(
          found.some((one) => Math.abs(one - number) <= 1e-6 * Math.abs(number)),
          `${number} among ${found.join(" ")}`,
        ).to.equal(true);
    });

  it("shows the unit that each bare number is supposed to be in", () => {
    const query = "turned pins spec 19.96 to 20.04 mm, mean 20.01, sigma .008. cpk?";
    const { reading } = routeQuery(registry, query);
    expect(reading?.law).to.equal("STA15");
    const said = reading!.open.map(({ message }) => message).join("; ");
    expect(said).to.match(
      /mm is supposed for the process mean|process mean .{1,9}: in the unit of/u,
    );
    expect(said).to.include("mm is supposed for the standard deviation");
  });

  it("takes a count of things in a time for a rate, whatever is counted", () => {
    const drawn = record({
      many: integer({ min: 2, max: 900 }),
      scale: constantFrom("thousand", "million", "billion"),
      thing: constantFrom("keys", "trials", "guesses", "passwords"),
      per: constantFrom("a second", "per second", "every second", "each second"),
      bits: integer({ min: 20, max: 128 }),
    });
    const powers = { thousand: 1e3, million: 1e6, billion: 1e9 };
    check(
      property(drawn, ({ bits, many, per, scale, thing }) => {
        const query =
          `A key of ${bits} bits is searched with ${many} ${scale} ${thing} ${per}. ` +
          "Mean time of the search?";
        const { operators, reading } = routeQuery(registry, query);
        expect([operators ?? ["CS79"], reading?.law]).to.deep.equal([["CS79"], "CS79"]);
        const found = new Map(reading!.given.map(({ symbol, value }) => [symbol, Number(value)]));
        expect([found.get("b"), found.get("r_k")]).to.deep.equal([bits, many * powers[scale]]);
      }),
      { numRuns: runs(8, 200), endOnFailure: true },
    );
  });
  it("never takes a number that is no whole one for a count", () => {
    const drawn = record({
      tenths: integer({ min: 11, max: 89 }).filter((n) => n % 10 !== 0),
      seen: integer({ min: 0, max: 12 }).filter((n) => n !== 1),
    });
    check(
      property(drawn, ({ seen, tenths }) => {
        const mean = tenths / 10;
        const query = `Counts follow a Poisson distribution with mean ${mean}. Probability of exactly ${seen}?`;
        const { operators, params } = routeQuery(registry, query);
        if (operators === null) return;
        expect([params["lambda_m"], params["k_e"]]).to.deep.equal([mean, seen]);
      }),
      { numRuns: runs(8, 200), endOnFailure: true },
    );
  });
});
