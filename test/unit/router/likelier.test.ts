/**
 * Numbers that words give to the inputs in two ways: what order, things, subjects and ideal values
 * speak for is proposed with the other way beside it, and never sealed. Where nothing speaks for
 * one, it is asked about. Values by hand.
 */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { runs } from "../../kit/runs.js";
import { lawOpenOrBeside } from "../../kit/words/openOrBeside.js";

const registry = builtinRegistry();
const NUMBER = integer({ min: 2, max: 40 });

type Params = Readonly<Record<string, number>>;
type Scene = (a: number, b: number, c: number) => readonly [string, string, Params];

/** Each with numbers that may be exchanged by their units. */
const DECIDED: readonly Scene[] = [
  // Side by side, up to another thing. The masses differ: of two equal ones both ways give the same answer.
  (a, b, c) => [
    `A ${a + c} tonne railway car rolling at ${b} m/s bumps into a ${c} tonne car rolling the same way at ` +
      "0.5 m/s and they couple. What's their common speed?",
    "NM27",
    { m_1: (a + c) * 1000, v_1: b, m_2: c * 1000, v_2: 0.5 },
  ],
  (a, b, c) => [
    `An iron bead of radius 0.${a} mm and density ${7000 + b} kg/m^3 sinks in glycerine of density ` +
      `${1200 + c} kg/m^3 and viscosity 1.2 Pa s. Terminal speed in mm/s in the creeping regime?`,
    "FL14",
    { rho_s: 7000 + b, rho_f: 1200 + c, mu_d: 1.2 },
  ],
  // What the clause is about. The two ends differ here too.
  (a, b, c) => [
    `Counterflow exchanger: hot stream enters at ${150 + a} K and leaves at ${100 - b} K; cold stream enters at ` +
      `20 K and leaves at ${19 + c} K. Logarithmic mean temperature difference in K?`,
    "HT25",
    { T_hi: 150 + a, T_ho: 100 - b, T_ci: 20, T_co: 19 + c },
  ],
  // The air has the index of the ideal case.
  (a, b) => [
    `A coin lies at the bottom of a fountain that is ${a} m deep, and the water has index 1.${b} while the air has ` +
      "1.00. How deep does the coin look from straight above?",
    "OPG12",
    { d_o: a, n_m: Number(`1.${b}`), n_v: 1 },
  ],
];

/** Two ways, and nothing that speaks for one. */
const UNDECIDED: readonly string[] = [
  // Which way both went is not said.
  "A 2 kg lump moving right at 3 m/s meets a 1 kg lump moving left at 4 m/s and they stick together. " +
    "What is their speed afterwards?",
  // The body that is asked for is one of two.
  "Cart A (0.5 kg, 2 m/s) hits cart B (0.3 kg, at rest) elastically head-on. How fast does cart B move afterwards?",
  "acetate buffer pKa=4.76, [A-]=0.15mol/L, [HA]=0.05mol/L, pH?",
  "A test finds 92 % of the ill and is correctly negative in 97 % of the healthy. When 2 % of the town has the " +
    "disease, what percentage of the positive results are real?",
];

/** A name or a noun beside the number settles it, and it is sealed. */
const SETTLED: readonly Scene[] = [
  (a, b, c) => [
    `plane stress state: sigma_x = ${a} MPa, sigma_y = -${b} MPa, tau_xy = ${c} MPa -> von Mises equivalent ` +
      "stress in MPa",
    "ST5",
    { s_x: a * 1e6, s_y: -b * 1e6, tau: c * 1e6 },
  ],
  (a, b, c) => [
    `mass flow: ${a} kg/s; exhaust velocity: 2650 m/s; exit pressure: ${b} kPa; ambient pressure: ${c} kPa; ` +
      "exit area: 0.5 m^2 -> thrust in N",
    "RKT1",
    { m_dot: a, v_e: 2650, p_e: b * 1000, p_a: c * 1000, A_e: 0.5 },
  ],
  (a, b) => [
    `Copper is plated with ${a} A for ${b} min, two electrons per ion, molar mass 63.546 g/mol, current efficiency ` +
      "96 %. What mass is deposited?",
    "ELC2",
    { I_c: a, t: b * 60, M: 0.063546, z_e: 2, eta_c: 0.96 },
  ],
];

describe("The likelier of two ways", () => {
  it("is read, and never sealed", () => {
    check(
      property(constantFrom(...DECIDED), NUMBER, NUMBER, NUMBER, (scene, a, b, c) => {
        const [query, law, params] = scene(a, b, c);
        const [found, inputs] = lawOpenOrBeside(query);
        expect(found, query).to.equal(law);
        for (const [name, value] of Object.entries(params))
          expect(inputs.get(name), `${query}: ${name}`).to.be.closeTo(value, 1e-9 * value);
      }),
      { numRuns: runs(12, 200), endOnFailure: true },
    );
  });

  it("is none where nothing speaks for one", () => {
    for (const query of UNDECIDED) {
      const { refusal } = routeQuery(registry, query);
      expect(refusal?.kind, query).to.equal("AMBIGUOUS");
    }
  });

  it("is asked for nothing that a number is named", () => {
    const query =
      "A wing has a parabolic polar: zero-lift drag coefficient 0.022, aspect ratio 9, Oswald factor 0.82. " +
      "Which total drag coefficient results at a lift coefficient of 0.60?";
    const { params, refusal } = routeQuery(registry, query);
    expect(refusal?.kind, refusal?.message).to.equal("OPEN_READING");
    expect(params).to.deep.equal({ C_D0: 0.022, AR: 9, e_O: 0.82, C_L: 0.6 });
  });

  it("is no question where a name settles it", () => {
    check(
      property(constantFrom(...SETTLED), NUMBER, NUMBER, NUMBER, (scene, a, b, c) => {
        const [query, law, params] = scene(a, b, c);
        const { operators, params: read, refusal } = routeQuery(registry, query);
        expect(operators, `${query}: ${refusal?.message}`).to.deep.equal([law]);
        for (const [name, value] of Object.entries(params))
          expect(read[name], `${query}: ${name}`).to.be.closeTo(value, 1e-9 * Math.abs(value));
      }),
      { numRuns: runs(12, 200), endOnFailure: true },
    );
  });
});
