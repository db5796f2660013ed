/** Kernel results as answers or errors, the same for every operation that computes. */
import { ApiError } from "../../api/contract/definition/problem.js";
import { unansweredBody } from "../../protocol/kernel/answer.js";
import type { ChainPlan } from "../../protocol/chains/plan.js";
import type {
  KernelInvalid,
  KernelMissing,
  KernelNotConverged,
  KernelRefused,
  KernelResult,
  KernelValue,
} from "../../protocol/chains/result.js";
import { PRECISION_BOUND } from "../../protocol/limits.js";

export function invalidError(invalid: KernelInvalid): ApiError {
  const pointer =
    invalid.code === "UNKNOWN_OPERATOR" || invalid.code === "OPERATOR_CHAIN"
      ? "/operators"
      : "/inputs";
  const nearest = invalid.nearest ?? [];
  return new ApiError(invalid.code, invalid.message, {
    errors: [
      {
        pointer,
        code: invalid.code,
        message: invalid.message,
        ...(nearest[0] === undefined ? {} : { nearest: nearest[0] }),
      },
    ],
    ...(nearest.length === 0 ? {} : { members: { nearest } }),
  });
}

export function requirePlan(plan: ChainPlan | KernelInvalid): ChainPlan {
  if (plan.status === "invalid") throw invalidError(plan);
  return plan;
}

/** A value that lost its precision is no answer about the question: the gate failed. */
function gateError(refused: KernelRefused): ApiError {
  return new ApiError("DID_NOT_CONVERGE", refused.refusal.message, {
    members: {
      reason: refused.refusal.kind,
      operator_id: refused.operatorId,
      bound: PRECISION_BOUND,
      ...(refused.refusal.span === undefined ? {} : { span: refused.refusal.span }),
    },
  });
}

/** A numerical method that did not settle, whatever would have been done with its value. */
export function unsettledError(
  { message, difference }: Pick<KernelNotConverged, "message" | "difference">,
  operatorId?: string,
): ApiError {
  return new ApiError("DID_NOT_CONVERGE", message, {
    members: {
      reason: "step-halving",
      bound: PRECISION_BOUND,
      difference,
      ...(operatorId === undefined ? {} : { operator_id: operatorId }),
    },
  });
}

/**
 * @param gate "error": a failed precision gate is a 422, as where something would be sealed or
 * signed; "refusal": it is an answer of that kind.
 * @returns the value, or null when `unanswered` took the result.
 */
export function valueOrAnswer(
  result: KernelResult,
  gate: "error" | "refusal",
): { readonly value: KernelValue } | { readonly answer: ReturnType<typeof unansweredBody> } {
  if (result.status === "invalid") throw invalidError(result);
  if (result.status === "value") return { value: result };
  if (result.status === "not-converged") throw unsettledError(result, result.operatorId);
  if (gate === "error" && isGateFailure(result)) throw gateError(result);
  return { answer: unansweredBody(result) };
}

/** @throws ApiError INVALID_INPUT for inputs that nothing used: a misspelt name must not be sealed and charged */
export function refuseUnused({ unused }: Pick<KernelValue, "unused">): void {
  const names = Object.keys(unused);
  if (names.length === 0) return;
  const nearest = names.map((name) => unused[name]).filter((near) => near !== null);
  const or = nearest.length === 0 ? "" : `, or write it as ${nearest.join(", ")}`;
  const message = `no operator of this chain has an input ${names.join(", ")}`;
  throw new ApiError("INVALID_INPUT", message, {
    errors: names.map((name) => ({
      pointer: `/inputs/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      code: "INVALID_INPUT",
      message: "nothing here has this input",
      ...(unused[name] === null ? {} : { nearest: unused[name]! }),
    })),
    members: {
      remedy: `Leave it out${or}; operator-spec lists what the operators take.`,
      ...(nearest.length === 0 ? {} : { nearest }),
    },
  });
}

function isGateFailure(result: KernelMissing | KernelRefused): result is KernelRefused {
  return result.status === "refused" && result.refusal.kind === "precision-loss";
}
