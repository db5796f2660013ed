/**
 * Every operator solved for every one of its inputs: put back, both sides agree within the
 * precision bound.
 */
import { expect } from "chai";
import type { Outcome } from "../../../protocol/equations/evaluation/evaluation.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { OperatorEntry } from "../../../protocol/operators/index.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";
import { sample } from "../../kit/runs.js";

const GATE = 1e-4;
const registry = builtinRegistry();
/** The equation alone does not determine these inputs, and says so. */
const WITHOUT_ANSWER: ReadonlyMap<string, string> = new Map([
  // The phase repeats, and where it touches its extreme cannot be told.
  ["ON0 t", "precision-loss"],
  // A search would run the integral too often.
  ["OPW12 v_F", "budget"],
]);

interface Solvable {
  readonly entry: OperatorEntry;
  readonly unknown: string;
  readonly inputs: Readonly<Record<string, number>>;
  readonly value: number;
}

function solvable(): Solvable[] {
  return registry.entries.flatMap((entry): Solvable[] => {
    const example = valueExampleOf(entry.record);
    const symbol = entry.resultSymbol;
    if (example === null || entry.compiled === null || symbol === null || entry.id === "KO42")
      return [];
    const outcome = entry.compiled.evaluate(example.inputs);
    if (outcome.status !== "value") throw new Error(`${entry.id}: ${outcome.status}`);
    return Object.keys(example.inputs)
      .filter((name) => name in entry.record.symbols)
      .map((unknown) => ({ entry, unknown, inputs: example.inputs, value: outcome.value }));
  });
}

function solve({ entry, unknown, inputs, value }: Solvable): Outcome {
  const { [unknown]: _, ...rest } = inputs;
  const solved = entry.solvedFor(unknown);
  return "evaluate" in solved
    ? solved.evaluate({ ...rest, [entry.resultSymbol!]: value })
    : { status: "refused", refusal: solved };
}

describe("operators: solved for an input", () => {
  const cases = solvable();

  it("gives a value that, put back, gives the result; or counts the values that would", () => {
    let values = 0;
    // Where the search does not show that it found all there is, it says so instead of a value.
    let unsettled = 0;
    const tried = sample(cases, 8);
    for (const one of tried) {
      const { entry, unknown, inputs, value } = one;
      const where = `${entry.id} ${unknown}`;
      const outcome = solve(one);
      if (outcome.status === "value") {
        values += 1;
        const back = entry.compiled!.evaluate({ ...inputs, [unknown]: outcome.value });
        expect(back.status, where).to.equal("value");
        if (back.status === "value")
          expect(Math.abs(back.value - value), where).to.be.at.most(GATE * Math.abs(value));
        expect(outcome.unit, where).to.equal(entry.record.symbols[unknown]!.unit);
        expect(outcome.relativeBound, where).to.be.at.most(GATE);
        expect(Math.abs(outcome.value - inputs[unknown]!), where).to.be.at.most(
          GATE * Math.abs(inputs[unknown]!),
        );
      } else {
        expect(outcome.status, `${where}: ${JSON.stringify(outcome)}`).to.equal("refused");
        if (outcome.status !== "refused") continue;
        const { kind, message } = outcome.refusal;
        if (/not shown/.test(message)) {
          unsettled += 1;
          expect(kind, where).to.be.oneOf(["multi-result", "budget"]);
          continue;
        }
        expect(kind, where).to.equal(WITHOUT_ANSWER.get(where) ?? "multi-result");
        if (!WITHOUT_ANSWER.has(where))
          expect(message, where).to.match(
            /has (?:at least )?\d+ results|^At least \d+ values|^Every /,
          );
      }
    }
    expect(values).to.be.at.least(Math.floor(tried.length * 0.85));
    expect(unsettled).to.be.at.most(Math.floor(tried.length * 0.05));
  });

  it("picks among several by the range of the unknown", () => {
    // v = 27.8 m/s and -27.8 m/s have one kinetic energy: a speed is told by its size.
    const energy = cases.find(({ entry, unknown }) => entry.id === "NM23" && unknown === "v")!;
    const outcome = solve(energy);
    if (outcome.status !== "value") throw new Error(outcome.status);
    expect(outcome.value).to.be.closeTo(27.8, 1e-9);
    // A lift may go either way, and a mass has no sign to choose.
    const lift = cases.find(({ entry, unknown }) => entry.id === "AER2" && unknown === "C_L")!;
    const both = solve(lift);
    expect(both.status === "refused" ? both.refusal.message : both.status).to.match(
      /2 results for C_L.*range of C_L/,
    );
    const mass = solve({ ...energy, unknown: "m" });
    if (mass.status !== "value") throw new Error(mass.status);
    expect(mass.unit).to.equal("kg");
    expect(mass.value).to.be.closeTo(1480, 1e-9);
  });

  it("carries the sources of uncertainty backwards", () => {
    const solved = registry.get("NM21")!.solvedFor("m_1");
    if (!("evaluate" in solved)) throw new Error(solved.message);
    const outcome = solved.evaluate({ F: 1e-7, m_2: 10, r: 0.5 }, { F: 1e-9 });
    if (outcome.status !== "value") throw new Error(outcome.status);
    expect([...outcome.contributions.keys()].sort()).to.deep.equal([
      "const:G",
      "input:F",
      "rounded:G",
    ]);
    // sqrt(0.01^2 + (1.5e-5/6.6743e-1)^2): 1 percent of F and 22 ppm of G.
    expect(
      Math.abs(outcome.uncertainty / outcome.value / Math.hypot(0.01, 1.5e-15 / 6.6743e-11) - 1),
    ).to.be.at.most(1e-9);
  });

  it("refuses what is no input, and what the left side's name forbids", () => {
    const noInput = registry.get("NM19")!.solvedFor("q");
    expect("evaluate" in noInput ? "" : noInput.kind).to.equal("solve-for");
    expect(registry.get("ESO15")!.resultSymbol).to.equal(null);
  });
});
