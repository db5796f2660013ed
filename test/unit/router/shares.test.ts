/**
 * What a law gives of all is not sealed where that of one is asked: `torque per turn` of a coil whose
 * turns are an input. Over all laws that take a number of things, with the numbers of their examples.
 */
import { assert as check, constantFrom, property } from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { runs } from "../../kit/runs.js";

const registry = builtinRegistry();

interface Counting {
  readonly name: string;
  readonly result: string;
  readonly noun: string;
  readonly inputs: string;
}

/** Laws with an input that is the number of some things, and what it counts. */
const counting: readonly Counting[] = registry.entries.flatMap(({ record }): Counting[] => {
  const { example, name, result, symbols } = record;
  if (result === null || example === undefined || !("inputs" in example)) return [];
  const inputs = Object.entries(example.inputs)
    .map(([symbol, value]) => {
      const unit = symbols[symbol]?.unit ?? "1";
      return `${symbol} = ${value}${unit === "1" ? "" : ` ${unit}`}`;
    })
    .join(", ");
  return Object.values(symbols).flatMap((symbol) => {
    const [, counted] = /^number of (?!the\b)(\w+)$/.exec(symbol.name) ?? [];
    if (counted === undefined) return [];
    const noun = counted.replace(/ies$/, "y").replace(/s$/, "");
    return [{ name, result: result.quantity.replaceAll("_", " "), noun, inputs }];
  });
});

const SHARES: readonly ((result: string, noun: string) => string)[] = [
  (result, noun) => `${result} per ${noun}`,
  (result, noun) => `${result} of each ${noun}`,
  (result, noun) => `${result} for every ${noun}`,
  (result, noun) => `${result} of one ${noun}`,
  (result, noun) => `${result} of a single ${noun}`,
];

describe("router: what a law gives of all", function () {
  it("is not sealed where that of one is asked", () => {
    check(
      property(
        constantFrom(...counting),
        constantFrom(...SHARES),
        ({ inputs, name, noun, result }, share) =>
          routeQuery(registry, `${name}: ${share(result, noun)} for ${inputs}`).refusal !== null,
      ),
      { numRuns: runs(30, 1_000), endOnFailure: true },
    );
  });
});
