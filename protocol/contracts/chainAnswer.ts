/** What a chain of operators, or a value that was found otherwise, is to a program. */
import { compute } from "../chains/compute.js";
import { planChain } from "../chains/plan.js";
import type { KernelResult } from "../chains/result.js";
import { isNumbers } from "../kernel/reexecute.js";
import type { Registry } from "../operators/registry.js";
import type { ComputeAnswer, ComputeRequest } from "./machine.js";

export function chainAnswer(
  registry: Registry,
  { inputs, operators }: ComputeRequest,
): ComputeAnswer {
  const plan = planChain(registry, operators ?? []);
  if (plan.status === "invalid") return { ok: false, code: plan.code, message: plan.message };
  if (!isNumbers(inputs)) {
    return { ok: false, code: "INVALID_INPUT", message: "operators take numbers" };
  }
  return kernelAnswer(compute(plan, { inputs }), plan.quote.credits);
}

/** What a result is to a program: a value, or why there is none. */
export function kernelAnswer(result: KernelResult, credits: number): ComputeAnswer {
  switch (result.status) {
    case "value": {
      const { uncertainty, unit, unused, value } = result;
      const [stray] = Object.keys(unused);
      if (stray !== undefined) {
        const message = `no operator of this chain has an input ${stray}`;
        return { ok: false, code: "INVALID_INPUT", message };
      }
      return { ok: true, value, unit: unit ?? "", uncertainty, credits };
    }
    case "missing":
      return { ok: false, code: "MISSING_INPUT", message: result.inputError.message };
    case "refused":
      return { ok: false, code: "REFUSED", message: result.refusal.message };
    case "not-converged":
      return { ok: false, code: "DID_NOT_CONVERGE", message: result.message };
    case "invalid":
      return { ok: false, code: result.code, message: result.message };
  }
}
