/**
 * Which number is which input, where words and units say it together: a unit that stands at the end
 * of a list, symbols with and without their index, turns in a time, what is met on the way. Values
 * by hand.
 */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property, record } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { runs } from "../../kit/runs.js";

const registry = builtinRegistry();

const GIVEN: readonly (readonly [
  query: string,
  law: string,
  inputs: Readonly<Record<string, number>>,
])[] = [
  [
    "nickel plating 10 A for 45 min, 95 % efficiency, M 58.69, 2 electrons. grams deposited?",
    "ELC2",
    { M: 0.05869, I_c: 10, z_e: 2 },
  ],
  [
    "steam pipe r 30 mm to lagging r 80 mm, k 0.05, 160 °C inside to 35 °C outside, 12 m run. Loss in W?",
    "HT2",
    { r_1: 0.03, r_2: 0.08, L: 12 },
  ],
  [
    "A molecule vibrates with we = 2170 per cm and anharmonicity wexe = 13.3 per cm. What is its lowest vibrational " +
      "term in per cm?",
    "MOL5",
    { w_e: 217_000, w_x: 1330, v_q: 0 },
  ],
  [
    "Source at 850 Hz drives towards a listener at 30 m/s while the listener moves towards the source at 5 m/s. " +
      "Sound speed 343 m/s, no wind. Heard frequency?",
    "WAV16",
    { v_s: 30, v_o: 5, v_w: 343 },
  ],
  [
    "correlation: Churchill-Bernstein, cylinder in cross flow; Re: 25000; Pr: 0.71 -> mean Nusselt number",
    "HT21",
    { Re: 25_000, Pr: 0.71 },
  ],
];

describe("router: which number is which input", () => {
  for (const [query, law, inputs] of GIVEN)
    it(`gives the numbers of "${query.slice(0, 60)}..."`, () => {
      const { operators, params } = routeQuery(registry, query);
      expect(operators).to.deep.equal([law]);
      for (const [name, value] of Object.entries(inputs))
        expect(params[name], name).to.be.closeTo(value, 1e-9 * Math.abs(value));
    });

  it("gives bare numbers of a list the unit at its end, says so and seals nothing", () => {
    const drawn = record({
      x: integer({ min: 50, max: 200 }),
      y: integer({ min: -40, max: 40 }),
      shear: integer({ min: 5, max: 45 }),
      unit: constantFrom("MPa", "kPa", "GPa"),
    });
    const sizes = { kPa: 1e3, MPa: 1e6, GPa: 1e9 };
    check(
      property(drawn, ({ shear, unit, x, y }) => {
        const query = `plane stress: sx = ${x}, sy = ${y}, txy = ${shear} ${unit}. sigma_1?`;
        const { operators, params, refusal } = routeQuery(registry, query);
        expect([operators, refusal?.kind]).to.deep.equal([["ST3"], "OPEN_READING"]);
        expect(refusal?.message).to.include(`${unit} is supposed`);
        expect([params["s_x"], params["s_y"], params["tau"]]).to.deep.equal(
          [x, y, shear].map((value) => value * sizes[unit]),
        );
      }),
      { numRuns: runs(6, 100), endOnFailure: true },
    );
  });

  it("counts what happens so many times in a second in whole turns", () => {
    check(
      property(integer({ min: 2, max: 40 }), (times) => {
        const query =
          `A rope of 0.12 kg per metre under 40 newtons is shaken ${times} times a second with an amplitude of 5 cm. ` +
          "What is the mean power of the harmonic wave on the string?";
        const { operators, params } = routeQuery(registry, query);
        expect(operators).to.deep.equal(["WAV4"]);
        expect(params["omega"]).to.be.closeTo(2 * Math.PI * times, 1e-9 * times);
        const wheel = routeQuery(
          registry,
          `A wheel turns ${times} times a second; what is the centripetal acceleration at 0.3 m?`,
        );
        expect(wheel.operators).to.deep.equal(["KIN35"]);
        expect(wheel.params["omega"]).to.be.closeTo(2 * Math.PI * times, 1e-9 * times);
      }),
      { numRuns: runs(6, 100), endOnFailure: true },
    );
  });

  it("gives no number of one stream to the other where the law forbids what is said", () => {
    const drawn = record({
      hot: integer({ min: 80, max: 95 }),
      cooled: integer({ min: 21, max: 35 }),
      cold: integer({ min: 40, max: 50 }),
      warmed: integer({ min: 55, max: 75 }),
    });
    check(
      property(drawn, ({ cold, cooled, hot, warmed }) => {
        // The hot stream leaves colder than the cold one comes in.
        const query =
          `Counterflow exchanger. Given: hot stream ${hot} degC in, ${cooled} degC out; cold stream ${cold} degC in, ` +
          `${warmed} degC out. Find the log-mean temperature difference.`;
        expect(routeQuery(registry, query).refusal, query).to.not.equal(null);
      }),
      { numRuns: runs(4, 60), endOnFailure: true },
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
        const { operators: law, params, refusal } = routeQuery(registry, query);
        expect(refusal?.kind).to.equal("OPEN_READING");
        expect(law).to.deep.equal(["HEP6"]);
        const masses = ["M", "m_1", "m_2"].map((name) => Number(params[name]));
        expect(masses[0]).to.equal(Math.max(...masses));
        expect(masses[1]! / masses[0]!).to.be.closeTo(second / parent, 1e-9);
      }),
      { numRuns: runs(6, 100), endOnFailure: true },
    );
  });
});
