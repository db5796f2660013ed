/** Symbols that count something take whole numbers only, given or solved for. */
import { expect } from "chai";
import type { Outcome } from "../../../protocol/equations/evaluation/evaluation.js";
import { OperatorEntry, specOf } from "../../../protocol/operators/index.js";
import { checkRegistry } from "../../../scripts/records/operators/checks.js";
import { operatorRecord, schemaProblems } from "../../../protocol/operators/schema.js";
import { stringWave } from "./records.js";
import type { Draft } from "./records.js";

const LEVEL_SYMBOLS: Readonly<Record<string, Draft>> = {
  E_1: {
    name: "binding energy of the ground level",
    quantity: "energy",
    unit: "J",
    aliases: ["ground_energy"],
    range: [0, null],
  },
  n: {
    name: "principal quantum number",
    quantity: "number",
    unit: "1",
    aliases: ["level"],
    whole: true,
  },
};

/** E = E_1/n^2. */
function level(changes: Draft = {}): Draft {
  return {
    ...stringWave(),
    id: "AT1",
    domain: "atomic_physics",
    name: "Energy of a hydrogen level",
    description: "Binding energy of a level of hydrogen by its principal quantum number.",
    equation: "E = E_1/n^2",
    symbols: LEVEL_SYMBOLS,
    result: { symbol: "E", quantity: "energy", unit: "J" },
    scale: {},
    // 2.18e-18/9
    example: {
      inputs: { E_1: 2.18e-18, n: 3 },
      value: 2.422222222222222e-19,
      rel_tol: 1e-12,
      origin: "reference-script",
    },
    reference: "Bohr, Philosophical Magazine 26 (1913) 1",
    ...changes,
  };
}

function entryOf(draft: Draft): OperatorEntry {
  return new OperatorEntry(operatorRecord.parse(draft));
}

function evaluate(draft: Draft, inputs: Readonly<Record<string, number>>): Outcome {
  return entryOf(draft).compiled!.evaluate(inputs);
}

function solved(draft: Draft, unknown: string, inputs: Readonly<Record<string, number>>): Outcome {
  const equation = entryOf(draft).solvedFor(unknown);
  if (!("evaluate" in equation)) throw new Error(equation.message);
  return equation.evaluate(inputs);
}

function shownOutcome(outcome: Outcome): string {
  if (outcome.status === "value") return `value ${outcome.value}`;
  return outcome.status === "refused"
    ? `${outcome.refusal.kind}: ${outcome.refusal.message}`
    : outcome.status;
}

const counted = (name: string): Draft => ({
  name: `number ${name}`,
  quantity: "number",
  unit: "1",
  aliases: [`count_${name}`],
  whole: true,
});

describe("operators: whole numbers", () => {
  it("refuses an input that is not one", () => {
    expect(shownOutcome(evaluate(level(), { E_1: 2.18e-18, n: 1.55 }))).to.equal(
      "domain-error: The input n = 1.55 must be a whole number.",
    );
    expect(shownOutcome(evaluate(level(), { E_1: 2.18e-18, level: 2.25 }))).to.equal(
      "domain-error: The input n = 2.25 must be a whole number.",
    );
    expect(evaluate(level(), { E_1: 2.18e-18, n: 3 }).status).to.equal("value");
    expect(evaluate(level(), { E_1: 2.18e-18, n: -1000 }).status).to.equal("value");
  });

  it("names what is out of range before what is not whole", () => {
    const ranged = level({
      symbols: {
        ...LEVEL_SYMBOLS,
        n: {
          name: "principal quantum number",
          quantity: "number",
          unit: "1",
          aliases: ["level"],
          whole: true,
          range: [1, null],
        },
      },
    });
    expect(shownOutcome(evaluate(ranged, { E_1: 2.18e-18, n: 0.5 }))).to.match(
      /^domain-error: .* outside its range/,
    );
  });

  it("takes every member of a numbered family", () => {
    const sum = level({
      id: "AT2",
      name: "Total number",
      equation: "N = SUM_i n_i",
      symbols: { n_i: counted("n") },
      kind: "sum",
      result: { symbol: "N", quantity: "number", unit: "1" },
      example: {
        inputs: { n_1: 3, n_2: 5, n_3: 7 },
        value: 15,
        rel_tol: 1e-12,
        origin: "reference-script",
      },
    });
    expect(shownOutcome(evaluate(sum, { n_1: 3, n_2: 5, n_3: 7 }))).to.equal("value 15");
    expect(shownOutcome(evaluate(sum, { n_1: 3, n_2: 5.5, n_3: 7 }))).to.equal(
      "domain-error: The input n_2 = 5.5 must be a whole number.",
    );
  });

  it("solves for a whole number, and refuses what lies between two", () => {
    const positive = { ...LEVEL_SYMBOLS, n: { ...counted("n"), range: [0, null] } };
    const ranged = level({ symbols: positive });
    expect(shownOutcome(solved(ranged, "n", { E_1: 2.18e-18, E: 2.18e-18 / 9 }))).to.equal(
      "value 3",
    );
    expect(shownOutcome(solved(ranged, "n", { E_1: 2.18e-18, E: 3e-19 }))).to.match(
      /^domain-error: The result n = 2\.69\d* must be a whole number\.$/,
    );
    // Another input may be any number.
    expect(solved(ranged, "E_1", { n: 3, E: 3e-19 }).status).to.equal("value");
    expect(shownOutcome(solved(ranged, "E_1", { n: 2.5, E: 3e-19 }))).to.contain(
      "must be a whole number",
    );
  });

  it("chooses the whole one of several solutions", () => {
    // 2 n^2 - 7 n + 3 = (2 n - 1)(n - 3), and (n - 2)^2 = 2.25 at 0.5 and 3.5
    const both = level({
      equation: "y = 2 n^2 - 7 n",
      symbols: { n: counted("n") },
      result: { symbol: "y", quantity: "number", unit: "1" },
    });
    expect(shownOutcome(solved(both, "n", { y: -3 }))).to.equal("value 3");
    const square = level({
      equation: "y = (n - a)^2",
      result: { symbol: "y", quantity: "number", unit: "1" },
      symbols: {
        n: counted("n"),
        a: { name: "shift", quantity: "number", unit: "1", aliases: ["shift"] },
      },
    });
    expect(shownOutcome(solved(square, "n", { y: 2.25, a: 2 }))).to.match(
      /^multi-result: .*2 results for n/,
    );
    expect(shownOutcome(solved(square, "n", { y: 2.25, a: 1.5 }))).to.match(
      /^multi-result: .*2 results for n/,
    );
    expect(shownOutcome(solved(square, "n", { y: 6.25, a: 0.75 }))).to.match(/^multi-result/);
    // 0.25 + 2 = 2.25 and 0.25 - 2 = -1.75: neither; 1.75 + 1.25 = 3 and 0.5: the first.
    expect(shownOutcome(solved(square, "n", { y: 1.5625, a: 1.75 }))).to.equal("value 3");
  });

  it("is said by operator-spec, and only there where it holds", () => {
    const { required } = specOf(entryOf(level()));
    expect(required.map(({ name, whole }) => [name, whole ?? false])).to.deep.equal([
      ["E_1", false],
      ["n", true],
    ]);
  });

  it("belongs to numbers without a unit", () => {
    expect(schemaProblems(level())).to.deep.equal([]);
    const wrong = level({ symbols: { ...LEVEL_SYMBOLS, n: { ...counted("n"), unit: "m" } } });
    expect(schemaProblems(wrong).join()).to.contain("a whole number has the unit 1");
    const no = level({ symbols: { ...LEVEL_SYMBOLS, n: { ...counted("n"), whole: false } } });
    expect(schemaProblems(no)).to.have.length(1);
  });

  it("varies around an example by whole steps when the record is checked", () => {
    expect(checkRegistry([level()]).map(({ message }) => message)).to.deep.equal([]);
    // Seven levels at most: doubling 5 leaves the range, 2.5 and 6.25 are no whole numbers, 6 and 4
    // are left.
    const narrow = level({
      symbols: { ...LEVEL_SYMBOLS, n: { ...counted("n"), range: [1, 7] } },
      example: {
        inputs: { E_1: 2.18e-18, n: 5 },
        value: 8.72e-20,
        rel_tol: 1e-12,
        origin: "reference-script",
      },
    });
    expect(checkRegistry([narrow]).map(({ message }) => message)).to.deep.equal([]);
  });
});
