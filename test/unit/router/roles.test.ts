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
];

describe("router: roles of two inputs alike", () => {
  it("are those that the words say", () => {
    for (const [query, inputs] of WHOLE) {
      const { params, refusal } = routeQuery(registry, query);
      expect(refusal, query).to.equal(null);
      expect(params, query).to.deep.equal(inputs);
    }
  });
});
