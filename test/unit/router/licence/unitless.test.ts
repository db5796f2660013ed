/** A number without a unit among others with theirs, in an input that has a dimension, is open. */
import { expect } from "chai";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { routeQuery } from "../../../../protocol/router/route.js";

const openOf = (query: string): readonly string[] => {
  const { refusal } = routeQuery(builtinRegistry(), query, {});
  return refusal?.kind === "OPEN_READING" ? refusal.open.map(({ message }) => message) : [];
};

describe("router: numbers without a unit", () => {
  for (const [query, said] of [
    [
      "nickel plating 10 A for 45 min, 95 % efficiency, M 58.69, 2 electrons. grams deposited?",
      "58.69",
    ],
    ["kinetic energy of a ball of 2 kg with v 3", "3"],
  ] as const)
    it(`are open beside others that have one: ${query}`, () => {
      expect(openOf(query).join()).to.include(`"${said}" has no unit`);
    });
  for (const query of [
    "nickel plating 10 A for 45 min, 95 % efficiency, M 58.69 g/mol, 2 electrons. grams deposited?",
    "kinetic energy with m = 2, v = 3",
    "kinetic energy of a ball of 2 kg with v 3 m/s",
  ])
    it(`are none of: ${query}`, () => {
      expect(openOf(query)).to.deep.equal([]);
    });
});
