/** Inputs with units are the numbers that a caller would have converted them to: same bits. */
import { expect } from "chai";
import { equationInNumbers, evaluateUnnamed } from "../../../protocol/equations/index.js";
import { compute } from "../../../protocol/chains/compute.js";
import { planChain, type ChainPlan } from "../../../protocol/chains/plan.js";
import { inUnit, numbersOf, type Given } from "../../../protocol/kernel/quantityInputs.js";
import { unsupportedMembers } from "../../../protocol/kernel/reexecute.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { cardOf } from "../../../protocol/solvers/cards.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { bindInputs } from "../../../protocol/solvers/input.js";
import { SolverRefusal } from "../../../protocol/solvers/refusal.js";
import { parseUnit } from "../../../protocol/units/index.js";

const registry = builtinRegistry();

function plan(...ids: readonly string[]): ChainPlan {
  const chain = planChain(registry, ids);
  if (chain.status !== "plan") throw new Error(chain.message);
  return chain;
}

function numbers(id: string, given: Given): Readonly<Record<string, number>> {
  const read = numbersOf(plan(id).operators, given);
  if (!read.ok) throw new Error(read.message);
  return read.numbers;
}

function fault(id: string, given: Given): string {
  const read = numbersOf(plan(id).operators, given);
  return read.ok ? "" : read.message;
}

describe("protocol/kernel/quantityInputs", () => {
  it("computes the same bits from a distance in km and in m", () => {
    const inputs = numbers("NM21", { m1: "5.9722e24 kg", m2: 7.342e22, r: "384400 km" });
    expect(inputs).to.deep.equal({ m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 });
    const [one, other] = [inputs, { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 }].map((given) =>
      compute(plan("NM21"), { inputs: given }),
    );
    expect(one).to.deep.equal(other);
    expect(one).to.include({ status: "value", unit: "N" });
  });

  it("keeps plain numbers as they are, and takes none in quotes", () => {
    expect(numbers("NM21", { r: 3.844e8 })).to.deep.equal({ r: 3.844e8 });
    for (const text of ["3.844e8", " 5", "1,000", "five"])
      expect(fault("NM21", { r: text })).to.contain("a text has a unit");
  });

  it("names both kinds where the dimension is wrong, and the place of what is unread", () => {
    expect(fault("NM21", { r: "5 kg" })).to.equal("r is a length in m, and 5 kg is a mass in kg");
    expect(fault("NM21", { r: "5 foobars" })).to.contain('"foobars" is not a unit');
    expect(fault("NM21", { zz: "5 kg" })).to.contain("nothing here says");
  });

  it("answers in a unit beside SI with its exact factor, and refuses one of another kind", () => {
    const unit = (text: string) => {
      const read = parseUnit(text);
      if (!read.ok) throw new Error(read.message);
      return read;
    };
    const value = { value: 3.6e6, unit: "J", uncertainty: 36 };
    expect(inUnit(value, unit("kWh"))).to.deep.equal({
      value: 1,
      unit: "kWh",
      uncertainty: 1e-5,
      factor: "3600000",
    });
    expect(inUnit(value, unit("km"))).to.equal(
      "the result is an energy in J, and km is the unit of a length in m",
    );
  });

  it("binds a solver's texts with units to what it seals", () => {
    const card = cardOf("buckling")!;
    const si = { E: 2.1e11, I: 1e-6, length: 3, ends: "pinned-pinned" };
    const typed = { E: "210 GPa", I: "1 000 000 mm^4", length: "3 m", ends: "pinned-pinned" };
    expect(bindInputs(card, typed)).to.deep.equal(bindInputs(card, si));
    expect(() => bindInputs(card, { ...si, length: "3 kg" })).to.throw(
      SolverRefusal,
      "length is a length in m, and 3 kg is a mass in kg",
    );
  });

  it("takes units with the inputs of an equation, as with its symbols", () => {
    const typed = equationInNumbers({
      equation: "v = d/t",
      inputs: { d: "100 m", t: "9.58 s" },
    });
    if (!typed.ok) throw new Error(typed.problem.message);
    const answer = evaluateUnnamed(typed.request);
    expect(answer).to.include({ status: "value", unit: "m/s" });
    // 100/9.58 by mpmath.
    if (answer.status === "value") expect(answer.value).to.equal(10.438413361169102);
  });

  it("is checked beside an answer: a value in another unit that is not the sealed one is told", () => {
    const result = compute(plan("NM21"), { inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 } });
    if (result.status !== "value") throw new Error("no value");
    const kN = parseUnit("kN");
    if (!kN.ok) throw new Error(kN.message);
    const beside = inUnit(result, kN);
    if (typeof beside === "string") throw new Error(beside);
    const notes = (in_unit: JsonObject): readonly string[] =>
      unsupportedMembers({ in_unit }, result, registry).filter((reason) =>
        reason.includes("in_unit"),
      );
    expect(notes({ ...beside })).to.deep.equal([]);
    const forgeries: readonly JsonObject[] = [
      { value: 5 },
      { unit: "N" },
      { factor: "10" },
      { uncertainty: 0 },
      { x: 1 },
    ];
    for (const forged of forgeries)
      expect(notes({ ...beside, ...forged }), JSON.stringify(forged)).to.have.length(1);
  });
});
