import { expect } from "chai";
import { builtinRegistry, specOf } from "../../../protocol/operators/index.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";

describe("protocol/operators/spec", () => {
  const registry = builtinRegistry();

  it("lists exactly the inputs without which nothing is answered", () => {
    for (const entry of registry.entries) {
      const example = valueExampleOf(entry.record);
      if (example === null || entry.compiled === null) continue;
      const spec = specOf(entry);
      const required = Object.fromEntries(spec.required.map(({ name }) =>
        [name, example.inputs[name] ?? Number.NaN]));
      const complete = entry.compiled.evaluate(required);
      expect(complete.status, `${entry.id} with what is required`).to.not.equal("missing");
      for (const { name } of spec.required) {
        const { [name]: _, ...rest } = required;
        const outcome = entry.compiled.evaluate(rest);
        expect(outcome.status, `${entry.id} without ${name}`).to.equal("missing");
        if (outcome.status === "missing") expect(outcome.inputError.missing_all).to.deep.equal(
          [name]);
      }
    }
  });

  it("accepts every alias it lists", () => {
    for (const entry of registry.entries) {
      const example = valueExampleOf(entry.record);
      if (example === null || entry.compiled === null) continue;
      for (const { name, aliases } of specOf(entry).required) {
        for (const alias of aliases) {
          const { [name]: value, ...rest } = example.inputs;
          const outcome = entry.compiled.evaluate({ ...rest, [alias]: value! });
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
