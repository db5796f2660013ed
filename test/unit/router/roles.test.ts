/** Which of two inputs alike a number is, by what is made of what and by the noun that a count has. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";

const registry = builtinRegistry();

/** Inputs that the question must end in. */
const WHOLE: readonly (readonly [query: string, inputs: Readonly<Record<string, number>>])[] = [
  [
    "A transformer with 1,200 primary turns has to make 12 V from 230 V. How many secondary turns does it need?",
    { N_1: 1200, V_1: 230, V_2: 12 },
  ],
  [
    "A transformer with 50 secondary turns makes 12 V out of 230 V. How many primary turns has it?",
    { N_2: 50, V_1: 230, V_2: 12 },
  ],
  [
    "A transformer with 1200 primary turns steps 230 V down to 12 V. How many secondary turns?",
    { N_1: 1200, V_1: 230, V_2: 12 },
  ],
  [
    "A transformer delivers 9 V from the 120 V mains; its secondary has 90 turns. How many turns has the primary?",
    { N_2: 90, V_1: 120, V_2: 9 },
  ],
  [
    "A river carries 8 m³/s with 2 mg/L; a sewage plant adds 0.5 m³/s with 30 mg/L. What is the mixed concentration?",
    { Q_s: 8, C_s: 0.002, Q_w: 0.5, C_w: 0.03 },
  ],
  [
    "0.3 kg of copper at 90 °C (385 J/(kg K)) is dropped into 0.5 kg of water at 20 °C (4186 J/(kg K)). " +
      "What is the final temperature?",
    { m_1: 0.3, T_1: 363.15, c_1s: 385, m_2: 0.5, T_2: 293.15, c_2s: 4186 },
  ],
  [
    "What is the best possible efficiency of a heat engine that works between 540 °C and 25 °C?",
    { T_l: 298.15, T_h: 813.15 },
  ],
  [
    "What exhaust speed does a rocket need to gain 6 km/s when its mass falls from 20 t to 4 t?",
    { Delta_v: 6000, m_0: 20000, m_f: 4000 },
  ],
  [
    "A servo behaves as a second-order system with damping ratio 0.4. How large is the overshoot of its step response?",
    { zeta: 0.4 },
  ],
  [
    "I weighed a part 16 times and the experimental standard deviation is 0.8. What is the standard error of the mean?",
    { n_o: 16, s_o: 0.8 },
  ],
];

/** A law that is named lacks what it needs, and no other one stands in for it. */
const ASKED: readonly string[] = [
  "What is the efficiency of an Otto engine between 540 °C and 25 °C?",
  "What is the efficiency of a Diesel engine that works between 540 °C and 25 °C?",
  "I weighed 16 times the part, the standard deviation is 0.8. What is the standard error of the mean?",
  "What is the efficiency of a steam engine that works between 540 °C and 25 °C?",
  "What is the efficiency of a Stirling engine that works between 540 °C and 25 °C?",
  "What is the efficiency at maximum power of a heat engine between 540 °C and 25 °C?",
  "How large is the planet with a mass of 5e24 kg?",
];

describe("router: roles of two inputs alike", () => {
  it("are those that the words say", () => {
    for (const [query, inputs] of WHOLE) {
      const { params, refusal } = routeQuery(registry, query);
      expect(refusal, query).to.equal(null);
      expect(params, query).to.deep.equal(inputs);
    }
  });

  it("leave open what a named law lacks", () => {
    for (const query of ASKED) expect(routeQuery(registry, query).operators, query).to.equal(null);
  });
});
