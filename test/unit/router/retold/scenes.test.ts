/**
 * Numbers as a scene says them, and numbers that a law refuses where it takes them another way. All
 * come back open, with what was read otherwise, and never sealed. Values by hand.
 */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property, record } from "fast-check";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { routeQuery } from "../../../../protocol/router/route.js";
import { runs } from "../../../kit/runs.js";

const registry = builtinRegistry();

interface Read {
  readonly law: readonly string[] | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly notes: string;
}

function readingOf(query: string): Read {
  const { operators, params, refusal } = routeQuery(registry, query);
  expect(refusal?.kind, query).to.equal("OPEN_READING");
  const notes =
    refusal?.kind === "OPEN_READING" ? refusal.open.map(({ message }) => message).join("; ") : "";
  return { law: operators, params, notes };
}

const DEGREE = Math.PI / 180;

/** Said in a scene, what the reading says of it, the law and its inputs in SI. */
const SCENES: readonly (readonly [
  query: string,
  note: string,
  law: string,
  inputs: Readonly<Record<string, number>>,
])[] = [
  [
    "A password of 52 bits is attacked with 3 billion guesses a second. Mean time to find it?",
    "is read as 3e9 per second",
    "CS79",
    { b: 52, r_k: 3e9 },
  ],
  [
    "A detector counts 1200 counts per second with a dead time of 50 microseconds (non-paralysable). What is the " +
      "true count rate?",
    "is read as 1200 per second",
    "RAD14",
    { m_r: 1200, tau_d: 5e-5 },
  ],
  [
    "A light ray enters a lake (index 1.333) from air (index 1) at 35 degrees from the vertical. At which angle from " +
      "the vertical does it travel in the water?",
    "the surface is taken to be level",
    "OPG1",
    { n_1: 1, n_2: 1.333, theta_1: 35 * DEGREE },
  ],
  [
    "Powder diffraction with 0.15406 nm radiation shows a first order reflection at 2 theta of 38.2 degrees. What is " +
      "the lattice plane spacing?",
    "is read as theta = 19.1 degrees",
    "CRY1",
    { lambda: 1.5406e-10, n_o: 1, theta: 19.1 * DEGREE },
  ],
  [
    "A compressor works isentropically: gamma 1.4, R 287 J/(kg K), T1 = 300 K, p2/p1 = 8, p1 = 100 kPa. Specific work?",
    "is read as p2=800kPa",
    "TD11",
    { p_1: 1e5, p_2: 8e5, T_1: 300 },
  ],
  [
    "A superconductor has a critical field of 80 mT at T = 0 and its critical temperature is 7.2 K. What is the " +
      "critical field at 4.2 K?",
    "at zero temperature",
    "SUP3",
    { B_0: 0.08, T_c: 7.2, T: 4.2 },
  ],
  [
    "A chain of five beads of 10 g each, 8 cm apart (also 8 cm to the walls), under a tension of 6 N. Angular " +
      "frequency of the third mode?",
    "is said twice",
    "WAV20",
    { N_b: 5, m: 0.01, a: 0.08, F_T: 6, n: 3 },
  ],
  [
    "Void check, panel 14: measured density 1.52 g/cm3, fibre mass fraction 0.68, fibre 1.79 g/cm3, resin 1.22 " +
      "g/cm3. Void content as a fraction?",
    "is of a heading",
    "CP7",
    { rho_c: 1520, w_f: 0.68, rho_f: 1790, rho_m: 1220 },
  ],
  [
    "A star has parallax 0.1 arcseconds. How far is it in light years if one light-year is 9.46e15 m?",
    "says what a unit is",
    "AST5",
    { p_a: (0.1 / 3600) * DEGREE },
  ],
  [
    "I slosh a trough, 1.5 m long and filled 30 cm deep, in its slowest back-and-forth mode, long-wave theory. " +
      "What is the period of the seiche?",
    "is read as the lowest mode",
    "OCE16",
    { L_b: 1.5, z_w: 0.3, n_s: 1 },
  ],
];

/** What stays asked about. */
const NOT_READ: readonly string[] = [
  "How much heat brings 1 kg of water with c_p = 4186 J/(kg K) from 80 °C to 120 °C?",
  "A superconductor has a critical field of 80 mT at zero temperature and its critical temperature is 7.2 K. What is " +
    "the critical field at 9.0 K?",
  "My loaded die shows a six with probability 1.4. How likely are exactly two sixes in five throws?",
];

describe("router: numbers as a scene says them", () => {
  for (const [query, note, law, inputs] of SCENES)
    it(`reads "${query.slice(0, 60)}..." and says how`, () => {
      const read = readingOf(query);
      expect(read.law).to.deep.equal([law]);
      expect(read.notes).to.include(note);
      for (const [name, value] of Object.entries(inputs))
        expect(read.params[name], name).to.be.closeTo(value, 1e-9 * value);
    });

  for (const query of NOT_READ)
    it(`leaves "${query.slice(0, 60)}..." unanswered`, () => {
      const { refusal } = routeQuery(registry, query);
      expect(refusal?.kind).to.equal("UNREAD_QUANTITY");
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
        const { operators, params } = routeQuery(registry, query);
        if (operators === null) return;
        expect(operators).to.deep.equal(["CS79"]);
        expect(params["r_k"]).to.equal(many * powers[scale]);
        expect(params["b"]).to.equal(bits);
      }),
      { numRuns: runs(8, 200), endOnFailure: true },
    );
  });

  it("gives the numbers to the inputs as the law takes them, where words say nothing of it", () => {
    const drawn = record({
      first: integer({ min: 100, max: 400 }),
      second: integer({ min: 500, max: 900 }),
      more: integer({ min: 50, max: 900 }),
    });
    check(
      property(drawn, ({ first, more, second }) => {
        const parent = first + second + more;
        const query =
          `A particle (${parent} MeV/c^2) decays at rest into a proton (${second} MeV/c^2) and a pion ` +
          `(${first} MeV/c^2). Calculate the momentum of the products.`;
        const { law, params } = readingOf(query);
        expect(law).to.deep.equal(["HEP6"]);
        const masses = ["M", "m_1", "m_2"].map((name) => Number(params[name]));
        expect(masses[0]).to.equal(Math.max(...masses));
        expect(masses[1]! / masses[0]!).to.be.closeTo(second / parent, 1e-9);
      }),
      { numRuns: runs(6, 100), endOnFailure: true },
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
