/**
 * Sentences made of the names of a law's inputs with the numbers of its example, in any order: each
 * number belongs to the input whose name stands before it, and no reading says another.
 */
import { expect } from "chai";
import { assert as check, constantFrom, property, record, shuffledSubarray } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { OperatorRecord } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { runs } from "../../kit/runs.js";

const registry = builtinRegistry();

interface Input {
  readonly name: string;
  readonly about: string;
  readonly value: number;
  readonly said: string;
}

/** The inputs of the example of a law; none where two numbers are the same. */
function inputsOf({ example, symbols }: OperatorRecord): readonly Input[] {
  const inputs = Object.entries(symbols).flatMap(([name, { name: about, unit }]): Input[] => {
    const value = "inputs" in example ? example.inputs[name] : undefined;
    if (typeof value !== "number" || about === undefined || unit === undefined) return [];
    return [{ name, about, value, said: unit === "1" ? `${value}` : `${value} ${unit}` }];
  });
  const isWhole = inputs.length === Object.keys(symbols).length;
  return isWhole && new Set(inputs.map(({ value }) => value)).size === inputs.length ? inputs : [];
}

/** Laws with two inputs of one unit. */
const LAWS = registry.entries.flatMap(({ record: law }) => {
  const inputs = inputsOf(law);
  const units = Object.values(law.symbols).map(({ unit }) => unit);
  return inputs.length > 0 && new Set(units).size < units.length ? [{ law, inputs }] : [];
});

const FORMS: readonly ((input: Input) => string)[] = [
  ({ about, said }) => `the ${about} is ${said}`,
  ({ about, said }) => `a ${about} of ${said}`,
  ({ about, said }) => `${about}: ${said}`,
  ({ about, said }) => `${about} ${said}`,
];

describe("router: whole names of inputs", () => {
  it("knows many laws with two inputs of one unit", () => {
    expect(LAWS.length).to.be.greaterThan(500);
  });

  it("gives no number to another input than the one whose name stands before it", () => {
    const drawn = constantFrom(...LAWS).chain(({ inputs, law }) =>
      record({
        law: constantFrom(law),
        order: shuffledSubarray([...inputs], { minLength: inputs.length }),
        form: constantFrom(...FORMS),
        between: constantFrom(", ", "; "),
      }),
    );
    check(
      property(drawn, ({ between, form, law, order }) => {
        const asked = law.result?.quantity.replaceAll("_", " ") ?? "value";
        const query = `${law.name}. ${order.map(form).join(between)}. Find the ${asked}.`;
        const { operators, params } = routeQuery(registry, query);
        if (operators?.[0] !== law.id) return;
        for (const { name, value } of order) {
          const given = params[name];
          if (typeof given === "number")
            expect(given, `${name} in "${query}"`).to.be.closeTo(value, 1e-9 * Math.abs(value));
        }
      }),
      { numRuns: runs(10, 1_000), endOnFailure: true },
    );
  });
});
