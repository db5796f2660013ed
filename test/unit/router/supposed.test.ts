/** Inputs that words state, and inputs of the ideal case that a reading supposes and names. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { lawOpenOrBeside, openOrBeside } from "../../kit/words/openOrBeside.js";

const registry = builtinRegistry();

/** Words state an input as a number does; values by hand. */
const STATED: readonly (readonly [query: string, law: string, input: string, value: number])[] = [
  // The cosine of the phase angle is 0.85.
  [
    "What power does a three-phase motor draw at 400 V line voltage, 12 A and power factor 0.85?",
    "PWR1",
    "phi",
    0.5548110329800715,
  ],
  [
    "First-order sensor, time constant 12 s, unit gain. The input jumps from zero to 50. What does it show after 20 s?",
    "CTL1",
    "K_s",
    1,
  ],
  [
    "Gibbs energy of a Daniell cell reaction, 1.10 V and three electrons transferred?",
    "ELC19",
    "z_e",
    3,
  ],
  ["60 Hz current in copper (1.68e-8 ohm m, non-magnetic). Skin depth in mm?", "EM5", "mu_r", 1],
];

/** Nobody said it: the reading names it, and nothing is sealed. */
const SUPPOSED: readonly (readonly [query: string, law: string, input: string, value: number])[] = [
  [
    "What torque do I put on a bolt when I pull with 180 N at the end of a 0.4 m wrench?",
    "NM29",
    "theta",
    1.5707963267948966,
  ],
  ["How much power is that, single-phase, 230 V and 4 A?", "PWR30", "PF", 1],
  [
    "From iodine-131, half-life 8.02 days, what percentage is still there after 30 days?",
    "NUC1",
    "N_0",
    1,
  ],
];

describe("router: what words state and what a reading supposes", () => {
  for (const [query, law, input, value] of STATED)
    it(`takes ${input} = ${value} from "${query}"`, () => {
      const { operators, params } = routeQuery(registry, query);
      expect(operators).to.deep.equal([law]);
      expect(params[input]).to.be.closeTo(value, 1e-12);
    });

  for (const [query, law, input, value] of SUPPOSED)
    it(`supposes ${input} of ${law}, says so and seals nothing`, () => {
      const [found, inputs] = lawOpenOrBeside(query);
      expect([found, inputs.get(input)]).to.deep.equal([law, value]);
      const open = openOrBeside(query).open.map(({ message }) => message);
      expect(open.join("\n")).to.match(/is not said; .* is supposed/);
    });

  it("takes a number right behind the whole name of an input for that input", () => {
    const { operators, params, refusal } = routeQuery(
      registry,
      "What is the speed with a true airspeed of 125 m/s, a thrust of 98000 N, a drag of 46000 N " +
        "and a weight of 655000 N?",
    );
    expect([operators, params["v"], refusal]).to.deep.equal([["AER11"], 125, null]);
  });

  it("proposes a law all of whose inputs are named, and asks for it", () => {
    const [law] = lawOpenOrBeside(
      "What is the dose with a number of fractions of 30 and a dose of a fraction of 2.2 Gy " +
        "and an alpha/beta ratio of 3.1 Gy?",
    );
    expect(law).to.equal("RAD11");
  });

  it("takes a density beside what is thick", () => {
    const { operators, params } = routeQuery(
      registry,
      "How much gravity does a slab of rock 100 m thick with density 2670 kg/m^3 give?",
    );
    expect([operators, params]).to.deep.equal([["GPH3"], { rho: 2670, z_s: 100 }]);
  });

  it("reads how much comes out per second as a flow, and how much longer as a change", () => {
    const lawOf = (query: string) => routeQuery(registry, query).operators;
    expect(
      lawOf(
        "A garden hose with a cross section of 2 cm^2 carries water at 3 m/s. How much water comes out per second?",
      ),
    ).to.deep.equal(["FL3"]);
    expect(
      lawOf(
        "How much longer does a 10 m steel rail get when it warms by 35 K, expansion coefficient 1.2e-5 per K?",
      ),
    ).to.deep.equal(["TD45"]);
  });

  it("supposes no first harmonic where another is spoken of", () => {
    const asked = (harmonic: string) =>
      routeQuery(
        registry,
        `string clamped both ends, L 0.65 m, tension 71 N, 0.40 g/m, ${harmonic} in Hz`,
      );
    expect(asked("a higher harmonic").refusal?.kind).to.equal("MISSING_INPUT");
    expect(asked("2nd harmonic").params["n"]).to.equal(2);
  });
});
