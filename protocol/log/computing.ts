/**
 * Computes of programs in this thread, neither sealed nor charged: for dry runs, replays and tests
 * of templates, where nobody else is served meanwhile.
 */
import { quoteJob } from "../economy/price.js";
import { solve } from "../kernel/solved.js";
import type { Registry } from "../operators/registry.js";
import type { Crypto } from "../ports.js";
import { cardOf } from "../solvers/cards.js";
import { loadSolver } from "../solvers/load.js";
import { SolverMissing, SolverRefusal } from "../solvers/refusal.js";
import type { Progress } from "../solvers/solver.js";
import { chainAnswer, kernelAnswer } from "../contracts/chainAnswer.js";
import type { ComputeAnswer, ComputeRequest } from "../contracts/machine.js";
import type { Computing } from "../contracts/trace.js";

const NEVER = { aborted: false };

/** @param progress of each solver that runs */
export function computingHere(
  crypto: Pick<Crypto, "sha256Hex">,
  registry: Registry,
  progress?: Progress,
): Computing {
  return async (request) =>
    request.solver === null
      ? chainAnswer(registry, request)
      : solverAnswer(crypto, request.solver, request, progress);
}

async function solverAnswer(
  crypto: Pick<Crypto, "sha256Hex">,
  id: string,
  { inputs }: ComputeRequest,
  progress?: Progress,
): Promise<ComputeAnswer> {
  if (cardOf(id) === null) {
    return { ok: false, code: "UNKNOWN_SOLVER", message: `there is no solver ${id}` };
  }
  const solver = await loadSolver(id);
  try {
    const solved = solve(crypto, solver, inputs, "none", NEVER, progress);
    const { inputs: bound, kernel, unsealed, work } = solved;
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
