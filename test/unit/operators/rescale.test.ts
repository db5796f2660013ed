import { expect } from "chai";
import * as fc from "fast-check";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { OperatorEntry } from "../../../protocol/operators/index.js";
import { namesInUse } from "../../../protocol/operators/names.js";
import { symbolOf } from "../../../protocol/operators/families.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";
import { constantsBySymbol } from "../../../protocol/units/constants.js";
import { parseUnit } from "../../../protocol/units/parse.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_260_113;

/** Whether all numbers of the equation are inputs: a constant with a unit cannot be rescaled. */
function hasOnlyInputs({ record, compilation }: OperatorEntry): boolean {
  if (!compilation.ok || record.coefficients !== undefined || record.assumed !== undefined)
    return false;
  return [...namesInUse(compilation.classified)].every((name) => {
    const constant = constantsBySymbol.get(name);
    return name in record.symbols || constant === undefined || constant.unit === "1";
  });
}

/** How a value in `unit` changes when each base unit becomes 2^power times smaller. */
function scaleOf(unit: string, powers: readonly number[]): number {
  const parsed = parseUnit(unit);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.dimension.exponents.reduce(
    (product, { num, den }, index) => product * 2 ** ((powers[index]! * num) / den),
    1,
  );
}

describe("protocol/operators: base units", () => {
  const entries = builtinRegistry().entries.filter(hasOnlyInputs);

  it("may be chosen freely: values rescale as their unit says", () => {
    expect(entries.length).to.be.greaterThan(30);
    // Multiples of 12, so that roots of powers of two stay powers of two and nothing rounds.
    const power = fc.integer({ min: -2, max: 2 }).map((n) => 12 * n);
    const powers = fc.array(power, { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(fc.constantFrom(...entries), powers, (entry, chosen) => {
        const { inputs } = valueExampleOf(entry.record)!;
        const original = entry.compiled!.evaluate(inputs);
        const rescaled = entry.compiled!.evaluate(
          Object.fromEntries(
            Object.entries(inputs).map(([name, x]) => [
              name,
              x *
                scaleOf(
                  entry.record.symbols[symbolOf(name, Object.keys(entry.record.symbols))!]!.unit,
                  chosen,
                ),
            ]),
          ),
        );
        if (original.status !== "value" || rescaled.status !== "value") return;
        const expected = original.value * scaleOf(entry.record.result!.unit, chosen);
        expect(Math.abs(rescaled.value / expected - 1), entry.id).to.be.at.most(1e-12);
      }),
      { seed: SEED, numRuns: runs(500, 2_000) },
    );
  });
});
