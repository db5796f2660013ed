/**
 * Two operators in a row, with uncertainties. Expected values: first-order propagation (GUM,
 * JCGM 100:2008, 5.1.2), computed with Python's math module from the partial derivatives.
 */
import { expect } from "chai";
import { compute } from "../../../protocol/chains/compute.js";
import type { ComputeInputs } from "../../../protocol/chains/compute.js";
import { planChain } from "../../../protocol/chains/plan.js";
import type { KernelResult, KernelValue } from "../../../protocol/chains/result.js";
import { stepsOf } from "../../../protocol/chains/steps.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";

const registry = builtinRegistry();

function run(ids: readonly string[], request: ComputeInputs): KernelResult {
  const plan = planChain(registry, ids);
  if (plan.status === "invalid") throw new Error(plan.message);
  return compute(plan, request);
}

function valueOf(ids: readonly string[], request: ComputeInputs): KernelValue {
  const result = run(ids, request);
  if (result.status !== "value") throw new Error(JSON.stringify(result));
  return result;
}

function near(found: number, expected: number, relative = 1e-12): void {
  expect(found).to.be.closeTo(expected, relative * Math.abs(expected));
}

/** F = m a, then W = F d cos(theta). */
const WORK = ["NM19", "NM24"];
const inputs = { m: 12.5, a: 3.2, d: 7.5, theta: 0.5 };

describe("kernel: a chain with uncertainties", () => {
  it("an input only the second operator has: u = F cos(theta) u_d", () => {
    const result = valueOf(WORK, { inputs, uncertainties: { d: 0.1 } });
    near(result.value, 263.27476856711183);
    near(result.uncertainty, 3.510330247561491);
    expect(result).to.include({ unit: "J", uncertaintySource: "gum", operatorId: "NM24" });
  });

  it("inputs only the first operator has: u^2 = (a d cos(theta) u_m)^2 + (m d cos(theta) u_a)^2", () => {
    const result = valueOf(WORK, { inputs, uncertainties: { m: 0.25, a: 0.05 } });
    near(result.uncertainty, 6.68189404657003);
  });

  it("inputs of both, by symbol or alias", () => {
    const uncertainties = { m: 0.25, a: 0.05, d: 0.1, theta: 0.02 };
    near(valueOf(WORK, { inputs, uncertainties }).uncertainty, 8.07741821319824);
    const { d, ...others } = uncertainties;
    near(
      valueOf(WORK, { inputs, uncertainties: { ...others, distance: d } }).uncertainty,
      8.07741821319824,
    );
  });

  it("an input of both operators is one source: torque of gravity falls as 1/r", () => {
    // tau = r (G m_1 m_2/r^2) sin(theta), so u_tau/tau = u_r/r = 0.04; as two sources, r would
    // count sqrt(5) times. The uncertainty of G is 2.2e-5 of the value.
    const result = valueOf(["NM21", "NM29"], {
      inputs: { m_1: 4e9, m_2: 3e9, r: 1500, theta: 0.7 },
      uncertainties: { r: 60 },
    });
    near(result.value, 343976.1687944417);
    near(result.uncertainty, 13759.046751777667, 1e-6);
  });

  it("the dimension of a result must be that of the symbol it binds", () => {
    // Momentum p in kg m/s is no parallel fraction p, a number.
    const result = run(["NM26", "CS44"], { inputs: { m: 2, v: 3, n: 8 } });
    expect(result).to.include({ status: "refused", operatorId: "CS44" });
    const refusal = result.status === "refused" ? result.refusal : null;
    expect(refusal).to.include({ kind: "dimension-mismatch", operator_id: "CS44" });
    expect(refusal?.message).to.match(/^NM26 gives p /);
  });

  it("a result that is also given as another number is refused, by symbol and alias", () => {
    for (const name of ["F", "force"]) {
      const result = run(WORK, { inputs: { ...inputs, [name]: 41 } });
      expect(result, name).to.include({ status: "invalid", code: "DUPLICATE_INPUT", name });
    }
  });

  it("unused is what no operator used; a result handed on is not among it", () => {
    const { unused } = valueOf(WORK, { inputs: { ...inputs, colour: 7, thetta: 2, F: 40 } });
    expect(unused).to.have.all.keys("colour", "thetta");
    expect(valueOf(WORK, { inputs }).unused).to.deep.equal({});
  });

  it("inputs outside their usual scale are told in step 3, of every operator", () => {
    const { facts } = valueOf(WORK, { inputs: { ...inputs, m: 2e7, theta: 7 } });
    expect(stepsOf(facts)[2]).to.deep.equal({
      step: 3,
      name: "match scale",
      status: "warning",
      detail: "outside the usual scale: m = 20000000, theta = 7",
    });
    const usual = valueOf(WORK, { inputs });
    expect(stepsOf(usual.facts)[2]).to.deep.equal({ step: 3, name: "match scale", status: "ok" });
  });
});
