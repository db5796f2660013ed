import { expect } from "chai";
import { builtinRegistry, specOf } from "../../../protocol/operators/index.js";
import { membersOf } from "../../../protocol/operators/families.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";

/** The numbered inputs `x_1`, `x_2` of `x_i`; any other name is its own only member. */
function membersIn(name: string, given: readonly string[]): readonly string[] {
  const members = membersOf(name, given);
  return members.length === 0 ? [name] : members;
}

describe("protocol/operators/spec", () => {
  const registry = builtinRegistry();

  it("lists exactly the inputs without which nothing is answered", () => {
    for (const entry of registry.entries) {
      const example = valueExampleOf(entry.record);
      if (example === null || entry.compiled === null) continue;
      const spec = specOf(entry);
      const given = Object.keys(example.inputs);
      const required = Object.fromEntries(spec.required.flatMap(({ name }) =>
        membersIn(name, given).map((member) => [member, example.inputs[member] ?? Number.NaN])));
      const complete = entry.compiled.evaluate(required);
      expect(complete.status, `${entry.id} with what is required`).to.not.equal("missing");
      for (const { name } of spec.required) {
        const left = membersIn(name, given);
        const rest = Object.fromEntries(Object.entries(required).filter(([key]) => !left.includes(key)));
        const outcome = entry.compiled.evaluate(rest);
        expect(outcome.status, `${entry.id} without ${name}`).to.equal("missing");
        // How many members there are is not known where all of them are left out.
        if (outcome.status === "missing") expect(left.join(" ")).to.contain(outcome.inputError.missing_all.join(" "));
      }
    }
  });

  it("accepts every alias it lists", () => {
    for (const entry of registry.entries) {
      const example = valueExampleOf(entry.record);
      if (example === null || entry.compiled === null) continue;
      for (const { name, aliases } of specOf(entry).required) {
        for (const alias of aliases) {
          const members = membersIn(name, Object.keys(example.inputs));
          const renamed = Object.fromEntries(Object.entries(example.inputs).map(([key, value]) =>
            [members.includes(key) ? `${alias}${key === name ? "" : key.slice(key.indexOf("_"))}` : key, value]));
          const outcome = entry.compiled.evaluate(renamed);
          expect(outcome.status, `${entry.id} with ${alias} for ${name}`).to.equal("value");
        }
      }
    }
  });

  it("describes gravitation", () => {
    const spec = specOf(registry.get("NM21")!);
    expect(spec.required.map(({ unit }) => unit)).to.deep.equal(["kg", "kg", "m"]);
    expect(spec.constants.map(({ symbol }) => symbol)).to.deep.equal(["G"]);
    // CODATA 2022.
    expect(spec.constants[0]).to.include({ value: 6.6743e-11, uncertainty: 1.5e-15,
      unit: "m^3/(kg s^2)" });
    expect(spec.result).to.include({ unit: "N", quantity: "force" });
    expect(spec).to.include({ id: "NM21", domain: "newtonian_mechanics", evaluable: true });
    expect(spec).to.not.have.property("refusal");
  });

  it("says why a refusing operator refuses", () => {
    for (const entry of registry.entries.filter((other) => !other.evaluable)) {
      const spec = specOf(entry);
      expect(spec.refusal?.kind, entry.id).to.equal(entry.record.kind);
      expect(spec.refusal?.message, entry.id).to.match(/\.$/);
    }
  });

  it("states assumed conditions with value and reason", () => {
    const assuming = registry.entries.filter((entry) => entry.record.assumed !== undefined);
    expect(assuming.length).to.be.greaterThan(0);
    for (const entry of assuming) {
      for (const input of specOf(entry).assumed) {
        expect(input.reason.length, entry.id).to.be.greaterThan(5);
        expect(specOf(entry).required.map(({ name }) => name)).to.not.include(input.name);
      }
    }
  });
});
