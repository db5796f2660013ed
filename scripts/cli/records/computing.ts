/**
 * Computes of programs in this thread, neither sealed nor charged: for dry runs, replays and tests
 * of templates, where nobody else is served meanwhile.
 */
import { quoteJob } from "../../../protocol/economy/price.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { compute } from "../../../protocol/chains/compute.js";
import { isNumbers } from "../../../protocol/kernel/reexecute.js";
import type { KernelResult } from "../../../protocol/chains/result.js";
import { solve } from "../../../protocol/kernel/solved.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import type { Crypto } from "../../../protocol/ports.js";
import { cardOf } from "../../../protocol/solvers/cards.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { SolverMissing, SolverRefusal } from "../../../protocol/solvers/refusal.js";
import type { ComputeAnswer, ComputeRequest } from "../../../protocol/contracts/machine.js";
import type { Computing } from "../../../protocol/contracts/trace.js";

const NEVER = { aborted: false };

export function computingHere(crypto: Pick<Crypto, "sha256Hex">, registry: Registry): Computing {
  return async (request) =>
    request.solver === null
      ? chainAnswer(registry, request)
      : solverAnswer(crypto, request.solver, request);
}

function chainAnswer(registry: Registry, { inputs, operators }: ComputeRequest): ComputeAnswer {
  const plan = planChain(registry, operators ?? []);
  if (plan.status === "invalid") return { ok: false, code: plan.code, message: plan.message };
  if (!isNumbers(inputs)) {
    return { ok: false, code: "INVALID_INPUT", message: "operators take numbers" };
  }
  return kernelAnswer(compute(plan, { inputs }), plan.quote.credits);
}

/** What a result is to a program: a value, or why there is none. */
function kernelAnswer(result: KernelResult, credits: number): ComputeAnswer {
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

async function solverAnswer(
  crypto: Pick<Crypto, "sha256Hex">,
  id: string,
  { inputs }: ComputeRequest,
): Promise<ComputeAnswer> {
  if (cardOf(id) === null) {
    return { ok: false, code: "UNKNOWN_SOLVER", message: `there is no solver ${id}` };
  }
  const solver = await loadSolver(id);
  try {
    const { inputs: bound, kernel, unsealed, work } = solve(crypto, solver, inputs, "none", NEVER);
    if (unsealed !== null) return { ok: false, code: "DID_NOT_CONVERGE", message: unsealed };
    return kernelAnswer(kernel, quoteJob(work, solver.operators?.(bound)).credits);
  } catch (error) {
    if (error instanceof SolverMissing) {
      return { ok: false, code: "MISSING_INPUT", message: error.message };
    }
    if (!(error instanceof SolverRefusal)) throw error;
    return { ok: false, code: error.code, message: error.message };
  }
}
