import { expect } from "chai";
import { OperatorEntry, builtinRegistry, specOf } from "../../../protocol/operators/index.js";
import { checkRegistry } from "../../../scripts/records/operators/checks.js";
import { operatorRecord } from "../../../protocol/operators/schema.js";
import { membersOf } from "../../../protocol/operators/families.js";
import { compute } from "../../../protocol/chains/compute.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";
import { stringWave } from "./records.js";
import { runs, sample } from "../../kit/runs.js";

/** The numbered inputs `x_1`, `x_2` of `x_i`; any other name is its own only member. */
function membersIn(name: string, given: readonly string[]): readonly string[] {
  // A name that is given as it stands is no family, though its last letter may look like an index.
  const members = given.includes(name) ? [] : membersOf(name, given);
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
      const asked = [
        ...spec.required,
        ...spec.conditional.filter(({ when }) => when === "integral without limits"),
      ];
      const required = Object.fromEntries(
        asked.flatMap(({ name }) =>
          membersIn(name, given).map((member) => [member, example.inputs[member] ?? Number.NaN]),
        ),
      );
      const complete = entry.compiled.evaluate(required);
      expect(complete.status, `${entry.id} with what is required`).to.not.equal("missing");
      for (const { name } of asked) {
        const left = membersIn(name, given);
        const rest = Object.fromEntries(
          Object.entries(required).filter(([key]) => !left.includes(key)),
        );
        const outcome = entry.compiled.evaluate(rest);
        expect(outcome.status, `${entry.id} without ${name}`).to.equal("missing");
        // How many members there are is not known where all of them are left out.
        if (outcome.status === "missing")
          expect(left.join(" ")).to.contain(outcome.inputError.missing_all.join(" "));
      }
    }
  });

  it("with what its condition adds, solves for each input left out and misses whatever else is", () => {
    let solved = 0;
    for (const entry of sample(registry.entries, 12)) {
      const example = valueExampleOf(entry.record);
      const symbol = entry.resultSymbol;
      const spec = specOf(entry);
      const solving = spec.conditional.find(({ when }) => when.startsWith("solving for "));
      if (example === null || entry.compiled === null || solving === undefined || symbol === null)
        continue;
      expect(solving.name, entry.id).to.equal(symbol);
      const plan = planChain(registry, [entry.id]);
      if (plan.status === "invalid") throw new Error(plan.message);
      // Of a numbered family any number may be given, so none of its members can be missing.
      const names = spec.required.map(({ name }) => name).filter((name) => name in example.inputs);
      for (const unknown of names) {
        const { [unknown]: _, ...rest } = example.inputs;
        const asked = { ...rest, [symbol]: example.value };
        expect(solving.when.split(/[ ,]+/), `${entry.id} for ${unknown}`).to.include(unknown);
        expect(compute(plan, { inputs: asked }).status, `${entry.id} for ${unknown}`).to.not.equal(
          "missing",
        );
        for (const other of [symbol, ...names.filter((name) => name !== unknown)]) {
          const { [other]: __, ...fewer } = asked;
          expect(
            compute(plan, { inputs: fewer }).status,
            `${entry.id} for ${unknown} without ${other}`,
          ).to.equal("missing");
        }
        solved += 1;
      }
    }
    expect(solved).to.be.at.least(runs(16, 200));
  });

  it("declares the start of an integration as assumed, and every name of its ends", () => {
    const spec = specOf(registry.get("ESO10")!);
    expect(spec.assumed.map(({ name, value, unit }) => [name, value, unit])).to.deep.equal([
      ["t_0", 0, "s"],
    ]);
    expect(spec.required.find(({ name }) => name === "N_0")?.aliases).to.include.members([
      "initial_population",
      "N0",
      "N_initial",
    ]);
    expect(spec.required.find(({ name }) => name === "t")?.aliases).to.include.members([
      "time",
      "t_end",
      "duration",
    ]);
    expect(spec.conditional.map(({ when }) => when)).to.deep.equal([
      "solving for r, K, div_D_grad_N, I, E, N_0 or t",
    ]);
  });

  it("accepts every alias it lists", () => {
    for (const entry of registry.entries) {
      const example = valueExampleOf(entry.record);
      if (example === null || entry.compiled === null) continue;
      for (const { name, aliases } of specOf(entry).required) {
        for (const alias of aliases) {
          const members = membersIn(name, Object.keys(example.inputs));
          const renamed = Object.fromEntries(
            Object.entries(example.inputs).map(([key, value]) => [
              members.includes(key)
                ? `${alias}${key === name ? "" : key.slice(key.indexOf("_"))}`
                : key,
              value,
            ]),
          );
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
    expect(spec.constants[0]).to.include({
      value: 6.6743e-11,
      uncertainty: 1.5e-15,
      unit: "m^3/(kg s^2)",
    });
    expect(spec.result).to.include({ unit: "N", quantity: "force" });
    expect(spec).to.include({ id: "NM21", domain: "newtonian_mechanics", evaluable: true });
    expect(spec).to.not.have.property("refusal");
  });

  it("asks for the ends of an integral without limits, on that condition", () => {
    // 4.5 (1/2 - 1/6) = 1.5, by the antiderivative -1/r.
    const record = operatorRecord.parse({
      ...stringWave(),
      id: "ES1",
      domain: "electrostatics",
      equation: "W = INT q/r^2 dr",
      kind: "integral",
      symbols: {
        q: { name: "strength", quantity: "number", unit: "1", aliases: ["strength"] },
        from: { name: "lower end", quantity: "number", unit: "1", aliases: ["r_low"] },
        to: { name: "upper end", quantity: "number", unit: "1", aliases: ["r_high"] },
      },
      result: { symbol: "W", quantity: "number", unit: "1" },
      scale: {},
      example: {
        inputs: { q: 4.5, from: 2, to: 6 },
        value: 1.5,
        rel_tol: 1e-12,
        origin: "reference-script",
      },
    });
    const entry = new OperatorEntry(record);
    const spec = specOf(entry);
    expect(spec.required.map(({ name }) => name)).to.deep.equal(["q"]);
    expect(spec.conditional.map(({ name, when }) => [name, when])).to.deep.equal([
      ["from", "integral without limits"],
      ["to", "integral without limits"],
      ["W", "solving for q, from or to"],
    ]);
    expect(spec.conditional[0]!.aliases).to.deep.equal(["r_low"]);
    expect(checkRegistry([record]).map(({ message }) => message)).to.deep.equal([]);
    for (const left of ["q", "r_low", "r_high"]) {
      const inputs: Record<string, number> = { q: 4.5, r_low: 2, r_high: 6 };
      expect(entry.compiled!.evaluate(inputs).status).to.equal("value");
      delete inputs[left];
      expect(entry.compiled!.evaluate(inputs).status, left).to.equal("missing");
    }
    const limited = specOf(new OperatorEntry({ ...record, equation: "W = INT_from^to q/r^2 dr" }));
    expect(limited.required.map(({ name }) => name)).to.deep.equal(["q", "from", "to"]);
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
