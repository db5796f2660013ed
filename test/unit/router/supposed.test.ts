/** Inputs that words state, and inputs of the ideal case that a reading supposes and names. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";

const registry = builtinRegistry();

/** What the words state is an input as a number is; values by hand. */
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
      const { operators, params, refusal } = routeQuery(registry, query);
      expect(operators).to.deep.equal([law]);
      expect(params[input]).to.equal(value);
      expect(refusal?.kind).to.equal("OPEN_READING");
      expect(refusal?.message).to.match(/is not said; .* is supposed/);
    });

  it("supposes no first harmonic where another is spoken of", () => {
    const { refusal } = routeQuery(
      registry,
      "string clamped both ends, L 0.65 m, tension 71 N, 0.40 g/m, 2nd harmonic in Hz",
    );
    expect(refusal?.kind).to.equal("MISSING_INPUT");
  });
});
