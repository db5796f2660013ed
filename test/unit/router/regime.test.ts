import * as assert from "node:assert/strict";
import { wordsOfRecord } from "../../../protocol/lexicon/words/recordWords.js";
import { marginOf } from "../../../protocol/operators/margin.js";
import { builtinRegistry, type OperatorEntry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";

const registry = builtinRegistry();
const laws = registry.entries.filter(({ id }) => wordsOfRecord(id).regime !== undefined);

type Inputs = Readonly<Record<string, number>>;

function inputsOf({ record }: OperatorEntry): Inputs {
  assert.ok("inputs" in record.example);
  return record.example.inputs;
}

/** Whether a bound of the record is kept; null where an input of it is not known. */
function isKept({ record }: OperatorEntry, holds: string, inputs: Inputs): boolean | null {
  const margin = marginOf(record, holds);
  assert.ok(margin.ok, holds);
  const [low, high] = margin.sides.map((side) => side.evaluate(inputs));
  if (low?.status !== "value" || high?.status !== "value") return null;
  return low.value <= high.value * (1 + 1e-9);
}

/** The inputs by their symbols, in SI, with the name of the law before them. */
function asked({ record }: OperatorEntry, inputs: Inputs): string {
  const given = Object.entries(inputs).map(([name, value]) => {
    const unit = record.symbols[name]?.unit ?? "1";
    return `${name} = ${value}${unit === "1" ? "" : ` ${unit}`}`;
  });
  return `${record.name}: ${given.join(", ")}`;
}

/** Inputs one of which is so many powers of ten away that the bound is broken. */
function outside(entry: OperatorEntry, holds: string): Inputs | null {
  const inputs = inputsOf(entry);
  for (const name of Object.keys(inputs))
    for (let power = 1; power <= 30; power += 1)
      for (const factor of [10 ** power, 10 ** -power]) {
        const other = { ...inputs, [name]: inputs[name]! * factor };
        if (isKept(entry, holds, other) === false) return other;
      }
  return null;
}

describe("the regime of an approximation", () => {
  it("is stated of many laws, and holds at the example of each", () => {
    assert.ok(laws.length > 50);
    for (const entry of laws)
      for (const { holds, when } of wordsOfRecord(entry.id).regime ?? [])
        if (when === undefined) assert.equal(isKept(entry, holds, inputsOf(entry)), true, entry.id);
  });

  it("seals no value outside of it", () => {
    let broken = 0;
    for (const entry of laws)
      for (const { holds, when } of wordsOfRecord(entry.id).regime ?? []) {
        const inputs = outside(entry, holds);
        if (inputs === null || when !== undefined) continue;
        broken += 1;
        const question = asked(entry, inputs);
        assert.notEqual(routeQuery(registry, question).refusal, null, question);
      }
    assert.ok(broken > 40, `${broken} bounds were broken`);
  });

  it("asks of a strong acid, and of a brake, what the words alone bring about", () => {
    const isSealed = (question: string): boolean => routeQuery(registry, question).refusal === null;
    assert.ok(!isSealed("pH of a 1e-9 M strong acid"));
    assert.ok(isSealed("pH of a solution with hydrogen ion concentration 1e-9 mol/L"));
    assert.ok(!isSealed("speed of a car after braking at 5 m/s^2 for 10 s from 20 m/s"));
    assert.ok(isSealed("speed of a car after braking at 5 m/s^2 for 2 s from 20 m/s"));
  });
});
