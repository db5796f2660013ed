/**
 * Computes of programs in this thread, neither sealed nor charged: for dry runs, replays and tests
 * of templates, where nobody else is served meanwhile.
 */
import { quoteJob } from "../../../protocol/economy/price.js";
import { solve } from "../../../protocol/kernel/solved.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import type { Crypto } from "../../../protocol/ports.js";
import { cardOf } from "../../../protocol/solvers/cards.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { SolverMissing, SolverRefusal } from "../../../protocol/solvers/refusal.js";
import { chainAnswer, kernelAnswer } from "../../../protocol/contracts/chainAnswer.js";
import type { ComputeAnswer, ComputeRequest } from "../../../protocol/contracts/machine.js";
import type { Computing } from "../../../protocol/contracts/trace.js";

const NEVER = { aborted: false };

export function computingHere(crypto: Pick<Crypto, "sha256Hex">, registry: Registry): Computing {
  return async (request) =>
    request.solver === null
      ? chainAnswer(registry, request)
      : solverAnswer(crypto, request.solver, request);
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
