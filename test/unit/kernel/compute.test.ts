import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { compute, type ComputeInputs } from "../../../protocol/chains/compute.js";
import { planChain, type ChainPlan } from "../../../protocol/chains/plan.js";
import { reexecute } from "../../../protocol/kernel/reexecute.js";
import type { KernelResult, KernelValue } from "../../../protocol/chains/result.js";
import { stepsOf, stepsText } from "../../../protocol/chains/steps.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";

const SEED = 42_007;
const registry = builtinRegistry();

function planOf(...ids: string[]): ChainPlan {
  const plan = planChain(registry, ids);
  if (plan.status === "invalid") throw new Error(plan.message);
  return plan;
}

function run(ids: readonly string[], request: ComputeInputs): KernelResult {
  return compute(planOf(...ids), request);
}

function valueOf(ids: readonly string[], request: ComputeInputs): KernelValue {
  const result = run(ids, request);
  if (result.status !== "value") throw new Error(JSON.stringify(result));
  return result;
}

function exampleInputs(id: string): Readonly<Record<string, number>> {
  const { example } = registry.get(id)!.record;
  return "inputs" in example ? example.inputs : {};
}

describe("kernel: one computation", () => {
  it("KO42 alone is 1, without a unit, and says which inputs nobody used", () => {
    const result = valueOf(["KO42"], { inputs: { b: 1, a: 2 } });
    expect(result).to.deep.include({
      value: 1,
      unit: "1",
      uncertainty: 0,
      operatorChain: ["KO42"],
      unused: { a: null, b: null },
    });
  });

  it("KO42 is put first when it is left out, and changes nothing", () => {
    const inputs = { m: 2, a: 3 };
    expect(run(["NM19"], { inputs })).to.deep.equal(run(["KO42", "NM19"], { inputs }));
  });

  it("a chain binds each result to its symbol for the next", () => {
    const result = valueOf(["NM19", "NM24", "NM26"], {
      inputs: { m: 2, a: 3, d: 5, theta: 0, v: 7 },
    });
    expect(result.value).to.equal(14);
    expect(
      result.masterSum.terms.map(({ operator_id: id, value, unit }) => [id, value, unit]),
    ).to.deep.equal([
      ["KO42", 1, "1"],
      ["NM19", 6, "N"],
      ["NM24", 30, "J"],
      ["NM26", 14, "kg m/s"],
    ]);
    expect(result.masterSum).to.include({ total: null, unit: null });
  });

  it("the one input left out is solved for when the result is given, and only then", () => {
    const result = valueOf(["NM19"], { inputs: { F: 6, m: 2 } });
    expect(result).to.include({ value: 3, unit: "m/s^2", operatorId: "NM19" });
    expect(result.equations[1]).to.equal("F = m a; a = 6/2");
    const request = { inputs: { F: 6 } };
    const short = run(["NM19"], request);
    expect(short.status === "missing" ? short.inputError.missing_all : short.status).to.deep.equal([
      "m",
      "a",
    ]);
    expect(valueOf(["NM19"], { inputs: { F: 7, m: 2, a: 3 } })).to.deep.include({
      value: 6,
      unused: { F: null },
    });
    // The size of a speed solves it as well as its negative: people mean the size.
    expect(valueOf(["NM23"], { inputs: { KE: 4, m: 2 } })).to.include({ value: 2, unit: "m/s" });
    // A lift may go either way.
    const ranged = run(["AER2"], { inputs: { C_D: 0.03, C_D0: 0.02, e_O: 0.8, AR: 8 } });
    expect(ranged.status === "refused" ? ranged.refusal.kind : ranged.status).to.equal(
      "multi-result",
    );
    const chained = run(["NM19", "NM24"], { inputs: { F: 6, m: 2, d: 5, theta: 0 } });
    expect(chained.status === "missing" ? chained.inputError.missing : chained.status).to.equal(
      "a",
    );
  });

  it("an integration that does not settle is no value and no refusal", () => {
    // Conformity of 9e6 a second over 3000 s: millions of turns of the trait's clock.
    const stiff = {
      m: 3.2e-3,
      b_s: 1e6,
      b_d: 2e5,
      a: 9e6,
      D: 5.5,
      lap_f: 1.4e-4,
      f_0: 0.4,
      t: 3000,
    };
    const result = run(["ESO11"], { inputs: stiff });
    expect(result.status).to.equal("not-converged");
    if (result.status === "not-converged")
      expect(result)
        .to.include({ operatorId: "ESO11" })
        .and.to.have.property("message")
        .that.contains("did not converge");
  });

  it("an integrated value passes the gate, says how it was found, and names what was held constant", () => {
    const result = valueOf(["ESO11"], { inputs: exampleInputs("ESO11") });
    expect(result.precisionActual).to.be.within(1e-16, 1e-9);
    expect(result.notes[0]).to.match(/^NUMERICAL FALLBACK/);
    expect(result.notes[1]).to.equal("lap_f was held constant over the interval.");
    expect(result.assumed).to.have.property("t_0").that.includes({ value: 0, unit: "s" });
    const core = valueOf(["ESO10"], { inputs: exampleInputs("ESO10") });
    expect(core.notes[0]).to.match(/^in closed form/);
  });

  it("terms of one unit have a total", () => {
    // QM10 at 1 Hz is h = 6.62607015e-34 J, NM23 is 4 J.
    const result = valueOf(["QM10", "NM23"], { inputs: { nu: 1, m: 2, v: 2 } });
    expect(result.masterSum).to.include({ total: 4 + 6.62607015e-34, unit: "J" });
  });

  it("an uncertainty goes to the operator that knows its name, and through the chain", () => {
    const result = valueOf(["NM19", "NM24"], {
      inputs: { m: 2, a: 3, d: 5, theta: 0 },
      uncertainties: { a: 0.03, d: 0.1 },
    });
    // u^2 = (m d u_a)^2 + (m a u_d)^2 = 0.3^2 + 0.6^2.
    expect(result.uncertainty).to.be.closeTo(Math.hypot(0.3, 0.6), 1e-14);
    expect(result.uncertaintySource).to.equal("gum");
  });

  it("one input that two operators share is one source, not two", () => {
    // W = (m a) d with d given the same u: correlated through m only once; p = m v last, u = v u_m.
    const result = valueOf(["NM19", "NM26"], {
      inputs: { m: 2, a: 3, v: 5 },
      uncertainties: { m: 0.1 },
    });
    expect(result.uncertainty).to.be.closeTo(0.5, 1e-15);
  });

  it("an uncertainty nobody knows is refused by its name", () => {
    expect(
      run(["NM19", "NM24"], { inputs: { m: 2, a: 3, d: 5, theta: 0 }, uncertainties: { q: 1 } }),
    ).to.include({ status: "invalid", code: "INVALID_INPUT", name: "q" });
  });

  it("a result that is also given must be the same number", () => {
    const inputs = { m: 2, a: 3, d: 5, theta: 0 };
    expect(valueOf(["NM19", "NM24"], { inputs: { ...inputs, F: 6 } }).value).to.equal(30);
    expect(run(["NM19", "NM24"], { inputs: { ...inputs, F: 6.000000000000001 } })).to.include({
      status: "invalid",
      code: "DUPLICATE_INPUT",
      name: "F",
    });
  });

  it("a chain stops at the operator that lacks an input, and names it", () => {
    const result = run(["NM19", "NM24"], { inputs: { m: 2, a: 3, d: 5 } });
    expect(result).to.include({ status: "missing", operatorId: "NM24" });
    expect(result.status === "missing" && result.inputError.missing).to.equal("theta");
  });

  it("the steps tell the truth: ok with a value, degraded and not run without", () => {
    const ok = valueOf(["NM19"], { inputs: { m: 2, a: 3 } });
    expect(stepsOf(ok.facts).map(({ status }) => status)).to.deep.equal(Array(7).fill("ok"));
    expect(stepsText(ok.facts)).to.equal(JSON.stringify(stepsOf(ok.facts)));
    const missing = run(["NM19"], { inputs: { m: 2 } });
    expect(missing.status === "missing" && missing.steps.map(({ status }) => status)).to.deep.equal(
      ["ok", "ok", "ok", "degraded", "degraded", "not-run", "not-run"],
    );
  });

  it(`any finite inputs are answered, the same way twice, and values stay within the gate (seed ${SEED})`, () => {
    const ids = registry.entries.map(({ record }) => record.id).filter((id) => id !== "KO42");
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const chains = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(chains, fc.array(number, { minLength: 12, maxLength: 12 }), (chain, numbers) => {
        const plan = planOf(...chain);
        const names = [
          ...new Set(plan.operators.flatMap((operator) => [...operator.symbols.keys()])),
        ];
        const inputs = Object.fromEntries(
          names.map((name, i) => [name, numbers[i % numbers.length]! + 0]),
        );
        const result = compute(plan, { inputs });
        expect(compute(plan, { inputs })).to.deep.equal(result);
        if (result.status !== "value") return;
        expect(Number.isFinite(result.value) && Number.isFinite(result.uncertainty)).to.equal(true);
        expect(result.precisionActual).to.be.within(0, 1e-4);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

describe("kernel: chains", () => {
  const invalid = (...ids: string[]): KernelResult | ChainPlan => planChain(registry, ids);
  it("rules and unknown ids are told apart", () => {
    expect(invalid("NM19", "KO42")).to.include({ status: "invalid", code: "OPERATOR_CHAIN" });
    expect(invalid("KO42", "KO42")).to.include({ status: "invalid", code: "OPERATOR_CHAIN" });
    expect(invalid("NM19", "NM21", "NM23", "NM24")).to.include({
      status: "invalid",
      code: "OPERATOR_CHAIN",
    });
    const unknown = invalid("NM191");
    expect(unknown).to.include({ status: "invalid", code: "UNKNOWN_OPERATOR", name: "NM191" });
    expect(unknown.status === "invalid" && unknown.nearest?.[0]).to.equal("NM19");
  });

  it("credits are 1, 3, 5 and 6", () => {
    expect(
      [["KO42"], ["NM19"], ["NM19", "NM24"], ["NM19", "NM24", "NM26"]].map(
        (ids) => planOf(...ids).quote.credits,
      ),
    ).to.deep.equal([1, 3, 5, 6]);
  });
});

describe("kernel: computing again", () => {
  const inputs = { m: 1250, a: 2.75 };
  const result = valueOf(["NM19"], { inputs });
  const hash = (value: unknown): string => nodeCrypto.sha256Hex(JSON.stringify(value));
  const core = {
    R_t: 1,
    calcond: 1,
    phase: 0,
    credits: 3,
    engine_version: "calc-engine/2",
    equations_hash: hash(result.equations),
    fields_hash: null,
    funding: "free",
    inputs_hash: "0".repeat(64),
    master_sum_hash: hash(result.masterSum),
    operatorChain: result.operatorChain,
    precision_actual: result.precisionActual,
    precision_bound: 1e-4,
    registry_version: registry.registryVersion,
    uncertainty: result.uncertainty,
    unit: "N",
    value: 3437.5,
    // 3437.5 = 0x40AADB0000000000 (IEEE 754, by hand: 2^11 * 1.678466796875).
    value_bits: "40aadb0000000000",
  } as const;

  it("agrees with what was computed", () => {
    expect(reexecute(nodeCrypto, registry, core, { inputs })).to.include({ verdict: "agrees" });
  });

  it("says which figure differs", () => {
    const changes = {
      value_bits: "40aadb0000000001",
      unit: "J",
      uncertainty: 1,
      precision_actual: 1e-9,
      precision_bound: 1e-3,
      metric_shift: 1e-5,
      fields_hash: "1".repeat(64),
      credits: 5,
      equations_hash: "1".repeat(64),
      master_sum_hash: "1".repeat(64),
    };
    for (const [name, value] of Object.entries(changes)) {
      const { verdict, reasons } = reexecute(
        nodeCrypto,
        registry,
        { ...core, [name]: value },
        { inputs },
      );
      expect(verdict, name).to.equal("differs");
      expect(reasons.join(), name).to.contain(name);
    }
  });

  it("compares nothing across engines, nor what another registry may have defined otherwise", () => {
    expect(
      reexecute(nodeCrypto, registry, { ...core, engine_version: "calc-engine/9" }, { inputs }),
    ).to.include({ verdict: "not-comparable" });
    const elsewhere = { ...core, registry_version: "0".repeat(64) };
    // Equal bits prove nothing of a registry that is not here.
    expect(reexecute(nodeCrypto, registry, elsewhere, { inputs })).to.include({
      verdict: "not-comparable",
    });
    expect(reexecute(nodeCrypto, registry, { ...elsewhere, unit: "J" }, { inputs })).to.include({
      verdict: "not-comparable",
    });
    expect(reexecute(nodeCrypto, registry, core, { inputs: { m: 1 } })).to.include({
      verdict: "no-value",
    });
  });
});
